/** An instance that has more caches than one answer holds: those where somebody is, or looks, are there all the same. */
import assert from "node:assert/strict";
import type { Feature } from "../../src/client/map/features.ts";
import { CachesDrawn, MOST_AT_ONCE } from "../../src/client/map/canvas/caches_drawn.ts";
import { isInside } from "../../src/client/ui/places/view.ts";
import type { CacheRow, Mark } from "../../src/client/phone/known/caches.ts";
import { inParts, MOST_ASKED, type Part } from "../../src/client/phone/known/in_parts.ts";
import { journey } from "../kit/journey.ts";
import { hide } from "../kit/seed_game.ts";

/** Caches of the journey; MANY_CACHES=10000 runs it with more. */
const MANY = Number(Deno.env.get("MANY_CACHES") ?? 2400);
const WORLD = { west: -180, south: -90, east: 180, north: 90 };

const cacheAt = (i: number, lat: number, lon: number) =>
  ({
    id: i,
    code: `C${i}`,
    title: `Cache ${i}`,
    type: "traditional",
    status: "active",
    lat,
    lon,
  }) as CacheRow;
/** Most caches of one answer, and the answer about a box. */
const WHOLE_ANSWER = 1000;
const answerOf = (box: typeof WORLD, rows: readonly CacheRow[]) => {
  const caches = rows.filter((row) => isInside(box, row));
  return { caches: caches.slice(0, WHOLE_ANSWER), truncated: caches.length > WHOLE_ANSWER };
};
/** Spread over a degree each way. */
const spread = (n: number) =>
  [...Array(n).keys()].map((i) => cacheAt(i, 48 + i * 16.13 % 1, 16 + i * 35.71 % 1));

/** Asks for all of a box; gives what was shown, and how often was asked. */
async function asked(rows: readonly CacheRow[], box = WORLD) {
  const shown: Part<CacheRow>[] = [];
  let times = 0;
  await inParts(
    box,
    (part) => {
      times++;
      return Promise.resolve(answerOf(part, rows));
    },
    (part) => shown.push(part),
    () => true,
  );
  return { shown, times, last: shown.at(-1)! };
}

Deno.test("a box with more caches than one answer holds is asked for in parts until all are there", async () => {
  const { shown, times, last } = await asked(spread(10_000));
  assert.deepEqual([last.rows.length, last.whole, last.done], [10_000, true, true]);
  assert.equal(new Set(last.rows.map(({ code }) => code)).size, 10_000);
  assert.ok(times <= MOST_ASKED, `${times}`);
  // What came first is shown meanwhile, and not as all there is.
  assert.deepEqual([shown[0]!.rows.length, shown[0]!.whole, shown[0]!.done], [WHOLE_ANSWER, false, false]);
  // One answer that is whole is asked for once.
  const few = await asked(spread(WHOLE_ANSWER));
  assert.deepEqual([few.times, few.last.rows.length, few.last.whole], [1, WHOLE_ANSWER, true]);
  const full = await asked(spread(WHOLE_ANSWER + 1));
  assert.deepEqual([full.last.rows.length, full.last.whole], [WHOLE_ANSWER + 1, true]);
  assert.ok(full.times > 1);
});

Deno.test("where there is more than may be asked for, or all at one spot, the answer says that it is not all", async () => {
  const far = await asked(
    [...Array(90_000).keys()].map((i) => cacheAt(i, -80 + i * 0.613 % 160, -170 + i * 0.357 % 340)),
  );
  assert.ok(far.times <= MOST_ASKED);
  assert.deepEqual([far.last.whole, far.last.done], [false, true]);
  assert.ok(far.last.rows.length > WHOLE_ANSWER && far.last.rows.length < 20_000, `${far.last.rows.length}`);
  const heap = await asked([...Array(1200).keys()].map((i) => cacheAt(i, 48.2, 16.3)));
  assert.deepEqual([heap.last.rows.length, heap.last.whole], [WHOLE_ANSWER, false]);
});

Deno.test("what the gateway does not answer is missing, not empty; whoever looks away asks for nothing more", async () => {
  const rows = spread(5000);
  let times = 0, looking = true;
  const shown: Part<CacheRow>[] = [];
  const ask = (silentFrom: number) => (box: typeof WORLD) =>
    Promise.resolve(++times >= silentFrom ? undefined : answerOf(box, rows));
  await inParts(WORLD, ask(3), (part) => shown.push(part), () => true);
  assert.deepEqual([shown.at(-1)!.whole, shown.at(-1)!.rows.length], [false, WHOLE_ANSWER]);
  assert.ok(times < 12, `${times}`);
  shown.length = times = 0;
  await inParts(WORLD, ask(Infinity), (part) => {
    shown.push(part);
    looking = false;
  }, () => looking);
  assert.deepEqual([shown.length, times], [1, 5]);
});

Deno.test("the map's library is given caches a few at a time, and only those that came, changed or went", async () => {
  const given: { add: Feature[]; remove: string[] }[] = [];
  const drawn = new CachesDrawn({
    change: (_, add, remove) => Promise.resolve(void given.push({ add, remove })),
  });
  const rows = spread(2 * MOST_AT_ONCE + 1), open = (): Mark => undefined;
  await drawn.draw(rows, open);
  assert.deepEqual(given.map(({ add }) => add.length), [MOST_AT_ONCE, MOST_AT_ONCE, 1]);
  given.length = 0;
  await drawn.draw(rows, open);
  assert.equal(given.length, 0);
  // One moved, one found, one gone.
  const now = rows.slice(1).map((row) => row.code === "C5" ? { ...row, lat: 49.5 } : row);
  await drawn.draw(now, ({ code }) => code === "C7" ? "found" : undefined);
  assert.deepEqual(given.map(({ remove }) => remove), [["C0"]]);
  assert.deepEqual(given[0]!.add.map(({ id }) => id).sort(), ["C5", "C7"]);
  given.length = 0;
  // A later call takes over, and ends at its own rows all the same.
  await Promise.all([drawn.draw([], open), drawn.draw(rows.slice(0, 3), open)]);
  await drawn.draw(rows.slice(0, 3), open);
  const last = new Set<string>();
  for (const { add, remove } of given) {
    for (const name of remove) last.add(name);
    for (const { id } of add) last.delete(String(id));
  }
  assert.equal(last.size, rows.length - 3);
});

journey(
  "of more caches than one answer holds, those around the phone and all in the map's view are asked for besides",
  async (field, screen) => {
    // A grid of a hundred in a row: what one answer leaves out lies in the middle of it too.
    for (let i = 0; i < MANY; i++) {
      const place = { lat: 48.2 + Math.floor(i / 100) / 100, lon: 10 + i % 100 / 100 };
      await hide(field.app, "OE1XYZ", { title: `Number ${i}.`, ...place });
    }
    const { caches } = (await field.app.visitor.get("/api/caches")).body as {
      caches: { title: string; lat: number; lon: number }[];
    };
    assert.equal(caches.length, 1000);
    const known = new Set(caches.map(({ title }) => title));
    const number = [...Array(MANY).keys()].find((i) => i >= MANY / 2 + 50 && !known.has(`Number ${i}.`))!;
    const missing = `Number ${number}.`, lat = 48.2 + Math.floor(number / 100) / 100;
    const lon = 10 + number % 100 / 100;

    const phone = await field.phone({ screen, place: { lat, lon } });
    await phone.open("/map");
    await phone.tab.until(`document.querySelector(".station-canvas") !== null &&
      document.querySelector(".big-map > [role=status]") === null`);
    for (let steps = 0; steps < 2; steps++) await phone.press("Zoom out");
    await phone.press("List");
    await phone.sees(`The nearest 100 of ${MANY.toLocaleString("en")} things in view`);
    await phone.open("/");
    await phone.sees("1,000 caches");
    const isFirst = () =>
      phone.tab.until(
        `document.querySelector(".cache-row")?.innerText.includes(${JSON.stringify(missing)})`,
      );
    await phone.press("Sort by distance");
    await isFirst();
    // Where the gateway is gone the surroundings are still there.
    await phone.ready();
    await field.unplug();
    await phone.open("/");
    await isFirst();
    assert.deepEqual(phone.tab.complaints.filter((text) => !/ERR_/.test(text)), []);
  },
  { env: { HIDE_DAILY_LIMIT: "0" } },
);
