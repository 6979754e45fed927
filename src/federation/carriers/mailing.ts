/** Own records on their way as mail (FED "Store-and-forward"). */
import type { Audit, Database, Tx } from "../../db/mod.ts";
import { FED_BBS, type Settings } from "../../settings/mod.ts";
import type { RecordKind } from "../../wire/mod.ts";
import { fedFailure } from "../errors.ts";
import type { Deps } from "../pull/context.ts";
import type { Serving } from "../serve/serve.ts";
import { type BatchPost, type Enqueued, mailBatch, type Mailed, packOwn, type Since } from "./batches.ts";

interface MailingParts {
  deps: Deps;
  db: Database;
  audit: Audit;
  settings: Settings;
  serving: Serving;
  post: BatchPost;
}

export class Mailing {
  constructor(readonly parts: MailingParts) {}

  #open(): BatchPost {
    if (!this.parts.settings.get(FED_BBS)) throw fedFailure.fed_bbs_off();
    if (!this.parts.deps.receiver.knowsTime()) throw fedFailure.clock_unset();
    return this.parts.post;
  }

  /** Packs own records into a batch and puts it on its way. */
  async enqueue(
    ask: { types?: readonly RecordKind[] | undefined; since?: Since | undefined; limit?: number | undefined },
    actor: string,
  ): Promise<Enqueued> {
    const post = this.#open();
    const { serving, db, audit, deps } = this.parts;
    const { frames, cursors, tooLong } = await packOwn(serving, ask, post.mostBytes);
    const mailed = await db.write((tx) => {
      const mailed = mailBatch(tx, post, frames);
      audit.note(tx, deps.receiver.now(), {
        actor,
        action: "enqueue",
        kind: "federation-batch",
        targetId: mailed?.bid ?? "",
        label: `${frames.length} records`,
        reason: "",
      });
      return mailed;
    });
    return {
      ...(mailed ?? { frames: 0, enqueued: 0 as const, deduped: false, partners: 0 }),
      cursors,
      tooLong,
    };
  }

  /**
   * Puts frames on their way as mail, in a write of the caller's: to every marked partner, or to the one mailbox that an
   * instance has announced. Throws `fed_bbs_off`, `no_mailbox`.
   */
  mailFrames(tx: Tx, frames: readonly Uint8Array[], options: { to?: string } = {}): Mailed {
    const post = this.#open();
    const to = options.to === undefined ? undefined : this.#mailboxOf(options.to);
    return mailBatch(tx, post, frames, to) ??
      { bid: "", frames: 0, enqueued: 0, deduped: false, partners: 0 };
  }

  /** The mailbox system of an instance. */
  #mailboxOf(instance: string): string {
    const place = this.parts.deps.store.peers.live(instance)?.endpoints
      .toSorted((a, b) => a.priority - b.priority).find(({ transport }) => transport === "bbs");
    if (!place) throw fedFailure.no_mailbox({ instance });
    return place.address.split("@")[1]!;
  }
}
