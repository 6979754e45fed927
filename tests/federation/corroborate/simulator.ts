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
const SLOTS = [0, HOUR, 6 * HOUR, 24 * HOUR];
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
  /** Whose own fresh word came to the asker. */
  told: Set<Club>;
  /** Who refused, or whose answer was none: never asked again. */
  out: Set<Club>;
  /** In which slots each was asked. */
  asked: Map<Club, Set<number>>;
  /** The asker's clock was wrong, or trust changed: nothing is deserved then. */
  excused: boolean;
  fates: Map<string, Fate>;
}

class Club extends Node {
  cases!: Cases;
  answering!: Answering;
  liar = false;
  readonly finds: Find[] = [];
  heard: (Attested & { call: string })[] = [];
  readonly operator: string | undefined;

  constructor(id: string, clock: { ms: number }, operator: string | undefined) {
    super(id, clock);
    this.operator = operator;
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
  /** The draw at which the asker falls over. */
  #crashing = false;

  constructor(readonly seed: number) {
    this.#draw = seeded(seed);
    this.quorum = 1 + this.#pick(3);
    const count = 4 + this.#pick(3);
    for (let i = 0; i < count; i++) {
      const operator = this.#draw() < 0.3 ? `OE${this.#pick(2)}OPR` : undefined;
      this.clubs.push(new Club(`n${i}.sim`, this.clock, operator));
    }
    // Together the liars are fewer voices than a quorum.
    for (const club of this.clubs) {
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
  #voices = (clubs: readonly Club[]): number =>
    countVoices(clubs.map((club) => ({
      instance: club.id,
      key: keyFrom(`${club.id} 0`).publicKey,
      automatic: false,
      ...(club.operator !== undefined && { operator: club.operator }),
    })));

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
      tx.after(() => this.finds[id - 1]!.lifted = true);
      return true;
    },
    isOpen: (id) => !this.finds[id - 1]!.lifted,
  };

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
    const fate = this.#fate(find, to, slot);
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
    }
    const sought = {
      call: find.call,
      ...PLACE,
      radiusM: 150,
      since: now - 1800,
      until: now + 60,
      excludeIgates: [],
    };
    try {
      const { verdict, round } = await at.cases.ask(sought);
      if (this.#crashing) throw new Crash();
      if (!round) return;
      at.write((tx) => {
        find.lifted = verdict?.confirmed === true;
        at.cases.keep(tx, id, round, find.lifted, this.#liftable);
      });
      this.#count(find.lifted ? "lifted at once" : "short at first");
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      // It was never acknowledged: there is no such find.
      find.excused = true;
      this.#crash(at);
    }
  }

  async #tick(club: Club): Promise<void> {
    try {
      const before = this.finds.filter(({ lifted }) => lifted).length;
      await club.cases.poll(this.#liftable);
      await club.cases.again(this.#liftable);
      const lifted = this.finds.filter((find) => find.lifted).length - before;
      for (let i = 0; i < lifted; i++) this.#count("lifted later");
      if (this.#crashing) throw new Crash();
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      this.#crash(club);
    }
  }

  async #ticks(): Promise<void> {
    for (const club of this.clubs) await this.#tick(club);
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

  #distrust(club: Club, other: Club): void {
    const row = club.store.peers.live(other.id)!;
    const trust = row.trust === "trusted" ? "unvetted" as const : "trusted" as const;
    club.write((tx) => club.store.peers.save(tx, { ...row, trust }));
    for (const find of this.finds) if (find.at === club && !find.lifted) find.excused = true;
    this.#count("trust changed");
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
        const [club, other] = [this.#any(this.clubs), this.#any(this.clubs)];
        if (club !== other) this.#distrust(club, other);
      }
    }
    this.#crashing = false;
    for (const club of this.clubs) club.skew = 0;
    const ends = this.clock.ms + 30 * HOUR * 1000;
    while (this.clock.ms < ends) {
      this.clock.ms += 20 * 60_000;
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
        assert.ok(this.#voices([...hearers, ...liars]) >= this.quorum, `lifted short of a quorum: ${where}`);
        if (liars.length === 0) assert.ok(this.#voices(hearers) >= this.quorum, `no true quorum: ${where}`);
        this.#count("lifted");
        continue;
      }
      this.#count("left below");
      if (find.excused) continue;
      const trusted = others.filter((club) => this.#trusts(find.at, club));
      const yes = trusted.filter((club) => hearers.includes(club) && find.told.has(club));
      assert.ok(this.#voices(yes) < this.quorum, `a quorum has told, and it was left below: ${where}`);
      // Whoever could still have made a quorum was asked each time that the plan has.
      const silent = trusted.filter((club) =>
        !find.told.has(club) && !find.out.has(club) && find.asked.has(club)
      );
      if (this.#voices([...yes, ...silent]) < this.quorum) continue;
      for (const club of silent) {
        assert.deepEqual(
          [...find.asked.get(club)!].sort(),
          [0, 1, 2, 3],
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
