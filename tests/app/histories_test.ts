/**
 * Random histories of phones against the gateway's real routes: answers lost after the gateway has kept the log, requests
 * doubled and reordered, pages that die, two pages at once, accounts switched, storage wiped, clocks that are wrong.
 * Nothing is lost, nothing is doubled, and nothing is written in somebody else's name.
 */
import assert from "node:assert/strict";
import { instanceId } from "../../src/settings/mod.ts";
import { type TestApp, testApp } from "../kit/app.ts";
import { random } from "../kit/random.ts";
import { hide } from "../kit/seed_game.ts";
import { settle, TestPhone } from "./phones.ts";

/** HISTORIES=2000 runs them all; a change is looked at with these. */
const HISTORIES = Number(Deno.env.get("HISTORIES") ?? 100);
const FIRST = Number(Deno.env.get("HISTORY") ?? 1);
const STEPS = 60;

/** What somebody wrote, and whether it is still bound to arrive. */
interface Written {
  call: string;
  cache: string;
  kind: string;
  text: string;
  wiped: boolean;
}

/** What the histories have met: a test of nothing is green too. */
const met = { lost: 0, doubled: 0, dead: 0, switched: 0, wiped: 0, stale: 0, late: 0 };

Deno.test(`${HISTORIES} random histories of phones on real routes: nothing lost, nothing doubled, nothing under another's name`, async () => {
  const app = testApp({ OPERATOR_LINKS_FOR_ANY_CALL: "1", SESSION_TTL_DAYS: "400" });
  try {
    const caches: string[] = [];
    for (const title of ["One", "Two", "Three"]) caches.push((await hide(app, "OE1OWN", { title })).code);
    for (let seed = FIRST; seed < FIRST + HISTORIES; seed++) await history(app, caches, seed);
    for (const [what, times] of Object.entries(met)) {
      assert.ok(times > HISTORIES / 20, `the histories hardly met ${what}: ${times}`);
    }
  } finally {
    app.close();
  }
});

async function history(app: TestApp, caches: readonly string[], seed: number): Promise<void> {
  const draw = random(seed);
  const chance = (share: number) => draw() < share;
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)]!;
  const name = String.fromCharCode(...[676, 26, 1].map((d) => 65 + Math.floor(seed / d) % 26));
  const calls = [`OE2${name}`, `OE4${name}`];
  const sessions = new Map<string, string>();
  for (const call of calls) sessions.set(call, (await app.signIn(call)).headers.cookie!);
  const phone = new TestPhone(app, instanceId(app.settings), `h${seed}`, seed % 4 !== 0);
  const signIn = (call: string) => phone.session = { call, cookie: sessions.get(call)! };
  phone.skew = chance(0.3) ? Math.round((draw() - 0.5) * 86_400 * 60) : 0;
  signIn(calls[0]!);
  await phone.openPage();
  const written: Written[] = [];

  const actions: [number, () => Promise<void> | void][] = [
    [5, async () => {
      const page = oneOf(phone.pages.length > 0 ? phone.pages : [await phone.openPage()]);
      if (!page.call || written.length >= 8) return;
      const kind = oneOf(["found", "found", "DNF", "note"] as const), cache = oneOf(caches);
      const same = (one: Written) =>
        !one.wiped && one.call === page.call && one.kind === kind && one.cache === cache;
      // A second find is no find; who lost his phone's memory writes it once more.
      if (kind === "found" && written.some(same)) return;
      const text = `${kind} ${written.length} of ${seed}`;
      // The key asks the gateway: the log is kept when that is answered, or not.
      let kept = false;
      const keeping = page.write(cache, kind, text).then(() => kept = true);
      // A key is made on a thread of its own: nobody knows how many turns that takes.
      while (!kept) {
        await Promise.race([
          keeping,
          carryAll(0).then(() => new Promise((go) => setTimeout(go, 1))),
        ]);
      }
      written.push({ call: page.call, cache, kind, text, wiped: false });
    }],
    [10, async () => {
      app.world.pass(1 + Math.floor(draw() * 6));
      await phone.tick();
    }],
    [2, async () => {
      app.world.pass(Math.floor(draw() * 7200));
      met.late++;
      await phone.tick();
    }],
    [14, () => carry()],
    [2, () => {
      phone.signal = !phone.signal;
    }],
    [1, () => {
      phone.killPages();
      met.dead++;
    }],
    [2, async () => {
      if (phone.pages.length < 3) await phone.openPage();
    }],
    [1, async () => {
      const before = phone.session!.call;
      signIn(oneOf(calls));
      if (phone.session!.call === before) return;
      met.switched++;
      // The page that signed in is loaded anew; others stay open as they were.
      if (phone.pages.length > 1) met.stale++;
      phone.pages.shift()?.drain && (await phone.openPage());
    }],
    [0.4, async () => {
      // What is on its way arrives or does not; the rest is gone, and its people know.
      for (const flight of phone.flights.splice(0)) if (chance(0.5)) await flight.carry();
      phone.killPages();
      phone.memory.wipe();
      for (const one of written) one.wiped = true;
      met.wiped++;
      await phone.openPage();
    }],
    [1, () => {
      phone.skew = chance(0.5) ? 0 : Math.round((draw() - 0.5) * 86_400 * 400);
    }],
  ];
  const sum = actions.reduce((all, [weight]) => all + weight, 0);

  async function carry(): Promise<void> {
    if (phone.flights.length === 0) return;
    // Not always the one that set out first.
    const [flight] = phone.flights.splice(Math.floor(draw() * phone.flights.length), 1);
    if (!phone.signal || chance(0.1)) return flight!.back(undefined);
    const answer = await flight!.carry();
    if (chance(0.1)) {
      met.doubled++;
      await flight!.carry();
    }
    const lost = chance(0.25);
    if (lost) met.lost++;
    flight!.back(lost ? undefined : answer);
    await settle();
  }
  /** Everything that is on its way arrives, and whatever follows from it. */
  async function carryAll(rounds = 60): Promise<void> {
    do {
      while (phone.flights.length > 0) {
        const flight = phone.flights.shift()!;
        if (!phone.signal) flight.back(undefined);
        else flight.back(await flight.carry());
        await settle();
      }
      if (rounds > 0) {
        app.world.pass(20);
        await phone.tick();
      }
    } while (rounds-- > 0 && phone.waits);
  }

  for (let step = 0; step < STEPS; step++) {
    let at = draw() * sum;
    await actions.find(([weight]) => (at -= weight) < 0)![1]();
    await settle();
  }
  // Then all is well: signal, the right time, and each signs in once more. Everything arrives.
  phone.signal = true;
  phone.skew = 0;
  for (const call of [...calls, calls[0]!]) {
    signIn(call);
    phone.killPages();
    await phone.openPage();
    await carryAll();
  }

  const left = [...phone.memory.items.values()].filter(({ state }) => state !== "settled");
  assert.deepEqual(
    left.map(({ state, answer, body }) => [state, answer, body]),
    [],
    `history ${seed}: stuck`,
  );
  const rows = app.db.sql<{ like: string }, { call: string; cache: string; kind: string; text: string }>(
    `SELECT l.call, c.code AS cache, l.kind, l.text FROM log l JOIN cache c ON c.id = l.cache_id
     WHERE l.call LIKE :like`,
  ).all({ like: `OE_${name}` });
  const shown = ({ call, cache, kind, text }: { call: string; cache: string; kind: string; text: string }) =>
    [call, cache, kind, text].join(" ");
  const there = rows.map(shown);
  assert.equal(new Set(there).size, there.length, `history ${seed}: doubled: ${there.join(", ")}`);
  for (const one of written) {
    // A find that was written again after a wipe is there under the first one's text.
    const first = rows.some((row) =>
      row.kind === "found" && row.call === one.call && row.cache === one.cache
    );
    if (!one.wiped && !(one.kind === "found" && first)) {
      assert.ok(there.includes(shown(one)), `history ${seed}: lost: ${shown(one)} of ${there.join(", ")}`);
    }
  }
  const known = new Set(written.map(shown));
  for (const one of there) assert.ok(known.has(one), `history ${seed}: nobody wrote ${one}`);
}
