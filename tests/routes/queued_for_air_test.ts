/** What waits for the air is asked anew when it goes: whoever lost the call, or its proof, says nothing under it any more. */
import assert from "node:assert/strict";
import { appTest, type TestApp } from "../kit/app.ts";

const ENV = { SERVICE_CALL: "OE1SVC-15" };
const outbox = async (app: TestApp): Promise<string[]> =>
  (await app.ingest.get("/outbox")).body.items.map(({ payload }: { payload: string }) =>
    payload.split(":").at(-1)
  );
const verify = (app: TestApp, call: string) =>
  app.db.writeNow((tx) => app.accounts.verify(tx, call, "sysop", "OE1SYS", "test"));

appTest("a message that waits goes only while its writer may speak for the call", ENV, async (app) => {
  const say = async (call: string, text: string) => {
    const who = await app.signIn(call);
    const sent = await who.post("/api/tx/aprs", { kind: "message", addressee: "OE9XYZ", text });
    assert.equal(sent.status, 201, sent.text);
  };
  await say("OE1ABC", "of a call that goes");
  await say("OE2DEF", "of a proof that goes");
  await say("OE3GHI", "stays");
  const find = { code: "XX1", title: "Mill", call: "OE1ABC", tier: "A" as const };
  app.db.writeNow((tx) => app.gameNeeds.radio!.announce(tx, find));
  assert.deepEqual(await outbox(app), [
    "of a call that goes",
    "of a proof that goes",
    "stays",
    ">found XX1 Mill (radio-verified)",
  ]);
  app.db.writeNow((tx) => {
    app.people.calls.detach(tx, "OE1ABC", "OE1SYS", null, null);
    app.accounts.unverify(tx, "OE2DEF");
  });
  assert.deepEqual(await outbox(app), ["stays"]);
  // The next holder of the call says nothing of the former one's; who proves hers again says hers.
  await app.signIn("OE1ABC");
  verify(app, "OE2DEF");
  assert.deepEqual(await outbox(app), ["of a proof that goes", "stays"]);
});

appTest(
  "a command that waits for a box goes only while somebody may speak for its call",
  ENV,
  async (app) => {
    await app.signIn("OE1ABC");
    const queued = await app.ingest.post("/api/box/attic/command", {
      ...{ kind: "message", callsign: "OE1ABC", payload: { to: "OE9XYZ", text: "hello" } },
    });
    assert.equal(queued.status, 201, queued.text);
    const polled = async () => (await app.ingest.get("/api/box/attic/commands?tx=1")).body.commands.length;
    app.db.writeNow((tx) => app.accounts.unverify(tx, "OE1ABC"));
    assert.equal(await polled(), 0);
    verify(app, "OE1ABC");
    assert.equal(await polled(), 1);
  },
);
