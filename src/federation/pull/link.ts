/** The way to a peer for one pull. */
import { type FetchGuard, FetchRefused, KeptConnections } from "../../base/mod.ts";
import type { Tried } from "../tables/peer_store.ts";
import { PullFailed, type Reply } from "./effects.ts";

/** Fetches from one peer: the first of its addresses that answers is kept for the whole sync. */
export class Link {
  #base: string | undefined;
  readonly #kept = new KeptConnections();
  /** The addresses that were dialled first, in order, and how that ended. */
  readonly tried: Tried[] = [];

  constructor(
    readonly addresses: readonly { base: string; timeoutMs: number }[],
    readonly guard: FetchGuard,
    readonly isExempt: (url: string) => boolean,
  ) {}

  /**
   * Reads a path, at most `maxBytes`, from the first address that answers, and from then on from that one alone.
   * Throws `PullFailed`.
   */
  async get(path: string, maxBytes: number): Promise<Reply> {
    const tried = this.#base === undefined
      ? this.addresses
      : this.addresses.filter(({ base }) => base === this.#base);
    let last: unknown = new PullFailed("unreachable", "the neighbour has no address to dial");
    for (const { base, timeoutMs } of tried) {
      try {
        const answer = await this.guard.request({
          url: base + path,
          maxBytes,
          // A page may take longer than a first contact: the address has proven that it answers.
          timeoutMs: this.#base === undefined ? timeoutMs : 30_000,
          exempt: this.isExempt(base),
          kept: this.#kept,
          headers: { accept: "application/cbor, application/json" },
        });
        if (this.#base === undefined) this.tried.push({ base, said: "answered" });
        this.#base = base;
        return answer;
      } catch (error) {
        if (!(error instanceof FetchRefused)) throw error;
        last = new PullFailed(error.reason, error.message);
        if (this.#base === undefined) {
          this.tried.push({ base, said: error.reason, why: error.message.slice(0, 300) });
        }
        if (error.reason !== "unreachable" && error.reason !== "timeout" && error.reason !== "address") break;
      }
    }
    throw last;
  }

  close(): void {
    this.#kept.close();
  }
}
