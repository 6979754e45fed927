/** Messages a page at a time, so that no answer and no loop holds more text than it may. */
import type { Head, Message, MessageStore, Sized } from "../tables/message_store.ts";

/** Messages read at a time. */
const PAGE = 500;

/** Personal mail that has not left yet, oldest first; what happens to a message may change or remove it meanwhile. */
export function* everyOpen({ open }: MessageStore): Generator<Head> {
  for (let after = 0, page; (page = open({ after, limit: PAGE })).length > 0; after = page.at(-1)!.id) {
    yield* page;
  }
}

/** Most text of one page, in bytes; one message alone may be larger. */
const PAGE_BYTES = 1_048_576;

/**
 * The first heads whose texts fit on a page, with their texts. `cut`: not all of them fitted, or the query's limit was
 * reached, so that a next page is worth asking for.
 */
export function withBodies(
  store: MessageStore,
  heads: readonly Sized[],
  limit: number,
): { rows: Message[]; cut: boolean } {
  let bytes = 0, fit = 0;
  while (fit < heads.length && (fit === 0 || bytes + heads[fit]!.size <= PAGE_BYTES)) {
    bytes += heads[fit++]!.size;
  }
  const taken = heads.slice(0, fit);
  const bodies = new Map(
    store.bodies({ ids: JSON.stringify(taken.map(({ id }) => id)) }).map((row) => [row.id, row.body]),
  );
  const rows = taken.map((head) => Object.assign(head, { body: bodies.get(head.id)! }));
  return { rows, cut: fit < heads.length || heads.length === limit };
}
