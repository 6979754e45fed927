import assert from "node:assert/strict";
import { asFunction } from "../../tools/bundle/pieces.ts";

Deno.test("a piece takes of others by requiring them, and gives what they take of it", () => {
  const text = `import {
  $a,
  b as c
} from "./chunk-ONE.js";
import "./chunk-TWO.js";
import { join } from "node:path";

// src/x.ts
var built = await import("./key-THREE.js").catch(() => void 0);
var x = () => import("./page-FOUR.js");
export {
  x as default,
  $a
};
`;
  const ran: string[] = [], given: Record<string, unknown>[] = [];
  const others: Record<string, Record<string, unknown>> = {
    "./chunk-ONE.js": { $a: 1, b: 2 },
    "./key-THREE.js": { KEY: "k" },
  };
  const piece = asFunction(text).replace(/^import \{ join \}.*$/m, "");
  new Function("require", "__load", "__out", piece)(
    (name: string) => (ran.push(name), others[name] ?? {}),
    (name: string) => `loads ${name}`,
    (all: Record<string, unknown>) => given.push(all),
  );
  assert.deepEqual(ran, ["./chunk-ONE.js", "./chunk-TWO.js", "./key-THREE.js"]);
  assert.equal(given.length, 1);
  assert.equal(given[0]!.$a, 1);
  assert.equal((given[0]!.default as () => string)(), "loads ./page-FOUR.js");
});

Deno.test("what a script for others spells like an import or an export stays as it is", () => {
  const text = 'var script = `\nexport DATA_DIR="/var"\nimport(this)\n`;\n';
  assert.equal(asFunction(text), text);
});

Deno.test("a piece that cannot be made a function is refused", () => {
  for (
    const text of [
      "let n = 1;\nvar more = () => n++;\nexport {\n  n,\n  more\n};\n",
      'import * as all from "./chunk-ONE.js";\n',
      'export * from "./chunk-ONE.js";\n',
      "export default 1;\n",
    ]
  ) {
    assert.throws(() => asFunction(text), /^Error: a piece (?:has|exports) /, text);
  }
});
