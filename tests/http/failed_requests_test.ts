/** What the log says of requests that fail by themselves: a full disk once a minute, everything else each time, a refusal never. */
import assert from "node:assert/strict";
import { getLogger } from "@logtape/logtape";
import { failures } from "../../src/base/mod.ts";
import { Addresses, Limits, mount, open, route } from "../../src/http/mod.ts";
import { emptyPorts } from "../kit/ports.ts";
import { testWorld } from "../kit/world.ts";

const failure = failures({ already_sent: "conflict" });

/** One route that throws what it is told, and the errors in the log. */
function failing() {
  const lines: string[] = [];
  const log = getLogger("test");
  const keep = (text: string, values: Record<string, unknown> = {}) =>
    void lines.push(text.replace(/\{(\w+)\}/g, (_, name) => String(values[name])));
  const kept: typeof log = new Proxy(log, {
    get: (target, name, receiver) =>
      name === "getChild" ? () => kept : name === "error" ? keep : Reflect.get(target, name, receiver),
  });
  const world = { ...testWorld(), log: kept };
  let thrown: Error = new Error("nothing yet");
  const handler = mount({
    routes: [
      route("GET /thing", {
        gate: open("for the test"),
        spec: 'API "General behaviour"',
        summary: "For the test",
        produces: "application/json",
        errors: [failure.already_sent],
        handle: () => {
          throw thrown;
        },
      }),
    ],
    ports: emptyPorts(world),
    addresses: new Addresses({ own: [], trusted: [], trustProxy: false }),
    limits: new Limits(() => world.now()),
    world,
  });
  const ask = async (error: Error) => {
    thrown = error;
    const answer = await handler(new Request("http://localhost/thing"), {
      remoteAddr: { hostname: "192.0.2.1" },
    });
    return [answer.status, (await answer.json()).reason];
  };
  return { world, lines, ask };
}
const FULL = new Error("database or disk is full");

Deno.test("a full disk is told at once and then once a minute, and each request says so to who asks", async () => {
  const { world, lines, ask } = failing();
  for (let n = 0; n < 3; n++) assert.deepEqual(await ask(FULL), [503, "disk_full"]);
  assert.deepEqual(lines, ["the disk is full: database or disk is full"]);
  world.pass(59);
  await ask(FULL);
  assert.equal(lines.length, 1);
  world.pass(1);
  await ask(new Error("No space left on device (os error 28)"));
  assert.deepEqual(lines.slice(1), ["the disk is full: No space left on device (os error 28)"]);
  world.pass(59);
  await ask(FULL);
  assert.equal(lines.length, 2, "a minute after the last that was told");
  world.pass(-86_400); // the clock was ahead, and is set right
  await ask(FULL);
  assert.equal(lines.length, 3);
});

Deno.test("what nobody foresaw is a 500 that tells nothing and stands in the log each time; a refusal does not", async () => {
  const { lines, ask } = failing();
  for (let n = 0; n < 2; n++) {
    assert.deepEqual((await ask(new TypeError("secret is not a function")))[0], 500);
  }
  assert.deepEqual(lines, Array(2).fill("request failed: TypeError: secret is not a function"));
  assert.deepEqual(await ask(failure.already_sent()), [409, "already_sent"]);
  assert.equal(lines.length, 2);
});
