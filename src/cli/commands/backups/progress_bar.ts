/** How far a long command has come. */

/** A bar on standard error, drawn only at a terminal, at most ten times a second. */
export class ProgressBar {
  #done = 0;
  #drawn = -Infinity;
  readonly #terminal = Deno.stderr.isTerminal();

  constructor(readonly total: number, readonly clock: () => number) {}

  /** So much of it is done now. */
  reach(done: number): void {
    this.#done = done;
    if (this.#terminal && this.clock() - this.#drawn >= 100) this.#draw();
  }

  /** Hands bytes on as they come, and moves the bar by their number. */
  async *counting(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      yield chunk;
      this.reach(this.#done + chunk.length);
    }
  }

  #draw(): void {
    this.#drawn = this.clock();
    const part = this.total === 0 ? 1 : Math.min(1, this.#done / this.total);
    const width = 40;
    const full = Math.round(part * width);
    const line = `\r[${"#".repeat(full)}${".".repeat(width - full)}] ${
      String(Math.round(part * 100)).padStart(3)
    } %`;
    Deno.stderr.writeSync(new TextEncoder().encode(line));
  }

  /** Draws the bar's last state and ends its line. */
  end(): void {
    if (!this.#terminal) return;
    this.#draw();
    Deno.stderr.writeSync(new TextEncoder().encode("\n"));
  }
}
