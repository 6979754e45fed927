/** Erasing a person who has left traces in every area leaves none of them, in any table. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { newToken } from "../../src/base/mod.ts";
import { Database, migrate, MIGRATIONS } from "../../src/db/mod.ts";
import { readSigningKey } from "../../src/wire/mod.ts";
import { appTest, type TestApp } from "../kit/app.ts";
import { clientOf, count, login, mailApp, signUp, spend, tokenOf } from "../kit/people.ts";
import { traces } from "../kit/traces.ts";
import { testWorld } from "../kit/world.ts";

/** Columns that hold an account's number, by their names. */
function pointers(app: TestApp, account: number): string[] {
  const tables = app.db.sql<never, { name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  ).all();
  return tables.flatMap(({ name }) =>
    app.db.sql<never, { name: string }>(`PRAGMA table_info("${name}")`).all()
      .filter((column) => /(^|_)account(_id)?$/.test(column.name))
      .filter((column) => count(app, `"${name}"`, `"${column.name}" = ${account}`) > 0)
      .map((column) => `${name}.${column.name}`)
  );
}

Deno.test("erasing a person who used everything leaves nothing of them", async () => {
  const dataDir = await Deno.makeTempDir({ prefix: "gateway-" }), world = testWorld();
  const db = new Database(join(dataDir, "gateway.db"));
  migrate(db, MIGRATIONS, world);
  const app = mailApp({
    FIRST_PARTY_SITES: "OE1GATE",
    FED_PRIVATE_KEY: "A".repeat(42) + "E",
    INSTANCE_ID: "club.example",
  }, { db, dataDir, world });
  const sysop = await app.sysop();
  const bob = await signUp(app, "OE1BOB");
  app.db.writeNow((tx) => app.accounts.verify(tx, "OE1BOB", "lotw"));
  const { client, device, account } = await signUp(app, "OE7PQR", "zzann@example.org");
  await spend(app, tokenOf(app));
  app.db.writeNow((tx) => app.accounts.verify(tx, "OE7PQR", "sysop", "OE1SYS", "seen"));
  const ok = async (reply: Promise<{ status: number; text: string }>, what: string) => {
    const { status, text } = await reply;
    assert.ok(status < 300, `${what}: ${status} ${text}`);
  };
  await ok(clientOf(app, await login(app, device, "OE7PQR")).post("/auth/logout"), "signed out elsewhere");
  const key = readSigningKey(newToken(app.world))!;
  await ok(
    client.post("/keys/register", { callsign: "OE7PQR", publicKey: key.publicKey, label: "zzphone" }),
    "key",
  );
  await ok(client.post("/api/keys", { name: "zzmap" }), "api key");
  await ok(
    client.post("/auth/profile", { displayName: "zzann", homeGrid: "JN88ee", profilePublic: true }),
    "card",
  );
  await ok(client.put("/api/prefs", { prefs: { basemap: "zzbase" } }), "prefs");
  await ok(client.put("/api/notify/prefs", { digest: true }), "digest");
  await ok(client.post("/auth/email/change", { email: "zznew@example.org" }), "mail");
  const at = app.world.now();
  await ok(
    app.ingest.post("/ingest", {
      packets: [
        { raw: "OE7PQR-9>APRS:!4812.50N/01622.30E>zzcar", heardAt: at, via: "rf", site: "OE1GATE" },
        { raw: "OE7PQR-9>APRS::OE1BOB   :zzhello{1", heardAt: at, via: "rf", site: "OE1GATE" },
        { raw: "OE1BOB-9>APRS::OE7PQR   :zzhow are you{2", heardAt: at, via: "rf", site: "OE1GATE" },
        { raw: "OE7PQR-9>APRS::OE1SYS-15:HELP{3", heardAt: at, via: "rf", site: "OE1GATE" },
      ],
    }),
    "ingest",
  );
  await ok(client.post("/api/messages/with/OE1BOB-9/read", { upTo: 99 }), "read");
  await ok(bob.client.post("/api/messages/with/OE7PQR-9/read", { upTo: 99 }), "read by the other");
  await ok(client.post("/api/my/stations", { callsign: "OE7PQR-10", lat: 48.2, lon: 16.3 }), "station");
  await ok(client.post("/api/mailbox", { from: "OE7PQR", to: "OE1BOB", text: "zzmail" }), "mailbox");
  const letter = (who: typeof client, fromCall: string, toCall: string, more = {}) =>
    ok(
      who.post("/api/bbs/messages", { fromCall, toCall, subject: "zzsubject", body: "zzletter", ...more }),
      toCall,
    );
  await letter(client, "OE7PQR-2", "OE1BOB");
  await letter(client, "OE7PQR", "ALL");
  await letter(bob.client, "OE1BOB", "OE7PQR");
  await ok(app.ingest.post("/api/bbs/wp", { callsign: "OE7PQR", homeBbs: "OE7XZZ.AUT.EU" }), "White Pages");
  await ok(app.ingest.post("/api/bbs/session", { call: "OE7PQR" }), "packet mailbox");
  await ok(
    app.ingest.post("/api/bbs/messages", { fromCall: "OE7PQR", toCall: "OE1BOB", body: "zzboxed" }),
    "box",
  );
  const cache = (who: typeof client, title: string) =>
    who.post("/api/caches", {
      title,
      description: "Under a stone",
      type: "traditional",
      size: "small",
      difficulty: 1.5,
      terrain: 1.5,
      lat: 48.21,
      lon: 16.37,
      status: "active",
      scope: "federated",
    });
  const own = await cache(client, "Ann's cache");
  assert.equal(own.status, 201, own.text);
  const others = await cache(bob.client, "Bob's cache");
  assert.equal(others.status, 201, others.text);
  await ok(client.post(`/api/caches/${others.body.id}/logs`, { kind: "found", text: "zzfound it" }), "log");
  await ok(client.post(`/api/caches/${others.body.id}/favorite`), "favourite");
  // The ten finds that a recommendation takes, and those that an award takes, are other tests', as is hearing somebody.
  app.db.writeNow((tx) =>
    app.db.exec(
      tx,
      `INSERT INTO recommendation (account_id, cache_id, at)
       SELECT account_id, ${others.body.id}, 5 FROM log WHERE text = 'zzfound it';
       INSERT INTO award_given (code, award_id, account_id, earned_at, at, document)
       SELECT 'ZZAWARDABC', 1, account_id, 5, 5, '{"call":"OE7PQR","award":"zzaward"}' FROM log WHERE text = 'zzfound it';
       INSERT INTO qsl (log_id, account_id, call, base, code, design, made_at, line, line_account, line_call, line_at)
       SELECT 999999, 999999, 'OE1BOB', 'OE7PQR', 'XYCARDABCD', 'map', 5, 'zzcardline', account_id, call, 5
       FROM log WHERE text = 'zzfound it'`,
    )
  );
  await ok(client.post(`/api/caches/${others.body.id}/watch`), "cache watch");
  const from = at + 86_400;
  await ok(
    bob.client.patch(`/api/caches/${others.body.id}`, { eventFrom: from, eventUntil: from + 3600 }),
    "meeting",
  );
  await ok(client.post(`/api/caches/${others.body.id}/coming`, { on: true }), "coming");
  await ok(client.post("/api/watch", { callsign: "OE1BOB" }), "watch");
  await ok(bob.client.post("/api/watch", { callsign: "OE7PQR" }), "watched");
  await ok(
    client.post("/api/my/field-notes", { notes: [{ code: "GC1", at, kind: "note", text: "zznoted" }] }),
    "field note",
  );
  await ok(client.put("/api/my/notebook/notes/GC1", { text: "zzsolved", lat: 48, lon: 16 }), "cache note");
  const finds =
    `<gpx><name>My Finds</name><wpt lat="48" lon="16"><name>GC9</name><urlname>zzelsewhere</urlname>` +
    `<sym>Geocache Found</sym></wpt></gpx>`;
  await ok(client.post("/api/my/finds-elsewhere", finds, { "content-type": "application/gpx+xml" }), "finds");
  await ok(client.put("/api/my/notebook/ignored/GC2", { on: true }), "ignored");
  const list = await client.post("/api/my/notebook/lists", { name: "zzlist" });
  await ok(client.put(`/api/my/notebook/lists/${list.body.id}/GC3`, { on: true }), "list");
  await ok(client.patch(`/api/my/notebook/lists/${list.body.id}`, { shared: true }), "shared list");
  await ok(client.post("/api/views", { name: "zzview", state: { center: [16, 48], zoom: 9 } }), "view");
  await ok(sysop.get("/api/admin/callsigns/OE7PQR"), "operator");

  const words = [
    "zzann",
    "zzaward",
    "zzbase",
    "zzcardline",
    "zzcar",
    "zzfound",
    "zzhello",
    "zzhow",
    "zzletter",
    "zzsubject",
    "zzboxed",
    "zzmail",
    "zzmap",
    "zznew",
    "zznoted",
    "zzelsewhere",
    "zzsolved",
    "zzlist",
    "zzphone",
    "zzview",
  ];
  const personal = ["OE7PQR", ...words, key.publicKey, device.id];
  const before = traces(app, personal);
  assert.ok(before.length > 30, before.join("\n"));
  const inFiles = () =>
    [...Deno.readDirSync(dataDir)].filter(({ isFile }) => isFile).flatMap(({ name }) => {
      const bytes = Deno.readFileSync(join(dataDir, name));
      const text = Buffer.from(bytes).toString("latin1").toLowerCase();
      return [...personal, "OE7PQR-9>"].filter((word) => text.includes(word.toLowerCase()))
        .map((word) => `${name}: ${word}`);
    });
  assert.ok(inFiles().length > 10, "the words are not found where they are");
  const fresh = clientOf(app, await login(app, device));
  const exported = await fresh.post("/api/account/OE7PQR/export");
  assert.equal(exported.status, 200);
  for (
    const text of [
      "zzann",
      "zzaward",
      "zzcardline",
      "zzletter",
      "zzboxed",
      "OE7XZZ",
      "zzmap",
      "zzfound it",
      "zzmail",
      "zzview",
      "zznoted",
      "zzelsewhere",
      "zzsolved",
      "zzlist",
      "zzcar",
      "zzhello",
    ]
  ) {
    assert.ok(exported.text.includes(text), `${text} is not in the export`);
  }
  const erased = await fresh.post("/api/account/OE7PQR/delete");
  assert.equal(erased.status, 200, erased.text);
  assert.deepEqual(traces(app, personal), []);
  assert.deepEqual(pointers(app, account), []);
  // Nor can it be read out of the files of the databases, but for what the other one sent by radio: that is the other's.
  assert.deepEqual(inFiles(), ["packets.db: OE7PQR", "packets.db: zzhow"]);

  // What stays: the find counts on, as somebody's; the cache is an archived one of nobody, open to adoption.
  const logs = (await app.visitor.get(`/api/caches/${others.body.id}/logs`)).body.logs;
  assert.deepEqual(logs.map((log: { kind: string }) => log.kind), ["found"]);
  assert.equal(
    count(app, "cache", `id = ${own.body.id} AND status = 'archived' AND owner_account IS NULL`),
    1,
  );
  app.close();
  db.close();
  await Deno.remove(dataDir, { recursive: true });
});

appTest("a station that is heard while its holder is erased tells nobody afterwards", {
  FIRST_PARTY_SITES: "OE1GATE",
}, async (app) => {
  const bob = await signUp(app, "OE1BOB");
  const { device } = await signUp(app, "OE7PQR");
  assert.ok((await bob.client.post("/api/watch", { callsign: "OE7PQR" })).status < 300);
  const hear = (n: number) =>
    app.ingest.post("/ingest", {
      packets: [{
        raw: `OE7PQR-9>APRS:!4812.5${n}N/01622.43E>`,
        heardAt: app.world.now(),
        via: "rf",
        site: "OE1GATE",
      }],
    });
  const holder = clientOf(app, await login(app, device));
  // Heard just before, and told to the live room only after: in the same write as the erasure, and later.
  assert.equal((await hear(1)).body.accepted, 1);
  const erasing = holder.post("/api/account/OE7PQR/delete");
  app.live.hub.flush();
  assert.equal((await erasing).status, 200);
  const later = await hear(2);
  assert.equal(later.body.accepted, 1, later.text);
  app.live.hub.flush();
  await app.db.write(() => {});
  assert.equal(count(app, "alert", "call LIKE 'OE7PQR%'"), 0);
});
