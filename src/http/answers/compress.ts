/**
 * Answers go out gzipped to clients that take it: on a link of 1 Mbit/s that decides whether a map appears at once.
 * Only text over 2 kB is compressed: below that one packet is saved at best. Answers behind a gate are compressed
 * too: to guess their content (BREACH), an outsider would have to send requests with the member's cookie, and browsers
 * send that cookie for no other site (SameSite).
 */
import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import { isStream, WholeAnswer } from "./answer.ts";

/** Made when first asked for: a start needs no zlib. */
let aside: ((sent: WholeAnswer["sent"], options: { level: number }) => Promise<Uint8Array>) | undefined;
const gzipAside = (sent: WholeAnswer["sent"]): Promise<Uint8Array> =>
  (aside ??= promisify(gzip))(sent, { level: LEVEL });

/** Characters from which an answer is compressed. */
const LARGE = 2048;
/** Characters from which an answer is compressed on another thread, so that nobody waits for it. */
const LONG = 65_536;
/** On lists of caches level 4 takes as long as level 1 and saves a third more; from 5 on it takes half as long again. */
const LEVEL = 4;

const TEXTUAL = /^(?:text\/|image\/svg\+xml|application\/(?:json|xml|[\w.-]{1,60}\+(?:json|xml)))/;

/** Whether answers of a media type may come compressed, so that caches keep both forms apart. */
export const isTextual = (type: string): boolean => TEXTUAL.test(type) && type !== "text/event-stream";

/** Whether a client takes gzip (RFC 9110 12.5.3). */
export function takesGzip(headers: Headers): boolean {
  const accepts = headers.get("accept-encoding");
  if (accepts === null) return false;
  return accepts.slice(0, 200).toLowerCase().split(",").some((one) => {
    const [name, weight = ""] = one.split(";", 2);
    return name!.trim() === "gzip" && Number(weight.trim().replace(/^q=/, "") || 1) > 0;
  });
}

/** Whether a content is long enough to be compressed. */
export const isLarge = (sent: WholeAnswer["sent"]): boolean => sent.length >= LARGE;

/** A long content gzipped as answers are, on another thread. */
export const gzipped = async (sent: WholeAnswer["sent"]): Promise<Uint8Array<ArrayBuffer>> =>
  Uint8Array.from(await gzipAside(sent));

/** The answer as it goes out to the client with these headers: the same, or another one with its body gzipped. */
export function compressed(answer: Response, asked: Headers): Response | Promise<Response> {
  const length = answer instanceof WholeAnswer ? answer.sent.length : isStream(answer) ? Infinity : 0;
  if (
    length < LARGE || answer.status !== 200 || answer.headers.has("content-encoding") || !takesGzip(asked)
  ) {
    return answer;
  }
  if (!(answer instanceof WholeAnswer)) {
    return as(answer, answer.body!.pipeThrough(new CompressionStream("gzip")));
  }
  const { worked } = answer;
  if (worked?.packed) return as(answer, worked.packed);
  const made = (packed: Uint8Array): Response => {
    if (worked) worked.packed = packed;
    return as(answer, packed);
  };
  return length < LONG ? made(gzipSync(answer.sent, { level: LEVEL })) : gzipAside(answer.sent).then(made);
}

function as(answer: Response, body: Uint8Array | ReadableStream): Response {
  const packed = new Response(body as BodyInit, answer);
  packed.headers.delete("content-length");
  packed.headers.set("content-encoding", "gzip");
  return packed;
}
