/** Room of members is one ledger: each table with an owner says what its rows take, or why it does not. */
import assert from "node:assert/strict";
import { appTest } from "../kit/app.ts";
import { freshDatabase } from "../kit/fresh_database.ts";
import { testWorld } from "../kit/world.ts";
import { CLEARED } from "../../src/db/member_room.ts";

/** Tables with an owner that take no room of a member's, and why. */
const EXCUSED: Record<string, string> = {
  account_move: "one row a move",
  active_sum: "a sum",
  alert: "written by the program, and goes by its age",
  api_key: "at most as many as an account may have",
  award_given: "at most one an award",
  bbs_bulletin_mark: "one row an account",
  bbs_bulletin_read: "numbers of what was read",
  bbs_side: "numbers of mails that count where they are written",
  box_code: "an operator makes it",
  box_owner: "one row a box",
  cache_watch: "numbers of caches that are there",
  cache_handing: "one a cache, of a line, for two weeks",
  call_event: "one row a call that changes hands",
  ceremony: "lives for five minutes",
  claim: "lives for 48 hours",
  cleared_media: "what was taken away counts nowhere until it is back",
  cleared_row: "what was taken away counts nowhere until it is back",
  device_key: "at most as many as an account may have",
  donation: "an operator enters it",
  ended_session: "lives as long as a session, at most a hundred",
  event_guest: "numbers of meetings that are there",
  favorite: "numbers of caches that are there",
  finder_call: "a sum",
  finder_kind: "a sum",
  finder_sum: "a sum",
  game_switch: "one row an account",
  heard_sum: "a sum",
  held_call: "at most as many as an account may have",
  media_clearing: "an operator's act",
  media_sum: "a sum",
  member_room: "the ledger",
  meshtastic_hidden: "one row an account",
  message: "public but for texts between members, whose pace is limited, and goes by its age",
  message_read: "numbers of what was read",
  near_message: "written by the program, one a cache and day",
  nfc_try: "lives for an hour",
  open_find: "the program keeps it with a log until the log closes",
  own_visit: "a find that its cache's instance published; what is its own counts there",
  own_visit_sum: "a sum",
  passkey: "at most as many as an account may have",
  place_watch: "at most ten",
  place_watch_mirror: "written by the program, once a cache",
  place_watch_told: "written by the program, twice a cache at most",
  proof: "lives as long as its claim",
  push_subscription: "at most ten",
  qsl: "one a find that is there, with a line of whoever owns the receiver",
  radio_command: "comes by radio under a call that anybody may send, and goes by its age",
  rating: "numbers of caches that are there",
  recommendation: "numbers of caches that are there",
  report: "what is said to operators is not refused for want of room; its pace is limited",
  sign_in_link: "lives for a day at most",
  stage_unlock: "numbers of stages that are there",
  support_preference: "one row an account",
  suspension: "an operator writes it",
  transmit_shadow: "the program keeps it for an hour",
  visit_circuit: "at most sixty an account, for seven days at most",
  visitor: "a person of another instance, of one line; what they log counts as a log",
  welcome: "one row an account, which an operator writes",
};

Deno.test("each table with an owner is in the ledger, or excused with a reason", () => {
  const db = freshDatabase(testWorld());
  const names = (type: string) =>
    db.sql<{ type: string }, { name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = :type ORDER BY name",
    )
      .all({ type }).map(({ name }) => name);
  const triggers = new Set(names("trigger"));
  const owned = names("table").filter((table) =>
    db.sql<never, { name: string }>(`PRAGMA table_info("${table}")`).all().some(({ name }) =>
      /account/.test(name)
    )
  );
  const kept = owned.filter((table) =>
    ["insert", "delete", "update"].every((on) => triggers.has(`room_${table}_${on}`))
  );
  assert.deepEqual(
    owned.filter((table) => !kept.includes(table)).filter((table) => table !== "member_room_limit"),
    Object.keys(EXCUSED).sort(),
    "say what its rows take by three triggers, as migrations/0751_member_room.sql does, or why they take nothing",
  );
  assert.deepEqual(kept.filter((table) => table in EXCUSED), []);
  assert.ok(kept.length >= 18, kept.join());
  db.close();
});

appTest(
  "what is written, changed and deleted is what the ledger says, and an erased account has nothing",
  {},
  async (app) => {
    const ann = await app.signIn("OE1ANN"), bob = await app.signIn("OE1BOB");
    const account = app.accounts.holder("OE1ANN")!.accountId;
    const bytes = () =>
      app.db.sql<{ account: number }, { bytes: number }>(
        "SELECT bytes FROM member_room WHERE account_id = :account",
      )
        .get({ account })?.bytes ?? 0;
    const steps = [bytes()];
    const step = async (reply: Promise<{ status: number; text: string }>, by?: number) => {
      const { status, text } = await reply;
      assert.ok(status < 300, text);
      steps.push(bytes());
      const grown = steps.at(-1)! - steps.at(-2)!;
      if (by !== undefined) assert.equal(grown, by);
      return grown;
    };
    const note = (text: string) => ann.put("/api/my/notebook/notes/GC1", { text, lat: 48, lon: 16 });
    assert.ok(await step(note("Schlüssel")) > 64 + 10);
    // Bytes, not letters: an umlaut has two.
    await step(note("Schluessel"), 0);
    await step(note("x".repeat(1000)), 990);
    const list = (await ann.post("/api/my/notebook/lists", { name: "trip" })).body.id;
    steps.push(bytes());
    for (const code of ["GC2", "GC3"]) {
      await step(
        ann.put(`/api/my/notebook/lists/${list}/${code}`, { on: true }),
        64 + 6,
      );
    }
    await step(ann.put(`/api/my/notebook/lists/${list}/GC3`, { on: false }), -70);
    await step(ann.delete(`/api/my/notebook/lists/${list}`), -70 - 64 - "trip".length);
    await step(ann.put("/api/my/notebook/notes/GC1", { text: "" }));
    assert.equal(steps.at(-1), steps[0]);
    await step(ann.post("/api/watch", { callsign: "OE1BOB" }), 64 + 6);
    await step(ann.delete("/api/watch/OE1BOB"), -70);
    await step(bob.post("/api/watch", { callsign: "OE1ANN" }), 0);
    const cache = (await ann.post("/api/caches", {
      ...{ title: "Mill", description: "d".repeat(500), type: "traditional", size: "small" },
      ...{ difficulty: 1.5, terrain: 1.5, lat: 48.2, lon: 16.3, status: "active" },
    })).body;
    steps.push(bytes());
    assert.ok(steps.at(-1)! - steps.at(-2)! > 500);
    await step(ann.patch(`/api/caches/${cache.id}`, { description: "d".repeat(400) }), -100);
    // Stages are their cache's owner's, and go to whom it goes.
    const stages = (clue: string) =>
      ann.post(`/api/caches/${cache.id}/stages`, {
        stages: [1, 2].map((n) => ({ n, unlock: "open", clue, lat: 48.2, lon: 16.3 })),
      });
    await step(stages("c".repeat(1000)), 2 * 1064);
    await step(stages("é".repeat(1000)), 2 * 1000);
    const given = app.accounts.holder("OE1BOB")!.accountId, before = bytes();
    const owner = app.db.change<{ id: number; account: number }>(
      "UPDATE cache SET owner_account = :account WHERE id = :id",
    );
    app.db.writeNow((tx) => owner(tx, { id: cache.id, account: given }));
    assert.ok(before - bytes() > 2 * 2064 + 400);
    app.db.writeNow((tx) => owner(tx, { id: cache.id, account }));
    assert.equal(bytes(), before);
    await step(stages(""), -2 * 2000);
    assert.equal((await ann.post("/api/account/me/delete")).status, 200);
    assert.equal(bytes(), 0);
  },
);

/** Tables of the ledger that clearing newcomers leaves, and why. */
const LEFT: Record<string, string> = {
  cache: "a newcomer's are drafts, five at most; a cache is moderated by itself",
  cache_list_item: "goes with its list",
  log: "the book of a cache: a log is moderated by itself",
  media: "its rows go with their files",
  stage: "goes with its cache",
};
Deno.test("clearing newcomers takes every table of the ledger, or leaves it with a reason", () => {
  const db = freshDatabase(testWorld());
  const ledger = db.sql<never, { name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'room_*_insert'",
  ).all().map(({ name }) => name.slice("room_".length, -"_insert".length));
  const cleared: string[] = CLEARED.map(([table]) => table);
  assert.deepEqual(ledger.filter((table) => !cleared.includes(table)).sort(), Object.keys(LEFT).sort());
  assert.deepEqual(cleared.filter((table) => !ledger.includes(table)), []);
  db.close();
});

/** What hangs on a table of the ledger and takes no room of a member's, and why. */
const HANGS: Record<string, string> = {
  adoption_offer: "one a cache, its note bounded",
  bbs_forward: "the program's, one a partner",
  cache_pack: "made of the cache by the program",
  visit: "names the log that counts, which is bounded by quotas of its device and its instance",
};
Deno.test("what hangs on a table of the ledger counts too, or is excused with a reason", () => {
  const db = freshDatabase(testWorld());
  const hanging = db.sql<never, { child: string }>(
    `SELECT DISTINCT m.name AS child FROM sqlite_schema m, pragma_foreign_key_list(m.name) f
     WHERE m.type = 'table' AND f.on_delete = 'CASCADE'
       AND EXISTS (SELECT 1 FROM sqlite_schema t WHERE t.type = 'trigger' AND t.name = concat('room_', f."table", '_insert'))
       AND NOT EXISTS (SELECT 1 FROM sqlite_schema t WHERE t.type = 'trigger' AND t.name = concat('room_', m.name, '_insert'))
       AND EXISTS (SELECT 1 FROM pragma_table_info(m.name) c WHERE c.type IN ('TEXT', 'BLOB')) ORDER BY 1`,
  ).all().map(({ child }) => child);
  assert.deepEqual(hanging.filter((table) => !(table in EXCUSED)), Object.keys(HANGS).sort());
  db.close();
});
