/** What other instances read here: feeds of own records, origin pages, the summary (FED "Public federation"). */
import type { RecordKind, SequenceKind, SyncPage } from "../../wire/mod.ts";
import type { PageAsked, Summary } from "./ask.ts";
import { keptPage } from "./kept_page.ts";
import { ownBulletins, ownFeed, ownPage } from "./own_pages.ts";
import type { ServeParts } from "./parts.ts";
import { type SummaryAsked, summaryOf } from "./summary.ts";

/** One page of one origin's records of one kind, and who asks for it. */
interface OriginAsked extends PageAsked {
  origin: string;
  kind: SequenceKind;
  asker?: string;
}

export class Serving {
  constructor(readonly parts: ServeParts) {}

  /** Whether anything can be served. While the time is not known that is what is signed already: only new signing waits. */
  #isServing(): boolean {
    return this.parts.identity.key !== undefined;
  }

  /** One page of own records of a kind. `undefined` while unsigned. `sinceId` as `ownBulletins` takes it. */
  feed(kind: RecordKind, ask: PageAsked & { sinceId?: number }): Promise<SyncPage> | undefined {
    if (!this.#isServing()) return undefined;
    return kind === "bulletin" ? ownBulletins(this.parts, ask) : ownFeed(this.parts, kind, ask);
  }

  /**
   * One page of one origin's records after a number. `undefined` where the specification answers 404: unsigned, an
   * origin not passed on or blocked, the asker's own.
   */
  originPage({ origin, kind, asker, ...ask }: OriginAsked): Promise<SyncPage> | undefined {
    const { identity, trust, reserve } = this.parts;
    if (!this.#isServing() || origin === asker) return undefined;
    if (origin === identity.instance) return ownPage(this.parts, kind, ask);
    const passedOn = trust.isPassedOn(origin, reserve());
    return passedOn ? Promise.resolve(keptPage(this.parts, origin, kind, ask)) : undefined;
  }

  /** Which origins are served here and how far. `undefined` while unsigned. */
  summary(ask: SummaryAsked): Summary | undefined {
    return this.#isServing() ? summaryOf(this.parts, ask) : undefined;
  }
}
