import assert from "node:assert/strict";
import { Decoder } from "cbor-x";
import { type CborValue, decodeCbor, encodeCbor, MAX_DEPTH } from "../../src/wire/mod.ts";
import { toHex } from "../../src/base/mod.ts";
import { dataLines, hexBytes, seeded } from "./test_data.ts";

/** Plain JSON of a value, as the standard's examples show it; `undefined` for what JSON has not. */
function plain(value: CborValue): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [key, plain(item)]));
  if (value instanceof Uint8Array) return `h'${toHex(value)}'`;
  return Array.isArray(value) ? value.map(plain) : value;
}

Deno.test("decodeCbor() takes the examples of RFC 8949 appendix A that are in the subset and no others", () => {
  const examples = dataLines("cbor_examples.txt", 3);
  assert.equal(examples.length, 82);
  for (const [hex, verdict, value] of examples) {
    const read = decodeCbor(hexBytes(hex!));
    assert.equal(read.ok, verdict === "takes", `${hex} ${JSON.stringify(read)}`);
    if (!read.ok) continue;
    assert.equal(toHex(encodeCbor(read.value)), hex);
    assert.deepEqual(plain(read.value), JSON.parse(value!), hex);
  }
  assert.equal(examples.filter(([, verdict]) => verdict === "takes").length, 35);
});

const REFUSED: [string, string][] = [
  ["1817", "head longer than needed, one byte"],
  ["190017", "head longer than needed, two bytes"],
  ["1a0000ffff", "head longer than needed, four bytes"],
  ["1b00000000ffffffff", "head longer than needed, eight bytes"],
  ["3817", "negative integer longer than needed"],
  ["5800", "byte length longer than needed"],
  ["7800", "text length longer than needed"],
  ["9800", "array length longer than needed"],
  ["b800", "map length longer than needed"],
  ["5f4100ff", "indefinite bytes"],
  ["7f6161ff", "indefinite text"],
  ["9fff", "indefinite array"],
  ["bfff", "indefinite map"],
  ["ff", "break alone"],
  ["c000", "tag"],
  ["d9d9f700", "self-described tag"],
  ["f90000", "half float"],
  ["fa00000000", "single float"],
  ["fb0000000000000000", "double float"],
  ["f7", "undefined"],
  ["e0", "simple value 0"],
  ["f820", "simple value 32"],
  ["f8ff", "simple value 255"],
  ["f814", "false in two bytes"],
  ["1c", "reserved head 28"],
  ["1d", "reserved head 29"],
  ["1e", "reserved head 30"],
  ["1b0020000000000000", "2^53"],
  ["3b001fffffffffffff", "-2^53"],
  ["a2026001", "map that ends early"],
  ["a202000100", "integer keys unsorted"],
  ["a2616200616100", "text keys unsorted"],
  ["a262616100616200", "longer text key before a shorter"],
  ["a2616100 0100", "text key before an integer"],
  ["a201000100", "key repeated"],
  ["a26161006161 00", "text key repeated"],
  ["a14100 00", "byte string as a key"],
  ["a1f400", "boolean as a key"],
  ["a1a000", "map as a key"],
  ["61ff", "text not UTF-8"],
  ["62c080", "overlong UTF-8"],
  ["63eda080", "surrogate in UTF-8"],
  ["0000", "bytes left over"],
  ["", "nothing"],
  ["18", "ends inside a head"],
  ["4201", "ends inside bytes"],
  ["9a7fffffff", "array of 2^31 announced"],
  ["ba7fffffff", "map of 2^31 announced"],
  ["5b001fffffffffffff", "bytes of 2^53 announced"],
  ["7b001fffffffffffff", "text of 2^53 announced"],
  ["81".repeat(MAX_DEPTH + 1) + "00", "one level too deep"],
  ["81".repeat(100_000), "a hundred thousand levels"],
];

for (const [hex, name] of REFUSED) {
  Deno.test(`decodeCbor() refuses: ${name}`, () => assert.equal(decodeCbor(hexBytes(hex)).ok, false));
}

Deno.test("decodeCbor() takes the deepest nesting, the largest integers, a byte order mark and an empty key", () => {
  for (
    const hex of [
      "81".repeat(MAX_DEPTH) + "00",
      "1b001fffffffffffff",
      "3b001ffffffffffffe",
      "64efbbbf61",
      "a16000",
      "a3002020206000",
    ]
  ) {
    const read = decodeCbor(hexBytes(hex));
    assert.ok(read.ok, hex);
    assert.equal(toHex(encodeCbor(read.value)), hex);
  }
});

Deno.test("encodeCbor() refuses what the subset cannot carry", () => {
  let deep: CborValue = 0;
  for (let i = 0; i <= MAX_DEPTH; i++) deep = [deep];
  for (
    const value of [0.5, NaN, Infinity, 2 ** 53, -(2 ** 53), "\ud800", undefined, {}, 1n, deep] as CborValue[]
  ) {
    assert.throws(() => encodeCbor(value), TypeError);
  }
});

/** A random value of the subset, at most `depth` levels. */
function anyValue(draw: () => number, depth: number): CborValue {
  const kind = Math.floor(draw() * (depth > 0 ? 8 : 6));
  const size = Math.floor(draw() * 6);
  switch (kind) {
    case 0:
      return Math.floor((draw() - 0.5) * 2 ** Math.floor(draw() * 53));
    case 1:
      return Math.floor(draw() * 300);
    case 2:
      return String.fromCodePoint(
        ...Array.from({ length: size * 6 }, () => 32 + Math.floor(draw() * 0xd000)),
      );
    case 3:
      return Uint8Array.from({ length: size * 11 }, () => draw() * 256);
    case 4:
      return draw() < 0.5;
    case 5:
      return null;
    case 6:
      return Array.from({ length: size }, () => anyValue(draw, depth - 1));
    default:
      return new Map(
        Array.from({ length: size }, () => [
          draw() < 0.5 ? Math.floor(draw() * 1000) - 500 : Math.floor(draw() * 1e9).toString(36),
          anyValue(draw, depth - 1),
        ]),
      );
  }
}

Deno.test("encodeCbor() and decodeCbor() agree with cbor-x on what was encoded", () => {
  const oracle = new Decoder({ mapsAsObjects: false });
  const draw = seeded(8949);
  for (let i = 0; i < 20_000; i++) {
    const value = anyValue(draw, 4);
    const bytes = encodeCbor(value);
    const read = decodeCbor(bytes);
    assert.ok(read.ok);
    assert.deepEqual(read.value, sorted(value));
    assert.deepEqual(asPlainBytes(oracle.decode(bytes)), sorted(value));
  }
});

/** cbor-x gives Buffers, and bigints for eight-byte heads; the comparison is of what they mean. */
function asPlainBytes(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Uint8Array) return Uint8Array.from(value);
  if (Array.isArray(value)) return value.map(asPlainBytes);
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, asPlainBytes(item)]));
  return value;
}

/** The same value with -0 as 0, which integers do not tell apart. */
function sorted(value: CborValue): CborValue {
  if (typeof value === "number") return value + 0;
  if (Array.isArray(value)) return value.map(sorted);
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, sorted(item)]));
  return value;
}
