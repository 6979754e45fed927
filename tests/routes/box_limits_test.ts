/** Guesses of a box's codes are counted for whoever guesses, and for nobody else. */
import assert from "node:assert/strict";
import { appTest, refused } from "../kit/app.ts";
import { enrolBox, enrolment, newKey } from "../kit/boxes.ts";
import { signDocument } from "../../src/wire/mod.ts";

appTest(
  "whoever guesses pairing codes locks nobody but himself out, by whatever spelling",
  {},
  async (app) => {
    const box = await enrolBox(app, "BOX1");
    const { body: { code } } = await box.post("/api/box/BOX1/pair", {});
    const mallory = await app.signIn("OE1MAL"), bob = await app.signIn("OE1BOB");
    const spellings = ["BOX1", "%42OX1", "B%4fX1", "%42%4F%58%31", "BOX%31"];
    for (let n = 0; n < 60; n++) {
      const path = `/api/box/${spellings[n % spellings.length]}/claim`;
      await refused(app, 403, "wrong_pairing_code", () => mallory.post(path, { code: "AAAA-AAAA" }));
    }
    for (const spelling of spellings) {
      await refused(app, 429, "rate_limited", () => mallory.post(`/api/box/${spelling}/claim`, { code }));
    }
    assert.equal((await bob.post("/api/box/%42OX1/claim", { code })).body.boxId, "BOX1");
  },
);

appTest("strangers' wrong enrolment codes keep nobody else from enrolling", {}, async (app) => {
  const wrong = () => enrolment(app, "AAAA-AAAA-AAAA-AAAA", "BOX1", newKey());
  for (let n = 0; n < 100; n++) {
    const stranger = app.visitor.with({}, `198.51.100.${n}`);
    const answer = await stranger.post("/ingest/enroll", wrong());
    assert.equal(answer.status, 403, answer.text);
  }
  await enrolBox(app, "BOX1");
  const stranger = app.visitor.with({}, "198.51.100.0");
  for (let n = 1; n < 10; n++) await stranger.post("/ingest/enroll", wrong());
  await refused(
    app,
    429,
    "rate_limited",
    () => stranger.post("/ingest/enroll", wrong()),
  );
});

appTest("an account guesses sixty codes in a quarter of an hour, of all boxes together", {}, async (app) => {
  const alice = await app.signIn("OE1ALI");
  for (let n = 0; n < 60; n++) {
    assert.equal((await alice.post(`/api/box/box-${n}/claim`, { code: "AAAA-AAAA" })).status, 403);
  }
  await refused(app, 429, "rate_limited", () => alice.post("/api/box/box-60/claim", { code: "AAAA-AAAA" }));
  const bob = await app.signIn("OE1BOB");
  await refused(
    app,
    403,
    "wrong_pairing_code",
    () => bob.post("/api/box/box-60/claim", { code: "AAAA-AAAA" }),
  );
});

appTest("what is no box id is refused before anything is looked up or kept", {}, async (app) => {
  const alice = await app.signIn("OE1ALI");
  for (const id of ["x".repeat(60_000), "x".repeat(65), "-box", "a%20b", "a%2Fb"]) {
    const [path, code] = [`/api/box/${id}`, "AAAA-AAAA"];
    for (let n = 0; n < 10; n++) {
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
});

appTest(
  "a device batch under a key that nobody registered is refused before its signature is looked at",
  {},
  async (app) => {
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
    await refused(app, 401, "unknown_key", () => app.visitor.post("/ingest", unsigned));
    const signed = { ...batch, sig: signDocument("svc-ing/1", batch, key) };
    await refused(app, 401, "unknown_key", () => app.visitor.post("/ingest", signed));
  },
);
