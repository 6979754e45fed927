/** Whatever an operator can do has a page: every administration route, every setting, every kind of report. */
import assert from "node:assert/strict";
import { allRoutes } from "../../src/cli/all_routes.ts";
import { COMMON_REASONS } from "../../src/http/mod.ts";
import { CHECK_REASONS, type CheckItem } from "../../src/admin/mod.ts";
import { CATEGORIES, KINDS } from "../../src/moderation/mod.ts";
import { ALL } from "../../src/settings/mod.ts";
import { isAdmin, PAGES } from "../../src/client/mod.ts";
import { placeOf } from "../../src/client/admin/overview/where.ts";
import { pageAt } from "../../src/client/pages/page_table.ts";
import { ownWords } from "../kit/words.ts";
import { FILES } from "../../src/words/generated/files.ts";
import { appTest, testApp } from "../kit/app.ts";
import { files } from "./source_files.ts";

const words = FILES.en.admin;

/** Routes of operators without a page yet, and whose they are. */
const OWED: Readonly<Record<string, string>> = JSON.parse(
  Deno.readTextFileSync(new URL("./admin_pages_owed.json", import.meta.url)),
);

/** Texts of the client without comments, as written: an address with its parameters is `…/${…}/…`. */
const client = [...files("src/client/"), ...files("src/client/", ".tsx")].map(({ text }) =>
  text.replace(/\/\*[\s\S]*?\*\//g, "")
).join("\n");

/** Addresses that the client asks, each parameter as `:`. */
const asked = new Set(
  [...client.matchAll(/["`](?:[A-Z]+ )?(\/(?:api|federation)\/[^"`\s?]*)/g)].map(([, path]) =>
    path!.replace(/\$\{[^}]*\}|:\w+/g, ":").replace(/\/$/, "")
  ),
);
/** An address that a call ends later (`${path}/trust`) names its end alone. */
const ends = new Set([...client.matchAll(/`\$\{\w+\}(\/[a-z-]+)`/g)].map(([, end]) => end!));

const isAsked = (path: string): boolean => {
  const plain = path.replace(/:\w+/g, ":");
  if (asked.has(plain)) return true;
  const last = plain.slice(plain.lastIndexOf("/"));
  return ends.has(last) && asked.has(plain.slice(0, -last.length));
};

Deno.test("every route of operators is used by a page, or owed by name", () => {
  const routes = allRoutes().filter(({ path, options: { gate } }) =>
    path.startsWith("/api/admin/") ||
    path.startsWith("/federation/") &&
      gate.label.split("|").every((label) => label === "sysop" || label === "operator")
  );
  assert.ok(routes.length > 50, "the routes are not seen");
  const without = routes.filter(({ path }) => !isAsked(path)).map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(without.filter((one) => !(one in OWED)), [], "no page uses them");
  const known = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  assert.deepEqual(Object.keys(OWED).filter((one) => !known.has(one)), [], "there is no such route");
});

appTest(
  "every setting is on the settings page: to be changed there, or as a line for the host",
  {},
  async (app) => {
    const { body } = await (await app.sysop()).get("/api/admin/settings");
    const shown = [...body.settings, ...body.environment.settings].map(({ key }: { key: string }) => key);
    assert.deepEqual(shown.toSorted(), ALL.map(({ key }) => key).toSorted());
    const controls = new Set(body.settings.map(({ control }: { control: string }) => control));
    const drawn = files("src/client/admin/settings/", "control.tsx")[0]!.text;
    for (const control of controls) {
      assert.ok(
        control === "text" || drawn.includes(`control === "${control}"`),
        `${control} has no control`,
      );
    }
    const secrets = body.environment.settings.filter(({ secret }: { secret: boolean }) => secret);
    assert.ok(secrets.length >= 5);
    for (const { key, value, default: otherwise } of secrets) {
      assert.equal(value ?? otherwise, null, `${key} is a secret`);
    }
    assert.ok(!JSON.stringify(body).includes("ingest-secret-of-the-tests"));
  },
);

Deno.test("every kind of report and every reason for one is said on the page of reports", () => {
  for (
    const word of [
      ...KINDS.map((kind) => `kind.${kind}`),
      ...CATEGORIES.map((one) => `category.${one}`),
    ]
  ) {
    assert.ok(word in words, `${word} is not said`);
  }
  assert.ok("adminReports" in PAGES);
});

/** Names that a sentence puts values in for. */
const namesIn = (key: string): string[] =>
  [...JSON.stringify((words as Record<string, unknown>)[key] ?? "").matchAll(/\{(\w+)\}/g)].map(([, name]) =>
    name!
  );
const isSaid = (key: string) => key in words;

Deno.test("whatever may be wrong with a line of the checklist is said in the reader's language", () => {
  for (const reason of CHECK_REASONS) {
    assert.ok(isSaid(`check.says.${reason}`), `${reason} is not said`);
    assert.ok(isSaid(`check.of.${reason.split(".", 1)[0]}`), `${reason}: what it is of is not said`);
  }
  const extra = Object.keys(words).filter((key) => key.startsWith("check.says."))
    .filter((key) => !(CHECK_REASONS as readonly string[]).includes(key.slice("check.says.".length)));
  assert.deepEqual(extra, [], "nobody gives such a reason");
});

/** What a sentence that says how to mend something names: a command of this program, or a setting. */
const namesRemedy = (text: string): boolean =>
  text.includes("main.ts") || [...text.matchAll(/[A-Z][A-Z0-9_]+/g)].some(([name]) => SETTINGS.has(name));
/** Paths that the server answers itself, without the app. */
const served = new Set(allRoutes().filter(({ method }) => method === "GET").map(({ path }) => path));
const SETTINGS = new Set(ALL.map(({ key }) => key));

Deno.test("whatever may be wrong says how to mend it, in both languages, and leads to a page that is about it", () => {
  for (const reason of CHECK_REASONS) {
    for (const said of [words, FILES.de.admin] as Record<string, unknown>[]) {
      const fix = said[`check.fix.${reason}`];
      assert.ok(
        fix !== undefined || namesRemedy(JSON.stringify(said[`check.says.${reason}`])),
        `${reason}: no fix`,
      );
    }
    const [area] = reason.split(".") as [string];
    const key = area === "fed_bbs" ? "fed-bbs" : area;
    isThere(placeOf({ key, reason }), reason);
  }
  for (const key of ["exchange", ...CHECK_REASONS.map((reason) => reason.split(".")[0]!)]) {
    isThere(placeOf({ key: key === "fed_bbs" ? "fed-bbs" : key, reason: null }), key);
  }
  const unknown = Object.keys(words).filter((key) => key.startsWith("check.fix."))
    .filter((key) => !(CHECK_REASONS as readonly string[]).includes(key.slice("check.fix.".length)));
  assert.deepEqual(unknown, [], "nobody gives such a reason");
});

/** Fails unless the app or the server has a page there, and, where it searches the settings, one of that name. */
function isThere(address: string, of: string): void {
  const { pathname, searchParams } = new URL(address, "http://house.example");
  const find = searchParams.get("find");
  if (find !== null) assert.ok(SETTINGS.has(find), `${of}: there is no setting ${find}`);
  const page = pageAt(pathname);
  const parts = files("src/client/admin/neighbours/", "part_page.tsx")[0]!.text;
  assert.ok(page !== undefined || served.has(pathname), `${of}: nothing is at ${address}`);
  if (page?.name === "adminNeighbour") {
    assert.ok(parts.includes(`${page.params.part}: () =>`), `${of}: ${address}`);
  }
}

Deno.test("every line of the checklist has a name, what is wrong has a reason, and its sentence the values that it names", async () => {
  const seen = new Set<string>();
  for (
    const env of [
      {},
      { INSTANCE_ID: "localhost", ADMIN_CALLSIGNS: "", APP_URL: "http://club.example", FED_MDNS: "announce" },
      { RP_ID: "other.example", APP_URL: "https://club.example", FED_BBS: "1", FED_LINK: "both" },
      { FED_HUB_URL: "https://hub.example", REPLICA: "/nowhere", SMTP_URL: "smtp://127.0.0.1:1" },
    ]
  ) {
    using app = testApp(env);
    const items: CheckItem[] = (await app.operator.get("/api/admin/setup")).body.items;
    for (const { key, status, reason, values } of items) {
      assert.ok(isSaid(`check.of.${key.replaceAll("-", "_")}`), `${key} has no name`);
      assert.equal(reason === null, status === "ok", key);
      if (reason === null) continue;
      seen.add(reason);
      assert.equal(reason.split(".", 1)[0], key.replaceAll("-", "_"));
      for (const name of [...namesIn(`check.says.${reason}`), ...namesIn(`check.fix.${reason}`)]) {
        assert.ok(name in values, `${reason}: ${name}`);
      }
    }
    assert.ok(items.length > 25);
  }
  assert.ok(seen.size > 18, [...seen].join());
});

Deno.test("pages of administration are named in one way, and each stands below /admin", () => {
  const house = Object.entries(PAGES).filter(([, page]) => isAdmin(page));
  assert.ok(house.length >= 4);
  for (const [name, { path, menu }] of house) {
    assert.match(name, /^admin/);
    assert.ok(menu === "admin" || path.split("/").length > 3 || menu === "none", path);
  }
});

Deno.test("every refusal that a page can meet has its sentence in both languages", () => {
  const routes = allRoutes().filter(({ path }) => isAsked(path));
  const reasons = new Set([
    ...routes.flatMap(({ options: { errors = [] } }) => errors.map(({ reason }) => reason)),
    ...COMMON_REASONS,
  ]);
  assert.ok(reasons.size > 150, `${reasons.size} reasons are seen`);
  for (const [language, said] of Object.entries({ en: ownWords("en"), de: ownWords("de") })) {
    const without = [...reasons].filter((reason) => !(`reason.${reason}` in said));
    assert.deepEqual(without.toSorted(), [], language);
  }
});
