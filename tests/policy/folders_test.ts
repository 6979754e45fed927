/** The rooms of an area lie in floors: no circle between its folders. */
import assert from "node:assert/strict";
import { circles, imported } from "./import_graph.ts";
import { files } from "./source_files.ts";

const source = files("src/").map(({ path, text }) => ({ path, area: path.split("/")[1]!, text }));
/** A folder of the area, or a file beside its folders: `mod.ts` stands above them, `errors.ts` below. */
const room = (path: string): string => path.split("/")[2]!;

/** The circles between the rooms of an area. */
function circlesOf(area: string): string[][] {
  const edges = new Map<string, Set<string>>();
  for (const { path, text } of source.filter((file) => file.area === area)) {
    const from = room(path), known = edges.get(from) ?? new Set();
    edges.set(from, known);
    for (const target of imported(path, text)) {
      if (target.startsWith(`src/${area}/`) && room(target) !== from) known.add(room(target));
    }
  }
  return circles(edges);
}

Deno.test("no circle between the folders of an area", () => {
  // The app's browser code has floors of its own, and a test of its own.
  const areas = [...new Set(source.map(({ area }) => area))].filter((area) => area !== "client");
  assert.ok(areas.length > 20, "the areas are not found");
  const found = Object.fromEntries(
    areas.map((area) => [area, circlesOf(area)] as const).filter(([, some]) => some.length > 0),
  );
  assert.deepEqual(found, {});
});
