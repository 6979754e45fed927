/** The client stands in floors: each folder uses those below it, and features use each other in one direction alone. */
import assert from "node:assert/strict";
import { files } from "./source_files.ts";

/** Parts and rules that know no feature, from the bottom up: each may use those before it, as far as they are named. */
const BELOW: Record<string, string[]> = {
  ui: [],
  pages: ["ui"],
  phone: ["ui", "pages"],
};
const FLOORS = Object.keys(BELOW);

/** What people do, and the other features that each uses; all may use the floors below. */
const FEATURES: Record<string, string[]> = {
  palette: [],
  panes: ["palette"],
  marks: [],
  tools: ["marks"],
  talk: ["panes"],
  visit: [],
  cache: ["map", "marks", "visit"],
  map: ["marks", "panes", "talk"],
  packs: ["map"],
  evidence: ["cache", "map"],
  community: ["cache", "marks"],
  nearby: ["community", "map", "marks", "packs"],
  go: ["cache", "map", "marks"],
  print: ["cache", "map", "marks"],
  account: ["community", "map", "print"],
  shack: ["map", "marks", "panes", "talk"],
  live: ["map", "marks", "panes", "shack", "talk"],
  wall: ["evidence", "live"],
  admin: ["evidence", "map", "palette", "panes", "shack", "talk"],
  rig: [],
  log: ["admin", "cache", "community", "evidence", "map", "marks", "visit"],
  waiting: ["cache", "evidence", "log", "talk", "visit"],
  hide: ["cache", "map", "marks", "panes", "waiting"],
};

/** Uses against the direction that are still there. This list only shrinks. */
const OWED: string[] = [];

/** A use of one folder by another, such as `live map`, and the files it was seen in. */
function uses(): Map<string, string> {
  const found = new Map<string, string>();
  for (const { path, text } of [...files("src/client/"), ...files("src/client/", ".tsx")]) {
    const [, , folder, ...rest] = path.split("/");
    if (rest.length === 0) continue; // mod.ts is the door to all of it
    for (const [, target] of text.matchAll(/(?:from\s+|import\(\s*|^import\s+)"(\.[^"]+)"/gm)) {
      const [src, client, other] = new URL(target!, `file:///${path}`).pathname.slice(1).split("/");
      if (src !== "src" || client !== "client" || other === folder) continue;
      found.set(`${folder} ${other}`, `${path}: ${target}`);
    }
  }
  return found;
}

Deno.test("folders of the client use each other as the floors allow, and nobody uses the app", () => {
  const seen = uses();
  for (const [use, where] of seen) {
    const [from, to] = use.split(" ") as [string, string];
    assert.ok(from === "app" || from in BELOW || from in FEATURES, `${from} has no floor`);
    assert.notEqual(to, "app", `nobody uses the app: ${where}`);
    const may = BELOW[from] ?? (from === "app" ? undefined : [...FLOORS, ...FEATURES[from]!]);
    assert.ok(!may || may.includes(to) || OWED.includes(use), `${from} may not use ${to}: ${where}`);
  }
  for (const [from, others] of Object.entries({ ...BELOW, ...FEATURES })) {
    for (const to of others) {
      assert.ok(seen.has(`${from} ${to}`), `${from} uses ${to} no more: strike it out`);
    }
  }
  for (const use of OWED) assert.ok(seen.has(use), `${use} is paid: strike it out`);
});

Deno.test("what the floors allow has no circle", () => {
  const done = new Set<string>(), all = { ...BELOW, ...FEATURES };
  const walk = (folder: string, above: readonly string[]) => {
    assert.ok(!above.includes(folder), `a circle: ${[...above, folder].join(" > ")}`);
    if (done.has(folder)) return;
    for (const other of all[folder]!) walk(other, [...above, folder]);
    done.add(folder);
  };
  for (const folder of Object.keys(all)) walk(folder, []);
});
