/** Lines of text out of a stream of bytes, each with a most length: a longer one is skipped to its end. */
export class TextLines {
  #rest = "";
  #skipping = false;
  readonly #decoder = new TextDecoder();

  /** `most`: characters of a line without its end. */
  constructor(readonly most: number) {}

  /** The lines that these bytes complete. */
  push(bytes: Uint8Array): string[] {
    const parts = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split(/\r?\n/);
    this.#rest = parts.pop()!;
    const lines: string[] = [];
    for (const line of parts) {
      if (!this.#skipping && line.length <= this.most) lines.push(line);
      this.#skipping = false;
    }
    if (this.#rest.length > this.most) [this.#rest, this.#skipping] = ["", true];
    return lines;
  }
}
