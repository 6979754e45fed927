/**
 * A line at the edge of a cell between a phone and its gateway: 400 kbit/s each way, 400 ms until an answer begins, for
 * everything that the phone asks, its worker too. Chromium's own slow line (`Network.emulateNetworkConditions`) is not used:
 * where a page is left with answers under way, Chromium's network process ends now and then, and all cookies with it.
 */
const BYTES_PER_S = 50_000;
const LATENCY_MS = 400;
/** Bytes that go out together: a fiftieth of a second. */
const PIECE = 1000;

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

export class ThinLine {
  /** When the line has sent what it was given, by `performance.now()`: for each direction, shared by all requests. */
  #up = 0;
  #down = 0;
  #cut = false;

  /** Waits until the request has come over the line. */
  async carry(request: Request): Promise<void> {
    const begun = Math.max(this.#up, performance.now());
    this.#up = begun + Number(request.headers.get("content-length") ?? 0) / BYTES_PER_S * 1000;
    await pause(this.#up - performance.now() + LATENCY_MS);
  }

  /** The answer, its body as slow as the line. */
  bring(answer: Response): Response {
    if (!answer.body || answer.status === 101) return answer;
    const pieces = this.#pieces(answer.body);
    return new Response(ReadableStream.from(pieces), answer);
  }

  async *#pieces(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      for (let at = 0; at < chunk.length; at += PIECE) {
        const piece = chunk.subarray(at, at + PIECE);
        this.#down = Math.max(this.#down, performance.now()) + piece.length / BYTES_PER_S * 1000;
        await pause(this.#down - performance.now());
        if (this.#cut) throw new Error("the line is cut");
        yield piece;
      }
    }
  }

  /** The cable is pulled: what is under way breaks off. */
  cut(): void {
    this.#cut = true;
  }
}
