/** One instance of a simulated federation: the real machine on a database in memory, reached by function calls. */
import { Database, migrate, type Migration, type Tx } from "../../src/db/mod.ts";
import type { World } from "../../src/base/mod.ts";
import {
  type Applier,
  type Appliers,
  type CacheBody,
  type FindBody,
  judgeFrame,
  type MoveBody,
  readSigningKey,
  type RecordKind,
  signDocument,
  type SigningKey,
} from "../../src/wire/mod.ts";
import { testWorld } from "../kit/world.ts";
import { ClockWatch, Failure, sha256, toBase64Url, utf8 } from "../../src/base/mod.ts";
import type { Receiver } from "../../src/federation/admit/outcome.ts";
import { Room, type RoomLimits } from "../../src/federation/admit/room.ts";
import { feedAnswer, originAnswer, summaryAnswer } from "../../src/federation/serve/answers.ts";
import type { Identity } from "../../src/federation/keys/identity.ts";
import { newPeer, type Trust } from "../../src/federation/tables/peer_store.ts";
import { Publisher } from "../../src/federation/records/publish.ts";
import { type Effect, readPageReply, type Reply, type Steps } from "../../src/federation/pull/effects.ts";
import { pullPeer, type PullResult } from "../../src/federation/pull/pull.ts";
import type { Deps, PullOptions } from "../../src/federation/pull/context.ts";
import { openStore, type Store } from "../../src/federation/tables/store.ts";
import { publishedKeys } from "../../src/federation/keys/identity.ts";
import { Serving } from "../../src/federation/serve/serve.ts";
import { TrustView } from "../../src/federation/peers/trust.ts";

const FOLDER = new URL("../../migrations/", import.meta.url);
/** What of a migration is federation's own. */
const ownPart = (sql: string): string =>
  sql.split(/^(?=-- Area: )/m).filter((part) => part.startsWith("-- Area: federation.")).join("");
/** The house's and federation's own. */
const MIGRATIONS: Migration[] = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).sort().flatMap(
  (file) => {
    const name = file.replace(".sql", ""), sql = Deno.readTextFileSync(new URL(file, FOLDER));
    const own = name === "0001_house" ? sql : ownPart(sql);
    return own === "" ? [] : [{ number: Number(name.slice(0, 4)), name, sql: own }];
  },
);

/** The mirror that an area would keep: what was applied and not dropped. */
const MIRROR =
  "CREATE TABLE test_mirror (gid TEXT PRIMARY KEY, kind TEXT NOT NULL, v INTEGER NOT NULL, body TEXT NOT NULL) STRICT";
let image: Uint8Array | undefined;

/** What every instance begins with; made once for all. */
function emptyImage(world: World): Uint8Array {
  const db = new Database(":memory:");
  migrate(db, MIGRATIONS, world);
  db.writeNow((tx) => db.exec(tx, MIRROR));
  const bytes = db.image();
  db.close();
  return bytes;
}

/** A key pair from a text, the same each time. */
export const keyFrom = (text: string): SigningKey => readSigningKey(toBase64Url(sha256(text)))!;

export interface Mirrored {
  gid: string;
  kind: RecordKind;
  v: number;
  body: string;
}

export type Backup = Record<string, Record<string, unknown>[]>;

/** A cache body that is right in every field. */
export const cacheBody = (title: string, at = 1_780_000_000): CacheBody => ({
  code: "OE4K7P",
  title,
  type: "traditional",
  size: "small",
  difficultyX10: 20,
  terrainX10: 35,
  latE7: 482083330,
  lonE7: 163730000,
  owner: "OE1ABC",
  status: "active",
  scope: "federated",
  createdAt: at,
  updatedAt: at,
});
export const findBody = (cache: string, at = 1_780_000_000): FindBody => ({
  cache,
  kind: "found",
  call: "OE3XYZ",
  foundAt: at,
  createdAt: at,
});
/** An account move to `to` that its owner has signed. */
export function moveBody(call: string, from: string, to: string, at = 1_780_000_000): MoveBody {
  const device = keyFrom(`device of ${call}`);
  const sig = signDocument("svc-act/1", {
    at,
    call,
    instance: to,
    key: device.publicKey,
    path: "/api/account/import",
  }, device);
  return { call, from, to, movedAt: at, key: device.publicKey, sig, signedAt: at };
}

export class Node {
  readonly db: Database;
  readonly store: Store;
  readonly world: World;
  readonly identity: Identity;
  readonly publisher: Publisher;
  readonly serving: Serving;
  readonly trust: TrustView;
  readonly deps: Deps;
  readonly appliers: Appliers;
  /** Seconds that this instance's clock is off. */
  skew = 0;
  reserve: "trusted" | "all" | "off" = "all";
  /** Room for others' records, in bytes, and what the disk has left. */
  limits: RoomLimits = { unvetted: 1e9, allUnvetted: 1e9, trusted: 1e9, floor: 0 };
  free = Infinity;
  region: Deps["region"] = () => undefined;
  capabilities = ["sync-cbor", "sync-origins", "sync-cache-bbox"];
  readonly log: string[] = [];
  readonly #keys: SigningKey[];

  constructor(readonly id: string, readonly clock: { ms: number }) {
    const base = testWorld(id);
    const nowMs = () => clock.ms + this.skew * 1000;
    this.world = {
      ...base,
      nowMs,
      // A clock that is wrong is so from the start here: a jump is another test's.
      clock: new ClockWatch(nowMs, nowMs),
      now: () => Math.floor(clock.ms / 1000) + this.skew,
    };
    this.db = new Database(":memory:", { image: image ??= emptyImage(this.world) });
    this.store = openStore(this.db, this.world);
    this.#keys = [keyFrom(`${id} 0`)];
    this.identity = { instance: id, key: this.#keys[0]!, history: [], rotations: [] };
    this.trust = new TrustView(this.store.peers, this.world.now);
    this.publisher = new Publisher(id, this.store, this.world);
    this.serving = new Serving({
      identity: this.identity,
      store: this.store,
      db: this.db,
      world: this.world,
      trust: this.trust,
      reserve: () => this.reserve,
      region: () => this.region(),
    });
    this.appliers = Object.fromEntries(
      (["cache", "find", "key", "bulletin", "account-move"] as const).map((kind) => [
        kind,
        this.#applier(kind),
      ]),
    );
    const receiver: Receiver = {
      self: id,
      now: this.world.now,
      knowsTime: () => this.world.clock.isKnown(),
      originView: (origin) => this.trust.originView(origin),
    };
    this.deps = {
      self: id,
      store: this.store,
      trust: this.trust,
      receiver,
      appliers: this.appliers,
      room: new Room({
        shares: this.store.shares,
        trustOf: (instance) => this.trust.trustOf(instance),
        limits: () => this.limits,
        free: () => this.free,
      }),
      graceS: 7 * 86_400,
      region: () => this.region(),
      discover: false,
      binding: () => undefined,
      log: (message, facts) => this.log.push(`${message} ${JSON.stringify(facts)}`),
    };
  }

  #applier(kind: RecordKind): Applier<RecordKind> {
    const put = this.db.sql(
      `INSERT INTO test_mirror (gid, kind, v, body) VALUES (:gid, :kind, :v, :body)
       ON CONFLICT (gid) DO UPDATE SET v = excluded.v, body = excluded.body`,
    );
    const drop = this.db.sql("DELETE FROM test_mirror WHERE gid = :gid");
    return {
      apply: (tx, { gid, v, body }) => {
        put.run(tx, { gid, kind, v, body: JSON.stringify(body) });
        return true;
      },
      drop: (tx, gid) => void drop.run(tx, { gid }),
    };
  }

  /** Follows another instance under `sim://<id>`. */
  follow(id: string, trust: Trust = "trusted"): void {
    this.db.writeNow((tx) =>
      this.store.peers.add(tx, {
        ...newPeer({ url: `sim://${id}`, addedVia: "admin", addedAt: this.world.now() }),
        trust,
      })
    );
  }

  /** Runs a write now: an area's own transaction. */
  write<T>(fn: (tx: Tx) => T): T {
    return this.db.writeNow(fn);
  }

  /** Changes the signing key; the old one counts for the grace. */
  rotate(): void {
    const old = this.#keys.at(-1)!;
    const key = keyFrom(`${this.id} ${this.#keys.length}`);
    this.#keys.push(key);
    const at = this.world.now();
    const record = { at, key: key.publicKey, prevKey: old.publicKey };
    this.identity.rotations = [...this.identity.rotations, {
      ...record,
      sig: signDocument("svc-rot/1", record, old),
    }];
    this.identity.history = [...this.identity.history, { x: old.publicKey, until: at + 7 * 86_400 }];
    this.identity.key = key;
  }

  /** What this instance answers to a GET. */
  async answer(path: string): Promise<Reply> {
    const url = new URL(path, "http://sim");
    if (url.pathname === "/.well-known/svc") {
      const document = {
        instance: this.id,
        publicKey: this.identity.key?.publicKey ?? null,
        publicKeys: publishedKeys(this.identity),
        rotations: this.identity.rotations,
        addresses: [],
        capabilities: this.capabilities,
      };
      return { status: 200, bytes: new TextEncoder().encode(JSON.stringify(document)) };
    }
    const query = Object.fromEntries(url.searchParams);
    const surface = /^\/federation\/sync\/([a-z-]+)$/.exec(url.pathname)?.[1];
    try {
      if (surface === undefined) return { status: 404, bytes: new Uint8Array() };
      const bytes = surface === "summary"
        ? utf8(JSON.stringify(summaryAnswer(this.serving, query)))
        : surface === "origin"
        ? await originAnswer(this.serving, query)
        : await feedAnswer(this.serving, surface, query);
      return { status: 200, bytes };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return {
        status: { missing: 404, invalid: 400 }[error.kind as string] ?? 503,
        bytes: utf8(JSON.stringify({ error: error.message, reason: error.reason })),
      };
    }
  }

  pull(id: string, options?: PullOptions): Steps<PullResult> {
    return pullPeer(this.deps, `sim://${id}`, options);
  }

  /** Everything mirrored, by gid. */
  mirror(): Map<string, Mirrored> {
    const rows = this.db.sql<never, Mirrored>("SELECT gid, kind, v, body FROM test_mirror ORDER BY gid")
      .all();
    return new Map(rows.map((row) => [row.gid, row]));
  }

  backup(): Backup {
    const tables = this.db.sql<never, { name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND (name LIKE 'fed\\_%' ESCAPE '\\' OR name = 'test_mirror')",
    ).all();
    return Object.fromEntries(tables.map(({ name }) => [name, this.db.sql(`SELECT * FROM ${name}`).all()]));
  }

  restore(backup: Backup): void {
    this.db.writeNow((tx) => {
      for (const [table, rows] of Object.entries(backup)) {
        this.db.sql(`DELETE FROM ${table}`).run(tx);
        if (rows.length === 0) continue;
        const names = Object.keys(rows[0]!);
        const insert = this.db.sql(
          `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map((name) => `:${name}`).join(", ")})`,
        );
        for (const row of rows) insert.run(tx, row as never);
      }
    });
  }

  close(): void {
    this.db.close();
  }
}

/** One step of a pull: performs the effect and gives what it came to. */
export async function perform(
  node: Node,
  effect: Effect,
  fetch: (path: string) => Promise<Reply>,
): Promise<unknown> {
  if (effect.do === "get") {
    const reply = await fetch(effect.path);
    if (reply.bytes.length > effect.maxBytes) throw new Error("too large");
    return reply;
  }
  if (effect.do === "page") {
    const { path, limit, keys } = effect.ask;
    const reply = readPageReply(await fetch(path), limit);
    if (reply.read?.ok) reply.judged = reply.read.page.frames.map((bytes) => judgeFrame(bytes, keys));
    return reply;
  }
  return node.write(effect.run);
}

/** Runs steps to their end over an undisturbed link. */
export async function runSteps<T>(node: Node, from: Pick<Node, "answer">, steps: Steps<T>): Promise<T> {
  let next = steps.next();
  while (!next.done) {
    let value: unknown;
    try {
      value = await perform(node, next.value, (path) => from.answer(path));
    } catch (error) {
      next = steps.throw(error);
      continue;
    }
    next = steps.next(value);
  }
  return next.value;
}

/** Runs a pull to its end over an undisturbed link. */
export const runPull = (
  node: Node,
  from: Pick<Node, "id" | "answer">,
  options?: PullOptions,
): Promise<PullResult> => runSteps(node, from, node.pull(from.id, options));
