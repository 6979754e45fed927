/** Writes the icons that the app names into its stylesheet: as masks, so that they have the colour of the words beside them. */
import { ACTIONS } from "../../src/client/shell/icon.tsx";
import { type PageEntry, PAGES } from "../../src/client/shell/page_table.ts";

/** An icon of Lucide: its elements with their attributes. */
type Shapes = readonly [tag: string, attributes: Readonly<Record<string, string>>][];

/** Every icon that the app shows. Administration uses those of like meaning again: few people ever load it. */
export const ICONS: readonly string[] = [
  ...new Set([...Object.values<PageEntry>(PAGES).flatMap(({ icon }) => icon ?? []), ...ACTIONS]),
].sort();

/** Rules of a stylesheet, one for each icon. Throws where the set has none of a name. */
export async function iconStyle(): Promise<string> {
  const rules = ICONS.map(async (name) => {
    const { default: { node } }: { default: { node: Shapes } } = await import(`@lucide/icons/icons/${name}`);
    return `.i-${name}{--icon:url("data:image/svg+xml,${drawn(node)}")}`;
  });
  return (await Promise.all(rules)).join("\n");
}

/** An icon as SVG for an address in double quotes. Of a mask only what is covered counts, not its colour. */
function drawn(shapes: Shapes): string {
  const inner = shapes.map(([tag, { key: _, ...attributes }]) =>
    `<${tag} ${Object.entries(attributes).map(([name, value]) => `${name}='${value}'`).join(" ")}/>`
  );
  return `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='black' ` +
    `stroke-width='2' stroke-linecap='round' stroke-linejoin='round'>${inner.join("")}</svg>`;
}
