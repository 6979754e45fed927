/**
 * Random histories of phones against the gateway's real routes: answers lost after the gateway has kept the log, requests
 * doubled and reordered, pages that die, two pages at once, accounts switched, storage wiped, clocks that are wrong,
 * people who change a text, discard it, and take that back. Nothing is lost, nothing is doubled, and nothing is written in somebody else's name.
 */
import assert from "node:assert/strict";
import { instanceId } from "../../src/settings/mod.ts";
import { appTest, type TestApp } from "../kit/app.ts";
import { random } from "../kit/random.ts";
import { hide } from "../kit/seed_game.ts";
import { lettersOf, TestPhone } from "./phones.ts";
import { newThing, noThoughts, secondThoughts, type Thing } from "./second_thoughts.ts";
import { nothingMet, Weather } from "./weather.ts";

/** HISTORIES=2000 runs them all; a change is looked at with these. */
const HISTORIES = Number(Deno.env.get("HISTORIES") ?? 30);
const FIRST = Number(Deno.env.get("HISTORY") ?? 1);
const STEPS = 60;

/** What somebody wrote, and whether it is still bound to arrive. */
interface Written {
  call: string;
  cache: string;
  kind: string;
  /** What its writer has decided of it since. */
  thing: Thing;
  wiped: boolean;
}

const met = { ...nothingMet(), ...noThoughts() };

appTest(
  `${HISTORIES} random histories of phones on real routes: nothing lost, nothing doubled, nothing under another's name`,
  { OPERATOR_LINKS_FOR_ANY_CALL: "1", SESSION_TTL_DAYS: "400" },
  async (app) => {
    const caches: string[] = [];
    for (const title of ["One", "Two", "Three"]) caches.push((await hide(app, "OE1OWN", { title })).code);
    for (let seed = FIRST; seed < FIRST + HISTORIES; seed++) await history(app, caches, seed);
    for (const [what, times] of Object.entries(met)) {
      assert.ok(times > HISTORIES / 20, `the histories hardly met ${what}: ${times}`);
    }
  },
);

async function history(app: TestApp, caches: readonly string[], seed: number): Promise<void> {
  const name = lettersOf(seed);
  const sessions = new Map<string, string>();
  for (const call of [`OE2${name}`, `OE4${name}`]) {
    sessions.set(call, (await app.signIn(call)).headers.cookie!);
  }
  const phone = new TestPhone(app, instanceId(app.settings), seed.toString(16), seed % 4 !== 0);
  const weather = new Weather(phone, random(seed), { sessions, met });
  const { oneOf } = weather;
  await phone.openPage();
  const written: Written[] = [], texts = new Set<string>();
  const another = (what: string) => {
    const text = `${what} ${texts.size} of ${seed}`;
    texts.add(text);
    return text;
  };
  const write = async () => {
    const page = oneOf(phone.pages.length > 0 ? phone.pages : [await phone.openPage()]);
    if (!page.call || written.length >= 8) return;
    const kind = oneOf(["found", "found", "DNF", "note"] as const), cache = oneOf(caches);
    const same = (one: Written) =>
      !one.wiped && !one.thing.dropped && one.call === page.call && one.kind === kind && one.cache === cache;
    // A second find is no find; who lost his phone's memory writes it once more.
    if (kind === "found" && written.some(same)) return;
    const text = another(kind);
    const { id } = await weather.kept(page.write(cache, kind, text));
    written.push({ call: page.call, cache, kind, thing: newThing(id, text), wiped: false });
  };
  const wiped = () => {
    for (const one of written) one.wiped = true;
  };
  const thoughts = secondThoughts(
    weather,
    () => written.map(({ thing }) => thing),
    met,
    () => another("then"),
  );
  await weather.live(STEPS, [[5, write], ...thoughts, ...weather.chances(wiped)]);
  await weather.clears();
  assert.deepEqual(weather.stuck(), [], `history ${seed}: stuck`);
  const rows = app.db.sql<{ like: string }, { call: string; cache: string; kind: string; text: string }>(
    `SELECT l.call, c.code AS cache, l.kind, l.text FROM log l JOIN cache c ON c.id = l.cache_id
     WHERE l.call LIKE :like`,
  ).all({ like: `OE_${name}` });
  const there = rows.map(({ call, cache, kind, text }) => [call, cache, kind, text].join(" "));
  assert.equal(new Set(there).size, there.length, `history ${seed}: doubled: ${there.join(", ")}`);
  for (const { call, cache, kind, thing, wiped } of written) {
    const { dropped, maybeSent, texts } = thing, what = `history ${seed}: ${kind} ${texts.join(" or ")}`;
    const versions = texts.map((text) => [call, cache, kind, text].join(" "));
    const arrived = versions.filter((one) => there.includes(one)).length;
    assert.ok(arrived <= 1, `${what}: there in ${arrived} versions`);
    if (dropped && !maybeSent) assert.equal(arrived, 0, `${what}: discarded, and sent all the same`);
    // A find that was written again after a wipe or beside a discarded one is there under the first one's text.
    const first = kind === "found" &&
      rows.some((row) => row.kind === "found" && row.call === call && row.cache === cache);
    if (!wiped && !dropped && !first) {
      assert.equal(arrived, 1, `${what}: lost of ${there.join(", ")}`);
    }
  }
  const known = new Set(
    written.flatMap(({ call, cache, kind, thing }) =>
      thing.texts.map((text) => [call, cache, kind, text].join(" "))
    ),
  );
  for (const one of there) {
    assert.ok(known.has(one), `history ${seed}: nobody wrote ${one}, or it was changed`);
  }
}
