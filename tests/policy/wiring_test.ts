/** How the program is put together: areas are given what they need when they are opened, and nothing afterwards. */
import assert from "node:assert/strict";
import { files } from "./source_files.ts";

const wiring = [...files("src/wiring/"), ...files("src/").filter(({ path }) => path === "src/app.ts")];

/** Calls by which something would be told to an area that is open already. */
const SETTERS =
  /\w+\.(?:listen|register|join\w+|on[A-Z]\w*|set[A-Z]\w*|add(?:[A-Z]\w*)?|keepAllOf|neverForget)\(/g;
/** Calls that only look so: alerts are written, clocks are set by the world. */
const NO_SETTERS = new Set(["alerts.add(", "alerts.addOfTalk("]);

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

/** What an area's door opens, beside its one `openX`: what areas that it stands on in turn need of it first. */
const OPENED_FIRST: Record<string, readonly string[]> = {
  // Whom areas ask about people, before the area knows what they keep of a person.
  accounts: ["openPeople"],
  // A command of the shell opens the desk of one session.
  bbs: ["openDesk"],
  // Single tables and files, which are no areas.
  db: ["openAudit", "openJobRuns", "openNonces"],
};
/** Folders with an `openX`. */
const OPENED = [
  "accounts",
  "bbs",
  "caches",
  "federation",
  "ingest",
  "live",
  "moderation",
  "read",
  "registries",
  "stations",
  "support",
  "web",
];

Deno.test("an area's door gives one openX, save those that are stated", () => {
  for (const area of OPENED) {
    const [door] = files(`src/${area}/`).filter(({ path }) => path === `src/${area}/mod.ts`);
    const given = [...new Set(door!.text.match(/\bopen[A-Z]\w*/g) ?? [])]
      .filter((name) => new RegExp(`export[^;]*\\b${name}\\b`).test(door!.text));
    const main = given.filter((name) => !OPENED_FIRST[area]?.includes(name));
    assert.equal(main.length, 1, `${area}: ${given.join(", ")}`);
  }
});
