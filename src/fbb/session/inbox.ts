/** Bytes that have come and are not used yet. Holds one chunk of the line and an unfinished line at most. */
import { concat } from "../../base/mod.ts";
import type { Steps } from "../effects.ts";
import { latin1 } from "../text.ts";
import { MAX_LINE, MAX_NOISE } from "./options.ts";
import { broken, cut, told } from "./stop.ts";

const CR = 13, LF = 10;

export class Inbox {
  #bytes: Uint8Array = new Uint8Array();
  /** The LF of a CR LF whose CR ended the last line belongs to that end. */
  #dropLf = false;

  /** Waits for bytes where none are left; false when the line is closed. */
  *fill(): Steps<boolean> {
    while (this.#bytes.length === 0) {
      const chunk = (yield { do: "read" }) as Uint8Array | undefined;
      if (chunk === undefined) return false;
      this.#bytes = chunk;
      if (this.#dropLf && chunk.length > 0) {
        if (chunk[0] === LF) this.#bytes = chunk.subarray(1);
        this.#dropLf = false;
      }
    }
    return true;
  }

  /** What is there, without waiting. */
  get waiting(): Uint8Array {
    return this.#bytes;
  }

  skip(count: number): void {
    this.#bytes = this.#bytes.subarray(count);
  }

  /** The next byte. Ends the session as cut when there is none. */
  *byte(): Steps<number> {
    if (!(yield* this.fill())) throw cut();
    const byte = this.#bytes[0]!;
    this.skip(1);
    return byte;
  }

  /** Exactly `count` bytes, or undefined when the line closes before. `count` is small: a block of the protocol. */
  *exactly(count: number): Steps<Uint8Array | undefined> {
    const parts: Uint8Array[] = [];
    for (let missing = count; missing > 0;) {
      if (!(yield* this.fill())) return undefined;
      const part = this.#bytes.subarray(0, missing);
      parts.push(part);
      missing -= part.length;
      this.skip(part.length);
    }
    return concat(...parts);
  }

  /** A line has been taken up to its CR: its LF, if one follows, is dropped too. */
  #ended(byte: number): void {
    if (byte !== CR) return;
    if (this.#bytes.length === 0) this.#dropLf = true;
    else if (this.#bytes[0] === LF) this.skip(1);
  }

  /** The next line as bytes, ended by CR, CR LF or LF; `most` bounds it. Undefined when the line closes before its end. */
  *rawLine(most = MAX_LINE): Steps<Uint8Array | undefined> {
    let line: Uint8Array = new Uint8Array();
    for (;;) {
      if (!(yield* this.fill())) return undefined;
      const end = this.#bytes.findIndex((byte) => byte === CR || byte === LF);
      const part = end < 0 ? this.#bytes : this.#bytes.subarray(0, end);
      if (line.length + part.length > most) throw broken("line_too_long");
      line = concat(line, part);
      if (end < 0) {
        this.skip(part.length);
        continue;
      }
      const byte = this.#bytes[end]!;
      this.skip(end + 1);
      this.#ended(byte);
      return line;
    }
  }

  /**
   * The next line of the protocol: blank lines and comments (`;`) are passed over, a partner's `***` ends the
   * session. Ends it as cut when the line closes.
   */
  *command(): Steps<string> {
    for (let noise = 0; noise < MAX_NOISE; noise++) {
      const raw = yield* this.rawLine();
      if (raw === undefined) throw cut();
      const line = latin1(raw).trim();
      if (line.startsWith("***")) throw told(line);
      if (line !== "" && !line.startsWith(";")) return line;
    }
    throw broken("too_many");
  }
}
