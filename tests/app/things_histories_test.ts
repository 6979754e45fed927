/**
 * Random histories of what hangs together: logs with photos, stages opened before their log, caches hidden with photos. Against
 * the gateway's real routes, in every weather: each thing arrives, once, beside what it belongs to, under its own person's name.
 */
import assert from "node:assert/strict";
import { sha256Hex } from "../../src/base/mod.ts";
import { instanceId } from "../../src/settings/mod.ts";
import type { Photo } from "../../src/client/phone/photo/photo.ts";
import { appTest, type TestApp } from "../kit/app.ts";
import { random } from "../kit/random.ts";
import { hide, member } from "../kit/seed_game.ts";
import { lettersOf, TestPhone } from "./phones.ts";
import { newThing, secondThoughts, type Thing } from "./second_thoughts.ts";
import { nothingMet, Weather } from "./weather.ts";

/** HISTORIES=2000 for the long run, HISTORY=7 for one that failed. */
const HISTORIES = Number(Deno.env.get("HISTORIES") ?? 20);
const FIRST = Number(Deno.env.get("HISTORY") ?? 1);
const STEPS = 80;
/** Too easy to guess to be sealed for offline phones: that takes time, and the queue sends the same. */
const TAGS = ["4711", "0815"];

const met = { ...nothingMet(), discarded: 0, takenBack: 0, photos: 0, unlocks: 0, hides: 0 };

/** What somebody did: where it is to be found, and whether it is still bound to arrive. */
interface Done {
  call: string;
  what: "log" | "hide" | "stage";
  /** Text of the log, title of the cache, number of the stage. */
  name: string;
  photos: readonly Photo[];
  wiped: boolean;
  /** What its person has decided of it since, where it was discarded at some time. */
  thing?: Thing;
}

appTest(
  `${HISTORIES} random histories of photos, stages and hidden caches on real routes: nothing lost, nothing doubled`,
  { SESSION_TTL_DAYS: "400", HIDE_DAILY_LIMIT: "0" },
  async (app) => {
    for (let seed = FIRST; seed < FIRST + HISTORIES; seed++) await history(app, seed);
    for (const [what, times] of Object.entries(met)) {
      assert.ok(times > HISTORIES / 20, `the histories hardly met ${what}: ${times}`);
    }
  },
);

async function history(app: TestApp, seed: number): Promise<void> {
  const name = lettersOf(seed), owner = `OE1${name}`, calls = [`OE2${name}`, `OE4${name}`];
  const plain = (await hide(app, owner, { title: "Plain" })).code;
  const staged = await stagedCache(app, owner);
  const sessions = new Map<string, string>();
  for (const call of calls) sessions.set(call, (await app.signIn(call)).headers.cookie!);
  const phone = new TestPhone(app, instanceId(app.settings), seed.toString(16), seed % 4 !== 0);
  const weather = new Weather(phone, random(seed), { sessions, met });
  const { chance, oneOf } = weather;
  await phone.openPage();
  const done: Done[] = [];
  const note = (one: Omit<Done, "wiped">) => void done.push({ ...one, wiped: false });
  const has = (call: string, what: Done["what"], wanted: string) =>
    done.some((one) => !one.wiped && one.call === call && one.what === what && one.name === wanted);
  const somePage = async () => oneOf(phone.pages.length > 0 ? phone.pages : [await phone.openPage()]);
  const photos = () =>
    chance(0.7) ? [photo(phone.newId())].concat(chance(0.3) ? photo(phone.newId()) : []) : [];

  const log = async () => {
    const page = await somePage();
    if (!page.call || done.length >= 10) return;
    const text = `note ${done.length} of ${seed}`, taken = photos();
    const { id } = await weather.kept(page.write(plain, "note", text, taken));
    note({ call: page.call, what: "log", name: text, photos: taken, thing: newThing(id, text) });
  };
  const hideOne = async () => {
    const page = await somePage();
    if (!page.call || done.length >= 10) return;
    const title = `cache ${done.length} of ${seed}`, taken = photos();
    const id = await weather.kept(page.hide(title, taken));
    note({ call: page.call, what: "hide", name: title, photos: taken, thing: newThing(id, title) });
  };
  // The stages one after the other, some of it today and some later; the find when the last one is open.
  const walk = async () => {
    const page = await somePage(), { call } = page;
    if (!call || has(call, "log", `found ${call}`)) return;
    const n = TAGS.findIndex((_, i) => !has(call, "stage", String(i + 1)));
    if (n >= 0) {
      await weather.kept(page.unlock(staged, n + 1, TAGS[n]!));
      return note({ call, what: "stage", name: String(n + 1), photos: [] });
    }
    // A find that is there already is not made again, and its photos would have nothing to stand beside.
    const taken = done.some((one) => one.call === call && one.name === `found ${call}`) ? [] : photos();
    await weather.kept(page.write(staged, "found", `found ${call}`, taken));
    note({ call, what: "log", name: `found ${call}`, photos: taken });
  };
  const wiped = () => {
    for (const one of done) one.wiped = true;
  };
  const thoughts = secondThoughts(weather, () => done.flatMap(({ thing }) => thing ?? []), met);
  await weather.live(STEPS, [[2, log], [2, hideOne], [5, walk], ...thoughts, ...weather.chances(wiped)]);
  await weather.clears();
  assert.deepEqual(weather.stuck(), [], `history ${seed}: stuck`);
  for (const call of calls) settled(app, call, done, seed);
}

/** A cache that is found behind two tags. */
async function stagedCache(app: TestApp, owner: string): Promise<string> {
  const { id, code } = await hide(app, owner, { title: "Staged", type: "multi" });
  const { headers } = await app.signIn(owner);
  const made = await app.visitor.with(headers).post(`/api/caches/${id}/stages`, {
    stages: TAGS.map((tag, i) => ({ n: i + 1, unlock: "nfc", code: tag })),
  });
  assert.equal(made.status, 200, made.text);
  return code;
}

/** A photo as the app keeps it: by its first bytes a JPEG, and by its scan like no other one. */
function photo(id: string): Photo {
  const bytes = (what: string) =>
    Uint8Array.from([0xff, 0xd8, 0xff, 0xda, 0, 2, ...new TextEncoder().encode(`${what} ${id}`.padEnd(64))]);
  return { id, bytes: bytes("photo"), thumb: bytes("thumb") };
}

/** Holds what the gateway has of a call against what was done under it. */
function settled(app: TestApp, call: string, done: readonly Done[], seed: number): void {
  const account = member(app, call).accountId, own = done.filter((one) => one.call === call);
  const rows = app.db.sql<{ account: number }, { what: string; sent: string; name: string; photos: string }>(
    `SELECT 'log' AS what, l.sent_id AS sent, l.text AS name,
            (SELECT json_group_array(m.hash || ' ' || coalesce(m.thumb_hash, 'none')) FROM media m WHERE m.log_id = l.id) AS photos
       FROM log l WHERE l.account_id = :account
     UNION ALL
     SELECT 'hide', c.title, c.title,
            (SELECT json_group_array(m.hash || ' ' || coalesce(m.thumb_hash, 'none')) FROM media m WHERE m.cache_id = c.id AND m.log_id IS NULL)
       FROM cache c WHERE c.owner_account = :account
     UNION ALL
     SELECT 'stage', s.n, CAST(s.n AS TEXT), '[]' FROM stage_unlock s WHERE s.account_id = :account`,
  ).all({ account });
  const there = new Map(
    rows.map(({ what, name, photos }) => [`${what} ${name}`, JSON.parse(photos) as string[]]),
  );
  // Of a cache that no find of theirs counts for somebody may log a further one, in the same words: what was sent once is there once.
  assert.equal(
    new Set(rows.map(({ what, sent }) => `${what} ${sent}`)).size,
    rows.length,
    `history ${seed}: doubled: ${rows.map(({ name }) => name).join(", ")}`,
  );
  for (const { what, name, photos, wiped, thing } of own) {
    const kept = there.get(`${what} ${name}`);
    if ((wiped || thing?.dropped) && !kept) continue;
    if (thing?.dropped) {
      // Of what was on its way when it was discarded, the photos may have stayed behind.
      assert.ok(thing.maybeSent, `history ${seed}: discarded, and sent all the same: ${name}`);
      assert.equal(new Set(kept).size, kept!.length, `history ${seed}: photos doubled: ${name}`);
      continue;
    }
    assert.ok(kept, `history ${seed}: lost: ${what} ${name}`);
    const wanted = photos.map((one) => `${sha256Hex(one.bytes)} ${sha256Hex(one.thumb)}`);
    met[what === "stage" ? "unlocks" : what === "hide" ? "hides" : "photos"]++;
    // Whoever lost his phone's memory lost what had not been sent, and did it once more: nothing of it is there twice.
    if (own.some((one) => one.wiped && one.what === what && one.name === name)) {
      assert.ok(new Set(kept).size === kept.length && kept.length <= 2, `history ${seed}: ${kept.join()}`);
    } else assert.deepEqual(kept.toSorted(), wanted.toSorted(), `history ${seed}: photos of ${what} ${name}`);
  }
  const known = new Set(own.map(({ what, name }) => `${what} ${name}`));
  for (const one of there.keys()) assert.ok(known.has(one), `history ${seed}: nobody did ${one}`);
}
