/** A page has the words for whatever the routes may refuse that it asks. */
import assert from "node:assert/strict";
import { dirname, join } from "node:path/posix";
import { allRoutes } from "../../src/cli/all_routes.ts";
import { ENGLISH } from "../../src/words/generated/english_refusals.ts";
import { refusalsOf } from "../../tools/app/refusals.ts";
import { areaOf, SHELL } from "../../tools/app/words.ts";
import { files } from "./source_files.ts";

const sources = new Map(
  [...files("src/client/"), ...files("src/client/", ".tsx")].map(({ path, text }) => [path, text]),
);
const areaOfCode = new Map(
  Object.entries(ENGLISH).flatMap(([area, its]) => Object.keys(its).map((code) => [code, area] as const)),
);
/** What only programs are told has no words in the app. */
const NEVER = ["machines", "host"];

/** Asks whose refusal is said by nobody: places that are not told are not drawn. */
const SILENT = [
  "src/client/map/own/own_places.ts /api/caches/*/stages",
  // What is refused there waits, or is dropped: nobody is told why.
  "src/client/rig/frames/kept_frames.ts /ingest",
];

const routes = allRoutes().map(({ path, options }) => ({
  parts: path.split("/"),
  areas: new Set((options.errors ?? []).map(({ reason }) => areaOfCode.get(reason)!)),
}));

/** Addresses in a source, as such or as the name of their route, with `*` for what is put in. */
const addressesIn = (text: string): string[][] =>
  [...text.matchAll(
    /["`](?:[A-Z]{3,6} (?=\/)|(?=\/(?:api|auth|bbs|ingest)\/))(\/(?:\$\{[^}]*\}|[^"`?$])*)/g,
  )].map(([, path]) => path!.replace(/\$\{[^}]*\}|:\w+/g, "*").replace(/\/$/, "/*").split("/"));
/** `coverage*` is an address with a query, `*` alone any name. */
const fits = (asked: string[], route: string[]) =>
  asked.length === route.length &&
  asked.every((part, i) => part === "*" || route[i]!.startsWith(":") || part.split("*")[0] === route[i]);

/** A source and all that it brings with it. */
function brought(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path) || !sources.has(path)) return seen;
  seen.add(path);
  for (
    const [, type, to] of sources.get(path)!.matchAll(
      /^(?:import|export) (type )?[^;"(]*?(?:from )?"(\.[^"]+)"/gm,
    )
  ) {
    if (!type) brought(join(dirname(path), to!), seen);
  }
  return seen;
}

/** What comes with every page asks in the background: what that is refused is said by the pages of what waits. */
const ofShell = brought(
  [...sources.keys()].find((path) => path.endsWith("/main.tsx"))!,
);

/** The server's areas that may refuse something to the sources of an area of the app, each with who asks. */
function needed(area: string): Map<string, string> {
  const found = new Map<string, string>();
  // The server draws first paints, and has every word; what stands in other people's pages says no refusal.
  const own = [...sources.keys()].filter((path) =>
    areaOf(path) === area && !/first_paint|app\/worker|^src\/client\/map\/embed\//.test(path)
  );
  if (!own.some((path) => path.endsWith("_page.tsx"))) return found;
  // Whatever of the area a page loads later waits for the area's words too.
  for (const path of new Set(own.flatMap((one) => [...brought(one)]))) {
    if (ofShell.has(path)) continue;
    for (const asked of addressesIn(sources.get(path)!)) {
      if (SILENT.includes(`${path} ${asked.join("/")}`)) continue;
      for (const { parts, areas } of routes) {
        if (fits(asked, parts)) { for (const one of areas) found.set(one, `${path} ${asked.join("/")}`); }
      }
    }
  }
  return found;
}

Deno.test("a page has the words for whatever the routes may refuse that it asks", () => {
  const areas = new Set([...sources.keys()].flatMap((path) => areaOf(path) ?? []));
  assert.ok(areas.size > 15);
  for (const area of areas) {
    const has = [...refusalsOf(SHELL), ...refusalsOf(area), ...NEVER];
    const lacks = [...needed(area)].filter(([one]) => !has.includes(one));
    if (Deno.env.get("PRINT")) console.log(area, JSON.stringify([...needed(area).keys()].sort()));
    else assert.deepEqual(lacks, [], `${area} lacks words`);
  }
});
