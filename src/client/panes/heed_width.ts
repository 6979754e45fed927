/** Loads what only a wide screen has. */
import { wideParts } from "./beside.ts";

/** Loads it where there is room, and heeds a window that is made wider or narrower. The same width stands in the styles. */
export async function heedWidth(): Promise<void> {
  const wide = matchMedia("(min-width: 64rem)");
  const heed = async () => {
    wideParts.value = wide.matches ? await import("./wide.ts").catch(() => undefined) : undefined;
  };
  wide.addEventListener("change", () => {
    // Paper is narrower than the window: what is printed is the page as it stands.
    if (!matchMedia("print").matches) void heed();
  });
  await heed();
}
