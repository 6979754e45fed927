/** Every declared route × every credential: what does not open answers 401 or 403 and changes nothing. */
import assert from "node:assert/strict";
import type { Route } from "../../src/http/mod.ts";
import { appTest, Client, type Reply, SECRETS, SYSOP, type TestApp } from "../kit/app.ts";

/** Reasons that only gates give. An answer with another reason came from behind the gate. */
const GATE_REASONS = new Set([
  "no_credential",
  "no_session",
  "bad_secret",
  "secret_unset",
  "submit_closed",
  "bad_signature",
  "bad_claim",
  "bad_token",
  "data_session",
  "foreign_origin",
  "not_sysop",
  "operators_by_https",
  "not_verified",
  "not_services",
  "not_yours",
]);

const OPEN_LABELS = new Set(["public", "ratelimited", "boxcode", "ticket"]);
const shut = (reply: Reply) =>
  (reply.status === 401 || reply.status === 403) && GATE_REASONS.has(reply.body?.reason);

/** Credentials by kind of gate: which of them opens it. `null` never opens anything. */
interface Personas {
  good: Record<string, () => Promise<Client>>;
  bad: Record<string, Client>;
}

async function personas(app: TestApp): Promise<Personas> {
  const expired = await app.signIn("OE1OLD");
  app.world.pass(31 * 86_400);
  const elsewhere = (await app.visitor.with({ host: "other.example:8787" }).post("/auth/email/verify", {
    token: new URL((await app.operator.post("/auth/operator-link", { callsign: SYSOP })).body.link)
      .searchParams.get("token"),
  })).headers.get("set-cookie")!.split(";")[0]!;
  const suspended = await app.signIn("OE1SUS");
  const account = app.accounts.holder("OE1SUS")!.accountId;
  app.db.writeNow((tx) =>
    app.db.sql<{ account: number }>(
      "INSERT INTO suspension (account_id, reason, category, suspended_at) VALUES (:account, 'spam', 'spam', 0)",
    )
      .run(tx, { account })
  );
  const genuine = await app.signIn("OE1XYZ");
  const ended = await app.signIn("OE1END");
  assert.equal((await ended.post("/auth/logout-all")).status, 200);
  const box = {
    "x-box-id": "no-such-box",
    "x-box-at": String(app.world.now()),
    "x-box-nonce": "n".repeat(20),
    "x-box-sig": "A".repeat(86),
  };
  const spoke = {
    "x-relay-instance": "no.such.spoke",
    "x-relay-at": String(app.world.now()),
    "x-relay-sig": "A".repeat(86),
  };
  return {
    good: {
      // A sign-in for each route: time passes in between, so that the limit on spent links is not reached.
      session: () => {
        app.world.pass(120);
        return app.signIn("OE1XYZ");
      },
      ingest: () => Promise.resolve(app.ingest),
      operator: () => Promise.resolve(app.operator),
      sysop: () => app.sysop(),
    },
    bad: {
      none: app.visitor,
      "wrong session": new Client(app, { cookie: genuine.headers.cookie!.slice(0, -3) + "AAA" }),
      "garbage session": new Client(app, { cookie: "svc_session=1.2.3" }),
      "expired session": expired,
      "ended session": ended,
      "suspended session": suspended,
      "session of another address": new Client(app, { cookie: elsewhere }),
      "session sent by a foreign page": genuine.with({ origin: "https://evil.example" }),
      "wrong ingest secret": new Client(app, { "x-ingest-secret": "wrong" }),
      "operator secret as ingest secret": new Client(app, { "x-ingest-secret": SECRETS.OPERATOR_SECRET }),
      "wrong operator secret": new Client(app, { "x-operator-secret": "wrong" }),
      "ingest secret as operator secret": new Client(app, { "x-operator-secret": SECRETS.INGEST_SECRET }),
      "wrong federation secret": new Client(app, { "x-fed-secret": "wrong" }),
      "wrong relay secret": new Client(app, { "x-relay-secret": "wrong" }),
      "unknown box": new Client(app, box),
      "unknown spoke": new Client(app, spoke),
    },
  };
}

const concrete = ({ path }: Route) => path.replace(/:\w+/g, "1").replace("*", "x");
/** A body that carries what gates look for there, wrong each time. */
const wrongBody = { claim: "no-such-claim", key: "A".repeat(43), sig: "A".repeat(86), at: 1 };

appTest("nothing opens a gate but its own credential", {}, async (app) => {
  const { bad } = await personas(app);
  const before = app.fingerprint();
  for (const route of app.routes) {
    const { label } = route.options.gate;
    if (label.split("|").some((one) => OPEN_LABELS.has(one))) continue;
    const path = concrete(route) +
      (label === "unsubtoken" ? "?token=wrong" : label === "wxkey" ? "?key=wrong" : "");
    const reading = route.method === "GET";
    for (const [name, client] of Object.entries(bad)) {
      if (reading && name === "session sent by a foreign page") continue; // CORS keeps the answer from it
      for (const body of reading ? [undefined] : [{}, wrongBody]) {
        const reply = await client.send(route.method, path, body);
        assert.ok(
          shut(reply),
          `${route.method} ${route.path} (${label}) opened for ${name}: ${reply.status} ${
            reply.text.slice(0, 200)
          }`,
        );
      }
    }
  }
  assert.equal(app.fingerprint(), before, "a refused request changed the database");
});

appTest("each gate opens for its own credential", {}, async (app) => {
  const { good } = await personas(app);
  for (const route of app.routes) {
    const { label } = route.options.gate;
    const kinds = label === "actor" ? ["session", "ingest"] : label.split("|");
    for (const kind of kinds) {
      const client = await good[kind]?.();
      if (!client) continue; // boxes, claims, keys and spokes have tests beside their areas
      const reply = await client.send(route.method, concrete(route), route.method === "GET" ? undefined : {});
      // Some routes ask a verified call or a paired box besides: that is their own rule, and the matrix above holds it shut.
      assert.notEqual(
        reply.status,
        401,
        `${route.method} ${route.path} stayed shut for ${kind}: ${reply.text.slice(0, 200)}`,
      );
      assert.ok(
        !shut(reply) || reply.body.reason === "not_yours",
        `${route.method} ${route.path} stayed shut for ${kind}: ${reply.text.slice(0, 200)}`,
      );
    }
  }
});

appTest("every route under /api/admin is the operator's, save the one that says who asks", {}, (app) => {
  for (const { method, path, options } of app.routes) {
    if (!path.startsWith("/api/admin/") || path === "/api/admin/whoami") continue;
    assert.match(options.gate.label, /^(sysop|operator|operator\|sysop)$/, `${method} ${path}`);
  }
});
