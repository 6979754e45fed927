/** Codes until a box uses them: shown again, withdrawn, and how far the box with each is (API "Administration"). */
import assert from "node:assert/strict";
import { sha256Hex } from "../../src/base/mod.ts";
import { buildApp } from "../../src/app.ts";
import { appTest, Client, refused, type TestApp } from "../kit/app.ts";
import { enrolment, newKey } from "../kit/boxes.ts";

const BOXES = "/api/admin/boxes", CODES = `${BOXES}/codes`;
const made = async (app: TestApp, body = {}) => (await app.operator.post(CODES, body)).body;
const open = async (app: TestApp) => (await app.operator.get(BOXES)).body.openCodes;
const digestOf = (code: string) => sha256Hex(code.replaceAll("-", ""));
const deeds = (app: TestApp) =>
  app.db.sql<Record<never, never>, { action: string; label: string }>(
    "SELECT action, label FROM audit_log WHERE action LIKE 'box-code%' ORDER BY id",
  ).all().map(({ action, label }) => `${action} ${label}`);

appTest("an open code is shown again, written down as done, and lets a box join", {}, async (app) => {
  const first = await made(app, { label: "attic", callsign: "OE1XYZ" });
  const again = await app.operator.post(`${CODES}/${first.id}/reveal`, {});
  assert.equal(again.status, 200, again.text);
  assert.deepEqual(again.body, first);
  assert.deepEqual(deeds(app), ["box-code attic", "box-code-again attic"]);
  const { status } = await app.visitor.post(
    "/ingest/enroll",
    enrolment(app, again.body.code, "attic", newKey()),
  );
  assert.equal(status, 201);
  await refused(app, 404, "code_closed", () => app.operator.post(`${CODES}/${first.id}/reveal`, {}));
  await refused(app, 404, "code_closed", () => app.operator.send("DELETE", `${CODES}/${first.id}`));
});

appTest("a withdrawn code lets nobody join, and no other code goes with it", {}, async (app) => {
  const first = await made(app, { label: "attic" }), second = await made(app);
  const reply = await app.operator.send("DELETE", `${CODES}/${first.id}`);
  assert.deepEqual([reply.status, reply.body], [200, { ok: true }]);
  assert.deepEqual((await open(app)).map(({ id }: { id: string }) => id), [second.id]);
  assert.equal(deeds(app).at(-1), "box-code-withdrawn attic");
  const enrol = (code: string) => app.visitor.post("/ingest/enroll", enrolment(app, code, "attic", newKey()));
  await refused(app, 403, "bad_enrolment_code", () => enrol(first.code));
  await refused(app, 404, "code_closed", () => app.operator.post(`${CODES}/${first.id}/reveal`, {}));
  assert.equal((await enrol(second.code)).status, 201);
});

appTest("an expired code is neither shown nor withdrawn; strangers do neither", {}, async (app) => {
  const { id } = await made(app);
  await refused(app, 401, undefined, () => app.visitor.post(`${CODES}/${id}/reveal`, {}));
  await refused(app, 401, undefined, () => app.visitor.send("DELETE", `${CODES}/${id}`));
  app.world.pass(901);
  await refused(app, 404, "code_closed", () => app.operator.post(`${CODES}/${id}/reveal`, {}));
  await refused(app, 404, "code_closed", () => app.operator.send("DELETE", `${CODES}/${id}`));
});

appTest("nothing that is stored shows a code: after a restart it can be withdrawn alone", {}, async (app) => {
  const { id, code } = await made(app);
  const dump = JSON.stringify(app.db.sql("SELECT * FROM box_code").all());
  assert.ok(dump.includes(digestOf(code)) && !dump.includes(code.replaceAll("-", "")));
  assert.equal((await open(app))[0].readable, true);
  const { world, settings, db, dataDir } = app;
  const { handler } = buildApp({
    world,
    settings,
    db,
    dataDir,
    source: { version: "0", commit: null, tag: null },
  });
  const restarted = new Client(Object.assign(Object.create(app), { handler }), app.operator.headers);
  assert.equal((await restarted.get(BOXES)).body.openCodes[0].readable, false);
  await refused(app, 409, "code_unreadable", () => restarted.post(`${CODES}/${id}/reveal`, {}));
  assert.equal((await restarted.send("DELETE", `${CODES}/${id}`)).status, 200);
});

appTest(
  "a box says how far it is by the digest of its code, and is told whether that is good",
  {},
  async (app) => {
    const { code, expiresAt } = await made(app), other = await made(app, { label: "other" });
    const advance = (digest: string, progress: object) =>
      app.visitor.post("/ingest/enroll/progress", { digest, ...progress });
    assert.deepEqual((await open(app))[0].progress, null);
    const reached = await advance(digestOf(code), { step: "reached" });
    assert.deepEqual([reached.status, reached.body], [200, { expiresAt }]);
    app.world.pass(7);
    await advance(digestOf(code), { step: "listening", frames: 8, direct: 6 });
    const [mine, theirs] = await open(app);
    assert.deepEqual(mine.progress, { step: "listening", frames: 8, direct: 6, at: app.world.now() });
    assert.deepEqual([mine.readable, theirs.label, theirs.progress], [true, "other", null]);
    await refused(app, 403, "bad_enrolment_code", () => advance(digestOf("WRONG"), { step: "reached" }));
    // The code itself is no digest: it has no business there.
    await refused(app, 403, "bad_enrolment_code", () => advance(code, { step: "reached" }));
    await refused(app, 400, undefined, () => advance(digestOf(code), { step: "flying" }));
    await app.operator.send("DELETE", `${CODES}/${other.id}`);
    await refused(app, 403, "bad_enrolment_code", () => advance(digestOf(other.code), { step: "reached" }));
  },
);
