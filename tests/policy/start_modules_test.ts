/**
 * What the server loads before it answers: every module costs each start, on a Pi ten times what it costs here. Whatever no
 * request needs from the beginning is imported where it is used, by `import("…")`.
 */
import assert from "node:assert/strict";

/** Modules that may be loaded, those of libraries counted as one each. A number to lower; whoever raises it says why:
 * eight are the trends, which count from the first request on; four are the words of pages that the server draws, which stood
 * in those pages in two languages; two are the settings of the host, whose file is read at the start;
 * one is the lines of the checklist that are accepted; six are the tables of everybody and of every cache, and what notes who
 * was seen; fifteen are what members carry, and eight the forms in which they take caches out and look at their finds;
 * three are the table of every station, and what its sorts need; eleven are Meshtastic at the gateway and the broker of
 * homes; nine are awards: what their rules and certificates are has to be known where their routes are declared; seven are meetings,
 * the routes of years, and the migration of who shows statistics; one gives
 * memory back when nobody asks; one is the table of what Meshtastic nodes measure; and two are our reader of addresses and our
 * router, which spare a start more than they cost.
 */
const MOST = 1040;

/** Libraries for what few requests ask for, or none. */
const LATER = [
  "@peculiar/",
  "@simplewebauthn/",
  "@streamparser/",
  "age-encryption",
  "csv-parse",
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
  assert(loaded.length <= MOST, `${loaded.length} modules`);
});
