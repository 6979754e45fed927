/**
 * What the server loads before it answers: every module costs each start, on a Pi ten times what it costs here. Whatever no
 * request needs from the beginning is imported where it is used, by `import("…")`.
 */
import assert from "node:assert/strict";

/**
 * Modules that may be loaded, those of libraries counted as one each and migrations not at all: what changes the database has to be
 * there. Some three in a hundred above what there was when it was last counted, so that an honest change passes; whoever
 * needs more looks first for what could be loaded where it is used.
 */
const MOST = 1040;

/** Libraries for what few requests ask for, or none. */
const LATER = [
  "@peculiar/",
  "@simplewebauthn/",
  "@streamparser/",
  "age-encryption",
  "fast-xml-parser",
  "file-type",
  "idb",
  "nodemailer",
  "playwright",
  "pmtiles",
  "preact",
  "reflect-metadata",
  "sax",
];

interface Info {
  modules: {
    specifier: string;
    dependencies?: { isDynamic?: boolean; code?: { specifier?: string } }[];
  }[];
  redirects: Record<string, string>;
}

/** All that is loaded with some modules: what they import, and what that imports. */
async function loadedWith(...entries: [string, ...string[]]): Promise<string[]> {
  const { stdout, success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", entries[0]],
    env: { DENO_NO_UPDATE_CHECK: "1" },
  }).output();
  assert(success, new TextDecoder().decode(stderr));
  const { modules, redirects } = JSON.parse(new TextDecoder().decode(stdout)) as Info;
  const known = new Map(modules.map((one) => [one.specifier, one]));
  const seen = new Set<string>(),
    todo = entries.map((entry) => new URL(`../../${entry}`, import.meta.url).href);
  for (let named; (named = todo.pop()) !== undefined;) {
    const one = redirects[named] ?? named;
    if (seen.has(one)) continue;
    seen.add(one);
    for (const { isDynamic, code } of known.get(one)?.dependencies ?? []) {
      if (!isDynamic && code?.specifier) todo.push(code.specifier);
    }
  }
  return [...seen];
}

Deno.test("the server loads no more modules than it has to before it answers", async () => {
  const loaded = await loadedWith("src/cli/mod.ts", "src/cli/commands/server.ts");
  const libraries = loaded.filter((one) => one.startsWith("npm:")).map((one) => one.replace(/^npm:\/?/, ""));
  assert(libraries.some((one) => one.startsWith("hono")), "libraries are seen");
  assert.deepEqual(libraries.filter((one) => LATER.some((later) => one.startsWith(later))), []);
  assert.deepEqual(loaded.filter((one) => one.includes("/src/client/ui/words/")), []);
  const counted = loaded.filter((one) => !one.includes("/migrations/"));
  assert(counted.length <= MOST, `${counted.length} modules`);
});
