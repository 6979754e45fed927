/**
 * The relay by packet mail: what waits for a spoke goes out as signed frames (types 8 and 9) and is answered by signed
 * frames, each acted on once and within three days (FED "Push, relay, packet"; "States and transitions").
 */
import { Failure, type World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import {
  RelayAnswerRecord,
  RelayQueryRecord,
  signFrame,
  type SigningKey,
  type VerifiedFrame,
} from "../../wire/mod.ts";
import type { Mailing } from "../carriers/mailing.ts";
import { fedFailure } from "../errors.ts";
import type { Identity } from "../keys/identity.ts";
import type { Trust } from "../tables/peer_store.ts";
import type { DoneStore } from "./done.ts";
import { relayFailure } from "./errors.ts";
import type { RelayQueue } from "./queue.ts";
import { type Asked, readAsked, Relayed } from "./words.ts";

/** A relay frame is acted on within this time of its signing, in seconds (FED "Limits"). */
export const RELAY_LIFE_S = 3 * 86_400;
/** Questions of one batch. */
const DISPATCHED_AT_ONCE = 25;
/** An answer goes into one message: a page is made smaller until its frame has room. */
const MAIL_BYTES = 40_000;

interface ByMailParts {
  identity: Identity;
  db: Database;
  world: World;
  relay: RelayQueue;
  done: DoneStore;
  mailing: Pick<Mailing, "mailFrames">;
  trustOf(instance: string): Trust | undefined;
  answer(asked: Asked): Promise<Relayed>;
}

export class RelayByMail {
  /** Answers that are being made. */
  readonly #making = new Set<Promise<void>>();

  constructor(readonly parts: ByMailParts) {}

  /** Sends what waits for a spoke as one message. Throws `unsigned`, `not_a_spoke`, and what mailing throws. */
  dispatch(tx: Tx, instance: string): { dispatched: number; bid?: string } {
    const { relay, world, mailing } = this.parts;
    const { key, now } = this.#signing();
    mailing.mailFrames(tx, []); // throws where mail is off, even if nothing waits
    if (!relay.isKnown(instance)) throw relayFailure.not_a_spoke({ instance });
    const ready = relay.waitingFor(instance, DISPATCHED_AT_ONCE);
    if (ready.length === 0) return { dispatched: 0 };
    const frames = ready.map(({ id, kind, params }) =>
      this.#sign(key, now, RelayQueryRecord, {
        gid: `${this.parts.identity.instance}:relay:${id}`,
        body: RelayQueryRecord.write({ id, target: instance, kind, paramsJson: params }),
      })
    );
    const mailed = mailing.mailFrames(tx, frames, { to: instance });
    const sent = mailed.partners > 0 ? ready.slice(0, mailed.frames) : [];
    for (const { id } of sent) relay.dispatched(tx, id, world.now());
    return { dispatched: sent.length, ...(sent.length > 0 ? { bid: mailed.bid } : {}) };
  }

  /** A question that came by mail. Answering costs airtime: only what this instance trusts may ask for it. */
  takeQuery(tx: Tx, frame: VerifiedFrame): boolean | "held" {
    const read = RelayQueryRecord.read(frame.body);
    if (!read.ok || !this.#isFresh(frame, read.body.target)) return false;
    if (this.parts.trustOf(frame.origin) !== "trusted") return false;
    if (this.parts.done.get({ name: frame.gid })) return "held";
    const asked = readAsked(read.body.kind, json(read.body.paramsJson));
    if (!asked || this.parts.done.isFull()) return false;
    const { id } = read.body;
    tx.after(() => {
      const making = this.#answer(frame, id, asked).catch((error) =>
        this.parts.world.log.error("a question by mail was not answered: {error}", {
          error: error instanceof Failure ? error.message : error,
        })
      ).finally(() => this.#making.delete(making));
      this.#making.add(making);
    });
    return true;
  }

  /** An answer that came by mail, to what this hub sent out or has waiting. */
  takeAnswer(tx: Tx, frame: VerifiedFrame): boolean | "held" {
    const { done, relay } = this.parts;
    const read = RelayAnswerRecord.read(frame.body);
    if (!read.ok || !this.#isFresh(frame, read.body.target)) return false;
    if (done.get({ name: frame.gid })) return "held";
    const result = Relayed.safeParse(json(read.body.resultJson));
    if (!result.success || done.isFull()) return false;
    if (!relay.answerByMail(tx, frame.origin, read.body.id, result.data)) return false;
    this.#remember(tx, frame);
    return true;
  }

  async #answer(frame: VerifiedFrame, id: string, asked: Asked): Promise<void> {
    const { db, mailing, done, identity } = this.parts;
    const { key, now } = this.#signing();
    const target = frame.origin;
    const resultJson = JSON.stringify(await this.#smallAnswer(asked));
    const answer = this.#sign(key, now, RelayAnswerRecord, {
      gid: `${identity.instance}:relay:${id}`,
      body: RelayAnswerRecord.write({ id, target, resultJson }),
    });
    await db.write((tx) => {
      if (done.get({ name: frame.gid })) return;
      const { partners } = mailing.mailFrames(tx, [answer], { to: target });
      // Nobody answers yet: the question may come again.
      if (partners > 0) this.#remember(tx, frame);
    });
  }

  /** The answer, its page halved until it fits into a message. */
  async #smallAnswer(asked: Asked): Promise<Relayed> {
    for (let now = asked;;) {
      const result = await this.parts.answer(now);
      if (now.kind !== "feed" || now.params.limit === 1 || JSON.stringify(result).length <= MAIL_BYTES) {
        return result;
      }
      now = { kind: "feed", params: { ...now.params, limit: Math.floor(now.params.limit / 2) } };
    }
  }

  #isFresh(frame: VerifiedFrame, target: string): boolean {
    const { world } = this.parts, now = world.now();
    return target === this.parts.identity.instance && world.clock.isKnown() && now - frame.at <= RELAY_LIFE_S;
  }

  #remember(tx: Tx, { gid, at }: VerifiedFrame): void {
    this.parts.done.put(tx, { name: gid, until: at + 2 * RELAY_LIFE_S, answer: null });
  }

  #signing(): { key: SigningKey; now: number } {
    const { identity: { key }, world } = this.parts;
    const now = world.now();
    if (!key) throw fedFailure.unsigned();
    if (!world.clock.isKnown()) throw fedFailure.clock_unset();
    return { key, now };
  }

  #sign(
    key: SigningKey,
    at: number,
    { type }: { type: number },
    { gid, body }: { gid: string; body: ReturnType<typeof RelayQueryRecord.write> },
  ): Uint8Array<ArrayBuffer> {
    return signFrame({ type, gid, origin: this.parts.identity.instance, v: at, at, body }, key);
  }

  /** Waits for the answers that are being made. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#making);
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
