/**
 * Four real servers on loopback: two spokes that nobody can reach, their hub, and a stranger. A find on one spoke is
 * lifted by what the other's box heard; then the hub is killed in the middle.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { type App, buildApp } from "../../src/app.ts";
import { realWorld } from "../../src/base/mod.ts";
import { Database, type Tx } from "../../src/db/mod.ts";
import { Settings } from "../../src/settings/mod.ts";

import { boxText, fingerprintOf, readSigningKey, signDocument } from "../../src/wire/mod.ts";
import { newKey } from "../kit/boxes.ts";
import { CACHE } from "../kit/game.ts";
import { type Server, serverEnv, startServer, withFolder } from "../kit/server.ts";
import { seedOf } from "../routes/federation/instances.ts";
import { beacon } from "./corroborate/kit.ts";

const OPERATOR = { "x-operator-secret": "operator-secret-of-a-process" };
const SHARED = {
  FED_SUBMIT_SECRET: "submit-secret-of-processes",
  FED_RELAY_SECRET: "relay-secret-of-processes",
};
const fp = (id: string) => fingerprintOf(readSigningKey(seedOf(id))!.publicKey);

// deno-lint-ignore no-explicit-any -- answers of several routes
type Json = any;

class Instance {
  server!: Server;
  readonly env: Record<string, string>;

  constructor(readonly id: string, readonly folder: string, env: Record<string, string>) {
    this.env = {
      ...serverEnv(folder),
      INSTANCE_ID: id,
      FED_PRIVATE_KEY: seedOf(id),
      FED_ALLOW_PRIVATE: "1",
      FED_SYNC_INTERVAL_MS: "0",
      FED_CORROBORATION_QUORUM: "1",
      FED_RELAY_POLL_MS: "1000",
      OPERATOR_LINKS_FOR_ANY_CALL: "1",
      POS_MIN_INTERVAL_S: "0",
      ...env,
    };
  }

  async start(): Promise<this> {
    this.server = await startServer(this.env);
    this.env.PORT = new URL(this.server.url).port;
    return this;
  }

  async ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = OPERATOR,
  ): Promise<Json> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await fetch(this.server.url + path, {
      method,
      headers: { ...headers, ...(text === undefined ? {} : { "content-type": "application/json" }) },
      ...(text === undefined ? {} : { body: text }),
    });
    const told = await answer.text();
    assert.ok(answer.status < 400, `${this.id} ${path}: ${answer.status} ${told}`);
    return { ...JSON.parse(told), cookie: answer.headers.get("set-cookie")?.split(";")[0] };
  }

  /** Looks into its database beside the running server. */
  beside<T>(use: (db: Database) => T): T {
    const db = new Database(join(this.folder, "gateway.db"));
    try {
      return use(db);
    } finally {
      db.close();
    }
  }

  /** Members with verified calls, signed in. */
  async members(...calls: string[]): Promise<Record<string, Record<string, string>>> {
    this.beside((db) => {
      const settings = new Settings(this.env);
      settings.attach(db);
      const source = { version: "0", commit: null, tag: null };
      const app: App = buildApp({ world: realWorld(), settings, db, dataDir: this.folder, source });
      db.writeNow((tx: Tx) => {
        for (const call of calls) {
          app.accounts.store.create(tx, call, realWorld().now());
          app.accounts.verify(tx, call, "sysop", "OE1SYS", "test");
        }
      });
      app.close();
    });
    const sessions: Record<string, Record<string, string>> = {};
    for (const callsign of calls) {
      const { link } = await this.ask("POST", "/auth/operator-link", { callsign });
      const token = new URL(link).searchParams.get("token");
      const { cookie } = await this.ask("POST", "/auth/email/verify", { token }, { origin: this.server.url });
      sessions[callsign] = { cookie, origin: this.server.url };
    }
    return sessions;
  }

  /** Its own box hears a station at a place, for a site that the operator trusts under it. */
  async hears(box: string, site: string, ...calls: string[]): Promise<void> {
    const key = newKey();
    const { code } = await this.ask("POST", "/api/admin/boxes/codes", {});
    const document = { at: realWorld().now(), box, code, key: key.publicKey };
    await this.ask("POST", "/ingest/enroll", {
      ...document,
      sig: signDocument("svc-box-enroll/1", document, key),
    }, {});
    await this.ask("POST", `/api/admin/boxes/${box}/trust`, { trusted: true, sites: [site] });
    const at = String(realWorld().now());
    const packets = calls.map((call) => ({
      raw: beacon(call, CACHE),
      heardAt: Number(at),
      via: "rf",
      port: "kiss",
      site,
    }));
    const nonce = `nonce-of-${box}-at-${at}-and-more`;
    const sig = key.signText(
      boxText("POST", "/ingest", at, nonce, new TextEncoder().encode(JSON.stringify({ packets }))),
    );
    const headers = { "x-box-id": box, "x-box-at": at, "x-box-nonce": nonce, "x-box-sig": sig };
    assert.equal((await this.ask("POST", "/ingest", { packets }, headers)).accepted, calls.length);
  }

  /** Follows what the hub names, and trusts one of its origins under the fingerprint that was compared. */
  async trusts(id: string): Promise<void> {
    await until(`${this.id} knows ${id}`, async () => {
      await this.ask("POST", "/federation/sync", {});
      const { peers } = await this.ask("GET", "/federation/peers");
      return peers.some((peer: Json) => peer.url === `transit:${id}`);
    });
    await this.ask("POST", "/federation/peers/trust", {
      url: `transit:${id}`,
      trust: "trusted",
      fingerprint: fp(id),
    });
  }

  async hide(session: Record<string, string>): Promise<string> {
    const { id } = await this.ask("POST", "/api/caches", { title: `Mill of ${this.id}`, ...CACHE }, session);
    return `/api/caches/${id}/logs`;
  }

  log = (path: string, session: Record<string, string>): Promise<Json> =>
    this.ask("POST", path, { kind: "found" }, session);
  seen = async (path: string, id: number, session: Record<string, string>): Promise<Json> =>
    (await this.ask("GET", path, undefined, session)).logs.find((log: Json) => log.id === id);
}

/** Waits for something to come about. */
async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`it never came about: ${what}`);
}

const wordOf = (log: Json, peer: string): Json => log.why.candidates.find((one: Json) => one.peer === peer);

Deno.test("four processes: a spoke's box lifts a find on the other through their hub, which may be killed in between", async () => {
  await withFolder(async (folder) => {
    const all: Instance[] = [];
    const made = async (id: string, env: Record<string, string>) => {
      const one = await new Instance(id, join(folder, id), env).start();
      all.push(one);
      return one;
    };
    try {
      const hub = await made("hub.example", { ...SHARED, FED_RESERVE: "all" });
      const follows = { FED_PEERS: `${hub.server.url}#${fp("hub.example")}` };
      const spoke = { ...SHARED, ...follows, FED_HUB_URL: hub.server.url };
      const a = await made("a.example", spoke);
      const b = await made("b.example", spoke);
      const s = await made("s.example", follows);

      // A record each, so that the hub has met both spokes; the stranger pushes to nobody.
      const onA = await a.members("OE1OWN", "OE2FND", "OE3FND");
      const onB = await b.members("OE5OWN");
      const onS = await s.members("OE6OWN", "OE2FND");
      const [path, , strange] = [
        await a.hide(onA.OE1OWN!),
        await b.hide(onB.OE5OWN!),
        await s.hide(onS.OE6OWN!),
      ];
      const met = (db: Database) =>
        db.sql<never, { instance: string }>(
          "SELECT instance FROM fed_peer WHERE added_via = 'submitted' ORDER BY 1",
        )
          .all().map(({ instance }) => instance);
      await until("both spokes have pushed", () => Promise.resolve(hub.beside(met).length === 2));
      assert.deepEqual(hub.beside(met), ["a.example", "b.example"]);
      await a.trusts("b.example");
      await s.trusts("b.example");
      await b.hears("box-of-b", "OE5SIT-10", "OE2FND", "OE3FND");

      // The find on A: nobody can reach B, and yet it is lifted within seconds.
      const { id } = await a.log(path, onA.OE2FND!);
      await until("the find is lifted", async () => (await a.seen(path, id, onA.OE2FND!)).tier === "A");
      const lifted = await a.seen(path, id, onA.OE2FND!);
      assert.deepEqual([lifted.verified, lifted.corroboratedBy], [true, ["b.example"]]);
      assert.ok(lifted.corroboratedLaterAt >= lifted.createdAt);
      assert.equal(wordOf(lifted, "b.example").counted, true);
      const questions = () =>
        hub.beside((db) =>
          db.sql<never, { status: string; requester: string }>(
            "SELECT status, requester FROM fed_relay WHERE kind = 'corroborate' ORDER BY created_at",
          ).all().map((row) => ({ ...row }))
        );
      assert.deepEqual(questions(), [{ status: "answered", requester: "instance:a.example" }]);

      // The stranger trusts B too and asks the hub; it carries nothing for whom it does not know.
      const alone = await s.log(strange, onS.OE2FND!);
      assert.equal(alone.tier, null);
      assert.match(wordOf(alone, "b.example").reason, /was not reached .* it is asked again at/);
      assert.equal(questions().length, 1);

      // B is away, its question lies at the hub, and the hub is killed: nothing is lost, and nothing is asked twice.
      assert.notEqual(await b.server.stop("SIGKILL"), 0);
      const later = await a.log(path, onA.OE3FND!);
      assert.equal(later.tier, null);
      assert.match(wordOf(later, "b.example").reason, /fetches the question from its hub/);
      assert.notEqual(await hub.server.stop("SIGKILL"), 0);
      // A looks for the answer meanwhile and finds nobody; that ends nothing.
      const polled = a.server.output().length;
      await b.start();
      await hub.start();
      await until(
        "the second find is lifted",
        async () => (await a.seen(path, later.id, onA.OE3FND!)).tier === "A",
      );
      assert.deepEqual(questions().map(({ status }) => status), ["answered", "answered"]);
      assert.equal(
        a.server.output().slice(polled).includes("failed"),
        false,
        a.server.output().slice(polled),
      );
      // What A keeps of both shows one question each.
      const asked = a.beside((db) =>
        db.sql<never, { n: number; rounds: number }>(
          "SELECT count(*) AS n, sum(round) AS rounds FROM fed_testimony JOIN fed_case USING (find) WHERE instance = 'b.example'",
        ).get()
      );
      assert.deepEqual({ ...asked }, { n: 2, rounds: 0 });
    } finally {
      for (const { server } of all) await server.stop("SIGKILL");
    }
  });
});
