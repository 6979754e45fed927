/** Several addresses of one gateway: the box takes the first that answers, and comes back to the one that stands first. */
import assert from "node:assert/strict";
import { BoxClock } from "../../src/box/clock/box_clock.ts";
import { GatewayClient } from "../../src/box/gateway/client.ts";
import { newBoxKey } from "../../src/box/gateway/enrol.ts";
import { testWorld } from "../kit/world.ts";

const HUT = "http://192.168.1.10:8787", WAY_ROUND = "https://club.example";

/** A box with two addresses of its gateway; which are away, which were asked, and the box's clock. */
function twoAddresses() {
  const world = testWorld(), away = new Set<string>();
  let asked: string[] = [];
  const fetch: typeof globalThis.fetch = (input) => {
    const { origin } = new URL(input as URL);
    asked.push(origin);
    return away.has(origin) ? Promise.reject(new Error("no route")) : Promise.resolve(new Response("{}"));
  };
  const { key } = newBoxKey(world);
  const client = new GatewayClient({ box: "attic", key, addresses: [HUT, WAY_ROUND] }, new BoxClock(world), {
    random: world.random,
    fetch,
  });
  return {
    client,
    away,
    pass: world.pass,
    /** Asks once; gives the addresses that were tried for it. */
    async tries(): Promise<string[]> {
      asked = [];
      await client.ask({ path: "/ingest/check" });
      return asked;
    },
  };
}

Deno.test("the second address is taken while the first is away, and held on to; after ten minutes the first is tried again", async () => {
  const { client, away, pass, tries } = twoAddresses();
  assert.deepEqual(await tries(), [HUT]);
  pass(3600);
  assert.deepEqual(await tries(), [HUT]);
  pass(300);
  away.add(HUT);
  assert.deepEqual(await tries(), [HUT, WAY_ROUND]);
  assert.equal(client.address, WAY_ROUND);
  pass(599);
  assert.deepEqual(await tries(), [WAY_ROUND], "nobody waits for the first each time");
  pass(1);
  assert.deepEqual(await tries(), [HUT, WAY_ROUND]);
  assert.deepEqual(await tries(), [WAY_ROUND], "still away: the next ten minutes");
  away.delete(HUT);
  pass(600);
  assert.deepEqual(await tries(), [HUT]);
  assert.equal(client.address, HUT);
});

Deno.test("the first is tried at once where the further one falls silent; with all away the state names the last that answered", async () => {
  const { client, away, pass, tries } = twoAddresses();
  pass(3600);
  away.add(HUT);
  await tries();
  away.delete(HUT);
  away.add(WAY_ROUND);
  assert.deepEqual(await tries(), [WAY_ROUND, HUT]);
  assert.equal(client.address, HUT);
  away.add(HUT);
  assert.deepEqual(await tries(), [HUT, WAY_ROUND]);
  assert.equal(client.address, HUT);
});
