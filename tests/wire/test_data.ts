/** What tests of the wire read and draw. */

/** Lines of a table in `tests/data/`, each split at blanks into at most `fields` parts; comments and empty lines left out. */
export function dataLines(name: string, fields: number): string[][] {
  const text = Deno.readTextFileSync(new URL(`../data/${name}`, import.meta.url));
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#")).map((line) => {
    const parts = line.split(" ");
    return [...parts.slice(0, fields - 1), parts.slice(fields - 1).join(" ")];
  });
}

/** Bytes of a hexadecimal text; blanks are ignored. */
export const hexBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.replace(/\s/g, "").match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** A small generator with a seed (mulberry32): the same seed draws the same numbers in [0, 1). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
