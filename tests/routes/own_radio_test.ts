/** Whether a member may send with a radio that the app drives: asked under the session, of the member's own calls alone. */
import assert from "node:assert/strict";
import { appTest } from "../kit/app.ts";

appTest(
  "the gate of a member's own radio: proven, held, not suspended, and nobody else's",
  {},
  async (app) => {
    const member = await app.signIn("OE1ABC");
    await app.signIn("OE1XYZ");
    const ask = async (call: string) => (await member.get(`/api/my/txgate?call=${call}`)).body;
    const { accounts, db } = app;
    db.writeNow((tx) => accounts.unverify(tx, "OE1ABC"));
    assert.deepEqual(await ask("OE1ABC-7"), { call: "OE1ABC-7", ok: false, reason: "not_verified" });
    db.writeNow((tx) => accounts.verify(tx, "OE1ABC", "sysop", "OE1SYS", "test"));
    assert.deepEqual(await ask("oe1abc-7"), { call: "OE1ABC-7", ok: true });
    assert.deepEqual(await ask("OE1ABC"), { call: "OE1ABC", ok: true });
    assert.deepEqual(await ask("OE1XYZ"), { call: "OE1XYZ", ok: false, reason: "not_held" });
    assert.deepEqual(await ask("OE9ZZZ"), { call: "OE9ZZZ", ok: false, reason: "not_held" });
    assert.equal((await member.get("/api/my/txgate?call=OE1ABC-16")).status, 400);
    assert.equal((await member.get("/api/my/txgate")).status, 400);
    assert.equal((await app.visitor.get("/api/my/txgate?call=OE1ABC")).status, 401);
  },
);
