/**
 * Finds about which peers were asked, from the first question to the last: what was said is kept, peers that were not
 * reached are asked again, and a find is lifted once a quorum has spoken (FED "Events", Corroboration: Retry).
 */
import type { Audit, Database, Tx } from "../../db/mod.ts";
import type { Identity } from "../keys/identity.ts";
import {
  type AskParts,
  askRound,
  heardOf,
  HELD_S,
  isWorthRetrying,
  unanswered,
  type Verdict,
  verdictOf,
} from "./asking.ts";
import type { Spoken } from "./asking.ts";
import { credit } from "./credit.ts";
import { LAST_AGAIN_S, lastAsk, nextAsk, OLDEST_S } from "./next_ask.ts";
import { type Question, questionOf, type Sought } from "./question.ts";
import type { Case, CaseStore, Testimony } from "./store.ts";
import { MOST_ASKED, type Witness, witnesses, witnessOf, type WitnessParts } from "./witnesses.ts";

/** Cases that one run asks again, and questions at hubs that one run looks after. */
const MOST_DUE = 20, MOST_WAITING = 100;
/** When a run that breaks off is repeated, in seconds: written before the first question goes out. */
const LEASE_S = 300;
/** Calls that a peer is asked about besides the one that signed in. */
const MOST_OTHERS = 3;
/** A question that lies at a hub for less than this, in seconds, is not waited for. */
const HELD_SOON_S = 120;
/** How long a case that came to nothing is kept, in seconds. */
const KEEP_ENDED_S = 30 * 86_400;

/** Where finds are: told when one may be lifted. */
export interface Finds {
  /** Lifts it unless what was heard here speaks against it; gives whether it did. */
  lift(tx: Tx, find: number, verdict: Verdict): boolean;
  /** Whether it is there and short of Tier A. */
  isOpen(find: number): boolean;
  /** Has those be asked about that nobody could be asked about when they were logged. */
  askUnasked(tx: Tx): void;
}

interface CaseParts extends AskParts, WitnessParts {
  db: Database;
  audit: Audit;
  identity: Identity;
  store: CaseStore;
  quorum(): number;
  /** Whether anything can be judged now: not while a configured registry does not verify. */
  canJudge(): boolean;
}

/** What a round of questions came to, until the find is written and has a number. */
export interface Round {
  question: Question;
  others: readonly string[];
  askedAt: number;
  words: readonly Spoken[];
  /** As of which change of peers' trust they were asked. */
  trustRevision: string;
}

/** Keeps and settles the cases of this instance's finds. Times are unix seconds. */
export class Cases {
  /** Finds that are being asked about now, in this process. */
  readonly #busy = new Set<number>();
  /** As of which change of peers' trust the cases were looked at, in this process. */
  #trustRevision?: string;

  constructor(readonly parts: CaseParts) {}

  /** The key that questions are signed with; undefined while none may be asked. */
  #key() {
    const { identity, world, canJudge } = this.parts;
    return world.clock.isKnown() && canJudge() ? identity.key : undefined;
  }

  /** A peer as a witness now, of a find of these base calls; undefined for a peer that would not be asked. */
  witness = (instance: string, loggers: readonly string[]): Witness | undefined => {
    const peer = this.parts.peers.live(instance);
    return peer && witnessOf(this.parts, peer, loggers);
  };

  /** The same for one question's logger. */
  #witnessFor = ({ excludeIgates }: Question) => (instance: string) => this.witness(instance, excludeIgates);

  /** Asks everybody who may be asked. Nothing is written: the find may not be there yet. */
  async ask(sought: Sought): Promise<{ verdict?: Verdict; round?: Round }> {
    const key = this.#key(), question = questionOf(sought);
    const now = this.parts.world.now(), trustRevision = this.parts.peers.trustRevision();
    if (!key || !question || question.until < now - OLDEST_S) return {};
    const asked = witnesses(this.parts, question.excludeIgates);
    if (asked.length === 0) return {};
    const others = (sought.others ?? []).slice(0, MOST_OTHERS);
    const open = asked.map((witness) => ({ witness, calls: [sought.call, ...others] }));
    const verdict = (words: readonly Spoken[]) =>
      verdictOf(words, this.parts.quorum(), this.#witnessFor(question));
    const words = await askRound(
      this.parts,
      question,
      open,
      key,
      (first) => verdict(first)?.confirmed === true,
    );
    const said = verdict(words);
    return {
      ...(said && { verdict: said }),
      round: { question, others, askedAt: now, words, trustRevision },
    };
  }

  /**
   * Called when the find is written: what peers said is kept beside it, and those that were not reached are asked
   * again if that may help. `finds` is where it was written.
   */
  keep(
    tx: Tx,
    find: number,
    { question, others, askedAt, words, trustRevision }: Round,
    lifted: boolean,
    finds: Finds,
  ): void {
    const { store, peers } = this.parts;
    // Of the trust that this one was asked under only the others have to learn; what was given since is learnt by all.
    const isNew = trustRevision === peers.trustRevision() && trustRevision !== this.#trustRevision;
    if (isNew) this.#lookAtTrust(tx, finds);
    const before = store.byFind(find);
    if (before?.state === "lifted") return;
    const one: Case = {
      find,
      question,
      others,
      askedAt: before?.askedAt ?? askedAt,
      round: before?.round ?? 0,
      nextAt: null,
      state: "open",
      why: null,
      endedAt: null,
    };
    store.put(tx, one);
    this.#take(tx, find, words);
    if (lifted) this.#lifted(tx, one);
    else this.#settle(tx, one, nextAsk(one, this.parts.world.now()), finds);
  }

  /** Stores answers. A stored yes or no is never replaced by "not reached" or a refusal. */
  #take(tx: Tx, find: number, words: readonly Spoken[]): void {
    const known = this.parts.store.testimonies(find);
    const isWord = (said?: string) => said === "yes" || said === "no";
    for (const word of words) {
      const before = known.find(({ instance, call }) => instance === word.instance && call === word.call);
      if (isWord(before?.said) && !isWord(word.said)) continue;
      this.parts.store.say(tx, { ...word, find });
    }
  }

  /** Decides by the answers so far: the find is lifted, the case is over, or peers are asked again at `nextAt`. */
  #settle(tx: Tx, one: Case, nextAt: number | null, finds: Finds): void {
    const { store, quorum } = this.parts;
    const words = store.testimonies(one.find);
    const witness = this.#witnessFor(one.question);
    const verdict = verdictOf(words, quorum(), witness);
    if (verdict?.confirmed) {
      if (finds.lift(tx, one.find, verdict)) return this.#lifted(tx, one);
      return this.#end(tx, one, "a quorum confirmed it, and what was heard here speaks against it");
    }
    // What a hub says between two rounds does not end what those are to be asked who are trusted since.
    const unasked = this.#unasked(one, words);
    if (!isWorthRetrying(words, callsOf(one), quorum(), witness, unasked)) {
      return this.#end(tx, one, "the neighbours that are left cannot make a quorum");
    }
    if (nextAt === null && !words.some(({ said }) => said === "waiting")) {
      return this.#end(tx, one, "the neighbours that are left were not reached in time");
    }
    store.put(tx, { ...one, nextAt });
  }

  /** Who is trusted and was not asked about this one yet; with those who were asked no more than are asked at once. */
  #unasked({ question }: Case, known: readonly Testimony[]): Witness[] {
    const instances = new Set(known.map(({ instance }) => instance));
    const trusted = [...instances].filter((instance) => this.#witnessFor(question)(instance)?.trusted).length;
    return witnesses(this.parts, question.excludeIgates)
      .filter(({ instance, trusted }) => trusted && !instances.has(instance))
      .slice(0, Math.max(0, MOST_ASKED - trusted));
  }

  #end(tx: Tx, one: Case, why: string): void {
    const endedAt = this.parts.world.now();
    this.parts.store.put(tx, { ...one, nextAt: null, state: "ended", why, endedAt });
  }

  #lifted(tx: Tx, one: Case): void {
    const { store, world, quorum } = this.parts;
    store.put(tx, { ...one, nextAt: null, state: "lifted", why: null, endedAt: world.now() });
    const words = store.testimonies(one.find);
    const verdict = verdictOf(words, quorum(), this.#witnessFor(one.question));
    if (verdict) credit(tx, this.parts, words, verdict);
  }

  /** Asks again about every find whose time has come. */
  async again(finds: Finds): Promise<void> {
    if (!this.#key()) return;
    const { store, world, db } = this.parts;
    const now = world.now();
    if (this.parts.peers.trustRevision() !== this.#trustRevision) {
      await db.write((tx) => this.#lookAtTrust(tx, finds));
    }
    for (const one of store.due(now, now + LAST_AGAIN_S, MOST_DUE)) {
      if (this.#busy.has(one.find)) continue;
      this.#busy.add(one.find);
      try {
        await this.#askAgain(one, finds);
      } finally {
        this.#busy.delete(one.find);
      }
    }
    const before = world.now() - KEEP_ENDED_S;
    // Mostly there is nothing, and a write costs a commit.
    if (store.hasOver(before)) await db.write((tx) => void store.prune(tx, { before }));
  }

  /**
   * Trust that a peer was given since, in whatever way, counts for open finds as the arrival of its answers would: what it
   * has said counts from now on, and what it was not asked it is asked. Trust that was taken away needs no look: a
   * verdict never falls.
   */
  #lookAtTrust(tx: Tx, finds: Finds): void {
    const { store, peers, world } = this.parts;
    const trusted = peers.all().flatMap(({ instance, trust }) =>
      instance === null || trust !== "trusted" || peers.isBlocked(instance) ? [] : [instance]
    );
    if (store.judgeBy(tx, [...new Set(trusted)]).length > 0) {
      const now = world.now();
      store.reopen(tx, now, now - LAST_AGAIN_S);
      finds.askUnasked(tx);
    }
    const revision = peers.trustRevision();
    tx.after(() => this.#trustRevision = revision);
  }

  async #askAgain({ find }: Case, finds: Finds): Promise<void> {
    const { store, world, db } = this.parts;
    const now = world.now();
    const asked = await db.write((tx) => {
      const one = store.byFind(find);
      if (one?.state !== "open") return undefined;
      if (!finds.isOpen(find)) return void this.#end(tx, one, "it is settled without them");
      if (now > lastAsk(one)) {
        return void this.#end(tx, one, "the neighbours that are left were not reached in time");
      }
      // A question whose time at a hub is nearly over counts as unanswered: its peer is asked again now, not in the
      // next round.
      this.#expire(tx, find, now + HELD_SOON_S);
      // Written before anything goes out, so that after a crash in between peers are asked once more later, not at
      // once and again and again.
      store.put(tx, { ...one, nextAt: now + LEASE_S });
      const known = store.testimonies(find);
      const witness = this.#witnessFor(one.question);
      const instances = [...new Set(known.map(({ instance }) => instance))];
      const before = instances.flatMap((instance) => witness(instance) ?? []).filter(({ trusted }) => trusted)
        .map((witness) => ({ witness, calls: unanswered(known, witness.instance, callsOf(one)) }));
      const since = this.#unasked(one, known).map((witness) => ({ witness, calls: callsOf(one) }));
      return { one, known, left: [...before, ...since] };
    });
    const key = this.#key();
    if (!asked || !key) return;
    const { one: { question }, known, left } = asked;
    const words = await askRound(this.parts, question, left, key, (first) => {
      // Of words that are replaced by these none is a yes.
      return verdictOf([...known, ...first], this.parts.quorum(), this.#witnessFor(question))?.confirmed ===
        true;
    });
    await db.write((tx) => {
      const one = store.byFind(find);
      if (one?.state !== "open") return;
      this.#take(tx, find, words);
      this.#settle(tx, { ...one, round: one.round + 1 }, nextAsk(one, world.now()), finds);
    });
  }

  /** Questions that lay at hubs for their hour were not answered. */
  #expire(tx: Tx, find: number, now: number): void {
    for (const one of this.parts.store.testimonies(find)) {
      if (one.said === "waiting" && !isHeld(one, now)) this.parts.store.say(tx, expired(one));
    }
  }

  /** Reads answers that have come to hubs. */
  async poll(finds: Finds): Promise<void> {
    if (!this.#key()) return;
    await Promise.all(this.parts.store.waiting(MOST_WAITING).map((one) => this.#collect(one, finds)));
  }

  async #collect(waiting: Testimony, finds: Finds): Promise<void> {
    const { store, world, db, carrier } = this.parts;
    const { find, instance, call, askedAt, question: frame, wait } = waiting;
    const before = store.byFind(find);
    const witness = before && this.witness(instance, before.question.excludeIgates);
    if (!before || !wait) return;
    // An answer that nobody looked at for so long is too old: the peer is asked again instead.
    const stale = Math.abs(world.now() - askedAt) > 2 * HELD_S;
    const brought = stale ? { got: "wait" as const, wait } : await carrier.collect(wait);
    if (brought.got === "wait" && isHeld(waiting, world.now())) return;
    const word = brought.got === "wait" || !witness ? undefined : heardOf(
      this.parts,
      { ...before.question, callsign: call },
      witness,
      { askedAt, frame },
      brought,
      true,
    );
    await db.write((tx) => {
      const one = store.byFind(find);
      const now = store.testimonies(find).find((row) => row.instance === instance && row.call === call);
      // Somebody else may have been faster, or a later question is under way.
      if (!one || now?.said !== "waiting" || now.wait?.id !== wait.id) return;
      store.say(tx, word ? { ...word, find } : expired(waiting));
      // An answer in between does not change a time that is set already.
      if (one.state === "open") this.#settle(tx, one, one.nextAt, finds);
    });
  }

  /** The verdict from the answers so far: only those of peers that are trusted now count. */
  verdict = (find: number): Verdict | undefined => {
    const one = this.parts.store.byFind(find);
    return one &&
      verdictOf(this.parts.store.testimonies(find), this.parts.quorum(), this.#witnessFor(one.question));
  };

  forget(tx: Tx, find: number): void {
    this.parts.store.forget(tx, { find });
  }
}

/** Nobody fetched the question, or its answer may not count any more: the peer counts as not reached. */
const expired = (one: Testimony): Testimony => ({
  ...one,
  said: "unreached",
  why: "it did not fetch the question from its hub in time",
  wait: null,
});

/** Whom peers are asked about, the call that signed in first. */
const callsOf = ({ question, others }: Case): string[] => [question.callsign, ...others];

const isHeld = ({ askedAt }: Testimony, now: number): boolean => Math.abs(now - askedAt) <= HELD_S;
