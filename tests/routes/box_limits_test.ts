/** Guesses of a pairing code are counted for the box, however its id is written; ids that are none cost nothing. */
import assert from "node:assert/strict";
import { refused, testApp } from "../kit/app.ts";
import { enrolBox, newKey } from "../kit/boxes.ts";
import { signDocument } from "../../src/wire/mod.ts";

Deno.test("a box's pairing code is guessed ten times in a quarter of an hour, by whatever spelling", async () => {
  const app = testApp();
  try {
    const box = await enrolBox(app, "BOX1");
    const { body: { code } } = await box.post("/api/box/BOX1/pair", {});
    const alice = await app.signIn("OE1ALI"), bob = await app.signIn("OE1BOB");
    const spellings = ["BOX1", "%42OX1", "B%4fX1", "%42%4F%58%31", "BOX%31"];
    for (let n = 0; n < 10; n++) {
      await refused(
        app,
        403,
        "wrong_pairing_code",
        () =>
          (n % 2 ? alice : bob).post(`/api/box/${spellings[n % spellings.length]}/claim`, {
            code: "AAAA-AAAA",
          }),
      );
    }
    for (const spelling of spellings) {
      await refused(app, 429, "rate_limited", () => alice.post(`/api/box/${spelling}/claim`, { code }));
    }
    app.world.pass(901);
    const { body: fresh } = await box.post("/api/box/BOX1/pair", {});
    assert.equal((await alice.post("/api/box/%42OX1/claim", { code: fresh.code })).body.boxId, "BOX1");
  } finally {
    app.close();
  }
});

Deno.test("an account guesses sixty codes in a quarter of an hour, of all boxes together", async () => {
  const app = testApp();
  try {
    const alice = await app.signIn("OE1ALI");
    for (let n = 0; n < 60; n++) {
      assert.equal((await alice.post(`/api/box/box-${n}/claim`, { code: "AAAA-AAAA" })).status, 403);
    }
    await refused(app, 429, "rate_limited", () => alice.post("/api/box/box-60/claim", { code: "AAAA-AAAA" }));
  } finally {
    app.close();
  }
});

Deno.test("what is no box id is refused before anything is counted or kept", async () => {
  const app = testApp();
  try {
    const alice = await app.signIn("OE1ALI");
    for (const id of ["x".repeat(60_000), "x".repeat(65), "-box", "a%20b", "a%2Fb"]) {
      const [path, code] = [`/api/box/${id}`, "AAAA-AAAA"];
      for (let n = 0; n < 70; n++) {
        await refused(app, 400, "bad_box_id", () => alice.post(`${path}/claim`, { code }));
      }
      await refused(app, 400, "bad_box_id", () => app.ingest.post(`${path}/pair`, {}));
      await refused(app, 400, "bad_box_id", () => app.ingest.post(`${path}/command`, { kind: "status" }));
      await refused(app, 400, "bad_box_id", () => app.ingest.get(`${path}/commands`));
      await refused(
        app,
        400,
        "bad_box_id",
        () => app.ingest.post(`${path}/commands/ack`, { id: 1, status: "done" }),
      );
      await refused(app, 400, "bad_box_id", () => app.ingest.get(`${path}/log`));
    }
  } finally {
    app.close();
  }
});

Deno.test("a device batch under a key that nobody registered is refused before its signature is looked at", async () => {
  const app = testApp();
  try {
    await app.signIn("OE1ALI");
    const key = newKey();
    const batch = {
      at: app.world.now(),
      call: "OE1ALI-7",
      key: key.publicKey,
      packets: [],
      positions: [],
      finds: [],
    };
    const unsigned = { ...batch, sig: "x".repeat(86) };
    await refused(app, 403, "unknown_key", () => app.visitor.post("/ingest", unsigned));
    const signed = { ...batch, sig: signDocument("svc-ing/1", batch, key) };
    await refused(app, 403, "unknown_key", () => app.visitor.post("/ingest", signed));
  } finally {
    app.close();
  }
});
