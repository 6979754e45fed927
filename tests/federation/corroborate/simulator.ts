/**
 * Finds of several instances under a seeded schedule: questions and answers are lost, come late, twice, or in another's
 * place; some lie at a hub; peers lie, have wrong clocks, are trusted no more; askers crash between any two commits.
 * `run` throws when a find was lifted that should not have been, or left that should not, or somebody was asked beyond
 * the plan or short of it.
 */
import assert from "node:assert/strict";
import { Failure } from "../../../src/base/mod.ts";
import type { Audit } from "../../../src/db/mod.ts";
import { statusOf } from "../../../src/http/mod.ts";
import { signAnswer } from "../../../src/federation/corroborate/answer.ts";
import { Answering, type Attested } from "../../../src/federation/corroborate/answering.ts";
import type { Carrier } from "../../../src/federation/corroborate/carry.ts";
import { Cases, type Finds } from "../../../src/federation/corroborate/cases.ts";
import { readQuestion } from "../../../src/federation/corroborate/question.ts";
import { countVoices } from "../../../src/federation/corroborate/quorum.ts";
import { caseStore } from "../../../src/federation/corroborate/store.ts";
import type { Brought } from "../../../src/federation/corroborate/ways.ts";
import { newPeer } from "../../../src/federation/tables/peer_store.ts";
import { seeded } from "../../wire/test_data.ts";
import { keyFrom, Node } from "../node.ts";
import { off, PLACE } from "./kit.ts";

const HOUR = 3600;
/** When peers may be asked, after a find: the first is the find itself. */
const SLOTS = [0, HOUR, 6 * HOUR, ...[1, 2, 3, 4, 5, 6].map((days) => days * 24 * HOUR), 166 * HOUR];
const FATES = [
  "through",
  "through",
  "lost",
  "lost",
  "late",
  "twice",
  "held",
  "held and lost",
  "refused",
  "stale",
];
type Fate = string;

class Crash extends Error {}

interface Find {
  id: number;
  at: Club;
  call: string;
  loggedAt: number;
  /** Who heard the finder there. */
  hearers: Set<Club>;
  lifted: boolean;
  /** Whom the asker trusted when it was lifted. */
  trustedThen: Set<Club>;
  /** Whose own fresh word came to the asker. */
  told: Set<Club>;
  /** Who refused, or whose answer was none: never asked again. */
  out: Set<Club>;
  /** In which slots each was asked. */
  asked: Map<Club, Set<number>>;
  /** The asker's clock was wrong, or trust changed: nothing is deserved then. */
  excused: boolean;
  /** Nobody could be asked when it was logged; trust was given since, and it is asked about in the next turn. */
  unasked?: "nobody was there" | "due";
  /** Who was trusted since it was logged, and in which slot. */
  trustedSince: Map<Club, number>;
  fates: Map<string, Fate>;
}

class Club extends Node {
  cases!: Cases;
  answering!: Answering;
  liar = false;
  /** Its line is down for as long as this lasts: it is asked to the end, and that is no answer. */
  isGone = false;
  readonly finds: Find[] = [];
  heard: (Attested & { call: string })[] = [];
  readonly operator: string | undefined;
  /** Operators that it names itself. */
  readonly declared: readonly string[];

  constructor(id: string, clock: { ms: number }, operator: string | undefined, declared: readonly string[]) {
    super(id, clock);
    this.operator = operator;
    this.declared = declared;
  }
}

export class WitnessSimulation {
  readonly clock = { ms: 2_000_000_000_000 };
  readonly clubs: Club[] = [];
  readonly finds: Find[] = [];
  readonly stats: Record<string, number> = {};
  readonly quorum: number;
  readonly #draw: () => number;
  /** Questions that lie at a hub, with the answers that will come. */
  readonly #held = new Map<string, { reply: Brought; from: Club; find: Find; polls: number }>();
  readonly #old: Uint8Array[] = [];
  /** What boxes heard and have not delivered yet: until then their club has not heard it. */
  #undelivered: { club: Club; find: Find; fix: Club["heard"][number]; due: number }[] = [];
  /** The draw at which the asker falls over. */
  #crashing = false;

  constructor(readonly seed: number) {
    this.#draw = seeded(seed);
    this.quorum = 1 + this.#pick(3);
    const count = 4 + this.#pick(3);
    for (let i = 0; i < count; i++) {
      const operator = this.#draw() < 0.3 ? `OE${this.#pick(2)}OPR` : undefined;
      const declared = this.#draw() < 0.3 ? [`OE${this.#pick(3)}OPR`] : [];
      this.clubs.push(new Club(`n${i}.sim`, this.clock, operator, declared));
    }
    // Together the liars are fewer voices than a quorum.
    for (const club of this.clubs) {
      club.isGone = this.#draw() < 0.1;
      club.liar = this.#draw() < 0.4;
      if (club.liar && this.#voices(this.clubs.filter(({ liar }) => liar)) >= this.quorum) club.liar = false;
    }
    for (const club of this.clubs) {
      for (const other of this.clubs) if (other !== club) this.#know(club, other);
      this.#boot(club);
    }
  }

  #pick = (n: number): number => Math.floor(this.#draw() * n);
  #any = <T>(list: readonly T[]): T => list[this.#pick(list.length)]!;
  #count(what: string): void {
    this.stats[what] = (this.stats[what] ?? 0) + 1;
  }
  /** How many people these are, by what everybody who was asked shows of who is one person with whom. */
  #voices = (clubs: readonly Club[], asked: readonly Club[] = clubs): number => {
    const voiceOf = (club: Club) => ({
      instance: club.id,
      key: keyFrom(`${club.id} 0`).publicKey,
      automatic: false,
      declared: club.declared,
      ...(club.operator !== undefined && { operator: club.operator }),
    });
    return countVoices(clubs.map(voiceOf), asked.map(voiceOf));
  };

  #know(club: Club, other: Club): void {
    const key = keyFrom(`${other.id} 0`).publicKey;
    club.write((tx) =>
      club.store.peers.add(tx, {
        ...newPeer({ url: `sim://${other.id}`, addedVia: "admin", addedAt: club.world.now() }),
        instance: other.id,
        pin: key,
        accept: [{ x: key }],
        trust: this.#draw() < 0.85 ? "trusted" : "unvetted",
        operatorCall: other.operator ?? null,
        declared: [...other.declared],
      })
    );
  }

  #trusts = (club: Club, other: Club): boolean => club.store.peers.live(other.id)?.trust === "trusted";

  /** The asker falls over: what had come and was not yet written has not come. */
  #crash(club: Club): void {
    this.#boot(club);
    this.#count("crashes");
    for (const find of this.finds.filter(({ at }) => at === club)) {
      const kept = new Set(
        club.cases.parts.store.testimonies(find.id).filter(({ said }) =>
          said !== "unreached" && said !== "waiting"
        )
          .map(({ instance }) => instance),
      );
      for (const set of [find.told, find.out]) for (const one of set) if (!kept.has(one.id)) set.delete(one);
    }
  }

  readonly #liftable: Finds = {
    lift: (tx, id) => {
      tx.after(() => this.#markLifted(this.finds[id - 1]!));
      return true;
    },
    isOpen: (id) => !this.finds[id - 1]!.lifted,
    askUnasked: (tx) =>
      tx.after(() => {
        for (const find of this.finds) if (find.unasked === "nobody was there") find.unasked = "due";
      }),
  };

  #markLifted(find: Find): void {
    find.lifted = true;
    find.trustedThen = new Set(this.clubs.filter((club) => club !== find.at && this.#trusts(find.at, club)));
  }

  /** What a process has in memory, made anew. */
  #boot(club: Club): void {
    const common = {
      identity: club.identity,
      world: club.world,
      reveal: () => false,
      canJudge: () => true,
      originView: (instance: string) => club.trust.originView(instance),
    };
    club.answering = new Answering({
      ...common,
      ears: (call, from, to) =>
        club.heard.filter((fix) => fix.call === call && fix.at >= from && fix.at <= to),
      use: () => {},
      requireKnown: () => false,
    });
    const carrier: Carrier = {
      bring: ({ instance }, frame) => this.#bring(club, this.clubs.find(({ id }) => id === instance)!, frame),
      collect: (wait) => this.#collect(wait.id),
    };
    club.cases = new Cases({
      ...common,
      self: club.id,
      db: club.db,
      // Nobody is promoted here.
      audit: undefined as unknown as Audit,
      peers: club.store.peers,
      store: caseStore(club.db),
      carrier,
      binding: () => undefined,
      autoPromote: () => 0,
      quorum: () => this.quorum,
    });
  }

  #slotOf = (find: Find): number => {
    const after = this.clock.ms / 1000 - find.loggedAt;
    return SLOTS.findLastIndex((from) => after >= from - 1);
  };

  #fate(find: Find, to: Club, slot: number): Fate {
    const key = `${to.id} ${slot}`;
    const fate = find.fates.get(key) ?? this.#any(FATES);
    find.fates.set(key, fate);
    return fate;
  }

  #bring(from: Club, to: Club, frame: Uint8Array<ArrayBuffer>): Promise<Brought> {
    const read = readQuestion(frame);
    assert.ok(read.ok);
    const find = this.finds.find(({ call, at }) => call === read.body.callsign && at === from)!;
    const slot = this.#slotOf(find);
    if (this.#crashing && this.#draw() < 0.5) return Promise.reject(new Crash());
    assert.equal(find.lifted, false, "asked about a find that is lifted");
    if (slot > 0 && !find.excused) {
      assert.ok(
        !find.told.has(to) && !find.out.has(to),
        `${to.id} is asked again about ${find.id} though it has answered; SIM_SEED=${this.seed}`,
      );
      assert.ok(this.#trusts(from, to), "asked again is whoever is trusted");
    }
    const slots = find.asked.get(to) ?? new Set();
    find.asked.set(to, slots.add(slot));
    if (from.skew !== 0) find.excused = true;
    const fate = to.isGone ? "lost" : this.#fate(find, to, slot);
    this.#count(fate);
    const nothing: Brought = { got: "nothing", why: "no connection" };
    if (fate === "lost") return Promise.resolve(nothing);
    if (fate === "refused") {
      find.out.add(to);
      return Promise.resolve({ got: "reply", status: 403, bytes: new Uint8Array() });
    }
    let reply = this.#answer(to, frame);
    if (fate === "twice") reply = this.#answer(to, frame);
    if (fate === "late") return Promise.resolve(nothing);
    if (fate === "stale" && this.#old.length > 0) {
      find.out.add(to);
      return Promise.resolve({ got: "reply", status: 200, bytes: this.#any(this.#old) });
    }
    if (reply.got === "reply") this.#old.push(reply.bytes);
    if (fate.startsWith("held")) {
      const id = `${find.id} ${to.id} ${slot}`;
      if (fate === "held") this.#held.set(id, { reply, from: to, find, polls: this.#pick(3) });
      return Promise.resolve({ got: "wait", wait: { hub: "sim://hub", id, ticket: "t" } });
    }
    this.#hand(find, to, reply);
    return Promise.resolve(reply);
  }

  /** Notes that an answer has come to the asker. */
  #hand(find: Find, from: Club, reply: Brought): void {
    if (reply.got !== "reply") return;
    // Whose clock is wrong refuses.
    if (!from.liar && reply.status === 200) find.told.add(from);
    else find.out.add(from);
  }

  /** What the peer says, or what it lies. */
  #answer(to: Club, frame: Uint8Array<ArrayBuffer>): Brought {
    if (to.liar) return { got: "reply", status: 200, bytes: this.#lie(to, frame) };
    try {
      return { got: "reply", status: 200, bytes: to.answering.answer(frame) };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const status = statusOf(error.kind);
      if (status >= 500) return { got: "nothing", why: String(status) };
      return { got: "reply", status, bytes: new Uint8Array() };
    }
  }

  #lie(to: Club, frame: Uint8Array): Uint8Array {
    const read = readQuestion(frame);
    assert.ok(read.ok);
    const { nonce, since, radiusM } = read.body;
    const roll = this.#draw();
    const heard = { distanceM: roll < 0.8 ? 100 : radiusM + 100, at: roll < 0.9 ? since + 600 : since - 600 };
    // Also in somebody else's name, as many times over as there are others.
    const answerer = roll < 0.7 ? to.id : this.#any(this.clubs).id;
    this.#count("lies");
    return signAnswer({ nonce, hash: read.hash }, heard, { answerer, at: to.world.now() }, to.identity.key!);
  }

  #collect(id: string): Promise<Brought> {
    const held = this.#held.get(id);
    if (!held || held.polls-- > 0) {
      return Promise.resolve({ got: "wait", wait: { hub: "sim://hub", id, ticket: "t" } });
    }
    this.#hand(held.find, held.from, held.reply);
    this.#count("collected");
    return Promise.resolve(held.reply);
  }

  /** Somebody logs a find; some of the clubs have heard him there. */
  async #log(at: Club): Promise<void> {
    const now = Math.floor(this.clock.ms / 1000);
    const id = this.finds.length + 1;
    const find: Find = {
      id,
      at,
      call: `OE${id % 10}F${String.fromCharCode(65 + id % 26)}${String.fromCharCode(65 + id / 26)}`,
      loggedAt: now,
      hearers: new Set(),
      lifted: false,
      trustedThen: new Set(),
      trustedSince: new Map(),
      told: new Set(),
      out: new Set(),
      asked: new Map(),
      excused: at.skew !== 0,
      fates: new Map(),
    };
    this.finds.push(find);
    for (const club of this.clubs) {
      const roll = this.#draw();
      const fix = {
        ...off(40, 40),
        at: now - 300,
        call: find.call,
        witnesses: [{ site: `OE9${club.id}`, keepers: [] }],
      };
      if (roll < 0.55 && !club.liar) {
        club.heard.push(fix);
        find.hearers.add(club);
      } else if (roll < 0.7) club.heard.push({ ...fix, ...off(5000) });
      else if (roll < 0.8) club.heard.push({ ...fix, at: now - 3 * HOUR });
      else if (roll < 0.95 && !club.liar) {
        const due = now + [2, HOUR / 2, 5 * HOUR, 3 * 24 * HOUR, 6 * 24 * HOUR][this.#pick(5)]!;
        this.#undelivered.push({ club, find, fix, due });
      }
    }
    await this.#askFirst(find);
  }

  /** Asks everybody about a find, when it is logged or once anybody is trusted. */
  async #askFirst(find: Find): Promise<void> {
    const { at, id, loggedAt } = find;
    const sought = {
      call: find.call,
      ...PLACE,
      radiusM: 150,
      since: loggedAt - 1800,
      until: loggedAt + 60,
      excludeIgates: [],
    };
    try {
      const { verdict, round } = await at.cases.ask(sought);
      if (this.#crashing) throw new Crash();
      if (!round) return void (find.unasked = "nobody was there");
      delete find.unasked;
      at.write((tx) => {
        const lifted = verdict?.confirmed === true;
        if (lifted) this.#markLifted(find);
        at.cases.keep(tx, id, round, lifted, this.#liftable);
      });
      this.#count(find.lifted ? "lifted at once" : "short at first");
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      // It was never acknowledged: there is no such find. What is asked later, nobody may ask again.
      find.excused = true;
      this.#crash(at);
    }
  }

  async #tick(club: Club): Promise<void> {
    try {
      const before = this.finds.filter(({ lifted }) => lifted).length;
      await club.cases.poll(this.#liftable);
      await club.cases.again(this.#liftable);
      for (const find of this.finds) {
        if (find.at === club && find.unasked === "due") await this.#askFirst(find);
      }
      const lifted = this.finds.filter((find) => find.lifted).length - before;
      for (let i = 0; i < lifted; i++) this.#count("lifted later");
      if (this.#crashing) throw new Crash();
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      this.#crash(club);
    }
  }

  async #ticks(): Promise<void> {
    this.#deliverLate();
    for (const club of this.clubs) await this.#tick(club);
  }

  /** Boxes deliver what they heard while nobody could be reached. Who has said no by then has said it for good. */
  #deliverLate(): void {
    const now = this.clock.ms / 1000;
    const due = this.#undelivered.filter((one) => one.due <= now);
    this.#undelivered = this.#undelivered.filter((one) => one.due > now);
    for (const { club, find, fix } of due) {
      const isAnswered = find.told.has(club) || find.out.has(club) ||
        [...this.#held.values()].some((held) => held.find === find && held.from === club);
      if (isAnswered) this.#count("delivered in vain");
      else {
        club.heard.push(fix);
        find.hearers.add(club);
        this.#count("delivered late");
      }
    }
  }

  #skew(club: Club): void {
    if (club.skew !== 0) return void (club.skew = 0);
    const roll = this.#draw();
    club.skew = roll < 0.2 ? -Math.floor(this.clock.ms / 1000) : Math.floor((this.#draw() - 0.5) * 4 * HOUR);
    if (Math.abs(club.skew) < 200) club.skew = 0;
    else {
      for (const find of this.finds) if (find.at === club) find.excused = true;
      this.#count(roll < 0.2 ? "unset clocks" : "wrong clocks");
    }
  }

  #changeTrust(club: Club, other: Club): void {
    const row = club.store.peers.live(other.id)!;
    const trust = row.trust === "trusted" ? "unvetted" as const : "trusted" as const;
    club.write((tx) => club.store.peers.save(tx, { ...row, trust }));
    for (const find of this.finds) {
      if (find.at !== club || find.lifted) continue;
      if (trust === "trusted") find.trustedSince.set(other, this.#slotOf(find));
      else find.excused = true;
    }
    this.#count(trust === "trusted" ? "trust given" : "trust changed");
  }

  /** A few days in steps of a minute or more; then everything that may still come comes. */
  async run(finds = 12): Promise<void> {
    while (this.finds.length < finds) {
      this.clock.ms += this.#pick(40) * 60_000;
      this.#crashing = this.#draw() < 0.15;
      const roll = this.#draw();
      if (roll < 0.45) await this.#log(this.#any(this.clubs));
      else if (roll < 0.9) await this.#ticks();
      else if (roll < 0.96) this.#skew(this.#any(this.clubs));
      else {
        const club = this.#any(this.clubs), others = this.clubs.filter((other) => other !== club);
        const strangers = others.filter((other) => !this.#trusts(club, other));
        this.#changeTrust(club, this.#any(strangers.length > 0 ? strangers : others));
      }
    }
    this.#crashing = false;
    for (const club of this.clubs) club.skew = 0;
    const ends = this.clock.ms + 172 * HOUR * 1000;
    while (this.clock.ms < ends) {
      // Fine steps while a crash is likely to come between two asks, wider ones after the first day.
      this.clock.ms += (ends - this.clock.ms > 142 * HOUR * 1000 ? 20 : 90) * 60_000;
      this.#crashing = this.#draw() < 0.05;
      await this.#ticks();
    }
    this.#crashing = false;
    await this.#ticks();
    const after = JSON.stringify(this.stats);
    this.clock.ms += 48 * HOUR * 1000;
    await this.#ticks();
    assert.equal(JSON.stringify(this.stats), after, "nobody is asked after the last time");
    this.#check();
  }

  #check(): void {
    for (const find of this.finds) {
      const where =
        `find ${find.id} at ${find.at.id}, quorum ${this.quorum}; SIM_SEED=${this.seed} replays it`;
      const others = this.clubs.filter((club) => club !== find.at);
      const hearers = others.filter((club) => find.hearers.has(club));
      const liars = others.filter(({ liar }) => liar);
      if (find.lifted) {
        assert.ok(hearers.length > 0, `nobody heard him, and it was lifted: ${where}`);
        const then = [...find.asked.keys()].filter((club) => find.trustedThen.has(club));
        const most = this.#voices([...hearers, ...liars].filter((club) => then.includes(club)), then);
        assert.ok(most >= this.quorum, `lifted short of a quorum: ${where}`);
        this.#count("lifted");
        continue;
      }
      this.#count("left below");
      if (find.excused) continue;
      const trusted = others.filter((club) => this.#trusts(find.at, club));
      const yes = trusted.filter((club) => hearers.includes(club) && find.told.has(club));
      const voices = (clubs: readonly Club[]) => this.#voices(clubs, trusted);
      assert.ok(voices(yes) < this.quorum, `a quorum has told, and it was left below: ${where}`);
      // Whoever could still have made a quorum was asked each time that the plan has.
      const silent = trusted.filter((club) =>
        !find.told.has(club) && !find.out.has(club) && (find.asked.has(club) || find.trustedSince.has(club))
      );
      // Until then nothing could have made a quorum.
      const first = Math.max(0, ...[...find.trustedSince.values()].map((slot) => slot + 1));
      if (voices([...yes, ...silent]) < this.quorum) continue;
      for (const club of silent) {
        assert.deepEqual(
          [0, 1, 2, 3, 4, 5, 6, 7].filter((slot) => slot >= first && !find.asked.get(club)?.has(slot)),
          [],
          `${club.id} was not asked in time: ${where}`,
        );
      }
      this.#count("never reached");
    }
    this.stats.finds = this.finds.length;
  }

  close(): void {
    for (const club of this.clubs) club.close();
  }
}
