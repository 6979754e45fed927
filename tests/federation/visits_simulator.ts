/**
 * Visits under a seeded schedule: documents, by https and over packet circuits, and key records come lost, doubled, late and in
 * any order, while keys are replaced, members move, are revoked and come back, and trust is withdrawn and given. What a club has
 * in the end is compared with what an oracle says of each arrival. A seed replays exactly.
 */
import assert from "node:assert/strict";
import { seeded } from "../wire/test_data.ts";
import { newToken } from "../../src/base/mod.ts";
import { driveCircuit, encodeCaps, serveCircuit, VHF } from "../../src/link/mod.ts";
import { writeLine, writeVisitLine } from "../../src/link/circuit_lines.ts";
import {
  privateDigest,
  readSigningKey,
  signDocument,
  type SigningKey,
  type VisitDocument,
  writeVisit,
} from "../../src/wire/mod.ts";
import type { TestApp } from "../kit/app.ts";
import { alone, knows } from "../routes/federation/neighbours.ts";
import { hidden } from "../routes/federation/members.ts";
import { here } from "../routes/visits/visitor.ts";

const HERE = "oe1.example", HOMES = ["oe5.example", "oe6.example"] as const;
const WEEK = 7 * 86_400;

/** What the world knows of a key: who has it, where it is published, and since and until when it counts. */
interface Phone {
  call: string;
  home: string;
  key: SigningKey;
  addedAt: number;
  revokedAt?: number;
  /** What this club was told of it, by the versions of its record. */
  told?: { addedAt: number; revokedAt?: number };
  v: number;
}
interface Sent {
  document: Record<string, unknown> & {
    at: number;
    call: string;
    home: string;
    key: string;
    sentId: string;
    cache: string;
    text: string;
    kind: string;
  };
  body: string;
  /** The same as a circuit carries it. */
  bytes: Uint8Array;
}
type Change = { due: number; phone: Phone; v: number; addedAt: number; revokedAt?: number };

export class VisitsSimulation {
  readonly stats: Record<string, number> = {};
  readonly #draw: () => number;
  /** By itself, so that a seed has the same documents at the same times whatever carries them. */
  readonly #carrier: () => number;
  readonly #phones: Phone[] = [];
  readonly #air: { due: number; sent: Sent }[] = [];
  readonly #changes: Change[] = [];
  /** Base call and cache of each find that has to count. */
  readonly #found = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  #serial = 0;

  private constructor(readonly app: TestApp, readonly caches: string[], seed: number) {
    this.#draw = seeded(seed);
    this.#carrier = seeded(seed + 1_000_003);
  }

  static async start(seed: number): Promise<VisitsSimulation> {
    const app = alone(HERE);
    for (const home of HOMES) knows(app, home);
    const owner = await app.signIn("OE1OWN");
    const codes = [await hidden(owner, "Mill"), await hidden(owner, "Bridge"), await hidden(owner, "Oak")];
    const gids = codes.map(({ code }) =>
      app.db.sql<{ code: string }, { gid: string }>("SELECT gid FROM cache WHERE code = :code").get({ code })!
        .gid
    );
    app.world.pass(3600);
    return new VisitsSimulation(app, gids, seed);
  }

  #pick = (n: number): number => Math.floor(this.#draw() * n);
  #any = <T>(list: readonly T[]): T => list[this.#pick(list.length)]!;
  #count(what: string): void {
    this.stats[what] = (this.stats[what] ?? 0) + 1;
  }
  #now = (): number => this.app.world.now();

  async run(steps = 60): Promise<void> {
    for (let i = 0; i < 3; i++) this.#newPhone(`OE5AA${"ABC"[i]}`, this.#any(HOMES));
    for (let i = 0; i < steps; i++) {
      this.app.world.pass(1 + this.#pick(1800));
      await this.#event();
      await this.#arrive();
      this.#check();
    }
    // The quiet part: all that is still on its way comes.
    for (const home of HOMES) this.#trust(home, "trusted");
    this.app.world.pass(WEEK);
    await this.#arrive();
    this.#check();
  }

  async #event(): Promise<void> {
    const roll = this.#draw(), phone = this.#any(this.#phones);
    if (roll < 0.6) return this.#visit(phone);
    if (roll < 0.68) {
      this.#count("rotations");
      this.#revoke(phone);
      return this.#newPhone(phone.call, phone.home);
    }
    if (roll < 0.76) {
      // The member moves: the old home revokes the key, the new one vouches for the same.
      this.#count("moves");
      this.#revoke(phone);
      const to = HOMES.find((home) => home !== phone.home)!;
      const { told: _told, revokedAt: _revokedAt, ...moved } = phone;
      return this.#publish({ ...moved, home: to, addedAt: this.#now(), v: 0 });
    }
    if (roll < 0.84) {
      this.#count("revocations");
      return this.#revoke(phone);
    }
    const home = this.#any(HOMES), trust = this.#any(["trusted", "unvetted", "blocked"] as const);
    this.#count(`trust ${trust}`);
    this.#trust(home, trust);
    await Promise.resolve();
  }

  #trust(home: string, trust: "trusted" | "unvetted" | "blocked"): void {
    const { peers } = this.app.federation.store;
    const peer = peers.all().find(({ instance }) => instance === home)!;
    this.app.db.writeNow((tx) => void peers.save(tx, { ...peer, trust }));
  }

  #newPhone(call: string, home: string): void {
    const key = readSigningKey(newToken(this.app.world))!;
    this.#publish({ call, home, key, addedAt: this.#now(), v: 0 });
  }

  #publish(phone: Phone): void {
    this.#phones.push(phone);
    this.#tell(phone);
  }

  #revoke(phone: Phone): void {
    if (phone.revokedAt !== undefined) return;
    phone.revokedAt = this.#now();
    this.#tell(phone);
  }

  /** A version of the key's record is on its way: late, and sometimes never. */
  #tell(phone: Phone): void {
    const { addedAt, revokedAt } = phone, v = ++phone.v;
    const late = this.#draw() < 0.5 ? 0 : this.#pick(6 * 3600);
    this.#changes.push({
      due: this.#now() + late,
      phone,
      v,
      addedAt,
      ...(revokedAt !== undefined && { revokedAt }),
    });
  }

  #visit(phone: Phone): void {
    const n = ++this.#serial, now = this.#now();
    const at = now - this.#pick(this.#draw() < 0.1 ? 2 * WEEK : 600);
    const isForged = this.#draw() < 0.1;
    const document = {
      ...{
        at,
        cache: this.#any(this.caches),
        call: phone.call,
        home: phone.home,
        instance: HERE,
        key: phone.key.publicKey,
      },
      ...{ kind: "found", priv: privateDigest(here)!, sentId: `simulated-visit-${n}`, text: `v${n}` },
    };
    const sig = signDocument("svc-visit/1", document, phone.key);
    if (isForged) this.#count("forged");
    const said = { ...document, ...(isForged && { text: "forged" }) };
    const sent = {
      document,
      body: JSON.stringify({ ...said, sig, private: here }),
      bytes: writeVisit(said as VisitDocument, sig, here),
    };
    // Lost, once, or several times; soon, or much later.
    const copies = this.#draw() < 0.15 ? 0 : 1 + this.#pick(3);
    if (copies === 0) this.#count("lost");
    for (let i = 0; i < copies; i++) {
      this.#air.push({
        due: now + (this.#draw() < 0.5 ? 0 : this.#pick(this.#draw() < 0.1 ? 2 * WEEK : 7200)),
        sent,
      });
      if (i > 0) this.#count("doubled");
    }
  }

  /** What is due comes, in an order that the seed says. */
  async #arrive(): Promise<void> {
    const now = this.#now();
    const due = <T extends { due: number }>(list: T[]): T[] => {
      const ready = list.filter((one) => one.due <= now);
      for (const one of ready) list.splice(list.indexOf(one), 1);
      return ready.sort(() => this.#draw() - 0.5);
    };
    for (const { phone, v, addedAt, revokedAt } of due(this.#changes)) {
      // Admission lets no older version over a newer one.
      if (phone.told && v < phone.v) continue;
      phone.told = { addedAt, ...(revokedAt !== undefined && { revokedAt }) };
      const body = {
        call: phone.call,
        key: phone.key.publicKey,
        addedAt,
        verified: true,
        ...(revokedAt !== undefined && { revokedAt }),
      };
      const gid = `${phone.home}:key:${this.#phones.indexOf(phone)}`;
      await this.app.db.write((tx) =>
        void this.app.federation.deps.appliers.key!.apply(tx, { gid, origin: phone.home, v, at: now, body })
      );
      this.#count("keys told");
    }
    await this.app.jobs.find(({ name }) => name === "visits-waiting")!.run();
    for (const { sent } of due(this.#air)) {
      const before = this.#logs();
      if (this.#carrier() < 0.4) {
        await this.#byCircuit(sent, before);
        continue;
      }
      const reply = await this.app.visitor.with({}, `198.51.100.${this.#serial % 250}`)
        .post("/federation/visits", sent.body, { "content-type": "application/json" });
      this.#count(`answered ${reply.status}`);
      if (reply.status === 201) this.#mayCount(sent);
      else assert.deepEqual(this.#logs(), before, `${reply.status} changed the log book`);
    }
  }

  /** A session of its own, in which the line comes once, twice, or is lost in its middle. */
  async #byCircuit(sent: Sent, before: unknown[]): Promise<void> {
    const line = writeVisitLine(sent.bytes), roll = this.#carrier();
    const lines = [
      writeLine("H", encodeCaps(VHF)),
      ...(roll < 0.15 ? [line.subarray(0, 1 + Math.floor(this.#carrier() * (line.length - 1)))] : [line]),
      ...(roll > 0.7 ? [line] : []),
    ];
    const heard: string[] = [];
    await driveCircuit(serveCircuit(VHF), {
      read: () => Promise.resolve(lines.shift()),
      write: (bytes) => Promise.resolve(void heard.push(new TextDecoder().decode(bytes).trimEnd())),
    }, this.app.federation.carriers.servingHands());
    const [answer = "none", again = answer] = heard.slice(1).map((words) =>
      words.split(" ").slice(3).join(" ")
    );
    this.#count(`by circuit ${answer.split(" ")[0]}`);
    assert.equal(again, answer, "the same again has the same answer");
    assert.equal(answer === "none", roll < 0.15, "half a line is none");
    if (this.#logs().length > before.length) {
      assert.equal(answer, "taken");
      this.#mayCount(sent);
    } else assert.deepEqual(this.#logs(), before, `${answer} changed the log book`);
  }

  #logs = () => this.app.db.sql("SELECT id, call, text, kind, tier, signature FROM log ORDER BY id").all();

  /** What was taken at once: everything that has to hold of it does. */
  #mayCount({ document, body }: Sent): void {
    const { at, home, key, call, cache } = document, now = this.#now();
    assert.equal(JSON.parse(body).text, document.text, "a forgery was taken");
    const told = this.#phones.filter((phone) =>
      phone.home === home && phone.key.publicKey === key && phone.told
    )
      .map((phone) => phone.told!);
    assert.ok(told.length > 0, "a key that nobody told of");
    assert.ok(
      told.some(({ addedAt, revokedAt }) => addedAt <= at && (revokedAt === undefined || revokedAt > at)),
      "a key that did not count then",
    );
    assert.ok(at >= now - WEEK && at <= now + 60, "too old, or too early");
    assert.equal(this.app.federation.trust.trustOf(home), "trusted");
    const place = `${call} ${cache}`;
    assert.equal(this.#found.get(place), undefined, "found twice");
    this.#found.set(place, document.sentId);
    this.#texts.set(document.sentId, document.text);
  }

  /** No find without its signature, none twice, and sums that are right. */
  #check(): void {
    const finds = this.app.db.sql<never, { call: string; cache: number; n: number }>(
      "SELECT call, cache_id AS cache, count(*) AS n FROM log WHERE kind = 'found' AND removed_at IS NULL GROUP BY 1, 2",
    ).all();
    assert.ok(finds.every(({ n }) => n === 1), "one find a cache and call");
    const visits = this.app.db.sql<never, { n: number; named: number }>(
      "SELECT count(*) AS n, count(DISTINCT log_id) AS named FROM visit",
    ).get()!;
    assert.equal(visits.n, visits.named);
    const bare = this.app.db.sql("SELECT 1 FROM log WHERE visit_home IS NOT NULL AND signature IS NULL")
      .all();
    assert.equal(bare.length, 0, "a visit without its signature");
    assert.equal(this.app.caches.wrongSums(), 0);
  }

  close(): void {
    this.app.close();
  }
}
