import assert from "node:assert/strict";
import {
  CacheRecord,
  type CborMap,
  decodeCbor,
  encodeCbor,
  encodePage,
  judgeFrame,
  judgeFrames,
  readFrame,
  readPage,
  readSigningKey,
  signedBytes,
  signFrame,
  Verifier,
  verifyFrame,
} from "../../src/wire/mod.ts";
import { sha256Hex, toHex } from "../../src/base/mod.ts";

const key = readSigningKey("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A")!;
const other = readSigningKey("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")!;

const cache = {
  code: "OE4K7P",
  title: "Steinbruch",
  type: "traditional" as const,
  size: "small" as const,
  difficultyX10: 20,
  terrainX10: 35,
  latE7: 482083330,
  lonE7: -163730000,
  owner: "OE1ABC",
  status: "active" as const,
  scope: "federated" as const,
  createdAt: 1_780_000_000,
  updatedAt: 1_780_000_100,
  description: "Im Süden.",
};
const record = {
  type: 1,
  gid: "oe1.example:cache:1780000000000",
  origin: "oe1.example",
  v: 1_780_000_100_000,
  at: 1_780_000_100,
  body: CacheRecord.write(cache),
};
const frame = signFrame(record, key);

/** Bytes that every later version must still write: a change here breaks every mirror in the field. */
const GOLDEN_FRAME_SHA256 = "89d7d6e74d3e20fd5ff821f32e3ae6ad7169d3ecd9aabb83695b3b314d68947a";

Deno.test("signFrame() writes the golden bytes, and readFrame() gives back what was signed", () => {
  assert.equal(sha256Hex(frame), GOLDEN_FRAME_SHA256, toHex(frame));
  const read = readFrame(frame);
  assert.ok(read.ok);
  assert.deepEqual(
    [read.frame.type, read.frame.gid, read.frame.origin, read.frame.v, read.frame.at, read.frame.signer],
    [1, record.gid, record.origin, record.v, record.at, record.origin],
  );
  const body = CacheRecord.read(read.frame.body);
  assert.deepEqual(body, { ok: true, body: cache });
});

Deno.test("verifyFrame() holds under the signer's key alone", () => {
  const read = readFrame(frame);
  assert.ok(read.ok);
  assert.equal(verifyFrame(read.frame, [other.publicKey, key.publicKey])?.gid, record.gid);
  assert.equal(verifyFrame(read.frame, [other.publicKey]), undefined);
  assert.equal(verifyFrame(read.frame, []), undefined);
  assert.equal(verifyFrame({ ...read.frame, signerKey: other.publicKey }, [other.publicKey]), undefined);
});

Deno.test("every flipped bit of a frame makes it unreadable or unverified", () => {
  for (let bit = 0; bit < frame.length * 8; bit++) {
    const bytes = Uint8Array.from(frame);
    bytes[bit >> 3]! ^= 1 << (bit & 7);
    const read = readFrame(bytes);
    if (read.ok) assert.equal(verifyFrame(read.frame, [key.publicKey]), undefined, `bit ${bit}`);
  }
});

/** The frame with its outer map changed. */
function changed(change: (outer: CborMap) => void): Uint8Array {
  const outer = decodeCbor(frame);
  assert.ok(outer.ok && outer.value instanceof Map);
  change(outer.value);
  return encodeCbor(outer.value);
}

/** A frame over a payload that is changed and signed again, so that only its form is wrong. */
function resigned(change: (payload: CborMap) => void): Uint8Array {
  const read = readFrame(frame);
  assert.ok(read.ok);
  const payload = decodeCbor(read.frame.payload);
  assert.ok(payload.ok && payload.value instanceof Map);
  change(payload.value);
  return changed((outer) => outer.set(1, encodeCbor(payload.value)));
}

/** Frames that are refused, each for its own reason. */
const MALFORMED: [string, Uint8Array, string][] = [
  ["nothing", new Uint8Array(), "frame: ends inside an item"],
  ["a number", Uint8Array.of(1), "frame: not a map of three"],
  ["a list of three", encodeCbor([1, 2, 3]), "frame: not a map of three"],
  ["a fourth member outside the signature", changed((outer) => outer.set(4, 1)), "frame: not a map of three"],
  ["no signature", changed((outer) => outer.delete(3)), "frame: not a map of three"],
  [
    "a signature as text",
    changed((outer) => outer.set(3, "x".repeat(64))),
    "frame: signature is not 64 bytes",
  ],
  [
    "a signature of 63 bytes",
    changed((outer) => outer.set(3, new Uint8Array(63))),
    "frame: signature is not 64 bytes",
  ],
  [
    "a signature of 65 bytes",
    changed((outer) => outer.set(3, new Uint8Array(65))),
    "frame: signature is not 64 bytes",
  ],
  ["a padded key", changed((outer) => outer.set(2, key.publicKey + "=")), "frame: signer key is not a key"],
  [
    "a key of 42 characters",
    changed((outer) => outer.set(2, "A".repeat(42))),
    "frame: signer key is not a key",
  ],
  ["a key of 48 bytes", changed((outer) => outer.set(2, "A".repeat(64))), "frame: signer key is not a key"],
  [
    "a key of other characters",
    changed((outer) => outer.set(2, "*".repeat(43))),
    "frame: signer key is not a key",
  ],
  [
    "a key as 43 bytes",
    changed((outer) => outer.set(2, new Uint8Array(43))),
    "frame: signer key is not a key",
  ],
  ["a key as bytes", changed((outer) => outer.set(2, new Uint8Array(32))), "frame: signer key is not a key"],
  ["a payload as text", changed((outer) => outer.set(1, "x")), "frame: payload is not bytes"],
  [
    "a payload that is not canonical",
    changed((outer) => outer.set(1, Uint8Array.of(0x18, 0x01))),
    "payload: head longer than needed",
  ],
  ["a payload that is a number", changed((outer) => outer.set(1, Uint8Array.of(1))), "payload: not a map"],
  ["no type", resigned((payload) => payload.delete(1)), "payload: type"],
  ["a type as text", resigned((payload) => payload.set(1, "1")), "payload: type"],
  ["type 0", resigned((payload) => payload.set(1, 0)), "payload: type"],
  ["a gid as a number", resigned((payload) => payload.set(2, 7)), "payload: gid"],
  ["a gid without parts", resigned((payload) => payload.set(2, "cache")), "payload: gid"],
  ["a gid without a local part", resigned((payload) => payload.set(2, "oe1.example:cache:")), "payload: gid"],
  ["an origin as a number", resigned((payload) => payload.set(3, 7)), "payload: origin"],
  ["an origin in upper case", resigned((payload) => payload.set(3, "OE1.example")), "payload: origin"],
  ["an origin with a colon", resigned((payload) => payload.set(3, "oe1.example:8787")), "payload: origin"],
  ["a version as text", resigned((payload) => payload.set(4, "2")), "payload: v"],
  ["version 0", resigned((payload) => payload.set(4, 0)), "payload: v"],
  ["a negative version", resigned((payload) => payload.set(4, -1)), "payload: v"],
  ["a signing time as text", resigned((payload) => payload.set(5, "now")), "payload: at"],
  ["a signing time before 1970", resigned((payload) => payload.set(5, -1)), "payload: at"],
  ["no signer", resigned((payload) => payload.delete(6)), "payload: signer"],
  ["a signer with a space", resigned((payload) => payload.set(6, "oe1 example")), "payload: signer"],
  ["a body that is no map", resigned((payload) => payload.set(7, [])), "payload: body"],
  ["a body with integer keys", resigned((payload) => payload.set(7, new Map([[1, 1]]))), "payload: body key"],
];
for (const [name, bytes, problem] of MALFORMED) {
  Deno.test(`readFrame() refuses: ${name}`, () => {
    // Twice: what one frame taught must not make the next one good.
    for (const _ of [1, 2]) assert.deepEqual(readFrame(bytes), { ok: false, problem });
  });
}

Deno.test("readFrame() takes the least that each number may be", () => {
  const least = resigned((payload) => void payload.set(1, 1).set(4, 1).set(5, 0));
  const read = readFrame(least);
  assert.ok(read.ok);
  assert.deepEqual([read.frame.type, read.frame.v, read.frame.at], [1, 1, 0]);
});

const BAD_BODIES: [string, (body: CborMap) => void][] = [
  ["an imported source", (body) => body.set("source", "sota")],
  ["an attribution", (body) => body.set("attribution", "x")],
  ["an imported kind", (body) => body.set("type", "bunker")],
  ["a latitude past the pole", (body) => body.set("latE7", 900_000_001)],
  ["a longitude past the antimeridian", (body) => body.set("lonE7", -1_800_000_001)],
  ["a difficulty of six", (body) => body.set("difficultyX10", 60)],
  ["no title", (body) => body.delete("title")],
  ["a null title", (body) => body.set("title", null)],
  ["a title as bytes", (body) => body.set("title", new Uint8Array(3))],
  ["an owner in lower case", (body) => body.set("owner", "oe1abc")],
  ["a draft", (body) => body.set("status", "draft")],
  ["an unlisted cache's description", (body) => body.set("unlisted", true)],
];
for (const [name, change] of BAD_BODIES) {
  Deno.test(`CacheRecord.read() refuses: ${name}`, () => {
    const body = CacheRecord.write(cache);
    change(body);
    assert.equal(CacheRecord.read(body).ok, false);
  });
}

Deno.test("CacheRecord.read() ignores fields it does not know and reads null as absent", () => {
  const body = CacheRecord.write(cache);
  body.set("country", null);
  body.set("later", new Map([["version", 2]]));
  assert.deepEqual(CacheRecord.read(body), { ok: true, body: cache });
});

Deno.test("CacheRecord.write() throws for a body that a receiver would refuse", () => {
  assert.throws(() => CacheRecord.write({ ...cache, unlisted: true }), TypeError);
  assert.throws(() => CacheRecord.write({ ...cache, latE7: 0.5 }), TypeError);
  assert.throws(() => CacheRecord.write({ ...cache, title: "" }), TypeError);
});

Deno.test("encodePage() and readPage() keep every field, and unknown ones are ignored", () => {
  const page = {
    instance: "oe1.example",
    nextCursor: 1_780_000_100_000,
    complete: true,
    frames: [frame, frame],
    nextId: "17",
    hops: [0, 3],
    held: 5,
    gaps: [3],
    hopGaps: [],
  };
  const bytes = encodePage(page);
  assert.deepEqual(readPage(bytes), { ok: true, page });
  const decoded = decodeCbor(bytes);
  assert.ok(decoded.ok && decoded.value instanceof Map);
  decoded.value.set(10, "later");
  assert.deepEqual(readPage(encodeCbor(decoded.value)), { ok: true, page });
  assert.equal(readPage(bytes, 1).ok, false, "more frames than asked for");
  for (
    const [field, value] of [[1, "A"], [2, -1], [3, 1], [4, [1]], [6, [-1]], [7, "1"], [8, [null]]] as const
  ) {
    const bad: CborMap = new Map(decoded.value).set(field, value as never);
    assert.equal(readPage(encodeCbor(bad)).ok, false, `field ${field}`);
  }
});

Deno.test("a good signature over what is no payload proves nothing", async () => {
  const payload = encodeCbor("words");
  const signed = changed((outer) => void outer.set(1, payload).set(3, key.sign(signedBytes(payload))));
  const verifier = new Verifier();
  const [one] = await judgeFrames([signed], [key.publicKey], verifier);
  verifier.close();
  assert.deepEqual(one!.open(), { read: { ok: false, problem: "payload: not a map" }, verified: undefined });
});

Deno.test("judgeFrames() tells good frames from bad ones among many, as judgeFrame() does one by one", async () => {
  const flipped = Uint8Array.from(frame);
  flipped[flipped.length - 1]! ^= 1;
  const swapped = changed((outer) => outer.set(3, signFrame({ ...record, v: record.v + 1 }, key).slice(-64)));
  const strange = signFrame(record, other);
  const foreign = changed((outer) => outer.set(2, other.publicKey));
  const next = signFrame({ ...record, v: record.v + 2 }, key);
  const unreadable = resigned((payload) => payload.delete(4));
  const frames = [flipped, frame, swapped, strange, next, foreign, new Uint8Array(), unreadable, frame];
  const good = [false, true, false, false, true, false, false, false, true];
  const verifier = new Verifier();
  const accept = [key.publicKey];
  const many = await judgeFrames(frames, accept, verifier);
  verifier.close();
  assert.deepEqual(many.map((one) => one.open().verified !== undefined), good);
  assert.deepEqual(frames.map((bytes) => judgeFrame(bytes, accept).open().verified !== undefined), good);
  assert.deepEqual(many.map((one) => one.open().read.ok), [
    true,
    true,
    true,
    true,
    true,
    true,
    false,
    false,
    true,
  ]);
  assert.equal(many[4]!.open().verified!.v, record.v + 2, "each verdict is its own frame's");
  assert.equal(many[4]!.open().verified!.verified, true);
});
