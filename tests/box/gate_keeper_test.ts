/** Which answers give leave to transmit: over https or from the box's own network, to this very question. */
import assert from "node:assert/strict";
import { BoxClock } from "../../src/box/clock/box_clock.ts";
import { GatewayClient } from "../../src/box/gateway/client.ts";
import { newBoxKey } from "../../src/box/gateway/enrol.ts";
import { GateKeeper, isBelieved } from "../../src/box/transmit/gate_keeper.ts";
import { provenBy } from "../kit/boxes.ts";
import { testWorld } from "../kit/world.ts";

const CALL = "OE1XYZ-10";
type Said = { calls?: unknown; nonce?: unknown };

/** A keeper whose gateway answers from an address; `say` makes the answer out of the question's nonce. */
function keeper(address: string, say: (nonce: string) => Said, lookup: string[] = [], status = () => 200) {
  const world = Object.assign(testWorld(), { lookup: () => Promise.resolve(lookup) });
  const asked: string[] = [], calls: string[][] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    const { searchParams } = new URL(input as URL), nonce = searchParams.get("nonce")!;
    asked.push(nonce);
    const headers = provenBy(init?.headers, { nowMs: world.nowMs() });
    calls.push(searchParams.get("calls")!.split(","));
    return Promise.resolve(Response.json(say(nonce), { status: status(), headers }));
  };
  const { key } = newBoxKey(world);
  const who = { box: "attic", addresses: [address], key, instance: "" };
  const client = new GatewayClient(who, new BoxClock(world), {
    random: world.random,
    fetch,
  });
  return { gate: new GateKeeper(client, world, () => 1000), asked, calls };
}
const yes = (nonce: string): Said => ({ nonce, calls: { [CALL]: { ok: true } } });

Deno.test("leave over plain http from the Internet is none; over https and from private networks it is", async () => {
  for (
    const [address, lookup, ok] of [
      ["https://club.example", ["9.9.9.9"], true],
      ["http://9.9.9.9:8787", [], false],
      ["http://club.example", ["9.9.9.9"], false],
      ["http://club.example", ["192.168.1.5", "9.9.9.9"], false],
      ["http://club.example", [], false],
      ["http://club.local", ["192.168.1.5"], true],
      ["http://192.168.1.5:8787", [], true],
      ["http://[2001:4860::1]", [], false],
      ["http://[::1]:8787", [], true],
      ["http://localhost:8787", [], true],
    ] as [string, string[], boolean][]
  ) {
    const { gate } = keeper(address, yes, lookup);
    await gate.ask([CALL]);
    const { answer } = gate.of(CALL);
    assert.equal(answer?.ok, ok, address);
    assert.equal(answer?.reason, ok ? undefined : "not_over_https", address);
  }
  assert.equal(await isBelieved("no address", () => Promise.resolve([])), false);
});

Deno.test("an answer with another nonce, or none, is none: the last answer stays and the gate counts as lost", async () => {
  let say = yes;
  const { gate, asked } = keeper("https://club.example", (nonce) => say(nonce));
  for (
    const other of [(nonce: string) => yes(`${nonce}x`), () => yes(""), () => ({ calls: yes("").calls })]
  ) {
    say = other;
    await gate.ask([CALL]);
    assert.deepEqual(gate.of(CALL), { lostAt: 1000 });
  }
  say = yes;
  await gate.ask([CALL]);
  assert.deepEqual(gate.of(CALL), { answer: { ok: true, at: 1000 } });
  say = () => yes(asked[0]!);
  await gate.ask([CALL]);
  assert.deepEqual(gate.of(CALL), { answer: { ok: true, at: 1000 }, lostAt: 1000 }, "a repeated answer");
  assert.equal(new Set(asked).size, asked.length, "each question has a nonce of its own");
});

Deno.test("a gateway that lets the box in no more closes the gate; one that has trouble leaves the last answer", async () => {
  let status = 200;
  const { gate } = keeper("https://club.example", yes, [], () => status);
  const open = { answer: { ok: true, at: 1000 } };
  for (const closed of [400, 401, 403]) {
    status = 200;
    await gate.ask([CALL]);
    assert.deepEqual(gate.of(CALL), open);
    status = closed;
    await gate.ask([CALL]);
    assert.deepEqual(
      gate.of(CALL),
      { answer: { ok: false, reason: "not_let_in", at: 1000 } },
      String(closed),
    );
  }
  for (const trouble of [404, 429, 500, 503]) {
    status = 200;
    await gate.ask([CALL]);
    status = trouble;
    await gate.ask([CALL]);
    assert.deepEqual(gate.of(CALL), { ...open, lostAt: 1000 }, String(trouble));
  }
});

Deno.test("one question holds sixteen calls, those that are asked for now first", async () => {
  const many = Array.from({ length: 17 }, (_, n) => `OE1AA${String.fromCharCode(65 + n)}`);
  const { gate, calls } = keeper("https://club.example", yes);
  await gate.ask(many);
  assert.deepEqual(calls.at(-1), many.slice(0, 16));
  assert.deepEqual([gate.of(many[15]!).answer?.ok, gate.of(many[16]!)], [false, {}]);
  await gate.ask([many[16]!]);
  assert.deepEqual(calls.at(-1), [many[16], ...many.slice(0, 15)]);
});
