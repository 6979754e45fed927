/**
 * Whose answer it is. A sign-in page, a proxy or another server at the address answers too, with a time of its own: only what
 * repeats the request's nonce under the name of the gateway that was joined is the gateway's. Where that has a key, its
 * signature says so; over https the certificate does. Pure.
 */
import type { IngestRoutes } from "../../ingest/mod.ts";
import { ANSWER_HEADERS, answerText, verifyDocument, verifyText } from "../../wire/mod.ts";

/** The gateway that a box joined. */
export interface Joined {
  /** Its name; empty where the box does not know it yet. */
  instance: string;
  /** The key under which it signs its answers; absent where it has none, or the box has not met it yet. */
  instanceKey?: string | undefined;
}

/** What an answer that is the gateway's says of itself. */
export interface Proof {
  instance: string;
  /** When it was made, Unix milliseconds; undefined where the gateway does not know the time itself. */
  saidMs: number | undefined;
}

/** The proof in an answer's headers, to a request with this nonce; undefined where it is somebody else's, or nobody knows whose. */
export function proofIn(
  headers: Headers,
  { nonce, address, joined }: { nonce: string; address: string; joined: Joined },
): Proof | undefined {
  const instance = headers.get(ANSWER_HEADERS.instance) ?? "", at = headers.get(ANSWER_HEADERS.at);
  if (headers.get(ANSWER_HEADERS.nonce) !== nonce || instance === "") return undefined;
  if (joined.instance !== "" && joined.instance !== instance) return undefined;
  const text = answerText(instance, nonce, at ?? ""), sig = headers.get(ANSWER_HEADERS.sig) ?? "";
  const isSigned = joined.instanceKey === undefined || verifyText(joined.instanceKey, text, sig);
  if (!isSigned && !address.startsWith("https:")) return undefined;
  return { instance, saidMs: at === null ? dateOf(headers) : /^\d{1,15}$/.test(at) ? Number(at) : undefined };
}

/** `Date` leaves out parts of a second. */
function dateOf(headers: Headers): number | undefined {
  const date = Date.parse(headers.get("date") ?? "");
  return Number.isFinite(date) ? date + 500 : undefined;
}

type Rotation = IngestRoutes["GET /ingest/check"]["reply"]["rotations"][number];
/** Most rotations that are followed. */
const MOST_ROTATIONS = 64;

/** Whether `key` follows the key that the box knows: each one signed for by the one before it (FED "Key pin"). */
export function follows(known: string, key: unknown, rotations: unknown): key is string {
  if (!Array.isArray(rotations)) return false;
  let last = known;
  for (const one of rotations.slice(-MOST_ROTATIONS) as Partial<Rotation>[]) {
    if (one?.prevKey !== last || typeof one.key !== "string" || typeof one.sig !== "string") continue;
    const record = { at: one.at, key: one.key, prevKey: last };
    if (verifyDocument("svc-rot/1", record, last, one.sig)) last = one.key;
  }
  return last === key && last !== known;
}
