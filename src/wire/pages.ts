/** Sync pages (FED "Sync page"): an unsigned envelope around frames that each carry their own signature. */
import type { CborMap, CborValue } from "./cbor.ts";
import { decodeCbor } from "./decode_cbor.ts";
import { encodeCbor } from "./encode_cbor.ts";
import { isInstanceId } from "./names.ts";

/** Largest page that is read, in bytes (FED "Limits"). */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024;
/** Largest number of frames asked for or served in one page. */
export const MAX_PAGE_FRAMES = 1000;

export interface SyncPage {
  /** Id of the instance that serves the page. */
  instance: string;
  /** `since` of the next page: a sequence number, in the bulletin feed unix seconds. */
  nextCursor: number;
  /** Whether nothing follows this page at the moment. */
  complete: boolean;
  frames: Uint8Array[];
  /** Bulletin feed: the last record's local id. */
  nextId?: string;
  /** Origin pages: how many instances each frame has crossed since its origin, in the order of `frames`. */
  hops?: number[];
  /** Origin pages: the sequence up to which the server holds the origin whole. */
  held?: number;
  /** Sequences in (since, nextCursor] that the server knows it misses. */
  gaps?: number[];
  /** Sequences in the same range that the server has, but does not hand on: they are past the hop limit. */
  hopGaps?: number[];
}

export type PageRead = { ok: true; page: SyncPage } | { ok: false; problem: string };

/** The bytes of a page. */
export function encodePage(page: SyncPage): Uint8Array<ArrayBuffer> {
  const map: CborMap = new Map<number, CborValue>([
    [1, page.instance],
    [2, page.nextCursor],
    [3, page.complete],
    [4, page.frames],
  ]);
  if (page.nextId !== undefined) map.set(5, page.nextId);
  if (page.hops !== undefined) map.set(6, page.hops);
  if (page.held !== undefined) map.set(7, page.held);
  if (page.gaps !== undefined) map.set(8, page.gaps);
  if (page.hopGaps !== undefined) map.set(9, page.hopGaps);
  return encodeCbor(map);
}

const isCount = (value: CborValue | undefined): value is number => typeof value === "number" && value >= 0;
const isCounts = (value: CborValue | undefined): value is number[] =>
  Array.isArray(value) && value.every(isCount);

/** Reads a page. Unknown fields are ignored; never throws for bad input. `maxFrames` is what was asked for. */
export function readPage(bytes: Uint8Array, maxFrames = MAX_PAGE_FRAMES): PageRead {
  const refused = (problem: string): PageRead => ({ ok: false, problem });
  if (bytes.length > MAX_PAGE_BYTES) return refused("page larger than 4 MiB");
  const decoded = decodeCbor(bytes);
  if (!decoded.ok) return refused(decoded.problem);
  const map = decoded.value;
  if (!(map instanceof Map)) return refused("not a map");
  const [instance, nextCursor, complete, frames] = [1, 2, 3, 4].map((key) => map.get(key));
  const [nextId, hops, held, gaps, hopGaps] = [5, 6, 7, 8, 9].map((key) => map.get(key) ?? undefined);
  if (typeof instance !== "string" || !isInstanceId(instance)) return refused("instance");
  if (!isCount(nextCursor)) return refused("nextCursor");
  if (typeof complete !== "boolean") return refused("complete");
  if (!Array.isArray(frames) || !frames.every((frame) => frame instanceof Uint8Array)) {
    return refused("frames");
  }
  if (frames.length > maxFrames) return refused("more frames than asked for");
  const page: SyncPage = { instance, nextCursor, complete, frames };
  if (nextId !== undefined) {
    if (typeof nextId !== "string" || nextId.length > 200) return refused("nextId");
    page.nextId = nextId;
  }
  if (hops !== undefined) {
    if (!isCounts(hops)) return refused("hops");
    page.hops = hops;
  }
  if (held !== undefined) {
    if (!isCount(held)) return refused("held");
    page.held = held;
  }
  if (gaps !== undefined) {
    if (!isCounts(gaps)) return refused("gaps");
    page.gaps = gaps;
  }
  if (hopGaps !== undefined) {
    if (!isCounts(hopGaps)) return refused("hopGaps");
    page.hopGaps = hopGaps;
  }
  return { ok: true, page };
}
