/** Who is let in at once: bounds of one network and of all, and that whoever leaves makes room. */
import assert from "node:assert/strict";
import { Crowd } from "../../../src/tls/crowd.ts";

const guest = () => {
  let closed = 0;
  return { close: () => void closed++, closed: () => closed };
};

Deno.test("512 of one network, 4096 in all; who leaves makes room for one, in his network and in all", () => {
  const crowd = new Crowd();
  const come = (network: string) => {
    const one = guest(), place = crowd.enter(network, one);
    // Without a place one is hung up on; with one nobody is.
    assert.equal(one.closed(), place ? 0 : 1);
    return place;
  };
  const isFull = (network: string) => {
    const before = crowd.size;
    assert.equal(come(network), undefined);
    assert.equal(crowd.size, before);
  };
  const fill = (network: string) => Array.from({ length: 512 }, () => come(network)!);
  const [first] = fill("1");
  isFull("1");
  first![Symbol.dispose]();
  assert.equal(crowd.size, 511);
  assert.ok(come("1"));
  isFull("1");
  const last = ["2", "3", "4", "5", "6", "7", "8"].map(fill).at(-1)!;
  assert.equal(crowd.size, 4096);
  isFull("9");
  last[0]![Symbol.dispose]();
  assert.ok(come("9"));
  isFull("9");
  for (const place of last.slice(1)) place[Symbol.dispose]();
  assert.equal(crowd.size, 4096 - 511);
  assert.equal(crowd.networks, 8, "nothing is kept of a network that is empty again");
  assert.ok(fill("8").slice(0, 511).every(Boolean), "a network that was empty has all its places again");
});

Deno.test("who leaves is hung up on; all are when the door closes, also one whose connection is gone", () => {
  const crowd = new Crowd(), [one, other] = [guest(), guest()];
  const gone = { close: () => assert.fail("it is closed already") };
  using _gone = crowd.enter("1", gone);
  const place = crowd.enter("1", one)!;
  using _other = crowd.enter("2", other);
  place[Symbol.dispose]();
  assert.deepEqual([one.closed(), other.closed()], [1, 0]);
  crowd.cut();
  assert.deepEqual([one.closed(), other.closed()], [1, 1]);
});
