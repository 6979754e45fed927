/** Whose a message in the mailbox is when calls go from hand to hand: shown, sent on the air, reported, erased. */
import assert from "node:assert/strict";
import { appTest, type Client, refused, type TestApp } from "../kit/app.ts";
import { rf } from "../kit/boxes.ts";

const CALL = "DL1XYZ";
async function leave(who: Client, text: string): Promise<number> {
  const { status, body, text: said } = await who.post("/api/mailbox", {
    from: "OE1ABC",
    to: CALL,
    text,
    onAir: true,
  });
  assert.equal(status, 201, said);
  return body.id;
}
const received = async (who: Client): Promise<string[]> =>
  (await who.get("/api/mailbox")).body.received.map(({ text }: { text: string }) => text);
const kept = (app: TestApp) =>
  app.db.sql<Record<string, never>, { body: string }>("SELECT body FROM mailbox ORDER BY id").all({})
    .map(({ body }) => body);
const release = (app: TestApp) =>
  app.db.writeNow((tx) => app.people.calls.detach(tx, CALL, "OE1SYS", null, null));
/** What goes out when the call is heard on the radio. */
async function sentWhenHeard(app: TestApp): Promise<string[]> {
  await app.ingest.post("/ingest", { packets: [rf(app, `${CALL}-7>APRS:>on air`, "OE1GATE-1")] });
  return app.db.sql<Record<string, never>, { body: string }>(
    "SELECT body FROM mailbox WHERE status = 'sent' ORDER BY id",
  ).all({}).map(({ body }) => body);
}

appTest(
  "a new holder inherits nothing of what was left for a former one, on the page, on the air or to report",
  {},
  async (app) => {
    const abc = await app.signIn("OE1ABC"), former = await app.signIn(CALL);
    const old = await leave(abc, "to the former");
    assert.deepEqual(await received(former), ["to the former"]);
    release(app);
    await leave(abc, "between the two");
    const next = await app.signIn(CALL);
    await leave(abc, "to the new");
    assert.deepEqual(await received(next), ["to the new"]);
    const report = { kind: "mailbox", id: String(old), category: "spam" };
    assert.equal((await next.post("/api/reports", report)).status, 404);
    assert.deepEqual(await sentWhenHeard(app), ["between the two", "to the new"]);

    app.db.writeNow((tx) => app.accounts.unverify(tx, CALL));
    assert.deepEqual(await received(next), [], "without its proof nothing is shown");
    app.db.writeNow((tx) => app.accounts.verify(tx, CALL, "sysop", "OE1SYS", "test"));
    assert.deepEqual(await received(next), ["to the new"]);
    assert.equal((await next.post(`/api/account/${CALL}/delete`)).status, 200);
    assert.deepEqual(kept(app), ["to the former"], "erasing takes nothing of a former holder's");
  },
);

appTest("what waits for a former holder fills nobody's mailbox", {}, async (app) => {
  const abc = await app.signIn("OE1ABC");
  await app.signIn(CALL);
  for (let n = 0; n < 10; n++) await leave(abc, `number ${n}`);
  const more = { from: "OE1ABC", to: CALL, text: "one more" };
  await refused(app, 429, "mailbox_full", () => abc.post("/api/mailbox", more));
  release(app);
  assert.equal((await abc.post("/api/mailbox", more)).status, 201);
});

appTest("who only signed up with a call reads and erases nothing that waits for it", {}, async (app) => {
  const abc = await app.signIn("OE1ABC");
  await leave(abc, "before anybody");
  const claimed = await app.signIn(CALL, { verified: false });
  const id = await leave(abc, "to the licensee");
  assert.deepEqual(await received(claimed), []);
  const report = { kind: "mailbox", id: String(id), category: "spam" };
  assert.equal((await claimed.post("/api/reports", report)).status, 404);
  assert.equal((await claimed.post(`/api/account/${CALL}/delete`)).status, 200);
  assert.deepEqual(await sentWhenHeard(app), ["before anybody", "to the licensee"]);
});
