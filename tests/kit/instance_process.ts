/** Whole instances as processes of their own: started by their commands, spoken to over HTTP, killed. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { type App, buildApp } from "../../src/app.ts";
import { realWorld } from "../../src/base/mod.ts";
import { Database, type Tx } from "../../src/db/mod.ts";
import { Settings } from "../../src/settings/mod.ts";
import { boxText, fingerprintOf, readSigningKey, signDocument } from "../../src/wire/mod.ts";
import { beacon } from "../federation/corroborate/kit.ts";
import { seedOf } from "../routes/federation/instances.ts";
import { newKey } from "./boxes.ts";
import { freePort } from "./free_port.ts";
import { CACHE } from "./game.ts";
import { type Server, serverEnv, startServer } from "./server.ts";
import { eventually } from "./eventually.ts";

export { eventually as until };

export const OPERATOR = { "x-operator-secret": "operator-secret-of-a-process" };
/** Fingerprint of the key of an instance that is called so. */
export const fp = (id: string) => fingerprintOf(readSigningKey(seedOf(id))!.publicKey);

// deno-lint-ignore no-explicit-any -- answers of several routes
export type Json = any;

export class Instance {
  server!: Server;
  readonly env: Record<string, string>;

  /** `folder` holds its data. */
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
      // It comes back to the same one after it was gone.
      PORT: String(freePort()),
      ...env,
    };
  }

  async start(): Promise<this> {
    this.server = await startServer(this.env);
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
    await eventually(`${this.id} knows ${id}`, async () => {
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
