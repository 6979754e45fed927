/** Chance from a seed (mulberry32): the same seed draws the same history. */
export function random(seed: number): () => number {
  let a = seed;
  return () => {
    a = a + 0x6D2B79F5 | 0;
    let t = Math.imul(a ^ a >>> 15, a | 1);
    t = t + Math.imul(t ^ t >>> 7, t | 61) ^ t;
    return ((t ^ t >>> 14) >>> 0) / 4_294_967_296;
  };
}
