/** How a hub's cost grows: with what changes, and with nothing else. Counted in bytes and requests, which are the same each time. */
import assert from "node:assert/strict";
import { followAll, followThroughHub } from "../../tools/growth/everything.ts";
import { type Cost, Region } from "../../tools/growth/region.ts";
import { TRANSIT_SHARE } from "../../src/federation/pull/learn.ts";

const grown = async (spokes: number): Promise<Region> => {
  const region = new Region();
  await region.addSpokes(spokes, 2);
  return region;
};

Deno.test("twice the changes are twice the bytes, whichever spokes made them", async () => {
  const region = await grown(12);
  const records = region.size().records;
  const base = (await region.hour({ changes: 0 })).bytesIn;
  const news = async (changes: number, changing?: number) =>
    (await region.hour({ changes, ...(changing !== undefined && { changing }) })).bytesIn - base;
  const [one, two, four, few] = [await news(10), await news(20), await news(40), await news(40, 3)];
  for (const [twice, once] of [[two, one], [four, two]] as const) {
    assert.ok(twice > 1.9 * once && twice < 2.02 * once, `${once} bytes, then ${twice}`);
  }
  assert.ok(few > 0.24 * four && few < 0.26 * four, `${few} of ${four} bytes`);
  assert.equal(region.size().records, records + 12 * (10 + 20 + 40) + 3 * 40);
  region.close();
});

Deno.test("a silent spoke costs one question of a hundred bytes, whatever it has and however many changed", async () => {
  const each = async (spokes: number, changes: number): Promise<Cost> => {
    const region = await grown(spokes);
    await region.hour({ changes });
    const cost = await region.hour({ changes: 0 });
    region.close();
    return { ...cost, bytesIn: cost.bytesIn / spokes, bytesOut: cost.bytesOut / spokes };
  };
  for (const cost of [await each(4, 0), await each(16, 0), await each(4, 50)]) {
    const { requests, bytesIn, bytesOut } = cost;
    assert.ok(requests === 4 || requests === 16, `${requests} requests`);
    assert.ok(bytesIn < 30 && bytesOut < 130, `${bytesIn} bytes in and ${bytesOut} out for each`);
  }
});

Deno.test("hubs that have nothing new take one summary each, and give one", async () => {
  const region = await grown(6);
  await region.addHubs(3, 5);
  await region.hour({ changes: 0 });
  const quiet = await region.hour({ changes: 0 });
  // Of each hub: who it is, and what it has. Of each spoke: its marks.
  assert.equal(quiet.requests, 6 + 3 * 4);
  assert.equal(region.size().records, 6 * 2 + 3 * 5);
  const news = await region.hour({ changes: 0, hubChanges: 10 });
  assert.equal(region.size().records, 6 * 2 + 3 * 15);
  assert.ok(news.bytesIn > quiet.bytesIn + 3 * 10 * 300);
  region.close();
});

Deno.test("who follows every instance pays for what each has, and four small answers for each that has nothing new", async () => {
  const [few, many] = [await followAll(4, 20), await followAll(8, 20)];
  assert.equal(few.records, 4 * 20);
  assert.equal(many.records, 8 * 20);
  assert.equal(many.first.requests, 2 * few.first.requests);
  assert.ok(Math.abs(many.first.bytesIn - 2 * few.first.bytesIn) < 0.02 * many.first.bytesIn);
  for (const { silent, records } of [few, many]) {
    const instances = records / 20;
    assert.equal(silent.records, 0);
    assert.equal(silent.requests, 4 * instances);
    assert.ok(silent.bytesIn < 700 * instances, `${silent.bytesIn} bytes of ${instances} instances`);
  }
});

Deno.test("one hub shows no more instances than its share, however many it holds and however often it is asked", async () => {
  const { held, records } = await followThroughHub(TRANSIT_SHARE.trusted + 5, 1);
  assert.equal(held, TRANSIT_SHARE.trusted);
  assert.equal(records, TRANSIT_SHARE.trusted);
});
