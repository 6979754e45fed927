/** Who follows us: what is read of the sync surfaces is told to the operator alone, and nothing of it is written. */
import assert from "node:assert/strict";
import { appTest } from "../../kit/app.ts";
import { seedOf } from "./instances.ts";

appTest(
  "pages that were read are told to the operator: by the names that readers give, the others by number",
  { INSTANCE_ID: "oe1.example", FED_PRIVATE_KEY: seedOf("oe1.example") },
  async (app) => {
    const read = async (path: string, from: string) => {
      const request = new Request(`http://localhost:8787${path}`, { headers: { host: "localhost:8787" } });
      const answer = await app.handler(request, { remoteAddr: { hostname: from } });
      await answer.body?.cancel();
      return answer.status;
    };
    const origin = "/federation/sync/origin?origin=oe1.example&kind=cache";
    const readers = async () => (await app.operator.get("/federation/peers")).body.readers;
    const begun = app.world.now();
    assert.deepEqual(await readers(), { since: begun, named: [], others: 0, more: false });
    const before = app.fingerprint();
    app.world.pass(60);
    assert.equal(await read("/federation/sync/summary?for=oe2.example", "192.0.2.1"), 200);
    assert.equal(await read(`${origin}&for=oe2.example`, "192.0.2.1"), 200);
    assert.equal(await read("/federation/sync/key", "192.0.2.1"), 200);
    assert.equal(await read("/federation/sync/bulletin", "192.0.2.2"), 200);
    assert.equal(await read(origin, "2001:db8::1"), 200);
    assert.equal(await read(origin, "2001:db8::2"), 200);
    // What was refused was not read.
    assert.equal(await read("/federation/sync/none", "192.0.2.3"), 404);
    assert.equal(await read("/federation/sync/summary?bbox=x&for=oe3.example", "192.0.2.3"), 400);
    assert.deepEqual(await readers(), {
      since: begun,
      named: [{ instance: "oe2.example", at: begun + 60, pages: 2 }],
      others: 2,
      more: false,
    });
    assert.equal(app.fingerprint(), before);
    assert.equal((await app.visitor.get("/federation/peers")).status, 401);
  },
);
