/** The colours of tools: each can be read on every ground of each of the four looks, and the sheet is nobody's who has none. */
import assert from "node:assert/strict";
import { contrastOf } from "../../src/club/contrast.ts";
import { NAMES } from "../../dist/app/names.ts";
import { appTest } from "../kit/app.ts";
import { files } from "../policy/source_files.ts";

const KINDS = ["bbs", "beacon", "cacher", "digi", "dx", "igate", "node", "service", "user", "wx"];
/** The looks of a sheet, in its order; what a look does not set holds from the first. */
function looksOf(path: string): Map<string, Map<string, string>> {
  const { text } = files(path, "tokens.css")[0]!;
  const looks = new Map<string, Map<string, string>>();
  for (const [, name = "light", body] of text.matchAll(/:root(?:\[data-theme="(\w+)"\])? \{([^}]*)\}/g)) {
    looks.set(
      name,
      new Map([...body!.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, key, value]) => [key!, value!])),
    );
  }
  return looks;
}

Deno.test("kinds of stations and the colours of terminals can be read in every look", () => {
  const grounds = looksOf("src/client/ui/style/"), own = looksOf("src/client/tools/style/");
  assert.deepEqual([...own.keys()], ["light", "dark", "sun", "night"]);
  for (const [look, colours] of own) {
    assert.equal(colours.size, KINDS.length + 16, look);
    const least = look === "sun" ? 7 : 4.5;
    for (const kind of KINDS) {
      for (const ground of ["paper", "card", "sunk"]) {
        const ratio = contrastOf(colours.get(`st-${kind}`)!, grounds.get(look)!.get(ground)!);
        assert.ok(ratio >= least, `${look}: ${kind} on ${ground} is ${ratio.toFixed(2)}`);
      }
    }
    for (let n = 0; n < 16; n++) {
      const ratio = contrastOf(colours.get(`ansi-${n}`)!, grounds.get(look)!.get("sunk")!);
      assert.ok(ratio >= least, `${look}: colour ${n} of terminals is ${ratio.toFixed(2)}`);
    }
  }
  // By day no two kinds have one colour.
  for (const look of ["light", "dark"]) {
    assert.equal(new Set(KINDS.map((kind) => own.get(look)!.get(`st-${kind}`))).size, KINDS.length, look);
  }
});

appTest("no page names what tools bring before somebody has some", {}, async (app) => {
  for (const path of ["/", "/live", "/map"]) {
    const { text } = await app.visitor.get(path, { accept: "text/html" });
    assert.doesNotMatch(text, /assets\/(tools|begin)-/, path);
  }
  const needs = JSON.stringify(NAMES.needs);
  assert.doesNotMatch(needs, /assets\/(tools_page|begin|at_leisure)-/);
});
