/** Batches of own records as mail, and what mail brings (FED "Store-and-forward"). */
import type { Database, Tx } from "../../db/mod.ts";
import { batchBid, framesThatFit, MAX_PACKED_FRAMES, readBatch, writeBatch } from "../../link/mod.ts";
import { isRecordKind, readFrame, readGid, RECORD_KINDS, type RecordKind } from "../../wire/mod.ts";
import { fedFailure } from "../errors.ts";
import type { Deps } from "../pull/context.ts";
import type { Serving } from "../serve/serve.ts";
import { type Asides, deliverIn } from "./deliver.ts";

/** The post office as a way for batches: its own rules say which partners a batch goes to. */
export interface BatchPost {
  /** Bytes of a batch's text that the mail network carries. */
  readonly mostBytes: number;
  post(
    tx: Tx,
    batch: { bid: string; subject: string; text: string; to?: string },
  ): { outcome: "stored" | "known" | "foreign"; partners: number };
}

/** Where each feed is to be read on: a number; for bulletins a time and the local id within that second. */
type BatchCursors = Partial<Record<RecordKind, { cursor: number; id?: string | undefined }>>;
/** One number starts every feed there. */
export type Since = number | BatchCursors;

/** Cursors that were kept as a text; `undefined` for any other text. */
export function readBatchCursors(text: string): BatchCursors | undefined {
  const read: BatchCursors = {};
  try {
    for (const [kind, place] of Object.entries<{ cursor: unknown; id?: unknown }>(JSON.parse(text))) {
      const { cursor, id } = place;
      if (!isRecordKind(kind) || !Number.isSafeInteger(cursor) || (cursor as number) < 0) return undefined;
      if (id !== undefined && !(typeof id === "string" && /^\d{1,15}$/.test(id))) return undefined;
      read[kind] = id === undefined ? { cursor: cursor as number } : { cursor: cursor as number, id };
    }
    return read;
  } catch {
    return undefined; // no JSON, or no object of objects
  }
}

interface Packed {
  frames: Uint8Array[];
  cursors: BatchCursors;
  /** Records that no message can hold; they are passed over here and travel other ways. */
  tooLong: number;
}

/** Records of a batch unless more are asked for (FED "Limits"). */
const DEFAULT_LIMIT = 200;

/** Reads own feeds on from `since`, until `limit` records are there or a message is full. */
export async function packOwn(
  serving: Serving,
  { types, since = 0, limit = DEFAULT_LIMIT }: {
    types?: readonly RecordKind[] | undefined;
    since?: Since | undefined;
    limit?: number | undefined;
  },
  mostBytes: number,
): Promise<Packed> {
  const most = Math.min(limit, MAX_PACKED_FRAMES);
  const startOf = (kind: RecordKind) =>
    typeof since === "number" ? { cursor: since } : since[kind] ?? { cursor: 0 };
  const cursors: BatchCursors = Object.fromEntries(RECORD_KINDS.map((kind) => [kind, startOf(kind)]));
  const packed: Packed = { frames: [], cursors, tooLong: 0 };
  for (const kind of RECORD_KINDS) {
    const from = startOf(kind);
    const room = most - packed.frames.length;
    if ((types && !types.includes(kind)) || room <= 0) continue;
    const page = await serving.feed(kind, {
      since: from.cursor,
      limit: room,
      ...(kind === "bulletin" && from.id !== undefined ? { sinceId: Number(from.id) } : {}),
    });
    if (!page) throw fedFailure.unsigned_batch();
    for (const frame of page.frames) {
      if (framesThatFit([frame], mostBytes) === 0) packed.tooLong++;
      else if (framesThatFit([...packed.frames, frame], mostBytes) > packed.frames.length) {
        packed.frames.push(frame);
      } else return packed;
      packed.cursors[kind] = placeOf(frame, kind);
    }
  }
  return packed;
}

/** The position of an own frame in its feed. */
function placeOf(bytes: Uint8Array, kind: RecordKind): { cursor: number; id?: string } {
  const read = readFrame(bytes);
  if (!read.ok) throw new Error(`an own frame is damaged: ${read.problem}`);
  const { v, gid } = read.frame;
  return kind === "bulletin" ? { cursor: v, id: readGid(gid)!.local } : { cursor: v };
}

export interface Mailed {
  bid: string;
  frames: number;
  enqueued: 0 | 1;
  deduped: boolean;
  partners: number;
}

/** A batch of own records on its way, and where the next one goes on. */
export interface Enqueued extends Omit<Mailed, "bid">, Omit<Packed, "frames"> {
  /** Absent where there was nothing to send. */
  bid?: string;
}

/** Hands a batch to the post office. Frames that one message cannot hold are left out at the end. */
export function mailBatch(
  tx: Tx,
  post: BatchPost,
  frames: readonly Uint8Array[],
  to?: string,
): Mailed | undefined {
  const fitting = frames.slice(0, framesThatFit(frames, post.mostBytes));
  if (fitting.length === 0) return undefined;
  const { bid, subject, text } = writeBatch(fitting);
  const { outcome, partners } = post.post(tx, { bid, subject, text, ...(to === undefined ? {} : { to }) });
  if (outcome === "foreign") throw fedFailure.bid_taken({ bid });
  return {
    bid,
    frames: fitting.length,
    enqueued: outcome === "stored" ? 1 : 0,
    deduped: outcome === "known" && partners > 0,
    partners,
  };
}

/** Hashes of the batches that were taken. */
export const batchStore = (db: Database) => ({
  known: db.row<{ hash: string }, { at: number }>("SELECT at FROM fed_batch WHERE hash = :hash"),
  note: db.change<{ hash: string; via: string; at: number }>(
    "INSERT INTO fed_batch (hash, via, at) VALUES (:hash, :via, :at)",
  ),
  prune: db.change<{ before: number }>("DELETE FROM fed_batch WHERE at < :before"),
});
type BatchStore = ReturnType<typeof batchStore>;

interface BatchTaken {
  outcome: "taken" | "known" | "damaged" | "unknown" | "full";
  words: string;
}

/**
 * Takes a batch that a marked partner brought. It is told apart by the hash of all it holds, which the header carries
 * whole; the message's BID is a part of the same hash, so that no other message takes its place. A batch with records of
 * an unknown or blocked origin, or for which there was no room, is not remembered: it may come again.
 */
export function takeBatch(
  tx: Tx,
  deps: Deps,
  store: BatchStore,
  asides: Asides,
  { partner, bid, text }: { partner: string; bid: string; text: string },
): BatchTaken {
  const read = readBatch(text);
  if (!read.ok) return { outcome: "damaged", words: read.problem };
  const { hash, frames } = read.batch;
  if (batchBid(BigInt(`0x${hash}`)) !== bid) {
    return { outcome: "damaged", words: "the message's BID is not that of its content" };
  }
  if (store.known({ hash })) return { outcome: "known", words: "this batch was here already" };
  const via = `fbb:${partner}`;
  const { applied, quarantined, rejected, full } = deliverIn(tx, deps, frames, via, asides);
  const outcome = quarantined > 0 ? "unknown" : full > 0 ? "full" : "taken";
  if (outcome === "taken") store.note(tx, { hash, via, at: deps.receiver.now() });
  const refused = `${rejected} rejected${full > 0 ? `, ${full} of them for want of room` : ""}`;
  return {
    outcome,
    words: `${frames.length} records: ${applied} applied, ${quarantined} quarantined, ${refused}`,
  };
}
