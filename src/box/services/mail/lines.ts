/** Lines that somebody types: ended by CR, LF or both. A line longer than anybody types ends the session. */
import type { Line } from "../../../fbb/mod.ts";

const MOST_LINE = 1000, MOST_UNREAD = 64 * 1024;

export class LineReader {
  #text: string;

  /** `before`: bytes that were read from the line already, one character each. */
  constructor(readonly line: Pick<Line, "read">, before = "") {
    this.#text = before;
  }

  /**
   * The next line without its end; `undefined` when the line is closed or silent, or what comes is no text of a
   * terminal.
   */
  async next(): Promise<string | undefined> {
    for (;;) {
      const end = this.#text.search(/[\r\n]/);
      if (end >= 0) {
        const line = this.#text.slice(0, end);
        const both = this.#text[end] === "\r" && this.#text[end + 1] === "\n";
        this.#text = this.#text.slice(end + (both ? 2 : 1));
        return line.length <= MOST_LINE ? line : undefined;
      }
      if (this.#text.length > MOST_LINE) return undefined;
      const chunk = await this.line.read();
      if (chunk === undefined) return undefined;
      // A CR LF that was cut between two packets ends one line, not two.
      const more = Buffer.from(chunk).toString("latin1");
      this.#text += more;
      if (this.#text.length > MOST_UNREAD) return undefined;
    }
  }
}
