/**
 * Which items go next: messages to the service call, then what was heard within the last minute,
 * then the backlog, oldest first and at half the bandwidth. Pure.
 */
export const MOST_ITEMS = 1000;
/** The gateway takes 5 MiB; the envelope around the items is small. */
export const MOST_BYTES = 5 * 1024 * 1024 - 16_384;
export const FRESH_MS = 60_000;

/** What an item adds to a batch besides its body: stamp, site, comma. */
const ENVELOPE = 80;

export interface Limits {
  items: number;
  bytes: number;
}

/** Takes from each list in turn what fits; items of the backlog fill at most half of the batch. */
export function choose<T extends { id: number; body: string }>(
  lists: { urgent: readonly T[]; fresh: readonly T[]; backlog: readonly T[] },
  limits: Limits,
): T[] {
  const taken = new Map<number, T>();
  let bytes = 0;
  const take = (list: readonly T[], most: number, mostBytes: number) => {
    let count = 0, used = 0;
    for (const item of list) {
      if (taken.has(item.id)) continue;
      const size = bytesOf(item.body);
      const first = taken.size === 0;
      if (count >= most || taken.size >= limits.items) return;
      // One item is always sent: an item that is too large alone has to be refused by the gateway, not wait for ever.
      if (!first && (bytes + size > limits.bytes || used + size > mostBytes)) return;
      taken.set(item.id, item);
      bytes += size;
      used += size;
      count++;
    }
  };
  take(lists.urgent, limits.items, limits.bytes);
  take(lists.fresh, limits.items, limits.bytes);
  take(lists.backlog, Math.max(1, Math.ceil(limits.items / 2)), Math.ceil(limits.bytes / 2));
  // In the order in which they were heard: a find is judged by the position that was sent before it.
  return [...taken.values()].sort((a, b) => a.id - b.id);
}

/** What an item takes in a batch, at most: three bytes of UTF-8 a character, as JSON escapes are counted already. */
export const bytesOf = (body: string): number => Buffer.byteLength(body) + ENVELOPE;
