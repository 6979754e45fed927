/** What a pull's steps ask for, done over the network and in the database. */
import type { Database } from "../../db/mod.ts";
import { judgeFrames, MAX_PAGE_BYTES, type Verifier } from "../../wire/mod.ts";
import {
  type Effect,
  type PageAsk,
  type PageReply,
  readPageReply,
  type Reply,
  type Steps,
} from "./effects.ts";

type Get = (path: string, maxBytes: number) => Promise<Reply>;

/** Performs effects until the steps end. `mayGoOn` is asked before each, and throws PullFailed to end them. */
export async function drive<T>(
  steps: Steps<T>,
  outside: Outside,
  mayGoOn: () => void = () => {},
): Promise<T> {
  let next = steps.next();
  while (!next.done) {
    let value: unknown;
    try {
      // A pull may end between any two steps: what it has committed is where the next one goes on.
      mayGoOn();
      value = await outside.perform(next.value);
    } catch (error) {
      next = steps.throw(error);
      continue;
    }
    next = steps.next(value);
  }
  return next.value;
}

/**
 * A pull asks for one page, writes it, and asks for the next. Fetching, verifying and writing would wait for one
 * another that way, though they need three different things: the network, the verifier's thread, the event loop. So
 * while page n is written, page n + 1 is with the verifier and page n + 2 is being fetched: a `PageAsk` says itself
 * what will be asked for after it. A page that was fetched ahead and is not asked for is dropped: it has changed
 * nothing.
 */
const AHEAD = 2;

interface Coming {
  /** Settles when the page was read and the one after it asked for. */
  read: Promise<PageReply>;
  judged: Promise<PageReply>;
}

/** The network and the database for one pull. */
export class Outside {
  /** Pages to come of the present reading, by path. */
  #coming = new Map<string, Coming>();
  /** The page after them, for which there is no room yet. */
  #further: PageAsk | undefined;

  constructor(readonly db: Database, readonly get: Get, readonly verifier: Verifier) {}

  /** Does what an effect asks for, and gives its result. Throws `PullFailed` for what the peer does wrong. */
  async perform(effect: Effect): Promise<unknown> {
    switch (effect.do) {
      case "get":
        return await this.get(effect.path, effect.maxBytes);
      case "page":
        return await this.#take(effect.ask);
      case "write":
        return await this.db.write(effect.run);
    }
  }

  async #take(ask: PageAsk): Promise<PageReply> {
    let page = this.#coming.get(ask.path);
    if (page) {
      this.#coming.delete(ask.path);
      this.#lookAhead(this.#further);
    } else {
      // Another reading begins: pages that still come for the last one are dropped.
      this.#coming = new Map();
      this.#further = undefined;
      page = this.#fetch(ask);
    }
    const reply = await this.verifier.lendHand(page.judged);
    // Writing holds the event loop: the next page has to be with the verifier before, and the one after it under way.
    const next = this.#coming.values().next().value;
    await next?.read.catch(() => {});
    return reply;
  }

  #fetch({ path, limit, keys, next }: PageAsk): Coming {
    const reading = this.#coming;
    const read = this.get(path, MAX_PAGE_BYTES).then((answer) => {
      const reply = readPageReply(answer, limit);
      if (reply.read?.ok && reading === this.#coming) this.#lookAhead(next?.(reply.read.page));
      return reply;
    });
    const judged = read.then(async (reply) => {
      if (reply.read?.ok) reply.judged = await judgeFrames(reply.read.page.frames, keys, this.verifier);
      return reply;
    });
    // A failure reaches the caller that takes this page. If nobody takes it, the failure must not count as
    // unhandled.
    judged.catch(() => {});
    return { read, judged };
  }

  #lookAhead(ask: PageAsk | undefined): void {
    this.#further = ask;
    if (!ask || this.#coming.size >= AHEAD) return;
    this.#further = undefined;
    this.#coming.set(ask.path, this.#fetch(ask));
  }
}
