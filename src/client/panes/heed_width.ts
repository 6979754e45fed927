/** Loads what only a wide screen has. */
import { wideParts } from "./list_panes.ts";

/** From where on a list and what was opened from it stand side by side, and from where on the menu is a rail. */
const SIDE_BY_SIDE = "(min-width: 48rem)", WITH_RAIL = "(min-width: 64rem)";

/** Loads it where there is room, and heeds a window that is made wider or narrower. The same widths stand in the styles. */
export async function heedWidth(): Promise<void> {
  const widths = [matchMedia(SIDE_BY_SIDE), matchMedia(WITH_RAIL)] as const;
  const heed = async () => {
    const [sides, rail] = widths;
    const wide = sides.matches ? await import("./wide.ts").catch(() => undefined) : undefined;
    wideParts.value = wide && { ...wide, Rail: rail.matches ? wide.Rail : undefined };
  };
  for (const width of widths) {
    width.addEventListener("change", () => {
      // Paper is narrower than the window: what is printed is the page as it stands.
      if (!matchMedia("print").matches) void heed();
    });
  }
  await heed();
}
