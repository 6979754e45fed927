/** Several addresses of one gateway: the box takes the first that answers, and comes back to the one that stands first. */
import assert from "node:assert/strict";
import { BoxClock } from "../../src/box/clock/box_clock.ts";
import { GatewayClient } from "../../src/box/gateway/client.ts";
import { newBoxKey } from "../../src/box/gateway/enrol.ts";
import { provenBy } from "../kit/boxes.ts";
import { testWorld } from "../kit/world.ts";

const HUT = "http://192.168.1.10:8787", WAY_ROUND = "https://club.example";
const IDENTITY = { box: "attic", addresses: [HUT, WAY_ROUND], instance: "gw.example" };

/** A box with two addresses of its gateway; which are away, which were asked, and the box's clock. */
function twoAddresses() {
  const world = testWorld(), away = new Set<string>();
  const says = new Map<string, { status: number; text: string; isStrange?: true }>();
  let asked: string[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    const { origin } = new URL(input as URL);
    asked.push(origin);
    if (away.has(origin)) return Promise.reject(new Error("no route"));
    const { status, text, isStrange } = says.get(origin) ?? { status: 200, text: "{}" };
    const headers = isStrange ? {} : provenBy(init?.headers, { nowMs: world.nowMs() });
    return Promise.resolve(new Response(text, { status, headers }));
  };
  const { key } = newBoxKey(world);
  const client = new GatewayClient({ ...IDENTITY, key }, new BoxClock(world), {
    random: world.random,
    fetch,
  });
  return {
    client,
    away,
    says,
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

Deno.test("a refusal that no gateway wrote leads on to the second address; the gateway's own is the answer", async () => {
  const { client, away, says, tries } = twoAddresses();
  for (const status of [200, 302, 404, 502, 503, 504]) {
    says.set(HUT, { status, text: "<h1>nginx</h1>", isStrange: true });
    client.become({ ...IDENTITY, key: newBoxKey(testWorld()).key });
    assert.deepEqual(await tries(), [HUT, WAY_ROUND], `status ${status}`);
    assert.equal(client.address, WAY_ROUND);
  }
  for (const status of [401, 429, 503]) {
    says.set(HUT, { status, text: '{"error":"not now"}' });
    client.become({ ...IDENTITY, key: newBoxKey(testWorld()).key });
    assert.deepEqual(await tries(), [HUT], `status ${status}`);
  }
  // With no gateway anywhere the box tells what it met.
  says.set(HUT, { status: 502, text: "<h1>nginx</h1>", isStrange: true });
  away.add(WAY_ROUND);
  const answer = await client.ask({ path: "/ingest/check" });
  assert.equal(answer.kind === "none" && answer.status, 502);
  assert.match(answer.kind === "none" ? answer.why : "", /answers 502, and not as gw\.example: a proxy/);
});
