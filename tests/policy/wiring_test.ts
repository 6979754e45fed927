/** How the program is put together: areas are given what they need when they are opened, and nothing afterwards. */
import assert from "node:assert/strict";
import { Settings } from "../../src/settings/mod.ts";
import { AREAS } from "../../src/wiring/areas.ts";
import type { Member } from "../../src/wiring/kept.ts";
import { openAreas } from "../../src/wiring/open_areas.ts";
import { freshDatabase } from "../kit/fresh_database.ts";
import { testWorld } from "../kit/world.ts";
import { files } from "./source_files.ts";

const wiring = [...files("src/wiring/"), ...files("src/").filter(({ path }) => path === "src/app.ts")];

/** Calls by which something would be told to an area that is open already. */
const SETTERS =
  /\w+\.(?:listen|register|join\w+|on[A-Z]\w*|set[A-Z]\w*|add(?:[A-Z]\w*)?|keepAllOf|neverForget)\(/g;
/** Calls that only look so: alerts are written, clocks are set by the world. */
const NO_SETTERS = new Set(["alerts.add(", "alerts.addOfTalk(", "heardHours.onRadio("]);

Deno.test("what wires the program sets nothing in an area after it is open", () => {
  assert.ok(wiring.length > 5, "the wiring is not found");
  for (const { path, text } of wiring) {
    const set = [...text.matchAll(SETTERS)]
      .map(([call]) => call).filter((call) => !NO_SETTERS.has(call));
    assert.deepEqual(set, [], path);
    // `reach` is no area: whoever listens writes into it under what names it is reached.
    assert.doesNotMatch(
      text,
      /^\s*(?!reach\.)\w+(\.\w+)*\.(appliers|relay|answer\w*|ears|finds|post)\s*=[^=>]/m,
      path,
    );
  }
  for (const call of ["accounts.onVerification(", "portability.add(", "carriers.joinPost("]) {
    assert.equal([...call.matchAll(SETTERS)].length, 1, call);
  }
});

Deno.test("who listens is named in one place, once", () => {
  const named = files("src/").filter(({ path, text }) =>
    path !== "src/base/events.ts" && /\w\.heardBy\(/.test(text)
  ).map(({ path, text }) => [path, text.match(/\w\.heardBy\(/g)!.length]);
  assert.deepEqual(named, [["src/wiring/open_areas.ts", 1]]);
});

/** Folders with routes that are no areas of the gateway's program: whose program has them, or which area mounts them. */
const ELSEWHERE: Record<string, string> = {
  box: "a program of its own",
  cli: "starts what the areas give",
  health: "mounted by web",
  http: "what routes are made of",
  jobs: "what jobs are made of",
  plan: "what areas are made of",
  wiring: "joins areas",
};

Deno.test("each folder with routes or jobs is one area, declared once, in its mod.ts, and is in the list", () => {
  const folders = Map.groupBy(
    files("src/").filter(({ path }) => path.split("/").length > 2),
    ({ path }) => path.split("/")[1]!,
  );
  const declared = new Set<string>();
  for (const [folder, all] of folders) {
    const plans = all.flatMap(({ path, text }) =>
      [...text.matchAll(/^export const (\w+) = area</gm)].map(([, name]) => [path, name!])
    );
    const acts = all.some(({ text }) => /\broute\(\s*["`]/.test(text) || /\bJob\[\]/.test(text));
    if (folder in ELSEWHERE || (!acts && plans.length === 0)) continue;
    const name = folder.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    assert.deepEqual(plans, [[`src/${folder}/mod.ts`, name]], folder);
    declared.add(folder);
  }
  const listed = AREAS.map(({ name }) => name);
  assert.deepEqual(
    [...declared].filter((folder) => listed.filter((name) => name === folder).length !== 1),
    [],
  );
  assert.ok(declared.size > 15, `${declared.size} areas are found`);
});

/** Opens a program of these areas, in memory; gives why it does not open. */
function refusalOf(areas: readonly Member[]): string {
  const world = testWorld(), db = freshDatabase(world), settings = new Settings({});
  settings.attach(db);
  try {
    const source = { version: "0", commit: null, tag: null };
    openAreas({ world, settings, db, dataDir: ".", source }, areas).close();
    return "";
  } catch (error) {
    assert.ok(error instanceof TypeError, String(error));
    return error.message;
  } finally {
    db.close();
  }
}

Deno.test("nothing needs what nobody keeps, and no area another in a circle, however they are listed", () => {
  assert.equal(refusalOf(AREAS), "");
  assert.equal(refusalOf(AREAS.toReversed()), "");
});

Deno.test("without an area the program does not open, and says who needs what of it", () => {
  const given = ["db", "gathered", "house", "settings", "world"];
  for (const one of AREAS) {
    const kept = Object.keys(one.keeps ?? {});
    const needed = AREAS.filter((other) => other !== one).flatMap(({ name, needs, asks = [] }) =>
      [...needs, ...asks].filter((thing) => kept.includes(thing)).map((thing) => `${name} needs ${thing}`)
    );
    if (needed.length === 0) continue;
    const refusal = refusalOf(AREAS.filter((other) => other !== one));
    for (const words of needed) assert.ok(refusal.includes(words), `without ${one.name}: ${refusal}`);
    assert.deepEqual(kept.filter((thing) => given.includes(thing)), [], one.name);
  }
});

Deno.test("what an area keeps is taken by another one, or by whoever builds the program", () => {
  const readers = files("src/").filter(({ path }) => /^src\/(?:app\.ts|cli\/|wiring\/)/.test(path))
    .map(({ text }) => text).join();
  for (const { name, keeps = {}, ...one } of AREAS) {
    for (const thing of Object.keys(keeps)) {
      const isTaken = AREAS.some(({ needs, asks = [] }) => [...needs, ...asks].includes(thing as never));
      const isOwn = Object.values({ ...keeps, [thing]: undefined, ...one.hears, ...one }).some((part) =>
        typeof part === "function" && new RegExp(`\\b${thing}\\b`).test(String(part))
      );
      assert.ok(
        isTaken || isOwn || new RegExp(`\\b${thing}\\b`).test(readers),
        `${name} keeps ${thing} for nobody`,
      );
    }
  }
});
