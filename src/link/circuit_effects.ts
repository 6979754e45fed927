/** What a packet circuit asks of the outside, as values; a real line, a pipe of the shell and tests drive the same one. */
import type { RecordKind, VisitAnswer } from "../wire/mod.ts";
import type { PageAsk } from "./page_ask.ts";
import { type CircuitLine, LineSplitter, readLine } from "./circuit_lines.ts";

/** Where a feed was read to. */
export interface Cursor {
  since: number;
  sinceId?: string;
}

export type CircuitEffect =
  | { do: "send"; bytes: Uint8Array }
  /** The next bytes: "silent" when none came within `seconds`, undefined when the line is closed. */
  | { do: "read"; seconds: number }
  /** Serving side: the page as it is served over HTTP; undefined when this feed is not served. */
  | { do: "page"; ask: PageAsk }
  /**
   * Dialling side: hand the page to the gateway, and answer how far the feed is proven by it: where its last verified
   * record stands. Undefined: nothing of it could be verified, the cursor stays. The page's envelope is signed by nobody
   * and anybody on the frequency can write one, so its own cursor is no answer. What is thrown ends the session.
   */
  | { do: "deliver"; feed: RecordKind; page: Uint8Array; frames: number }
  /** Serving side: take a visit as if it were posted, and give what is answered; undefined: not now. */
  | { do: "visit"; bytes: Uint8Array }
  /** Dialling side: the next visit for this peer, each one once in a session; undefined when there is none. */
  | { do: "outgoing" }
  /**
   * Dialling side: what the peer answered to a visit. Nobody has signed it, and who answers on a frequency is not proven: it says
   * when to send again, and the record alone that the visit is there.
   */
  | { do: "answered"; digest: string; answer: VisitAnswer };

export type CircuitSteps<T> = Generator<CircuitEffect, T, unknown>;

/** Foreign lines in a row after which we stop listening. */
const MAX_CHATTER = 1000;

/** Finds the lines of this protocol among everything that comes in. */
export class CircuitInbox {
  readonly #splitter = new LineSplitter();
  #lines: string[] = [];
  #chatter = 0;

  /** The next line of this protocol; "broken" for one that has its prefix and cannot be read. */
  *next(seconds: number): CircuitSteps<CircuitLine | "broken" | "silent" | "closed"> {
    for (;;) {
      while (this.#lines.length > 0) {
        const line = readLine(this.#lines.shift()!);
        if (line !== "chatter") return line;
        if (++this.#chatter > MAX_CHATTER) return "closed";
      }
      const chunk = (yield { do: "read", seconds }) as Uint8Array | "silent" | undefined;
      if (chunk === undefined) return "closed";
      if (chunk === "silent") return "silent";
      this.#lines = this.#splitter.push(chunk);
    }
  }
}
