/** Lists that end at a limit say whether there is more. */
import assert from "node:assert/strict";
import { appTest, type TestApp } from "../kit/app.ts";
import { rf } from "../kit/boxes.ts";

const hear = async (app: TestApp, ...packets: Record<string, unknown>[]) =>
  assert.equal((await app.ingest.post("/ingest", { packets })).status, 200);
const line = (app: TestApp, text: string) => rf(app, text, "OE1GATE-1");
const PLACE = "!4812.00N/01622.20E>";
/** Runs statements that read numbers `i` from 1 to `most` of `n`. */
const insert = (app: TestApp, most: number, ...statements: string[]) =>
  app.db.writeNow((tx) => {
    for (const one of statements) {
      const [into, from] = one.split(/(?=SELECT )/);
      app.db.sql(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${most}) ${into} ${from}`,
      ).run(tx);
    }
  });
const letters = (n: number) => String.fromCharCode(65 + n / 26, 65 + n % 26);
/** What a path answers at a limit at which it fits, and at one at which it does not: how many, and whether cut. */
async function atLimits(app: TestApp, path: string, list: string, all: number): Promise<void> {
  for (const [limit, cut] of [[all, false], [all - 1, true]] as const) {
    const { body } = await app.visitor.get(`${path}${path.includes("?") ? "&" : "?"}limit=${limit}`);
    assert.deepEqual([body[list].length, body.truncated], [limit, cut], `${path} ${limit}`);
  }
}

appTest("stations, objects, who was heard and coverage say that there is more", {
  FIRST_PARTY_SITES: "OE1GATE-1,OE1NOD-1",
}, async (app) => {
  await hear(app, line(app, `OE1AAA>APRS:${PLACE}`), line(app, `OE1BBB>APRS:!4842.00N/01622.20E>`));
  for (const path of ["/api/stations", "/api/v1/stations"]) await atLimits(app, path, "stations", 2);
  await atLimits(app, "/api/stations?bbox=16,48,17,49", "stations", 2);
  await atLimits(app, "/api/node/mheard", "mheard", 2);
  await atLimits(app, "/api/coverage", "squares", 2);
  await atLimits(app, "/api/coverage?site=OE1GATE-1", "squares", 2);
  const objects = ["ONE", "TWO", "THREE"].map((name) =>
    line(app, `OE1AAA>APRS:;${name.padEnd(9)}*111111z4813.00N/01622.43E-open`)
  );
  await hear(app, ...objects);
  await atLimits(app, "/api/stations", "objects", 3);
});

appTest("a place that was sent leaves the list as long as it was, and cut where it was", {
  FIRST_PARTY_SITES: "OE1GATE-1,OE1NOD-1",
}, async (app) => {
  await hear(app, line(app, `OE1CCC>APRS:${PLACE}`));
  app.world.pass(1);
  await hear(app, line(app, `OE1BBB>APRS:${PLACE}`));
  app.world.pass(1);
  await hear(app, line(app, `OE1AAA>APRS:${PLACE}`));
  app.world.pass(60);
  const member = await app.signIn("OE1AAA");
  const { body: { id } } = await member.post("/api/tx/aprs", {
    kind: "beacon",
    lat: 10,
    lon: 10,
    comment: "",
  });
  app.world.pass(5);
  await app.ingest.post("/outbox/ack", { ids: [id] });
  const { body } = await app.visitor.get("/api/stations?bbox=16,48,17,49&limit=1");
  assert.deepEqual([body.stations.map(({ call }: { call: string }) => call), body.truncated], [
    ["OE1BBB"],
    true,
  ]);
});

appTest("the mesh says that there is more", { FIRST_PARTY_SITES: "OE1GATE-1,OE1NOD-1" }, async (app) => {
  const fields = (src: string, n: number) => ({
    raw: JSON.stringify({
      type: "pos",
      src_type: "lora",
      src,
      lat: 48.2,
      lat_dir: "N",
      long: 16.3 + n / 100,
      long_dir: "E",
      msg_id: `0000000${n}`,
      rssi: -95,
      snr: 7,
    }),
    heardAt: app.world.now(),
    via: "meshcom",
    site: "OE1NOD-1",
  });
  await hear(app, fields("OE1NOD-1", 1), fields("OE1MSH-1", 2), fields("OE1MSH-2,OE1MSH-1", 3));
  await atLimits(app, "/api/mesh/nodes", "nodes", 3);
  const { body } = await app.visitor.get("/api/mesh/links");
  assert.ok(body.links.length > 1);
  await atLimits(app, "/api/mesh/links", "links", body.links.length);
  insert(
    app,
    200,
    `INSERT INTO mesh_message (id, grp, at, from_call, body, heard, message_id)
       SELECT i, i, ${app.world.now()}, 'OE1MSH-1', 'hello', 'direct', i FROM n`,
  );
  assert.equal((await app.visitor.get("/api/mesh/groups")).body.truncated, false);
  insert(
    app,
    1,
    `INSERT INTO mesh_message (id, grp, at, from_call, body, heard, message_id)
       SELECT 201, 201, ${app.world.now()}, 'OE1MSH-1', 'hello', 'direct', '201' FROM n`,
  );
  const { groups, truncated } = (await app.visitor.get("/api/mesh/groups")).body;
  assert.deepEqual([groups.length, truncated], [200, true]);
});

appTest("a mailbox says that there is more, on each of its sides", {
  FIRST_PARTY_SITES: "OE1GATE-1,OE1NOD-1",
}, async (app) => {
  const owner = await app.signIn("OE1OWN"), other = await app.signIn("OE1OTH");
  const now = app.world.now();
  const [account, to] = ["OE1OWN", "OE1OTH"].map((call) => app.accounts.holder(call)!.accountId);
  const mail = (most: number) =>
    insert(
      app,
      most,
      `INSERT INTO mailbox (account_id, to_account, to_proven, from_call, to_call, body, via, status, created_at, expires_at)
         SELECT ${account}, ${to}, 1, 'OE1OWN', 'OE1OTH', 'hello', 'app', 'held', ${now}, ${
        now + 600
      } FROM n`,
    );
  mail(100);
  for (const one of [owner, other]) assert.equal((await one.get("/api/mailbox")).body.truncated, false);
  mail(1);
  for (const [one, side] of [[owner, "sent"], [other, "received"]] as const) {
    const { body } = await one.get("/api/mailbox");
    assert.deepEqual([body[side].length, body.truncated], [100, true], side);
  }
});

appTest("conversations say that there are more", { FIRST_PARTY_SITES: "OE1GATE-1,OE1NOD-1" }, async (app) => {
  const member = await app.signIn("OE1OWN");
  const talk = (first: number, most: number) =>
    hear(
      app,
      ...Array.from(
        { length: most },
        (_, i) => line(app, `OE2A${letters(first + i)}>APRS::OE1OWN   :hello`),
      ),
    );
  await talk(0, 100);
  assert.equal((await member.get("/api/messages/conversations")).body.truncated, false);
  await talk(100, 1);
  const { body } = await member.get("/api/messages/conversations");
  assert.deepEqual([body.conversations.length, body.truncated], [100, true]);
});

appTest("people found, suspended and waiting for a proof: each list says that there is more", {
  FIRST_PARTY_SITES: "OE1GATE-1,OE1NOD-1",
}, async (app) => {
  const now = app.world.now(), sysop = await app.sysop();
  const people = (first: number, most: number) =>
    insert(
      app,
      most,
      `INSERT INTO account (id, created_at) SELECT ${first} + i, ${now} FROM n`,
      `INSERT INTO held_call (base, account_id, held_since, is_primary)
         SELECT 'OE7' || char(65 + (${first} + i) / 26 % 26, 65 + (${first} + i) % 26), ${first} + i, ${now}, 1 FROM n`,
      `INSERT INTO suspension (account_id, reason, category, suspended_at)
         SELECT ${first} + i, 'adverts', 'spam', ${now} FROM n`,
    );
  const told = async (path: string, list: string) => {
    const { body } = await sysop.get(path);
    return [body[list].length, body.truncated];
  };
  const accounts = "/api/admin/moderation/accounts";
  people(1000, 20);
  assert.deepEqual(await told(`${accounts}?q=OE7`, "accounts"), [20, false]);
  people(1020, 1);
  assert.deepEqual(await told(`${accounts}?q=OE7`, "accounts"), [20, true]);
  people(1021, 29);
  assert.deepEqual(await told(`${accounts}?suspended=1`, "accounts"), [50, false]);
  assert.deepEqual(await told("/api/admin/verifications", "unproven"), [50, false]);
  people(1050, 1);
  assert.deepEqual(await told(`${accounts}?suspended=1`, "accounts"), [50, true]);
  assert.deepEqual(await told("/api/admin/verifications", "unproven"), [50, true]);
});
