/** Field data that others made, read in place; a missing file skips its test, and fails it where `CI=true`. */
const FOLDER = Deno.env.get("TEST_DATA") ?? "../shared/data";

/** The file parsed as JSON, or `undefined` after saying why the test is skipped. */
export function testData<T>(name: string): T | undefined {
  try {
    return JSON.parse(Deno.readTextFileSync(`${FOLDER}/${name}`)) as T;
  } catch (error) {
    if (Deno.env.get("CI") === "true") throw error;
    console.log(`skipped: ${FOLDER}/${name} is not there; set TEST_DATA to the folder that has it`);
    return undefined;
  }
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
