/** Question and answer frames: what is signed, and what counts as a peer's word (FED "Events", Corroboration). */
import assert from "node:assert/strict";
import { type Asked, judgeAnswer, signAnswer } from "../../../src/federation/corroborate/answer.ts";
import { questionOf, readQuestion, signQuestion } from "../../../src/federation/corroborate/question.ts";
import { AnswerRecord, QuestionRecord, readFrame } from "../../../src/wire/mod.ts";
import { keyFrom } from "../node.ts";
import { forge } from "../hostile.ts";

const NOW = 1_780_315_200;
const A = keyFrom("a.example 0"), B = keyFrom("b.example 0"), EVIL = keyFrom("evil");
const SOUGHT = {
  call: "OE2FND-7",
  lat: 48.2083,
  lon: 16.3731,
  radiusM: 150,
  since: NOW - 1800,
  until: NOW + 60,
  excludeIgates: ["OE2FND", "OE3CLB"],
};
const question = questionOf(SOUGHT)!;
const NONCE = "00112233445566778899aabbccddeeff";
const signed = signQuestion(question, { asker: "a.example", target: "b.example", nonce: NONCE, at: NOW }, A);
const asked = (over: Partial<Asked> = {}): Asked => ({
  question,
  nonce: signed.nonce,
  hash: signed.hash,
  instance: "b.example",
  keys: [B.publicKey],
  now: NOW + 5,
  reveal: false,
  ...over,
});
const HEARD = { distanceM: 300, at: NOW - 1200, igate: "OE1XYZ-10" };
const yes = signAnswer(signed, HEARD, { answerer: "b.example", at: NOW }, B);

Deno.test("a question names a cell and whole ten minutes, never the place and the moment", () => {
  assert.deepEqual(question, {
    callsign: "OE2FND-7",
    latE7: 482075000,
    lonE7: 163725000,
    radiusM: 700,
    since: NOW - 1800,
    until: NOW + 600,
    excludeIgates: ["OE2FND", "OE3CLB"],
  });
  assert.deepEqual(
    questionOf({ ...SOUGHT, lat: 48.2051, lon: 16.3749, since: NOW - 1201 })!.since,
    NOW - 1800,
  );
  assert.equal(
    questionOf({ ...SOUGHT, excludeIgates: Array.from({ length: 101 }, () => "OE1A") }),
    undefined,
  );
});

Deno.test("a signed question says who asks whom, and reads back as it was", () => {
  const read = readQuestion(signed.frame);
  assert.ok(read.ok);
  const { type, gid, origin, v, at, signer, signerKey } = read.frame;
  assert.deepEqual({ type, gid, origin, v, at, signer, signerKey }, {
    type: 10,
    gid: `a.example:corroborationQuery:${NONCE}`,
    origin: "a.example",
    v: NOW,
    at: NOW,
    signer: "a.example",
    signerKey: A.publicKey,
  });
  assert.deepEqual(read.body, { ...question, nonce: NONCE, target: "b.example" });
  assert.equal(read.hash, signed.hash);
});

Deno.test("a yes and a no count as the peer's word", () => {
  assert.deepEqual(judgeAnswer(yes, asked()), {
    said: "yes",
    heard: { distanceM: 300, at: NOW - 1200 },
    key: B.publicKey,
  });
  const no = signAnswer(signed, undefined, { answerer: "b.example", at: NOW }, B);
  assert.deepEqual(judgeAnswer(no, asked()), { said: "no", key: B.publicKey });
});

Deno.test("the receiving station is kept only where both sides reveal it, and never the logger's own", () => {
  const heard = (igate: string) =>
    judgeAnswer(
      signAnswer(signed, { ...HEARD, igate }, { answerer: "b.example", at: NOW }, B),
      asked({ reveal: true }),
    );
  const igate = (word: ReturnType<typeof heard>) => word.said === "yes" ? word.heard.igate : word;
  assert.equal(igate(heard("OE1XYZ-10")), "OE1XYZ-10");
  assert.equal(igate(heard("OE2FND-10")), undefined);
  assert.equal(igate(heard("OE3CLB")), undefined);
});

const answer = (body: Partial<Record<string, unknown>> = {}, frame: object = {}, key = B) =>
  forge({
    type: 11,
    gid: `b.example:corroboration:${NONCE}`,
    origin: "b.example",
    v: NOW,
    at: NOW,
    signer: "b.example",
    body: new Map(
      Object.entries({
        nonce: NONCE,
        queryHash: signed.hash,
        corroborated: true,
        distanceCm: 30000,
        ts: NOW - 1200,
        ...body,
      }).filter(([, value]) => value !== undefined),
    ) as never,
    ...frame,
  }, key);

/** A frame of exactly so many bytes, by a member that nobody knows and everybody leaves aside. */
function padded(frame: (pad: string) => Uint8Array, bytes: number): Uint8Array {
  const most = bytes - frame("").length;
  for (let length = most; length >= most - 16; length--) {
    const made = frame("x".repeat(length));
    if (made.length === bytes) return made;
  }
  return assert.fail(`no frame of ${bytes} bytes`);
}

/** Answers that are no word of the peer, by name. */
const BAD: Record<string, { bytes: Uint8Array; over?: Partial<Asked> }> = {
  "garbage": { bytes: new Uint8Array([1, 2, 3]) },
  "nothing": { bytes: new Uint8Array() },
  "the question sent back": { bytes: signed.frame },
  "signed by a stranger": { bytes: answer({}, {}, EVIL) },
  "signed by the asker itself": { bytes: answer({}, {}, A) },
  "signed by a key past its cutoff": { bytes: yes, over: { keys: [EVIL.publicKey] } },
  "another peer's answer": {
    bytes: answer({}, { origin: "c.example", signer: "c.example", gid: "c.example:x:1" }),
  },
  "vouched for by somebody else": { bytes: answer({}, { signer: "c.example" }) },
  "of another kind": { bytes: answer({}, { type: 2 }) },
  "to another nonce": { bytes: answer({ nonce: "0".repeat(32) }) },
  "to another question": { bytes: answer({ queryHash: "0".repeat(64) }) },
  "signed too long ago": { bytes: yes, over: { now: NOW + 121 } },
  "signed ahead of time": { bytes: yes, over: { now: NOW - 121 } },
  "from farther away than was asked": { bytes: answer({ distanceCm: 70_001 }) },
  "without a distance": { bytes: answer({ distanceCm: undefined }) },
  "from before the window": { bytes: answer({ ts: NOW - 1801 }) },
  "from after the window": { bytes: answer({ ts: NOW + 601 }) },
  "without a time": { bytes: answer({ ts: undefined }) },
  "neither yes nor no": { bytes: answer({ corroborated: 1 }) },
  "larger than an answer is": { bytes: padded((pad) => answer({ pad }), AnswerRecord.maxBytes + 1) },
};
for (const [name, { bytes, over }] of Object.entries(BAD)) {
  Deno.test(`an answer ${name} is neither a yes nor a no`, () => {
    assert.equal(judgeAnswer(bytes, asked(over)).said, "refused");
  });
}

Deno.test("an answer holds at the very edges of what was asked", () => {
  for (const body of [{ distanceCm: 70_000 }, { ts: NOW - 1800 }, { ts: NOW + 600 }, { distanceCm: 0 }]) {
    assert.equal(judgeAnswer(answer(body), asked()).said, "yes");
  }
  const largest = padded((pad) => answer({ pad }), AnswerRecord.maxBytes);
  assert.equal(judgeAnswer(largest, asked()).said, "yes");
  assert.equal(judgeAnswer(yes, asked({ now: NOW + 120 })).said, "yes");
  assert.equal(judgeAnswer(yes, asked({ now: NOW - 120 })).said, "yes");
});

Deno.test("what is no question is not read as one", () => {
  const body = (over: object = {}) =>
    new Map(Object.entries({ ...question, nonce: NONCE, target: "b.example", ...over }));
  const frameOf = (frame: object = {}, over: object = {}) =>
    forge({
      type: 10,
      gid: `a.example:corroborationQuery:${NONCE}`,
      origin: "a.example",
      v: NOW,
      at: NOW,
      signer: "a.example",
      body: body(over) as never,
      ...frame,
    }, A);
  const made = (...of: Parameters<typeof frameOf>) => readQuestion(frameOf(...of)).ok;
  assert.equal(made(), true);
  assert.equal(made({ type: 11 }), false);
  assert.equal(made({ signer: "b.example" }), false);
  assert.equal(made({ gid: "b.example:corroborationQuery:1" }), false);
  for (
    const over of [{ nonce: "" }, { nonce: "x".repeat(65) }, { target: "Not A Host" }, { callsign: "oe1abc" }]
  ) {
    assert.equal(made({}, over), false);
  }
  for (
    const over of [{ latE7: 900_000_001 }, { radiusM: -1 }, { since: 1.5 as never }, {
      excludeIgates: "OE1A",
    }]
  ) {
    try {
      assert.equal(made({}, over), false);
    } catch (error) {
      assert.ok(error instanceof TypeError, "no codec writes it");
    }
  }
  assert.equal(readFrame(signed.frame).ok, true);
  const sized = (bytes: number) => readQuestion(padded((pad) => frameOf({}, { pad }), bytes));
  assert.equal(sized(QuestionRecord.maxBytes).ok, true);
  assert.deepEqual(sized(QuestionRecord.maxBytes + 1), { ok: false, problem: "too large" });
});
