/** One question by HTTP to a program of the same network, whose answer is short and comes in one piece (RFC 9112). */
import { decodeText, toBinary } from "../../../aprs/mod.ts";
import type { Io } from "../../io.ts";
import { LineRefused } from "../driver.ts";
import { opened } from "../opened.ts";

const MOST_BYTES = 1 << 20, ANSWER_MS = 20_000;

/** The body of a 200, as text. Throws `LineRefused` for any other answer, for one that is too long, and for none in time. */
export async function askHttp(
  { host, port, path }: { host: string; port: number; path: string },
  io: Pick<Io, "connect">,
  stop: AbortSignal,
): Promise<string> {
  const { reader, writer, close } = opened(await io.connect(host, port, stop));
  let late = false;
  const timer = setTimeout(() => [late] = [true, close()], ANSWER_MS);
  try {
    const name = host.includes(":") ? `[${host}]` : host;
    await writer.write(
      new TextEncoder().encode(
        `GET ${path} HTTP/1.0\r\nHost: ${name}:${port}\r\nAccept: application/json\r\nConnection: close\r\n\r\n`,
      ),
    );
    const pieces: string[] = [];
    let size = 0, missing = Infinity;
    while (size < missing) {
      const { done, value } = await reader.read();
      if (late) throw new LineRefused("refused", "what listens there does not answer in time");
      if (done) break;
      size += value.length;
      if (size > MOST_BYTES) throw new LineRefused("refused", "the node says more than a box reads");
      pieces.push(toBinary(value));
      // A server that keeps the connection open says how long its answer is.
      if (missing === Infinity && pieces.length < 20) missing = wholeOf(pieces.join("")) ?? Infinity;
    }
    const text = pieces.join(""), end = text.indexOf("\r\n\r\n");
    const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1];
    if (status === undefined || end < 0) {
      throw new LineRefused("refused", "what answers there is no web server");
    }
    if (status !== "200") throw new LineRefused("refused", `the node answers ${status} to ${path}`);
    return decodeText(text.slice(end + 4));
  } finally {
    clearTimeout(timer);
    close();
  }
}

/** Bytes of an answer whose head is there and names a length. */
function wholeOf(text: string): number | undefined {
  const end = text.indexOf("\r\n\r\n");
  const length = end < 0
    ? undefined
    : /\r\ncontent-length: ?(\d{1,8})\r\n/i.exec(text.slice(0, end + 2))?.[1];
  return length === undefined ? undefined : end + 4 + Number(length);
}
