/** Helpers for tests about people: passkey sign-ups, links out of mails, digests of tables. */
import assert from "node:assert/strict";
import { sha256Hex } from "../../src/base/mod.ts";
import type { Environment } from "../../src/settings/mod.ts";
import { Client, type Reply, type TestApp, testApp } from "./app.ts";
import { Authenticator, type Lies } from "./authenticator.ts";

export const ORIGIN = "http://localhost:8787";

/** A program that mails links: it has an address of its own. */
export const mailApp = (env: Environment = {}, options: Parameters<typeof testApp>[1] = {}): TestApp =>
  testApp({ APP_URL: ORIGIN, ...env }, options);

/** A client with the session that an answer opened. */
export function clientOf(app: TestApp, reply: Reply): Client {
  const cookie = reply.headers.get("set-cookie");
  assert.ok(cookie, `no session in ${reply.text}`);
  return new Client(app, { cookie: cookie.split(";")[0]! });
}

export interface SignedUp {
  client: Client;
  device: Authenticator;
  account: number;
  reply: Reply;
}

/** Signs somebody up with a passkey. */
export async function signUp(app: TestApp, callsign: string, email?: string): Promise<SignedUp> {
  const device = new Authenticator(ORIGIN);
  const begun = await app.visitor.post("/auth/passkey/register/begin", {
    callsign,
    ...(email && { email }),
  });
  assert.equal(begun.status, 200, begun.text);
  const reply = await app.visitor.post("/auth/passkey/register/finish", {
    response: device.register(begun.body.options),
  });
  assert.equal(reply.status, 200, reply.text);
  const account = app.accounts.holder(callsign)!.accountId;
  return { client: clientOf(app, reply), device, account, reply };
}

/** Begins and finishes a sign-in. */
export async function login(
  app: TestApp,
  device: Authenticator,
  callsign?: string,
  lies?: Lies,
): Promise<Reply> {
  const begun = await app.visitor.post("/auth/passkey/login/begin", callsign ? { callsign } : {});
  assert.equal(begun.status, 200, begun.text);
  return await app.visitor.post("/auth/passkey/login/finish", {
    response: device.login(begun.body.options, lies),
  });
}

/** The token of the link in the newest mail, or of mail number `at`. */
export function tokenOf(app: TestApp, at = -1): string {
  const mail = app.world.sent.at(at);
  const token = /\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1];
  assert.ok(token, `no link in ${mail?.text}`);
  return token;
}

/** Spends a link. */
export const spend = (app: TestApp, token: string): Promise<Reply> =>
  app.visitor.post("/auth/email/verify", { token });

/** A digest of every table but those named. */
export function digest(app: TestApp, without: string[] = []): string {
  const tables = app.db.sql<never, { name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name",
  ).all().filter(({ name }) => !without.includes(name));
  return sha256Hex(
    JSON.stringify(tables.map(({ name }) => [name, app.db.sql(`SELECT * FROM "${name}"`).all()])),
  );
}

/** Asserts a refusal, and that nothing changed but in the tables named. */
export async function refusedBut(
  app: TestApp,
  spends: string[],
  status: number,
  reason: string,
  act: () => Promise<Reply>,
): Promise<Reply> {
  const before = digest(app, spends);
  const reply = await act();
  assert.equal(reply.status, status, reply.text);
  assert.equal(reply.body?.reason, reason, reply.text);
  assert.equal(digest(app, spends), before, `a refusal changed the database: ${reply.text}`);
  return reply;
}

/** Counts rows. */
export const count = (app: TestApp, table: string, where = "1"): number =>
  app.db.sql<never, { n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).get()!.n;

/** The same client from many addresses, so that a limit for each address is not what a test meets. */
export const fromElsewhere = (client: Client, n: number): Client =>
  client.with({}, `198.51.${(n >> 8) % 256}.${n % 256}`);
