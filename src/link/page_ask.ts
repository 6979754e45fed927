/** An R line: which page of a feed the dialling side wants (FED "Packet circuit line protocol"). */
import {
  type CborMap,
  type CborValue,
  decodeCbor,
  encodeCbor,
  isRecordKind,
  type RecordKind,
} from "../wire/mod.ts";

export interface PageAsk {
  type: RecordKind;
  /** Position in the feed: a sequence, of bulletins a time. */
  since: number;
  /** Frames, 1 to 10,000. */
  limit: number;
  /** Bulletins: the record at `since` that was read last. */
  sinceId?: string;
}

const MAX_ID = 200;

/** The bytes of an R line's payload (CBOR). */
export function encodeAsk({ type, since, limit, sinceId }: PageAsk): Uint8Array<ArrayBuffer> {
  const map: CborMap = new Map<number, CborValue>([[1, type], [2, since], [3, limit]]);
  if (sinceId !== undefined) map.set(4, sinceId);
  return encodeCbor(map);
}

/** Undefined when the bytes are not a request. Unknown fields are ignored. */
export function readAsk(bytes: Uint8Array): PageAsk | undefined {
  const decoded = decodeCbor(bytes);
  const map = decoded.ok ? decoded.value : undefined;
  if (!(map instanceof Map)) return undefined;
  const [type, since, limit, sinceId] = [1, 2, 3, 4].map((key) => map.get(key));
  if (typeof type !== "string" || !isRecordKind(type) || typeof since !== "number" || since < 0) {
    return undefined;
  }
  if (typeof limit !== "number" || limit < 1 || limit > 10_000) return undefined;
  if (sinceId === undefined) return { type, since, limit };
  return typeof sinceId === "string" && sinceId.length <= MAX_ID
    ? { type, since, limit, sinceId }
    : undefined;
}
