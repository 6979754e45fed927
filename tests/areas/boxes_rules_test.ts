/** The rules of boxes by themselves: codes, enrolment, trust, sites, pairing, and what is read anew after each change. */
import assert from "node:assert/strict";
import { Database, migrate, MIGRATIONS } from "../../src/db/mod.ts";
import { Boxes } from "../../src/ingest/boxes/boxes.ts";
import { boxId, siteCall } from "../../src/ingest/forms.ts";
import { Shadows } from "../../src/ingest/commands/shadows.ts";
import { BoxCommands, type CommandAck, type NewCommand } from "../../src/ingest/commands/commands.ts";
import { boxCommandStore } from "../../src/ingest/commands/store.ts";
import { signDocument } from "../../src/wire/mod.ts";
import { testApp } from "../kit/app.ts";
import { newKey } from "../kit/boxes.ts";
import { withFolder } from "../kit/server.ts";

/** What happens to boxes, with nobody who listens. */
const UNHEARD = { boxChangedHands() {}, trustChanged() {} };

function setUp(env: Record<string, string> = {}) {
  const app = testApp(env);
  const { db, world, settings } = app;
  const boxes = new Boxes(db, settings, world, UNHEARD);
  const code = (over: Partial<Parameters<Boxes["codes"]["make"]>[1]> = {}) =>
    db.writeNow((tx) => boxes.codes.make(tx, { by: "OE1SYS", owner: null, ...over }));
  const enrol = (
    box: string,
    over: { code?: string; key?: ReturnType<typeof newKey>; at?: number; label?: string } = {},
  ) => {
    const key = over.key ?? newKey();
    const document = { at: over.at ?? world.now(), box, code: over.code ?? code().code, key: key.publicKey };
    const sig = signDocument("svc-box-enroll/1", document, key);
    return db.writeNow((tx) =>
      boxes.enroll(tx, { ...document, sig, ...(over.label !== undefined && { label: over.label }) })
    );
  };
  const write = <T>(fn: (tx: Parameters<Parameters<typeof db.writeNow>[0]>[0]) => T): T => db.writeNow(fn);
  return { app, db, world, boxes, code, enrol, write };
}
const reason = (code: string) => ({ reason: code });

Deno.test("a box's id and a site's call are read whole, and no longer than they may be", () => {
  for (const good of ["a", "A.b_c-9", "x".repeat(64)]) assert.equal(boxId(good), good);
  for (const bad of ["", ".a", "-a", "a b", "a/b", "a\n", "x".repeat(65), "a$"]) {
    assert.throws(() => boxId(bad), reason("bad_box_id"), bad);
  }
  for (
    const [given, site] of [["oe1xyz-10", "OE1XYZ-10"], ["ABC", "ABC"], ["ABCDEFGHI", "ABCDEFGHI"]] as const
  ) {
    assert.equal(siteCall(given), site);
  }
  for (const bad of ["AB", "ABCDEFGHIJ", "OE1XYZ-", "OE1XYZ-123", "OE1XYZ-A", "OE1 XYZ"]) {
    assert.equal(siteCall(bad), undefined, bad);
  }
});

Deno.test("a code lasts ten to fifteen minutes, counts once, and is read in any case, with or without dashes", () => {
  const { app, world, code, enrol } = setUp();
  using _end = app;
  for (
    const [asked, minutes] of [[undefined, 15], [1, 10], [10, 10], [12, 12], [15, 15], [60, 15]] as const
  ) {
    const made = code(asked === undefined ? {} : { ttlMin: asked });
    assert.equal(made.expiresAt - world.now(), minutes * 60, String(asked));
    assert.match(made.code, /^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){3}$/);
  }
  assert.throws(() => code({ label: "x".repeat(65) }), reason("bad_label"));
  assert.equal(code({ label: "x".repeat(64) }).label.length, 64);
  assert.throws(() => code({ callsign: "no call" }), reason("bad_call"));
  assert.equal(code({ callsign: "oe1xyz-7" }).callsign, "OE1XYZ");
  const { code: text } = code();
  enrol("one", { code: ` ${text.toLowerCase().replaceAll("-", " ")} ` });
  assert.throws(() => enrol("two", { code: text }), reason("bad_enrolment_code"));
  const late = code();
  world.pass(15 * 60);
  assert.throws(() => enrol("two", { code: late.code }), reason("bad_enrolment_code"));
});

Deno.test("a box enrols with its own key, fresh, under an id and key that are nobody's", () => {
  const { app, world, boxes, code, enrol, write } = setUp();
  using _end = app;
  const key = newKey();
  for (const at of [world.now() - 300, world.now() + 300]) enrol(`b${at}`, { at });
  for (const at of [world.now() - 301, world.now() + 301]) {
    assert.throws(() => enrol("late", { at }), reason("stale"));
  }
  const made = code({ label: "attic", callsign: "OE1XYZ" });
  assert.deepEqual(enrol("attic", { code: made.code, key }), {
    box: "attic",
    label: "attic",
    callsign: "OE1XYZ",
  });
  assert.deepEqual(boxes.key("attic"), { box: "attic", key: key.publicKey, services: false });
  assert.throws(() => enrol("attic"), reason("box_exists"));
  assert.throws(() => enrol("other", { key }), reason("key_in_use"));
  assert.equal(enrol("named", { label: "n".repeat(70) }).label, "n".repeat(64));
  assert.equal(boxes.sites.boxTrust("attic")!.since, 0);
  write((tx) => boxes.setServices(tx, "attic", true));
  assert.equal(boxes.key("attic")!.services, true);
  write((tx) => boxes.revoke(tx, "attic", "OE1SYS"));
  assert.deepEqual([boxes.key("attic"), boxes.sites.boxTrust("attic"), boxes.sites.boxTrust("nobody")], [
    undefined,
    undefined,
    undefined,
  ]);
  assert.throws(() => write((tx) => boxes.revoke(tx, "attic", "OE1SYS")), reason("box_unknown"));
  assert.throws(() => write((tx) => boxes.setServices(tx, "attic", true)), reason("box_unknown"));
  assert.throws(
    () => enrol("other", { key }),
    reason("key_in_use"),
    "nor the key of a revoked box under another id",
  );
  enrol("attic", { key });
  assert.deepEqual([boxes.key("attic")!.services, boxes.sites.boxTrust("attic")!.since], [
    false,
    world.now(),
  ]);
});

Deno.test("sites of a box: one to eight, of the call that it was enrolled for, each once, and gone when trust ends", () => {
  const { app, boxes, code, enrol, write } = setUp({ FIRST_PARTY_SITES: "OE1GATE-10" });
  using _end = app;
  enrol("attic");
  enrol("club", { code: code({ callsign: "OE3CLB" }).code });
  const trust = (box: string, sites: string[] | undefined, trusted = true) =>
    write((tx) => boxes.sites.set(tx, boxes.live(box), trusted, sites, "OE1SYS")).map(({ site }) => site);
  const eight = Array.from({ length: 8 }, (_, n) => `OE3ATT-${n + 1}`);
  assert.deepEqual(trust("attic", eight).toSorted(), eight);
  assert.deepEqual([...boxes.sites.boxTrust("attic")!.sites.keys()].toSorted(), eight, "at once");
  for (const bad of [undefined, [], [...eight, "OE3ATT-9"], ["no call"]]) {
    assert.throws(() => trust("attic", bad), reason("bad_sites"));
  }
  assert.deepEqual(trust("club", ["oe3clb-10", "OE3CLB-10", "OE3CLB"]).toSorted(), ["OE3CLB", "OE3CLB-10"]);
  assert.throws(() => trust("club", ["OE3CLB-1", "OE3CLC-1"]), reason("foreign_call"));
  assert.throws(() => trust("nobody", ["OE3CLB"]), reason("box_unknown"));
  assert.deepEqual(
    boxes.sites.claimable("club").toSorted(),
    ["OE3CLB", "OE3CLB-10"],
    "its own, not the instance's",
  );
  assert.deepEqual(boxes.sites.claimable(undefined), ["OE1GATE-10"]);
  assert.deepEqual(trust("club", ["OE3CLB"], false), []);
  assert.equal(boxes.sites.boxTrust("club")!.sites.size, 0);
  assert.equal(boxes.sites.boxTrust("attic")!.sites.size, 8);
});

Deno.test("stations trusted by call: presets stay as they are, others come and go", () => {
  const { app, world, boxes, enrol, write } = setUp({ FIRST_PARTY_SITES: "OE1GATE-10" });
  using _end = app;
  enrol("attic");
  write((tx) => boxes.sites.set(tx, boxes.live("attic"), true, ["OE3ATT"], "OE1SYS"));
  assert.equal(write((tx) => boxes.sites.add(tx, "oe2hil-10", "OE1SYS")), "OE2HIL-10");
  assert.deepEqual(
    ["OE1GATE-10", "OE2HIL-10", "OE3ATT"].map((site) => boxes.sites.firstPartySince(site)),
    [0, world.now(), undefined],
    "trust acts from when it was given",
  );
  assert.equal(boxes.sites.boxTrust("attic")!.sites.get("OE3ATT"), world.now());
  assert.throws(() => write((tx) => boxes.sites.add(tx, "OE1GATE-10", "OE1SYS")), reason("site_preset"));
  assert.throws(() => write((tx) => boxes.sites.add(tx, "no call", "OE1SYS")), reason("bad_site"));
  assert.deepEqual(
    boxes.sites.all().map((
      { site, source, box, trustedBy, trustedAt },
    ) => [site, source, box, trustedBy, trustedAt]),
    [
      ["OE1GATE-10", "config", undefined, "config", 0],
      ["OE2HIL-10", "admin", undefined, "OE1SYS", world.now()],
      ["OE3ATT", "box", "attic", "OE1SYS", world.now()],
    ],
  );
  write((tx) => boxes.sites.drop(tx, "oe2hil-10"));
  assert.equal(boxes.sites.firstPartySince("OE2HIL-10"), undefined);
  for (const unknown of ["OE2HIL-10", "no call"]) {
    assert.throws(() => write((tx) => boxes.sites.drop(tx, unknown)), reason("site_unknown"));
  }
  write((tx) => boxes.revoke(tx, "attic", "OE1SYS"));
  assert.deepEqual(boxes.sites.all().map(({ site }) => site), ["OE1GATE-10"]);
});

Deno.test("when a box was seen is noted every five minutes", async () => {
  const { app, world, boxes, enrol } = setUp();
  using _end = app;
  enrol("attic");
  const seen = async () => {
    await boxes.seen("attic");
    return boxes.store.byId({ id: "attic" })!.lastSeenAt;
  };
  const first = world.now();
  assert.equal(await seen(), first);
  world.pass(299);
  assert.equal(await seen(), first);
  world.pass(1);
  assert.equal(await seen(), first + 300);
  // Noted while the clock was a day ahead: that says nothing of now.
  world.pass(-86_400);
  assert.equal(await seen(), first + 300 - 86_400);
  await boxes.seen("nobody");
  assert.equal(boxes.store.byId({ id: "nobody" }), undefined);
});

Deno.test("a pairing code gives the box to who types it, for a quarter of an hour, once, and a box that changes hands is trusted no more", async () => {
  const { app, world, boxes, enrol, write } = setUp();
  using _end = app;
  await app.signIn("OE1ANN");
  await app.signIn("OE1BOB");
  const [ann, bob] = ["OE1ANN", "OE1BOB"].map((call) => app.accounts.holder(call)!.accountId) as [
    number,
    number,
  ];
  enrol("attic");
  const pairing = () => write((tx) => boxes.makePairing(tx, "attic"));
  const pair = (code: string, account: number) => write((tx) => boxes.pair(tx, "attic", code, account));
  const older = pairing();
  const made = pairing();
  assert.match(made.code, /^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/);
  assert.equal(made.expiresAt, world.now() + 900);
  assert.throws(() => pair(older.code, ann), reason("wrong_pairing_code"));
  for (const form of ["ABCDEFG", "ABCDEFGHJ"]) {
    assert.throws(() => pair(form, ann), reason("pairing_code_form"));
  }
  assert.equal(boxes.owner("attic"), undefined);
  pair(made.code.toLowerCase(), ann);
  assert.throws(() => pair(made.code, ann), reason("wrong_pairing_code"));
  assert.equal(boxes.sites.boxTrust("attic")!.ownerAccountId, ann);
  write((tx) => boxes.sites.set(tx, boxes.live("attic"), true, ["OE3ATT"], "OE1SYS"));
  world.pass(10);
  pair(pairing().code, ann);
  assert.deepEqual(
    [boxes.sites.boxTrust("attic")!.sites.size, boxes.sites.boxTrust("attic")!.since],
    [1, 0],
    "in the same hands",
  );
  const late = pairing();
  world.pass(900);
  assert.throws(() => pair(late.code, bob), reason("wrong_pairing_code"));
  pair(pairing().code, bob);
  const { ownerAccountId, sites, since } = boxes.sites.boxTrust("attic")!;
  assert.deepEqual([ownerAccountId, sites.size, since], [bob, 0, world.now()]);
  assert.throws(() => write((tx) => boxes.makePairing(tx, "a/b")), reason("bad_box_id"));
  const open = pairing();
  write((tx) => boxes.revoke(tx, "attic", "OE1SYS"));
  assert.equal(boxes.owner("attic"), undefined);
  assert.throws(() => pair(open.code, ann), reason("wrong_pairing_code"));
});

Deno.test("what a command beside the server changes of a box counts at once, and what did not change is not read again", () =>
  withFolder((folder) => {
    const app = testApp();
    const { world, settings } = app;
    const open = () => new Database(`${folder}/gateway.db`);
    const db = open(), beside = open();
    migrate(db, MIGRATIONS, world);
    const server = new Boxes(db, settings, world, UNHEARD),
      command = new Boxes(beside, settings, world, UNHEARD);
    const key = newKey();
    const { code } = db.writeNow((tx) =>
      server.codes.make(tx, { by: "OE1SYS", owner: null, callsign: "OE1XYZ" })
    );
    const document = { at: world.now(), box: "attic", code, key: key.publicKey };
    const sig = signDocument("svc-box-enroll/1", document, key);
    db.writeNow((tx) => server.enroll(tx, { ...document, sig }));
    const trust = () => server.sites.boxTrust("attic");
    assert.deepEqual([[...trust()!.sites.keys()], trust()!.enrolledFor], [[], "OE1XYZ"]);
    assert.equal(trust(), trust(), "kept while nothing changes");
    beside.writeNow((tx) => command.sites.set(tx, command.live("attic"), true, ["OE1XYZ-10"], "OE1SYS"));
    assert.deepEqual([...trust()!.sites.keys()], ["OE1XYZ-10"]);
    beside.writeNow((tx) => command.revoke(tx, "attic", "OE1SYS"));
    assert.equal(trust(), undefined);
    for (const one of [db, beside, app]) one.close();
    return Promise.resolve();
  }));

/** The queue of commands, with what it told of messages. */
function commandScene() {
  const { app, db, world, write, boxes } = setUp();
  const shadows = new Shadows({ db, world, boxes, accounts: app.accounts });
  const told: unknown[] = [];
  const store = boxCommandStore(db);
  const commands = new BoxCommands(
    store,
    {
      delivered: (_tx, message, delivery) => told.push([message, delivery]),
      beaconed: (_tx, { call, at }) => told.push([call, at]),
      sent: (_tx, { from, to, text }) => told.push([from, to, text]),
    },
    shadows,
    world,
    () => true,
  );
  const enqueue = (command: NewCommand, box = "attic") => write((tx) => commands.enqueue(tx, box, command));
  const lease = (box = "attic") =>
    write((tx) => commands.lease(tx, box, { transmits: true, radio: true, mesh: [], kiss: [] }));
  const ack = (ack: CommandAck, box = "attic") => write((tx) => commands.acknowledge(tx, box, ack));
  /** A message of the gateway itself, which has a number in the message log. */
  const ours = (messageId: number) =>
    write((tx) =>
      store.insert(tx, {
        box: "attic",
        call: null,
        kind: "message",
        payload: JSON.stringify({ to: "OE3XYZ", text: "hello" }),
        sig: null,
        status: "queued",
        createdAt: world.now(),
        messageId,
        tool: null,
      }).id
    );
  return { app, world, store, commands, told, write, enqueue, lease, ack, ours };
}
const MESSAGE = { kind: "message", callsign: "oe1ali", payload: { to: "oe3xyz-7", text: "hello" } };

Deno.test("a command is queued in the form that radios can send, or refused", () => {
  const { app, enqueue } = commandScene();
  using _end = app;
  const message = (to: unknown, text: unknown) => () => enqueue({ kind: "message", payload: { to, text } });
  assert.equal(message("OE3XYZ", "x".repeat(67))().status, "queued");
  for (
    const [to, text] of [["OE3XYZ", "x".repeat(68)], ["OE3XYZ", ""], ["no call", "hi"], [1, "hi"], [
      "OE3XYZ",
      1,
    ]]
  ) {
    assert.throws(message(to, text), reason("bad_payload"), `${to} ${text}`);
  }
  for (const payload of [{ lat: 1 }, { lon: 1 }]) {
    assert.throws(() => enqueue({ kind: "beacon", payload }), reason("beacon_place"));
  }
  for (const comment of ["Hütte", "a|b", "x{1", "x".repeat(63), 7]) {
    assert.throws(() => enqueue({ kind: "beacon", payload: { comment } }), reason("bad_comment"));
  }
  const padded = (length: number) => ({ kind: "tx", payload: { x: "x".repeat(length - '{"x":""}'.length) } });
  assert.equal(enqueue(padded(2000)).status, "queued");
  assert.throws(() => enqueue(padded(2001)), reason("bad_payload"));
  assert.throws(() => enqueue({ kind: "reboot" }), reason("unknown_command"));
});

Deno.test("what became of a command is said once, and by the box that it was for", () => {
  const { app, world, store, told, enqueue, lease, ack } = commandScene();
  using _end = app;
  const { id } = enqueue(MESSAGE);
  lease();
  assert.equal(ack({ id, status: "done" }, "cellar"), false, "another box's command");
  assert.equal(ack({ id: id + 1, status: "done" }), false);
  assert.deepEqual([store.byId({ id })!.status, told], ["sent", []]);
  assert.equal(ack({ id, status: "done", result: "x".repeat(501) }), true);
  assert.equal(store.byId({ id })!.result, "x".repeat(500));
  assert.equal(ack({ id, status: "failed" }), false, "it is settled");
  assert.deepEqual(told.splice(0), [["OE1ALI", "OE3XYZ-7", "hello"]]);

  const failed = enqueue(MESSAGE).id;
  assert.equal(ack({ id: failed, status: "failed" }), true);
  assert.deepEqual(told, [], "what failed was not on the air");

  const position = { lat: 48.2, lon: 16.4 };
  ack({ id: enqueue({ kind: "beacon", callsign: "OE1ALI" }).id, status: "failed", position });
  assert.deepEqual(told, []);
  const beacon = enqueue({ kind: "beacon", callsign: "OE1ALI" }).id;
  const igate = enqueue({ kind: "igate", callsign: "OE1ALI" }).id;
  const at = world.now();
  lease();
  world.pass(20);
  for (const id of [beacon, igate]) ack({ id, status: "done", position });
  assert.deepEqual(told, [["OE1ALI", at]], "a beacon alone has a place, at the time when it was handed out");
  assert.deepEqual([store.byId({ id: beacon })!.lat, store.byId({ id: igate })!.lat], [48.2, null]);
});

Deno.test("the gateway's own messages are told as sent or failed, also where no box came for them", () => {
  const { app, world, commands, told, write, lease, ack, ours } = commandScene();
  using _end = app;
  const [sent, failed] = [ours(1), ours(2)];
  lease();
  ack({ id: Number(sent), status: "done" });
  ack({ id: Number(failed), status: "failed" });
  assert.deepEqual(told.splice(0), [[1, "sent"], [2, "failed"]]);
  ours(3);
  world.pass(3599);
  write((tx) => commands.prune(tx));
  assert.deepEqual(told, []);
  world.pass(1);
  assert.deepEqual(lease(), [], "an hour is too long");
  write((tx) => commands.prune(tx));
  assert.deepEqual(told, [[3, "failed"]]);
});
