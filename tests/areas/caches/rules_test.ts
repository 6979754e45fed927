/** The small rules: codes, their strength, sealing, field time, moves, points, countries, media kinds. */
import assert from "node:assert/strict";
import { codeKey, isMintedForm, mintCode } from "../../../src/caches/rules/code.ts";
import { codeBits } from "../../../src/caches/stages/code_strength.ts";
import { entityOf, whyNoCountry } from "../../../src/caches/rules/country.ts";
import { fieldTime } from "../../../src/caches/finds/field_time.ts";
import { isMediaKey, mediaType } from "../../../src/caches/rules/media_kind.ts";
import { brokenMoveLimit } from "../../../src/caches/rules/move_limit.ts";
import { pointsOf, rank } from "../../../src/caches/rules/points.ts";
import { seal, unseal } from "../../../src/caches/stages/seal.ts";
import { testWorld } from "../../kit/world.ts";

Deno.test("mintCode() gives at most 9 characters, letters then digits, no look-alikes", () => {
  const world = testWorld();
  const codes = new Set<string>();
  for (let i = 0; i < 2000; i++) {
    const code = mintCode(world);
    assert.match(code, /^[A-Z]+[0-9]+$/);
    assert.ok(code.length <= 9);
    assert.doesNotMatch(code, /[OQILZSGBUAE01]/);
    assert.ok(isMintedForm(codeKey(code)));
    codes.add(code);
  }
  assert.ok(codes.size > 1990);
});

Deno.test("codeKey() reads a code in any case, with and without dashes", () => {
  for (const text of ["KTR4729", "ktr4729", "ktr-4729", " KTR 4729 "]) assert.equal(codeKey(text), "KTR4729");
  assert.equal(codeKey("oe/oo-001"), codeKey("OE/OO-001"));
  assert.equal(isMintedForm(codeKey("OE/OO-001")), false);
});

Deno.test("codeBits() counts what is drawn by chance by its alphabet", () => {
  const each = { digits: Math.log2(10), letters: Math.log2(26), both: Math.log2(36), hex: 4 };
  assert.equal(codeBits("x7kq9mvt2r"), Math.floor(10 * each.both));
  assert.equal(codeBits("xkqjvbtzwm"), Math.floor(10 * each.letters));
  assert.ok(codeBits("8640759386") <= 10 * each.digits && codeBits("8640759386") > 30);
  assert.equal(codeBits("04a2b3c4d5e6f7"), 14 * each.hex, "a tag's number");
  assert.equal(codeBits("04:A2:B3:C4:D5:E6:F7"), 14 * each.hex + 6 * 3);
  assert.equal(codeBits("04A2B3C4D5E6F7"), codeBits(" 04a2b3c4d5e6f7 "));
  assert.ok(codeBits("x7#q9!vt2r") > codeBits("x7kq9mvt2r"));
});

Deno.test("codeBits() counts what people think of as few as it is", () => {
  for (
    const weak of [
      ..."geocaching schatzkiste2024 password123456 abcdefghijklmnop qwertzuiopü 0123456789abcdef".split(" "),
      ..."nohtyp-gnihcacoeg g3oc4ch1ng$ 20.11.1987-wien x7kqx7kqx7kqx7kq aaaaaaaabcdefg 1987-11-20".split(
        " ",
      ),
      "hauptbahnhof wien",
      "12345678",
      "abcdefg1",
    ]
  ) {
    assert.ok(codeBits(weak) < 40, `${weak}: ${codeBits(weak)}`);
  }
  assert.ok(codeBits("geocaching") < 10);
  assert.ok(codeBits("gnihcacoeg") < 10, "backwards");
  assert.ok(codeBits("g3oc4ch1ng") < 10, "digits for letters");
  assert.equal(codeBits("abababababababab"), 0);
  assert.equal(codeBits(""), 0);
  // A long one is not weaker than its beginning, and costs no more.
  assert.ok(codeBits("x7kq9mvt2rp4zb8w" + "y".repeat(3_000_000)) >= codeBits("x7kq9mvt2rp4zb8w"));
  assert.ok(codeBits("x7kq oe1abc", ["OE1ABC"]) < codeBits("x7kq oe1abc"));
});

Deno.test("seal() opens with the code in any case, and with nothing else", async () => {
  const content = { lat: 48.2, lon: 16.3, clue: "under the bridge", mediaUrl: null };
  const sealed = await seal(content, "04:A2:B3:C4:D5", testWorld().random(28));
  assert.equal(sealed.iter, 600_000);
  assert.deepEqual(await unseal(sealed, " 04:a2:b3:c4:d5"), content);
  assert.equal(await unseal(sealed, "04:a2:b3:c4:d6"), undefined);
  const touched = (sealed.data[0] === "A" ? "B" : "A") + sealed.data.slice(1);
  assert.equal(await unseal({ ...sealed, data: touched }, "04:a2:b3:c4:d5"), undefined);
});

Deno.test("fieldTime() takes the signature's time within its bounds, else arrival with the reason", () => {
  const now = 1_780_000_000;
  const base = { now, cacheCreatedAt: now - 86_400, offline: true };
  const signed = (at: number, keyAddedAt = 0) => fieldTime({ ...base, signed: { at, keyAddedAt } });
  assert.deepEqual(signed(now - 3600), { foundAt: now - 3600 });
  assert.deepEqual(signed(now + 60), { foundAt: now });
  assert.deepEqual(signed(now + 61), { foundAt: now, rejected: "future" });
  const old = { ...base, cacheCreatedAt: 0 };
  assert.deepEqual(fieldTime({ ...old, signed: { at: now - 604_800, keyAddedAt: 0 } }), {
    foundAt: now - 604_800,
  });
  assert.equal(fieldTime({ ...old, signed: { at: now - 604_801, keyAddedAt: 0 } }).rejected, "too_old");
  assert.equal(signed(now - 86_401).rejected, "before_cache");
  assert.equal(signed(now - 3600, now - 3599).rejected, "before_key");
  assert.equal(fieldTime(base).rejected, "unsigned");
  assert.deepEqual(fieldTime({ ...base, offline: false }), { foundAt: now });
});

Deno.test("brokenMoveLimit() measures from the pin, so many small steps make no long way", () => {
  const pins = [{ stage: 0, lat: 48, lon: 16 }, { stage: 2, lat: 48.01, lon: 16 }];
  const north = (m: number) => ({ lat: 48 + m / 111_195, lon: 16 });
  const places = (cache: { lat: number; lon: number } | undefined) => (stage: number) =>
    stage === 0 ? cache : pins[1];
  assert.equal(brokenMoveLimit(pins, 100, places(north(99.9))), undefined);
  assert.deepEqual(brokenMoveLimit(pins, 100, places(north(150))), { stage: 0, limitM: 100, distanceM: 150 });
  assert.deepEqual(brokenMoveLimit(pins, 100, places(undefined)), {
    stage: 0,
    limitM: 100,
    distanceM: null,
  });
  assert.equal(brokenMoveLimit(pins, 0, places(north(0))), undefined);
  assert.equal(brokenMoveLimit(pins, 0, places(north(1)))?.distanceM, 1);
  assert.equal(brokenMoveLimit([], 0, places(undefined)), undefined);
});

Deno.test("rank() gives equal scores one rank, the earlier call first", () => {
  const find = (tier: "A" | "B" | null) => ({ tier, difficulty: 1.5, terrain: 2 });
  assert.deepEqual((["A", "B", null] as const).map((tier) => pointsOf(find(tier))), [13.5, 8.5, 5.5]);
  const persons = [
    { call: "OE3ABC", finds: 2, points: 11 },
    { call: "OE4ABC", finds: 2, points: 12 },
    { call: "OE1ABC", finds: 1, points: 14 },
    { call: "OE2ABC", finds: 2, points: 11 },
  ];
  assert.deepEqual(rank(persons, "points", 10), [
    { rank: 1, call: "OE1ABC", finds: 1, points: 14 },
    { rank: 2, call: "OE4ABC", finds: 2, points: 12 },
    { rank: 3, call: "OE2ABC", finds: 2, points: 11 },
    { rank: 3, call: "OE3ABC", finds: 2, points: 11 },
  ]);
  assert.deepEqual(rank(persons, "finds", 2).map((row) => [row.rank, row.call]), [[1, "OE4ABC"], [
    1,
    "OE2ABC",
  ]]);
});

Deno.test("entityOf() knows main DXCC prefixes and nothing else", () => {
  assert.equal(entityOf("OE")?.name, "Austria");
  assert.equal(entityOf(" hb0 ")?.name, "Liechtenstein");
  assert.equal(entityOf("UA")?.name, "European Russia");
  assert.equal(entityOf("3d2/r")?.name, "Rotuma Island");
  for (const text of ["", "XX", "Austria", "OE1", "1", "AT", "AU", "RA", "N", "SP3"]) {
    assert.equal(entityOf(text), undefined, text);
  }
  const says = (text: string) => whyNoCountry(text).split("; ")[1];
  assert.equal(says("AT"), "Austria is OE, India is VU");
  assert.equal(says(" de "), "Germany is DL");
  assert.equal(says("austria"), "Austria is OE");
  assert.equal(says("N"), "United States of America is K");
  assert.equal(says("QQ"), '"QQ" is not one');
});

const PNG = Uint8Array.from(Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
));

Deno.test("mediaType() goes by the bytes", async () => {
  const of = async (bytes: Uint8Array) => (await mediaType(bytes))?.contentType;
  const text = (s: string) => new TextEncoder().encode(s);
  assert.equal(await of(PNG), "image/png");
  assert.equal(
    await of(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, ...text("JFIF"), 0, 1, 1, 0, 0, 1])),
    "image/jpeg",
  );
  assert.equal(await of(text("GIF89a\x01\x00\x01\x00")), "image/gif");
  assert.equal(await of(text("RIFF\x24\x00\x00\x00WAVEfmt ")), "audio/wav");
  assert.equal(await of(text("RIFF\x24\x00\x00\x00WEBPVP8 ")), "image/webp");
  assert.equal(
    await of(Uint8Array.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, 0, 0xff, 0xfb, 0x90, 0])),
    "audio/mpeg",
  );
  assert.equal(
    await of(Uint8Array.from([0, 0, 0, 0x1c, ...text("ftypavif"), 0, 0, 0, 0, ...text("avifmif1miaf")])),
    "image/avif",
  );
  assert.equal(
    await of(Uint8Array.from([0, 0, 0, 0x18, ...text("ftypM4A "), 0, 0, 0, 0, ...text("M4A mp42")])),
    "audio/mp4",
  );
  const ogg = new Uint8Array(64);
  ogg.set(text("OggS"), 0);
  ogg.set([1, ...text("vorbis")], 28);
  assert.equal(await of(ogg), "audio/ogg");
  for (
    const bad of [
      "<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>",
      "<!doctype html>",
      "%PDF-1.7\n",
      "",
      "MZ",
    ]
  ) {
    assert.equal(await of(text(bad)), undefined, bad);
  }
  assert.equal(
    await of(Uint8Array.from([0, 0, 0, 0x18, ...text("ftypisom"), 0, 0, 2, 0, ...text("isomiso2")])),
    undefined,
  );
});

Deno.test("isMediaKey() takes stored keys and no other path", () => {
  const uuid = "0f8fad5b-d9cb-469f-a165-70867728950e";
  for (
    const key of [
      `cache/12/media/${uuid}.jpg`,
      `cache/12/media/${uuid}.thumb.webp`,
      "cache/9/stage/2/clue-0123456789ab.mp3",
    ]
  ) {
    assert.ok(isMediaKey(key), key);
  }
  for (
    const key of [
      "",
      "../../etc/passwd",
      `cache/12/media/../${uuid}.jpg`,
      `cache/012/media/${uuid}.jpg`,
      `cache/12/media/${uuid}.jpg/`,
      `cache/12/media/${uuid.toUpperCase()}.jpg`,
      "cache/9/stage/2/clue-0123456789ab.mp3\0",
    ]
  ) assert.equal(isMediaKey(key), false, key);
});
