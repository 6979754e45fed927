/** Whose an answer is, row by row; and which keys follow the one that a box knows. */
import assert from "node:assert/strict";
import { follows, type Joined, proofIn } from "../../src/box/gateway/proof.ts";
import { readSigningKey, signDocument } from "../../src/wire/mod.ts";
import { provenBy } from "../kit/boxes.ts";

const [own, next, alien] = [1, 2, 3].map((n) => readSigningKey(Buffer.alloc(32, n).toString("base64url"))!);
const NONCE = "nonce-of-a-question-1", OTHER = "nonce-of-another-one-2", NOW = 1_790_000_000_123;
const HTTP = "http://10.0.0.1:8787", HTTPS = "https://gw.example";
const UNKNOWN: Joined = { instance: "" }, NAMED: Joined = { instance: "gw.example" };
const KEYED: Joined = { ...NAMED, instanceKey: own!.publicKey };

const says = (nonce: string, more: Partial<Parameters<typeof provenBy>[1]> = {}) =>
  provenBy({ "x-box-nonce": nonce }, { nowMs: NOW, ...more });

for (
  const [what, headers, joined, address, saidMs] of [
    ["its name and the nonce", says(NONCE), NAMED, HTTP, NOW],
    ["another's nonce: an answer that was recorded", says(OTHER), NAMED, HTTP, "strange"],
    ["no nonce", { ...says(NONCE), "x-box-nonce": "" }, NAMED, HTTP, "strange"],
    ["another name", says(NONCE, { instance: "portal.example" }), NAMED, HTTP, "strange"],
    ["no name", { ...says(NONCE), "x-instance": "" }, UNKNOWN, HTTP, "strange"],
    ["any name, before it has joined", says(NONCE, { instance: "any.example" }), UNKNOWN, HTTP, NOW],
    ["signed by its key", says(NONCE, { key: own! }), KEYED, HTTP, NOW],
    ["not signed, where it has a key", says(NONCE), KEYED, HTTP, "strange"],
    ["signed by somebody else", says(NONCE, { key: alien! }), KEYED, HTTP, "strange"],
    [
      "signed, and its time written anew",
      { ...says(NONCE, { key: own! }), "x-instance-at": "1" },
      KEYED,
      HTTP,
      "strange",
    ],
    ["another key, and a certificate for its name", says(NONCE, { key: next! }), KEYED, HTTPS, NOW],
    ["a certificate, and another's nonce", says(OTHER, { key: own! }), KEYED, HTTPS, "strange"],
    ["it does not know the time itself", { ...says(NONCE), "x-instance-at": "" }, NAMED, HTTP, undefined],
    ["a time that is none", { ...says(NONCE), "x-instance-at": "-5" }, NAMED, HTTP, undefined],
    ["nothing but a date, as a portal's", { date: new Date(NOW).toUTCString() }, NAMED, HTTP, "strange"],
    [
      "name, nonce and date alone",
      { "x-instance": "gw.example", "x-box-nonce": NONCE, date: "Mon, 21 Sep 2026 14:13:20 GMT" },
      NAMED,
      HTTP,
      Date.UTC(2026, 8, 21, 14, 13, 20, 500),
    ],
  ] as [string, Record<string, string>, Joined, string, number | undefined | "strange"][]
) {
  Deno.test(`whose answer it is: ${what}`, () => {
    const proof = proofIn(new Headers(headers), { nonce: NONCE, address, joined });
    if (saidMs === "strange") return assert.equal(proof, undefined);
    assert.deepEqual(proof, { instance: headers["x-instance"], saidMs });
  });
}

Deno.test("a key follows by the signature of each one before it, and by nothing else", () => {
  const rotation = (from: typeof own, to: typeof own, by = from) => {
    const record = { at: 1_790_000_000, key: to!.publicKey, prevKey: from!.publicKey };
    return { ...record, sig: signDocument("svc-rot/1", record, by!) };
  };
  const chain = [rotation(own, next), rotation(next, alien)];
  assert.ok(follows(own!.publicKey, next!.publicKey, chain.slice(0, 1)));
  assert.ok(follows(own!.publicKey, alien!.publicKey, chain), "two steps while the box was away");
  assert.ok(follows(next!.publicKey, alien!.publicKey, chain), "the first one it knew already");
  for (
    const rotations of [[], undefined, "all", [null], [{}], [rotation(own, next, alien)], [chain[1]], [
      { ...chain[0], at: 1 },
    ]]
  ) assert.equal(follows(own!.publicKey, next!.publicKey, rotations), false, JSON.stringify(rotations));
  assert.equal(follows(own!.publicKey, own!.publicKey, []), false, "the same one follows nobody");
});
