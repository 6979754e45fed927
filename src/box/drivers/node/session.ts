/**
 * A short session with a node's program by telnet: sign on, ask, hang up. Nothing is ever set there. A command's end is silence,
 * since not every program has a prompt behind its answer; bytes and seconds have a most, whatever it says. What was said there
 * stands in no message: it may hold a password that is echoed.
 */
import { decodeText, toBinary } from "../../../aprs/mod.ts";
import type { Connection } from "../../../base/mod.ts";
import type { Io } from "../../io.ts";
import { LineRefused } from "../driver.ts";
import { opened } from "../opened.ts";

/** Bytes and milliseconds of a whole session. */
const MOST_BYTES = 262_144, SESSION_MS = 120_000;
/** Silence behind which a program has said what it has to say, milliseconds: to somebody who comes, and to a question. */
const GREETED_MS = 1500, ANSWERED_MS = 3000;
/** So long the first byte of an answer may take. */
const FIRST_MS = 10_000;
/** Prompts that are answered before it is somebody else's fault. */
const MOST_PROMPTS = 4;

const ASKS_NAME = /(?:login|user|username|call|callsign) ?: ?$/i,
  ASKS_PASSWORD = /password ?(?:\[[^\]]{1,40}\] ?)?: ?$/i;
const REFUSES =
  /login incorrect|too many attempts|no free sessions|not authori[sz]ed|access denied|permission denied/i;

const IAC = 255, SB = 250, SE = 240, WILL = 251, DONT = 254;

/** Bytes without telnet's own words (RFC 854), colours of terminals, and zeros. */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length);
  let to = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!, next = bytes[at + 1];
    if (byte === IAC && next !== IAC) {
      if (next === SB) {
        while (at < bytes.length && !(bytes[at] === IAC && bytes[at + 1] === SE)) at++;
        at++;
      } else at += next !== undefined && next >= WILL && next <= DONT ? 2 : 1;
    } else if (byte === IAC) {
      out[to++] = IAC;
      at++;
    } else if (byte === 0x1b && next === 0x5b) {
      at += 2;
      while (at < bytes.length && !(bytes[at]! >= 0x40 && bytes[at]! <= 0x7e)) at++;
    } else if (byte !== 0) out[to++] = byte;
  }
  return out.subarray(0, to);
}

/** An open session. Close it, whatever comes of it. */
export class NodeSession {
  readonly #stream;
  readonly #io: Pick<Io, "wait">;
  readonly #ends: number;
  #bytes = 0;
  #reading: Promise<{ done: boolean; value?: Uint8Array | undefined }> | undefined;

  constructor(connection: Connection, io: Pick<Io, "wait">) {
    this.#stream = opened(connection);
    this.#io = io;
    this.#ends = performance.now() + SESSION_MS;
  }

  close(): void {
    this.#stream.close();
  }

  /** Signs on where it is asked to. Throws `LineRefused` where it is not let in, or asks for what the address does not have. */
  async signOn({ user, password }: { user: string; password?: string | undefined }): Promise<void> {
    let named = false, proved = false;
    for (let prompts = 0; prompts <= MOST_PROMPTS; prompts++) {
      const text = await this.#until(
        GREETED_MS,
        (words) => ASKS_NAME.test(words) || ASKS_PASSWORD.test(words),
      );
      if (REFUSES.test(text)) throw new LineRefused("refused", `the node does not let ${user} in`);
      if (ASKS_PASSWORD.test(text)) {
        if (password === undefined) {
          throw new LineRefused("refused", "the node asks for a password: write pass=");
        }
        if (proved) throw new LineRefused("refused", "the node does not take this password");
        proved = true;
        await this.#say(password);
      } else if (ASKS_NAME.test(text)) {
        if (named) throw new LineRefused("refused", `the node does not let ${user} in`);
        named = true;
        await this.#say(user);
      } else return;
    }
    throw new LineRefused("refused", "the node asks and asks: it lets nobody in");
  }

  /** What the node says to these commands, all of it. */
  async ask(...commands: readonly string[]): Promise<string> {
    await this.#say(commands.join("\r\n"));
    return await this.#until(ANSWERED_MS);
  }

  async #say(text: string): Promise<void> {
    await this.#stream.writer.write(new TextEncoder().encode(`${text}\r\n`));
  }

  /** What comes until there is silence, or enough. */
  async #until(silenceMs: number, isEnough: (text: string) => boolean = () => false): Promise<string> {
    const pieces: number[] = [];
    for (let waitMs = FIRST_MS;; waitMs = silenceMs) {
      if (performance.now() > this.#ends) throw new LineRefused("refused", "the node talks without an end");
      const silence = new AbortController();
      this.#reading ??= this.#stream.reader.read();
      const read = await Promise.race([
        this.#reading,
        this.#io.wait(waitMs, silence.signal).then(() => "silent" as const),
      ]).finally(() => silence.abort());
      if (read === "silent") break;
      this.#reading = undefined;
      if (read.done || read.value === undefined) {
        if (pieces.length === 0) throw new LineRefused("refused", "the node hung up");
        break;
      }
      this.#bytes += read.value.length;
      if (this.#bytes > MOST_BYTES) throw new LineRefused("refused", "the node says more than a box reads");
      for (const byte of read.value) pieces.push(byte);
      // A prompt stands at the end: that much is looked at each time, and no more.
      if (isEnough(textOf(pieces.slice(-200)))) break;
    }
    return textOf(pieces);
  }
}

const textOf = (bytes: readonly number[]): string => decodeText(toBinary(plainBytes(Uint8Array.from(bytes))));
