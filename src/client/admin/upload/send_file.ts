/**
 * Sends a large file in pieces. A connection that breaks costs one piece: it is sent again after a while, and a page that is
 * opened anew goes on with the same file where the last one ended.
 */
import type { AnswerOf } from "../../phone/wire/routes.ts";
import type { Answered } from "../../phone/ask.ts";

export type Upload = AnswerOf<"GET /api/admin/uploads">["uploads"][number];

/** What a file is sent with. */
export interface Sending {
  /** Sends a piece; `undefined`: gives what the gateway has of it now. */
  put: (upload: Upload, piece: Uint8Array<ArrayBuffer>, sha256: string) => Promise<Answered<Upload>>;
  now: (id: string) => Promise<Upload | undefined>;
  digest: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;
  /** Waits before the next try; false where nobody wants it any more. */
  wait: (seconds: number) => Promise<boolean>;
  /** Told after each piece. */
  told: (upload: Upload) => void;
}

/** A file, as a browser gives it. */
export type Source = Pick<File, "name" | "size" | "slice">;

/** Seconds before a piece is tried again: a host that starts anew is back by then. */
const TRIES = [1, 2, 5, 10, 20, 30, 60, 60, 60];

const bytesOf = async (file: Source, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await file.slice(from, to).arrayBuffer());

/** Whether a file is the one of which an upload has a part: by its size, and by the piece that came last. */
export async function isSame(file: Source, upload: Upload, digest: Sending["digest"]): Promise<boolean> {
  if (file.size !== upload.bytes) return false;
  if (!upload.last) return true;
  const piece = await bytesOf(file, upload.received - upload.last.bytes, upload.received);
  return await digest(piece) === upload.last.sha256;
}

/** Sends what is missing. Gives the upload once it is whole, or what stopped it. */
export async function sendFile(
  file: Source,
  from: Upload,
  piece: number,
  { put, now, digest, wait, told }: Sending,
): Promise<Answered<Upload>> {
  let upload = from, tries = 0;
  while (upload.received < upload.bytes) {
    const bytes = await bytesOf(file, upload.received, Math.min(upload.bytes, upload.received + piece));
    const answer = await put(upload, bytes, await digest(bytes));
    if (answer.ok) {
      told(upload = answer.value);
      tries = 0;
      continue;
    }
    // A piece whose answer got lost is there already; whoever is told to wait, waits; else trying again helps nothing.
    const passes = !answer.refused || answer.reason === "upload_elsewhere" || answer.status === 429 ||
      answer.status >= 502 && answer.reason !== "upload_no_room";
    const seconds = TRIES[tries++];
    if (!passes || seconds === undefined) return answer;
    const isWanted = await wait(answer.refused && answer.retryAfterS ? answer.retryAfterS : seconds);
    if (!isWanted) return answer;
    const there = await now(upload.id);
    if (there) told(upload = there);
  }
  return { ok: true, value: upload, status: 200 };
}
