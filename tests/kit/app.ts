/** The whole program over an in-memory database, and personas that speak HTTP to it. */
import assert from "node:assert/strict";
import { sha256Hex } from "../../src/base/mod.ts";
import { type App, buildApp } from "../../src/app.ts";
import type { House } from "../../src/wiring/house.ts";
import type { PersonalData } from "../../src/accounts/mod.ts";
import type { Registered } from "../../src/stations/mod.ts";
import { AREAS } from "../../src/wiring/areas.ts";
import type { Kept, Member } from "../../src/wiring/kept.ts";
import type { GameNeeds } from "../../src/caches/mod.ts";
import type { Database } from "../../src/db/mod.ts";
import type { Route } from "../../src/http/mod.ts";
import { type Environment, Settings, startProblems } from "../../src/settings/mod.ts";
import { judge, routeFinder } from "./judge.ts";
import { freshDatabase } from "./fresh_database.ts";
import { type TestWorld, testWorld } from "./world.ts";
import adminWords from "../../src/words/en/admin.json" with { type: "json" };

export const SECRETS = {
  INGEST_SECRET: "ingest-secret-of-the-tests",
  OPERATOR_SECRET: "operator-secret-of-the-tests",
  SESSION_SECRET: "session-secret-of-the-tests",
};
/** The operator of the tests' instance. */
export const SYSOP = "OE1SYS";

/** Whether a gate opens for operators alone. */
const isOperators = ({ options: { gate } }: Route): boolean =>
  gate.label.split("|").every((label) => label === "sysop" || label === "operator");
/** Writes behind an operator's gate that decide nothing. */
const UNAUDITED = new Set([
  "POST /api/admin/mail-test",
  "POST /federation/sync",
  "POST /federation/peers/sync",
  "POST /api/admin/federation/sync",
  "POST /federation/gaps/seen", // what was given up was read
  "PUT /api/admin/uploads/:id", // a piece; the beginning and what uses the whole are rows
  "POST /api/licence/import", // a batch; its run is one row, when it is finished
]);

export interface Reply {
  status: number;
  headers: Headers;
  /** Parsed JSON; `undefined` for other media types. */
  // deno-lint-ignore no-explicit-any -- tests look into answers of every shape
  body: any;
  text: string;
}

type Body =
  | Record<string, unknown>
  | unknown[]
  | string
  | Uint8Array<ArrayBuffer>
  | ReadableStream
  | undefined;

/** Somebody who speaks HTTP, with headers of their own. */
export class Client {
  constructor(
    readonly app: TestApp,
    readonly headers: Record<string, string> = {},
    readonly remote = "192.0.2.1",
  ) {}

  /** The same somebody with further headers, or from another address. */
  with(headers: Record<string, string>, remote = this.remote): Client {
    return new Client(this.app, { ...this.headers, ...headers }, remote);
  }

  async send(
    method: string,
    path: string,
    body?: Body,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const plain = body === undefined || typeof body === "string" || body instanceof Uint8Array ||
      body instanceof ReadableStream;
    const request = new Request(new URL(path, "http://localhost:8787"), {
      method,
      headers: {
        host: "localhost:8787",
        ...(plain ? {} : { "content-type": "application/json" }),
        ...this.headers,
        ...headers,
      },
      ...(body === undefined ? {} : { body: plain ? body as BodyInit : JSON.stringify(body) }),
    });
    const audited = this.app.auditRows();
    const answer = await this.app.handler(request, { remoteAddr: { hostname: this.remote } });
    // Deno.serve lets go of a HEAD answer's body; the handler leaves that to it.
    if (method === "HEAD") await answer.body?.cancel();
    const text = method === "HEAD" ? "" : await answer.text();
    const isJson = answer.headers.get("content-type")?.startsWith("application/json") ?? false;
    const reply = {
      status: answer.status,
      headers: answer.headers,
      body: isJson && text !== "" ? JSON.parse(text) : undefined,
      text,
    };
    this.app.holdAgainstDeclaration(method, path, reply);
    this.app.holdAgainstAudit(method, path, reply, audited);
    return reply;
  }
  get = (path: string, headers?: Record<string, string>) => this.send("GET", path, undefined, headers);
  post = (path: string, body: Body = {}, headers?: Record<string, string>) =>
    this.send("POST", path, body, headers);
  put = (path: string, body: Body = {}, headers?: Record<string, string>) =>
    this.send("PUT", path, body, headers);
  patch = (path: string, body: Body = {}, headers?: Record<string, string>) =>
    this.send("PATCH", path, body, headers);
  delete = (path: string, body?: Body, headers?: Record<string, string>) =>
    this.send("DELETE", path, body, headers);
}

export interface TestApp extends App {
  world: TestWorld;
  settings: Settings;
  db: Database;
  dataDir: string;
  /** Nobody in particular. */
  visitor: Client;
  /** Shows the operator secret. */
  operator: Client;
  /** Shows the ingest secret. */
  ingest: Client;
  /** Somebody signed in under this call; the account is made when it is new. `verified` unless told otherwise. */
  signIn(call: string, options?: { verified?: boolean }): Promise<Client>;
  /** The operator, signed in and verified. */
  sysop(): Promise<Client>;
  /** A digest of every row of every table, to prove that a refusal changed nothing. */
  fingerprint(): string;
  holdAgainstDeclaration(method: string, path: string, reply: Reply): void;
  /** Newest row of the audit log. */
  auditRows(): number;
  /** What an operator changes is written down: a write behind an operator's gate leaves a row of the audit log. */
  holdAgainstAudit(method: string, path: string, reply: Reply, before: number): void;
  close(): void;
  /** `using app = testApp()` closes it with its block, however that ends. */
  [Symbol.dispose](): void;
}

/** What a test adds to the areas of the program, or gives in place of what they would take. */
export interface Also {
  /** What the game gets, from what it would get otherwise. */
  game?(needs: GameNeeds): GameNeeds;
  /** Further words in messages to the service call. */
  words?: Readonly<Record<string, Registered>>;
  /** Further shares in a person's data. */
  personalData?: readonly PersonalData[];
}

/** The areas, of which what is kept under a name becomes what `change` makes of it. */
const changed = <Name extends keyof Kept>(
  areas: readonly Member[],
  name: Name,
  change: (made: Kept[Name]) => Kept[Name],
): Member[] =>
  areas.map((one) => {
    const make = one.keeps?.[name];
    if (!make) return one;
    return {
      ...one,
      keeps: { ...one.keeps, [name]: (needed, asked) => change(make(needed, asked) as Kept[Name]) },
    };
  });

function areasWith({ game, words, personalData = [] }: Also = {}): readonly Member[] {
  let areas: readonly Member[] = AREAS;
  if (game) areas = changed(areas, "gameNeeds", game);
  if (words) areas = changed(areas, "words", (made) => ({ ...made, ...words }));
  return [...areas, ...personalData.map((share) => ({ name: share.name, needs: [], data: () => share }))];
}

/** A fresh program. `env` adds to the tests' secrets; a key set to "" is unset. */
export function testApp(
  env: Environment = {},
  options: {
    seed?: string;
    world?: TestWorld;
    dataDir?: string;
    fetch?: House["fetch"];
    /** Where it is reached, as a server would have it. */
    reach?: House["reach"];
    /** Its env file and its restart, as a server would have them. */
    host?: House["host"];
    /** A database that another app has opened: the same instance under other settings. Whoever made it closes it. */
    db?: Database;
    /** What a program around this one adds. */
    also?: Also;
  } = {},
): TestApp {
  const world = options.world ?? testWorld(options.seed);
  const dataDir = options.dataDir ?? Deno.makeTempDirSync({ prefix: "gateway-" });
  const settings = new Settings({
    ...SECRETS,
    ADMIN_CALLSIGNS: SYSOP,
    OPERATOR_LINKS_FOR_ANY_CALL: "1",
    DATA_DIR: dataDir,
    ...env,
  });
  assert.deepEqual(startProblems(settings), []);
  const db = options.db ?? freshDatabase(world);
  settings.attach(db);
  const built = buildApp({
    world,
    settings,
    db,
    dataDir,
    source: { version: "0.0.0", commit: null, tag: null },
    ...(options.fetch ? { fetch: options.fetch } : {}),
    ...(options.reach ? { reach: options.reach } : {}),
    ...(options.host ? { host: options.host } : {}),
  }, areasWith(options.also));
  const routeOf = routeFinder(built.routes);
  let signIns = 0;
  const app: TestApp = {
    ...built,
    world,
    settings,
    db,
    dataDir,
    visitor: undefined!,
    operator: undefined!,
    ingest: undefined!,
    async signIn(call, { verified = true } = {}) {
      if (verified && !built.accounts.isVerified(call)) {
        db.writeNow((tx) => {
          if (!built.accounts.holder(call)) built.accounts.store.create(tx, call, world.now());
          built.accounts.verify(tx, call, "sysop", SYSOP, "test");
        });
      }
      const made = await app.operator.post("/auth/operator-link", { callsign: call });
      assert.equal(made.status, 200, made.text);
      const token = new URL(made.body.link).searchParams.get("token");
      // Each from an address of its own: a test that signs hundreds in is not about limits.
      const address = `198.18.${(signIns >> 8) % 256}.${signIns++ % 256}`;
      const opened = await app.visitor.with({}, address).post("/auth/email/verify", { token });
      assert.equal(opened.status, 200, opened.text);
      return new Client(app, { cookie: opened.headers.get("set-cookie")!.split(";")[0]! });
    },
    sysop: () => app.signIn(SYSOP),
    fingerprint() {
      const tables = db.sql<never, { name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name",
      ).all();
      const rows = tables.map(({ name }) => [name, db.sql(`SELECT * FROM "${name}"`).all()]);
      return sha256Hex(JSON.stringify(rows, (_, value) => typeof value === "bigint" ? String(value) : value));
    },
    holdAgainstDeclaration(method, path, reply) {
      if (reply.status >= 500 && reply.status !== 502 && reply.status !== 503) {
        assert.deepEqual(reply.body, { error: "internal error" });
      }
      const found = routeOf(method, path);
      if (found) judge(found, method, path, reply);
    },
    auditRows: () => db.sql<never, { n: number | null }>("SELECT max(id) AS n FROM audit_log").get()!.n ?? 0,
    holdAgainstAudit(method, path, reply, before) {
      if (method === "GET" || method === "HEAD" || reply.status >= 300 || reply.body?.dry) return;
      const found = routeOf(method, path);
      const signature = `${method} ${found?.path}`;
      if (!found || !isOperators(found) || UNAUDITED.has(signature)) return;
      if (reply.body?.preview || reply.body?.requiresConfirm || reply.body?.verified === false) return;
      assert.ok(app.auditRows() > before, `${signature} leaves no row in the audit log`);
      const written = db.sql<{ before: number }, { action: string; kind: string }>(
        "SELECT action, kind FROM audit_log WHERE id > :before",
      ).all({ before });
      for (const one of written) {
        for (const [list, code] of [["did", one.action], ["kind", one.kind]] as const) {
          const key = `${list}.${code.replaceAll(/[ -]/g, "_")}`;
          assert.ok(key in adminWords, `${signature}: the page of the log has no words for it, ${key}`);
        }
      }
    },
    close() {
      built.close();
      if (!options.db) db.close();
      if (!options.dataDir) Deno.removeSync(dataDir, { recursive: true });
    },
    [Symbol.dispose]: () => app.close(),
  };
  app.visitor = new Client(app);
  app.operator = new Client(app, { "x-operator-secret": SECRETS.OPERATOR_SECRET });
  app.ingest = new Client(app, { "x-ingest-secret": SECRETS.INGEST_SECRET });
  return app;
}

/** Declares a test over a fresh program, which is closed after it. */
export function appTest(
  name: string,
  env: Environment,
  fn: (app: TestApp) => void | Promise<void>,
): void {
  Deno.test(name, async () => {
    using app = testApp(env);
    await fn(app);
  });
}

/** Asserts a refusal by its status and reason, and that nothing in the database changed. */
export async function refused(
  app: TestApp,
  status: number,
  reason: string | undefined,
  act: () => Promise<Reply>,
): Promise<Reply> {
  const before = app.fingerprint();
  const reply = await act();
  assert.equal(reply.status, status, reply.text);
  if (reason !== undefined) assert.equal(reply.body?.reason, reason, reply.text);
  assert.equal(typeof reply.body?.error, "string", "a refusal has a sentence for a person");
  assert.equal(app.fingerprint(), before, "a refusal changed the database");
  return reply;
}
