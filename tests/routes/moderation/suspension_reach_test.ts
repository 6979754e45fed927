/**
 * Suspension reaches everything at once: every declared write with a session, and every other way in which something of a
 * person's comes in or goes out, while active, suspended, lifted, expired, and erased while suspended.
 */
import assert from "node:assert/strict";
import { registerKey } from "../../kit/signed.ts";
import { type Client, type Reply, type TestApp, testApp } from "../../kit/app.ts";
import { enrolBox, rf, type TestBox } from "../../kit/boxes.ts";
import { hide } from "../../kit/seed_game.ts";
import { signDocument, type SigningKey } from "../../../src/wire/mod.ts";
import { seedOf } from "../federation/instances.ts";

const CALL = "OE2FND";
const ENV = {
  FIRST_PARTY_SITES: "OE3ABC-10,OE2FND-1",
  SERVICE_CALL: "OE1SYS-15",
  FED_PRIVATE_KEY: seedOf("localhost"),
};

interface Person {
  app: TestApp;
  client: Client;
  key: SigningKey;
  box: TestBox;
  /** Of the weather console. */
  console: string;
  cache: { id: number; code: string };
}

async function person(): Promise<Person> {
  const app = testApp(ENV);
  const cache = await hide(app, "OE1OWN", { title: "Mill", lat: 48.2, lon: 16.3 });
  const client = await app.signIn(CALL);
  const key = await registerKey(app, client, CALL);
  const box = await enrolBox(app, "attic", { callsign: CALL });
  const { body: { id } } = await client.post("/api/my/stations", {
    callsign: `${CALL}-13`,
    lat: 48.2,
    lon: 16.4,
    roles: ["weather"],
  });
  const { body } = await client.post(`/api/my/stations/${id}/wx-key`, {});
  app.world.pass(120);
  return { app, client, key, box, console: body.key, cache };
}

const suspend = (app: TestApp, until: number | null) =>
  app.operator.post(`/api/admin/moderation/accounts/${CALL}/suspend`, {
    reason: "adverts",
    category: "spam",
    until,
  });
const STATES: Record<string, (one: Person) => Promise<unknown>> = {
  active: () => Promise.resolve(),
  suspended: ({ app }) => suspend(app, null),
  "suspended for a while": ({ app }) => suspend(app, app.world.now() + 600),
  async lifted({ app }) {
    await suspend(app, null);
    await app.operator.post(`/api/admin/moderation/accounts/${CALL}/unsuspend`, { reason: "sorry" });
  },
  async expired({ app }) {
    await suspend(app, app.world.now() + 600);
    app.world.pass(600);
  },
  async erased({ app }) {
    await suspend(app, null);
    const { accountId } = app.accounts.holder(CALL)!;
    app.db.writeNow((tx) => app.people.portability.erase(tx, accountId));
  },
};
const OPEN = ["active", "lifted", "expired"];

const rows = (app: TestApp, sql: string): number =>
  app.db.sql<never, { n: number }>(`SELECT count(*) AS n FROM ${sql}`).get()!.n;
const said = (text: string) => `${CALL}>APRS::OE1SYS-15:${text}`;
const position = `${CALL}>APRS:!4812.00N/01618.00E>`;

/** Each way gives whether it had its effect. */
const WAYS: Record<string, (one: Person) => Promise<boolean>> = {
  "FOUND on the air": async ({ app, cache }) => {
    await app.ingest.post("/ingest", {
      packets: [rf(app, position, "OE3ABC-10"), rf(app, said(`FOUND ${cache.code}{7`), "OE3ABC-10")],
    });
    return rows(app, "log WHERE kind = 'found'") === 1;
  },
  "MAIL on the air": async ({ app }) => {
    await app.ingest.post("/ingest", { packets: [rf(app, said("MAIL OE5XYZ hello{8"), "OE3ABC-10")] });
    return rows(app, "mailbox WHERE status = 'held'") + rows(app, "bbs_message") === 1;
  },
  "a find that a receiver hands over": async ({ app, cache }) => {
    const find = {
      call: CALL,
      cache: cache.code,
      kind: "found",
      at: app.world.now(),
      via: "rf",
      site: "OE3ABC-10",
    };
    await app.ingest.post("/ingest", { finds: [find] });
    return rows(app, "log WHERE kind = 'found'") === 1;
  },
  "a batch that the device signs": async ({ app, key }) => {
    const packets = [
      rf(app, `${CALL}-9>APRS:!4812.50N/01622.43E>mine`, "OE3ABC-10", { port: "webserial-kiss" }),
    ];
    const document = { at: app.world.now(), call: CALL, key: key.publicKey, packets };
    const reply = await app.visitor.post("/ingest", {
      ...document,
      sig: signDocument("svc-ing/1", document, key),
    });
    return reply.status === 200 && reply.body.accepted === 1;
  },
  "a log that the device signs": async ({ app, key, cache }) => {
    const document = {
      at: app.world.now(),
      cache: cache.code,
      call: CALL,
      instance: "localhost",
      key: key.publicKey,
      kind: "found",
      text: "x",
    };
    const signed = { key: key.publicKey, at: document.at, sig: signDocument("svc-log/1", document, key) };
    await app.ingest.post(`/api/caches/${cache.id}/logs`, {
      kind: "found",
      text: "x",
      callsign: CALL,
      signed,
    });
    return rows(app, "log WHERE kind = 'found'") === 1;
  },
  "the weather console": async ({ app, console: key }) =>
    (await app.visitor.get(`/api/wx/submit?key=${key}&tempf=50`)).status === 200,
  "transmitting under the own call": async ({ app }) => {
    const reply: Reply = await app.ingest.get(`/ingest/txgate?calls=${CALL}&nonce=0123456789abcdef`);
    return reply.status === 200 && reply.body.calls[CALL]?.ok === true;
  },
  "packet mail through the box of the instance": async ({ app }) => {
    const reply = await app.ingest.post("/api/bbs/messages", {
      fromCall: CALL,
      toCall: "OE1OWN",
      subject: "s",
      body: "b",
    });
    return reply.status === 201;
  },
};

for (const [way, act] of Object.entries(WAYS)) {
  Deno.test(`${way}, in every state of its account`, async () => {
    for (const [state, arrange] of Object.entries(STATES)) {
      const one = await person();
      await arrange(one);
      assert.equal(await act(one), OPEN.includes(state), `${way}: ${state}`);
      one.app.close();
    }
  });
}

Deno.test("no declared write takes the session of somebody suspended", async () => {
  const { app, client } = await person();
  using _end = app;
  await suspend(app, null);
  let tried = 0;
  for (const { method, path, options: { gate } } of app.routes) {
    const labels = gate.label.split("|");
    if (method === "GET" || !labels.some((label) => ["session", "sysop", "actor"].includes(label))) continue;
    const before = app.fingerprint();
    const answer = await client.with({}, `198.51.${tried >> 8}.${tried & 255}`).send(
      method,
      path.replace(/:\w+/g, "1"),
      method === "DELETE" ? undefined : {},
    );
    assert.ok(
      [401, 403].includes(answer.status),
      `${method} ${path} answers ${answer.status} ${answer.text}`,
    );
    assert.equal(app.fingerprint(), before, `${method} ${path} changed something`);
    tried++;
  }
  assert.ok(tried > 60, `${tried} writes`);
});

Deno.test("nothing of somebody suspended is shown or handed on, and it is back when that is over", async () => {
  const { app, client, cache } = await person();
  using _end = app;
  await client.post(`/api/caches/${cache.id}/logs`, { kind: "note", text: "xqnoteqx" });
  const own = await client.post("/api/caches", { title: "xqcacheqx", lat: 48.21, lon: 16.31 });
  assert.equal(own.status, 201, own.text);
  const shown = async () =>
    (await app.visitor.get(`/api/caches/${cache.id}/logs`)).text +
    (await app.visitor.get("/api/caches?bbox=16,48,17,49")).text +
    (await app.visitor.get("/feeds/caches.xml")).text;
  assert.match(await shown(), /xqnoteqx[\s\S]*xqcacheqx/);
  await suspend(app, app.world.now() + 600);
  assert.doesNotMatch(await shown(), /xqnoteqx|xqcacheqx/);
  app.world.pass(600);
  assert.match(await shown(), /xqnoteqx[\s\S]*xqcacheqx/);
});

Deno.test("a cache of somebody suspended is at no address of its own, but for operators, and back when that is over", async () => {
  const { app, client } = await person();
  using _end = app;
  const { status, body: { id, code }, text } = await client.post("/api/caches", {
    title: "xqcacheqx",
    description: "xqwordsqx",
    lat: 48.21,
    lon: 16.31,
  });
  assert.equal(status, 201, text);
  const { body: { id: find } } = await (await app.signIn("OE4XYZ")).post(`/api/caches/${id}/logs`, {
    kind: "note",
    text: "xqnoteqx",
  });
  const places = [
    `/api/caches/${code}`,
    `/api/caches/${id}`,
    `/api/caches/${id}/logs`,
    `/c/${code}`,
    `/c/${code}/print`,
    `/c/${code}/print/log`,
    `/c/${code}/print/label`,
    `/picture/cache/${code}`,
    `/find/${find}`,
    `/picture/find/${find}`,
    `/api/v1/caches/${code}`,
    `/api/v1/caches/${code}.gpx`,
    `/feeds/caches/${code}.xml`,
    `/embed/cache/${code}`,
    "/api/map?bbox=16,48,17,49",
    "/sitemap.xml",
  ];
  const answers = async (by: Client) => {
    const said: Record<string, string> = {};
    for (const at of places) {
      const answer = await by.get(at);
      said[at] = `${answer.status} ${/xqcacheqx|xqwordsqx|xqnoteqx/.test(answer.text)}`;
    }
    return said;
  };
  const open = await answers(app.visitor);
  for (const at of places.slice(0, 10)) assert.match(open[at]!, /^200/, at);
  await suspend(app, app.world.now() + 600);
  for (const [at, answer] of Object.entries(await answers(app.visitor))) {
    assert.match(answer, /false$/, at);
    if (places.indexOf(at) < 10) assert.match(answer, /^404/, at);
  }
  assert.equal((await (await app.sysop()).get(`/api/caches/${code}`)).body.title, "xqcacheqx");
  app.world.pass(600);
  assert.deepEqual(await answers(app.visitor), open);
});
