/**
 * Answers to a box prove to be this instance's: its name, the request's nonce, its time, and the signature of its key over all
 * three. Refusals do too: a box whose clock is wrong is refused for that, and learns the time by it.
 */
import assert from "node:assert/strict";
import { ANSWER_HEADERS, answerText, readSigningKey, verifyText } from "../../src/wire/mod.ts";
import { enrolBox, type TestBox } from "../kit/boxes.ts";
import { refused, type Reply, type TestApp, testApp } from "../kit/app.ts";

const SEED = Buffer.alloc(32, 9).toString("base64url"), KEY = readSigningKey(SEED)!.publicKey;
const ENV = { FED_PRIVATE_KEY: SEED, INSTANCE_ID: "gw.example" };
const NONCE = "nonce-of-a-question-1";

/** What an answer says of itself, its signature verified. */
function proofOf({ headers }: Reply, { isSigned = true } = {}) {
  const [instance, nonce, at, sig] = ["instance", "nonce", "at", "sig"].map((name) =>
    headers.get(ANSWER_HEADERS[name as keyof typeof ANSWER_HEADERS])
  );
  if (isSigned) {
    assert.ok(verifyText(KEY, answerText(instance!, nonce!, at!), sig!), "the signature does not hold");
  } else assert.equal(sig, null);
  return { instance, nonce, at };
}
const expected = (app: TestApp, nonce = NONCE) => ({
  instance: "gw.example",
  nonce,
  at: String(app.world.nowMs()),
});

/** A request of a box, signed under this nonce. */
const asked = (box: TestBox, method: string, path: string, body?: string) => {
  const json: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const headers = { ...box.sign(method, path, body ?? "", NONCE), ...json };
  return box.app.visitor.send(method, path, body, headers);
};

const TAKEN: [method: string, path: string, body?: string][] = [
  ["POST", "/ingest", '{"packets":[]}'],
  ["GET", "/ingest/check"],
  ["GET", `/ingest/txgate?calls=OE1ABC&nonce=${NONCE}`],
  ["GET", "/api/box/attic/commands?tx=0"],
  ["POST", "/api/box/attic/commands/ack", '{"id":1,"status":"done"}'],
  ["GET", "/outbox"],
  ["GET", "/health"],
];

for (const [method, path, body] of TAKEN) {
  Deno.test(`${method} ${path}: the answer to a box says whose it is, and when it was made`, async () => {
    using app = testApp(ENV);
    const box = await enrolBox(app, "attic", { services: true });
    const answer = await asked(box, method, path, body);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(proofOf(answer), expected(app));
    // Nobody asked for a proof: none is made.
    assert.equal((await app.visitor.get("/health")).headers.get(ANSWER_HEADERS.instance), null);
  });
}

Deno.test("refusals prove it too: a time that is off, a wrong signature, an unknown box, a used nonce, no route, a bad body", async () => {
  using app = testApp(ENV);
  const box = await enrolBox(app, "attic");
  const signed = (method: string, path: string, body = "") => box.sign(method, path, body, NONCE);
  const off = signed("GET", "/ingest/check");
  app.world.pass(400);
  const late = await refused(app, 401, undefined, () => app.visitor.get("/ingest/check", off));
  assert.deepEqual(proofOf(late), expected(app));
  for (
    const [status, method, path, headers, body] of [
      [401, "GET", "/ingest/check", { ...signed("GET", "/ingest/check"), "x-box-sig": "A".repeat(86) }],
      [401, "GET", "/ingest/check", { ...signed("GET", "/ingest/check"), "x-box-id": "nobody" }],
      [401, "GET", "/ingest/check", { "x-box-nonce": NONCE }],
      [404, "GET", "/ingest/nowhere", signed("GET", "/ingest/nowhere")],
      [400, "POST", "/ingest", signed("POST", "/ingest", "no JSON"), "no JSON"],
    ] as [number, string, string, Record<string, string>, string?][]
  ) {
    const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    const answer = await app.visitor.send(method, path, body, { ...headers, ...type });
    assert.equal(answer.status, status, answer.text);
    assert.deepEqual(proofOf(answer), expected(app), `${status} ${path}`);
  }
  assert.equal(
    (await app.visitor.get("/ingest/check", box.sign("GET", "/ingest/check", "", "used-nonce-of-attic")))
      .status,
    200,
  );
  const again = await app.visitor.get(
    "/ingest/check",
    box.sign("GET", "/ingest/check", "", "used-nonce-of-attic"),
  );
  assert.deepEqual([again.status, proofOf(again)], [401, expected(app, "used-nonce-of-attic")]);
});

Deno.test("what is no nonce comes back nowhere; without a key nothing is signed; a clock that is not known says no time", async () => {
  {
    using app = testApp(ENV);
    for (
      const nonce of [
        "short",
        "x".repeat(65),
        "with a blank in it ...",
        "ümlaute-sind-keine-nonce",
        "<script>alert(1)</script>",
      ]
    ) {
      const headers = {
        "x-box-nonce": encodeURIComponent(nonce) === nonce ? nonce : nonce.replace(/[^\x20-\x7e]/g, "?"),
      };
      const answer = await app.visitor.get("/health", headers);
      assert.equal(answer.headers.get(ANSWER_HEADERS.nonce), null, nonce);
      assert.equal(answer.headers.get(ANSWER_HEADERS.sig), null, nonce);
    }
    app.world.clock.state();
    app.world.jump(3 * 86_400);
    assert.equal(app.world.clock.state(), "jumped");
    const answer = await app.visitor.get("/health", { "x-box-nonce": NONCE });
    assert.deepEqual(proofOf(answer), { instance: "gw.example", nonce: NONCE, at: "" });
  }
  using app = testApp({ INSTANCE_ID: "gw.example" });
  const answer = await app.visitor.get("/health", { "x-box-nonce": NONCE });
  assert.deepEqual(proofOf(answer, { isSigned: false }), expected(app));
  const box = await enrolBox(app, "attic");
  const { body } = await box.get("/ingest/check");
  assert.deepEqual([body.key, body.rotations], [null, []]);
});

Deno.test("enrolment and check say the key under which answers are signed", async () => {
  using app = testApp(ENV);
  const box = await enrolBox(app, "attic");
  const { body } = await box.get("/ingest/check");
  assert.deepEqual([body.key, body.rotations, body.instance], [KEY, [], "gw.example"]);
});
