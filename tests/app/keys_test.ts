/** Keys become numbers by the syntax of a source: whatever is no key stays as it was written. */
import assert from "node:assert/strict";
import { keysIn, rewritten } from "../../tools/app/keys.ts";

const NUMBERS = new Map([["log.sent", 7], ["page.log", 8]]);
const as = (text: string, path = "a.ts") => rewritten(path, text, NUMBERS, () => undefined);

Deno.test("a key that is a value becomes a number: said, listed, compared, given to a part", () => {
  assert.equal(as(`say("log.sent")`), `say("7")`);
  assert.equal(
    as(`const PAGES = [{ title: "page.log" }, ["log.sent"]];`),
    `const PAGES = [{ title: "8" }, ["7"]];`,
  );
  assert.equal(as(`key === "log.sent" ? 'page.log' : "log.other"`), `key === "7" ? "8" : "log.other"`);
  assert.equal(as(`<Part title="page.log">log.sent</Part>`, "a.tsx"), `<Part title="8">log.sent</Part>`);
});

Deno.test("types, names of members, modules, comments, templates and longer strings are untouched", () => {
  for (
    const text of [
      `type Sent = "log.sent" | "page.log";`,
      `const one = said as "log.sent";`,
      `function f<K extends "log.sent">(key: K, other: "page.log"): "log.sent" {}`,
      `interface Told { "log.sent": string; kind: "page.log" }`,
      `const words = { "log.sent": 1 };`,
      `import { x } from "log.sent";`,
      `export * from "page.log";`,
      `// say("log.sent")`,
      `/* "page.log" */`,
      'const text = `"log.sent" and ${n}`;',
      `const sentence = 'It says "log.sent" here';`,
      `const pattern = /"log.sent"/;`,
    ]
  ) assert.equal(as(text), text);
});

Deno.test("an import at run time is wrapped as it stands; one of a package, or of a type, is not", () => {
  const wrap = (text: string) => rewritten("a.ts", text, NUMBERS, (to, call) => `wait("${to}", ${call})`);
  assert.equal(wrap(`import("./b.ts").then(f)`), `wait("./b.ts", import("./b.ts")).then(f)`);
  for (
    const text of [`import("maplibre-gl")`, `type B = typeof import("./b.ts");`, `// import("./b.ts")`]
  ) assert.equal(wrap(text), text);
});

Deno.test("keys are found where they are said, and forms where they are put together", () => {
  const { whole, made } = keysIn(
    "a.ts",
    'say("log.sent"); say(`log.${kind}.done`); const t: "page.log" = x; `/api/${a}`; `${b}.c`;',
  );
  assert.deepEqual(whole, ["log.sent"]);
  assert.deepEqual(made.map(String), ["/^log\\.[^.]+\\.done$/"]);
});
