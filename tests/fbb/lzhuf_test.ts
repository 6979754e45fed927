/** LZHUF: the bytes of other software, round trips, and what damaged bytes may do: nothing. */
import assert from "node:assert/strict";
import { sha256Hex, utf8 } from "../../src/base/mod.ts";
import { compress, crc16, expand } from "../../src/fbb/compressed.ts";
import { exists, testData, withoutData } from "../kit/test_data.ts";
import { seeded } from "../wire/test_data.ts";
import vectors from "../data/fbb/lzhuf.json" with { type: "json" };
import { someBytes } from "./messages.ts";

const MOST = 1 << 20;
const bytesOf = (base64: string): Uint8Array => Uint8Array.from(Buffer.from(base64, "base64"));

Deno.test("a text gives the bytes that other software gives, and the text back", () => {
  const text = bytesOf(vectors.gettysburg.text), packed = bytesOf(vectors.gettysburg.packed);
  assert.deepEqual(compress(text, 1), packed);
  assert.deepEqual(expand(packed, 1, MOST), text);
  assert.deepEqual(compress(text, 0), packed.slice(2), "version 0 is the same without the CRC");
  assert.deepEqual(expand(packed.subarray(2), 0, MOST), text);
});

/** The number e to `digits` places, by splitting the sum of 1/k! in halves. */
function e(digits: number): string {
  const sum = (from: number, to: number): [bigint, bigint] => {
    if (to - from === 1) return [1n, BigInt(to)];
    const middle = (from + to) >> 1;
    const [p, q] = sum(from, middle), [r, s] = sum(middle, to);
    return [p * s + r, q * s];
  };
  const [p, q] = sum(0, 26_000); // 26000! has more than 100,000 digits
  const whole = ((q + p) * 10n ** BigInt(digits) / q).toString();
  return `${whole[0]}.${whole.slice(1)}`;
}

Deno.test("a hundred thousand digits, where the code's weights are halved many times", () => {
  const text = utf8(`${e(vectors.e.length - 3)}\n`);
  assert.equal(sha256Hex(text), vectors.e.textSha256);
  const packed = compress(text, 1);
  assert.equal(packed.length, vectors.e.packedLength);
  assert.equal(sha256Hex(packed), vectors.e.packedSha256);
  assert.deepEqual(expand(packed, 1, MOST), text);
});

Deno.test("two hundred thousand letters: weights are halved before the symbol is counted", () => {
  // Halved one symbol later they are other bytes, one more, which this code would read back all the same.
  const draw = seeded(3), text = Uint8Array.from({ length: 200_000 }, () => 97 + Math.floor(draw() * 26));
  const packed = compress(text, 1);
  assert.equal(sha256Hex(text), "bb4c6adc6a7371b3d3c74e05e74a604d1f5851c9b3a0ac3742b369f70f73ec53");
  assert.equal(packed.length, 123_742);
  assert.equal(sha256Hex(packed), "aa3ed0e56d33f8fe2912d90b4a45f9a5f6b452c87073946b31d3c885fdb1efd1");
  assert.deepEqual(expand(packed, 1, MOST), text);
});

Deno.test("a match over the window's end is compared with what stands there, to its last byte", () => {
  const draw = seeded(4),
    random = (length: number) => Uint8Array.from({ length }, () => 33 + Math.floor(draw() * 90));
  // The text begins 60 bytes before the window's end: these begin at each of its last places.
  for (let before = 0; before < 60; before++) {
    for (const round of [0, 2048, 4096]) {
      for (const length of [57, 58, 59]) {
        const again = random(length);
        for (const stale of [0x00, 0x20]) {
          const text = Uint8Array.of(
            ...random(round + before),
            ...again,
            65,
            ...random(100),
            ...again,
            stale,
            66,
          );
          assert.deepEqual(expand(compress(text, 1), 1, MOST), text, `${round} ${before} ${length} ${stale}`);
        }
      }
    }
  }
});

const FILES = ["LPE5NXDVLVSQ.b2f", "e.txt", "gettysburg.txt", "pi.txt"];
const there = FILES.every((name) => exists(testData(`lzhuf/${name}.lzh`)));
Deno.test({
  name: "every file of the test data, both ways",
  ignore: withoutData("lzhuf/ of the test data", there),
  fn() {
    for (const name of FILES) {
      const text = Deno.readFileSync(testData(`lzhuf/${name}`));
      const packed = Deno.readFileSync(testData(`lzhuf/${name}.lzh`));
      assert.deepEqual(compress(text, 1), packed, name);
      assert.deepEqual(expand(packed, 1, MOST), text, name);
    }
  },
});

Deno.test("the CRC is XMODEM's, and the shortest texts have their bytes", () => {
  assert.equal(crc16(utf8("123456789")), 0x31c3);
  assert.deepEqual(compress(new Uint8Array(), 1), Uint8Array.of(0, 0, 0, 0, 0, 0));
  assert.deepEqual(expand(Uint8Array.of(0, 0, 0, 0, 0, 0), 1, 0), new Uint8Array());
  for (const length of [1, 2, 3, 59, 60, 61, 2047, 2048, 2049]) {
    for (
      const text of [
        new Uint8Array(length).fill(0x20),
        Uint8Array.from({ length }, (_, i) => i * 7 + (i >> 8)),
      ]
    ) {
      for (const version of [0, 1] as const) {
        assert.deepEqual(expand(compress(text, version), version, length), text);
      }
    }
  }
});

/** How many by default; a soak run sets more. Damage within whole transfers: damage_test.ts. */
const TEXTS = Number(Deno.env.get("FBB_TEXTS") ?? 2000);
const DAMAGED = 5000;

Deno.test("random texts come back", () => {
  const draw = seeded(1);
  for (let n = 0; n < TEXTS; n++) {
    const text = someBytes(draw, Math.floor(draw() ** 3 * 3000)), version = draw() < 0.5 ? 0 : 1;
    assert.deepEqual(expand(compress(text, version), version, text.length), text, `text ${n}`);
  }
});

Deno.test("damaged bytes are refused or, where no CRC guards them, give no more than they say", () => {
  const draw = seeded(2);
  const int = (below: number) => Math.floor(draw() * below);
  let caught = 0, silent = 0;
  for (let n = 0; n < DAMAGED; n++) {
    const version = draw() < 0.8 ? 1 : 0, most = 2000;
    const text = someBytes(draw, int(400)), good = compress(text, version);
    const bad = good.slice(0, draw() < 0.2 ? int(good.length) : good.length);
    for (let hits = 1 + int(4); hits > 0 && bad.length > 0; hits--) {
      if (draw() < 0.8) bad[int(bad.length)]! ^= 1 << int(8);
      else bad[int(bad.length)] = int(256);
    }
    const read = expand(bad, version, most);
    if (typeof read === "string") caught++;
    else {
      assert.ok(read.length <= most);
      const same = bad.length === good.length && bad.every((byte, i) => byte === good[i]);
      // A CRC of 16 bits misses one damage in 65,536; two flipped bits and less never.
      if (!same && version === 1) silent++;
    }
  }
  assert.ok(caught > DAMAGED * 0.7, `${caught}`);
  assert.ok(silent <= 2 + DAMAGED / 5000, `${silent} of ${DAMAGED}`);
});

Deno.test("a length above the limit is refused before anything is allocated", () => {
  const huge = compress(utf8("x"), 0);
  new DataView(huge.buffer).setUint32(0, 0xffff_ffff, true);
  assert.equal(expand(huge, 0, MOST), "too_long");
  assert.equal(expand(compress(new Uint8Array(11), 1), 1, 10), "too_long");
});

Deno.test("version 0, which no CRC guards: a match that is the last is refused where it runs over or is cut off", () => {
  const draw = seeded(5);
  for (let n = 0; n < 200; n++) {
    const one = someBytes(draw, 8 + Math.floor(draw() * 40)),
      length = 3 + Math.floor(draw() * (one.length - 3));
    const text = Uint8Array.of(...one, ...one.subarray(0, length)), good = compress(text, 0);
    assert.deepEqual(expand(good, 0, MOST), text);
    const short = good.slice();
    new DataView(short.buffer).setUint32(0, text.length - 1, true);
    assert.equal(expand(short, 0, MOST), "bad_data", "it runs over");
    assert.equal(expand(good.subarray(0, -1), 0, MOST), "bad_data", "it is cut off");
  }
});

Deno.test("bits that are missing or left over, and a match past the end, are refused", () => {
  const text = utf8("abcabcabcabcabcabcabcabc tail"), good = compress(text, 0);
  const say = (length: number) => {
    const other = good.slice();
    new DataView(other.buffer).setUint32(0, length, true);
    return expand(other, 0, MOST);
  };
  assert.equal(say(text.length + 1), "bad_data", "bits are missing");
  assert.equal(say(text.length - 3), "bad_data", "bits are left over");
  assert.equal(say(10), "bad_data", "the match runs past the end");
  assert.equal(expand(Uint8Array.of(...good, 0), 0, MOST), "bad_data", "a byte too many");
  for (let cut = 0; cut < good.length; cut++) {
    assert.equal(expand(good.subarray(0, cut), 0, MOST), "bad_data");
  }
});
