/** Marks that would lie over each other on a small map, gathered. Pure. */

interface Spot<Thing> {
  x: number;
  y: number;
  thing: Thing;
}

/** Things at one place of the drawing: the first of them, and all. */
interface Heap<Thing> {
  x: number;
  y: number;
  things: Thing[];
}

/** Gathers what is nearer than `apart` to the first of a heap; the things before come first, so the order decides. */
export function heapsOf<Thing>(spots: readonly Spot<Thing>[], apart: number): Heap<Thing>[] {
  const heaps: Heap<Thing>[] = [];
  for (const { x, y, thing } of spots) {
    const near = heaps.find((heap) => Math.hypot(heap.x - x, heap.y - y) < apart);
    if (near) near.things.push(thing);
    else heaps.push({ x, y, things: [thing] });
  }
  return heaps;
}
