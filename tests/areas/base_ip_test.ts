/** Addresses as we read them against the runtime's own reader, which Node's documentation describes. */
import assert from "node:assert/strict";
import { BlockList, isIP as nodeIsIP } from "node:net";
import { bytesOfIp, isIP, isIPv6, isWithin } from "../../src/base/mod.ts";

/** Numbers that are the same in each run. */
function* numbers(): Generator<number> {
  for (let state = 1;;) yield state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
}
const drawn = numbers();
const draw = (below: number): number => (drawn.next().value! >> 8) % below;
const oneOf = <T>(list: readonly T[]): T => list[draw(list.length)]!;

const PIECES = [
  "0",
  "1",
  "00",
  "01",
  "ff",
  "FFFF",
  "12345",
  "g",
  "",
  ":",
  "::",
  ".",
  "%",
  "%eth0",
  "%a-b.c:1",
  "% ",
  "\n",
];
const V4 = [
  "1.2.3.4",
  "255.255.255.255",
  "256.1.1.1",
  "1.2.3",
  "01.2.3.4",
  "0.0.0.0",
  "1.2.3.4.5",
  " 1.2.3.4",
  "1.2.3.4 ",
];

/** Texts of which many are addresses, and many nearly are. */
function* texts(count: number): Generator<string> {
  yield* [
    ...V4,
    "",
    ":",
    "::",
    ":::",
    "1::",
    "::1",
    "::1.2.3.4",
    "1.2.3.4::",
    "::ffff:1.2.3.4",
    "1:2:3:4:5:6:7::",
  ];
  yield* [
    "::1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8",
    "1:2:3:4:5:6:1.2.3.4",
    "1:2:3:4:5:6:7:1.2.3.4",
    "1::2::3",
    "fe80::1%eth0",
  ];
  for (let n = 0; n < count; n++) {
    const groups = Array.from(
      { length: 1 + draw(9) },
      () => draw(9) ? oneOf(PIECES.slice(0, 6)) : oneOf(PIECES),
    );
    const end = draw(4) ? "" : `:${oneOf(V4)}`;
    const text = groups.join(":") + end + (draw(6) ? "" : oneOf(PIECES));
    yield draw(3) ? text : text.replace(/:[^:]*:/, "::");
  }
}

Deno.test("what is an address, and of which kind, is as the runtime has it", () => {
  const kinds = { 0: 0, 4: 0, 6: 0 };
  for (const text of texts(20_000)) {
    const kind = isIP(text);
    assert.equal(kind, nodeIsIP(text), JSON.stringify(text));
    assert.equal(isIPv6(text), kind === 6, JSON.stringify(text));
    kinds[kind]++;
  }
  assert(kinds[4] >= 3 && kinds[6] > 1000 && kinds[0] > 1000, JSON.stringify(kinds));
});

Deno.test("whether an address lies in a network is as the runtime has it", () => {
  const seen = { inside: 0, outside: 0 };
  const v4 = () => Array.from({ length: 4 }, () => oneOf([0, 10, 127, 128, 255])).join(".");
  const v6 = () => Array.from({ length: 8 }, () => oneOf(["0", "1", "ff", "8000", "ffff"])).join(":");
  for (let n = 0; n < 5000; n++) {
    const [make, family, most] = draw(2) ? [v4, "ipv4", 32] as const : [v6, "ipv6", 128] as const;
    const net = make(), address = draw(4) ? make() : net.replace(/\d+$/, "1"), bits = draw(most) + 1;
    const list = new BlockList();
    list.addSubnet(net, bits, family);
    const is = isWithin(bytesOfIp(address)!, bytesOfIp(net)!, bits);
    assert.equal(is, list.check(address, family), `${address} in ${net}/${bits}`);
    seen[is ? "inside" : "outside"]++;
  }
  assert(seen.inside > 500 && seen.outside > 500, JSON.stringify(seen));
  assert(!isWithin(bytesOfIp("10.0.0.1")!, bytesOfIp("::")!, 1), "of the other kind");
});
