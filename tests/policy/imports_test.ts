/** Areas meet only at each other's `mod.ts`, in one direction, without cycles. */
import assert from "node:assert/strict";
import { SHARED_RULES } from "../../tools/app/shared_rules.ts";
import { files } from "./source_files.ts";

const SHARED = ["base", "things", "foreign", "wire", "db", "settings", "http", "jobs", "plan"];
const above = (...areas: string[]) => [...SHARED, ...areas];
/** What each folder of `src/` may import besides itself. */
const MAY: Record<string, string[]> = {
  words: [],
  base: [],
  things: [],
  foreign: ["base"],
  db: ["base"],
  wire: ["base", "things", "db"], // types of Tx alone
  settings: ["base", "db"],
  http: ["base", "wire"],
  jobs: ["base"],
  plan: ["base", "db", "http", "jobs"], // types alone
  aprs: ["base", "foreign"],
  fbb: ["base", "foreign"],
  mdns: ["base"],
  meshtastic: ["base"],
  mqtt: ["base"],
  tar: ["base", "foreign"],
  link: ["base", "wire"],
  accounts: above(),
  stations: above("aprs", "meshtastic", "accounts"),
  caches: above("accounts", "stations", "aprs"),
  bbs: above("accounts", "stations", "fbb"),
  moderation: above("accounts", "stations", "caches", "bbs"),
  ingest: above("aprs", "accounts", "stations", "caches", "bbs", "moderation"),
  federation: above("link"),
  live: above(),
  registries: above(),
  support: above(),
  trends: above(),
  uploads: above(),
  club: above(),
  home: above("mqtt"),
  notebook: above("accounts", "caches"),
  awards: above("accounts", "caches"),
  qsl: above("accounts", "caches", "club", "read"),
  read: above("aprs", "accounts", "stations", "caches", "bbs", "moderation", "ingest", "federation", "live"),
  admin: above(
    "aprs",
    "accounts",
    "stations",
    "caches",
    "bbs",
    "moderation",
    "ingest",
    "federation",
    "live",
    "read",
    "archive",
    "uploads",
  ),
  archive: ["base", "db", "settings", "tar"],
  tls: ["base"],
  release: ["base", "db", "tar", "wire"],
  // Texts, and what reads them: nothing but itself, so that app, server and shell may all use it.
  handbook: [],
  health: above("tls"),
  web: above("tls", "caches", "club", "client", "handbook", "health"),
  // It talks HTTP: types alone, above all what routes take and give, and values of the rules that both go by.
  client: [
    "accounts",
    "admin",
    "awards",
    "bbs",
    "caches",
    "club",
    "federation",
    "handbook",
    "health",
    "http",
    "ingest",
    "live",
    "moderation",
    "notebook",
    "qsl",
    "read",
    "registries",
    "settings",
    "stations",
    "support",
    "trends",
    "uploads",
  ],
  // The box talks HTTP to the gateway: of its areas it knows the types of what it posts there and is answered. Its own small
  // file is opened by db's opener.
  box: ["base", "db", "aprs", "fbb", "link", "meshtastic", "mqtt", "wire", "bbs", "ingest"],
  // The demonstration does over HTTP and radio what people do.
  demo: ["base", "aprs", "wire"],
  // Looks at instances over HTTP, whoever built them.
  conform: ["base", "wire"],
};

const imports = (text: string) =>
  [...text.matchAll(/^(import|export)\s+(type\s+)?[^;]*?from\s+"(\.[^"]+)"/gms)].map((match) => ({
    typeOnly: match[2] !== undefined,
    path: match[3]!,
  }));

Deno.test("areas import each other only as the layout allows, and only at mod.ts", () => {
  for (const { path, text } of [...files("src/"), ...files("src/", ".tsx")]) {
    const [, area, ...rest] = path.split("/");
    if (rest.length === 0) continue; // app.ts wires everything
    if (area === "cli") continue; // commands use every area
    for (const { path: target, typeOnly } of imports(text)) {
      const resolved = new URL(target, `file:///${path}`).pathname.slice(1);
      const [top, other, ...inside] = resolved.split("/");
      if (top !== "src" || other === area) continue;
      const isShared = (of: string) => (SHARED_RULES as readonly string[]).includes(of);
      // Formats that a tool of the app is built with bring nothing else along either.
      const isPure = area === "client" || area === "aprs" || area === "fbb" || isShared(path);
      if (isPure && isShared(resolved)) continue;
      // Raw colours, sizes and what every page is set in stand in one place, also for the pages that the server draws.
      if (area === "http" && /^src\/client\/ui\/style\/(?:tokens|base)\.css$/.test(resolved)) continue;
      // What app.ts wires with may use every area too, at its door.
      // A tool of the set is a program of its own, which its build makes of whatever is pure.
      const isTool = path.startsWith("src/client/tools/set/") && other === "aprs";
      if (isTool) continue;
      const allowed = other === "words" || area === "wiring" || MAY[area!]?.includes(other!);
      assert.ok(allowed, `${path} may not import ${resolved}`);
      // The book of words is data: whoever says something reads the file that has it.
      if (other === "words") continue;
      assert.deepEqual(inside, ["mod.ts"], `${path} reaches past the mod.ts of ${other}`);
      if (area === "client" && other !== "handbook") {
        assert.ok(typeOnly, `${path} may take types of ${other} alone`);
      }
      const isOfGateway = area === "box" && (other === "bbs" || other === "ingest");
      if (isOfGateway) assert.ok(typeOnly, `${path} may take types of ${other} alone`);
      if (area === "wire" && other === "db") assert.ok(typeOnly, `${path} may take types of db alone`);
    }
  }
});

Deno.test("the rules that the gateway and the app both go by bring nothing else along, and the app uses each", () => {
  const rules = files("src/").filter(({ path }) => (SHARED_RULES as readonly string[]).includes(path));
  const client = [...files("src/client/"), ...files("src/client/", ".tsx"), ...rules].flatMap((
    { path, text },
  ) => imports(text).map(({ path: target }) => new URL(target, `file:///${path}`).pathname.slice(1)));
  for (const path of SHARED_RULES) {
    assert.ok(client.includes(path), `the app uses ${path} no more: strike it out`);
    for (
      const { path: target } of imports(Deno.readTextFileSync(new URL(`../../${path}`, import.meta.url)))
    ) {
      const resolved = new URL(target, `file:///${path}`).pathname.slice(1);
      assert.ok((SHARED_RULES as readonly string[]).includes(resolved), `${path} brings ${resolved} along`);
    }
  }
});

Deno.test("every area opens with what it owns and refuses", () => {
  for (const { path, text } of files("src/")) {
    if (path.endsWith("/mod.ts") && path.split("/").length === 3) {
      assert.match(text, /^\/\*\*[\s\S]+?\*\//, path);
    }
  }
});
