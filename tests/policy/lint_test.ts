/** The rules of the house that `deno lint` speaks: each finds what it is for, and lets be what is right. */
import assert from "node:assert/strict";
import { declared } from "../../tools/lint/files.ts";
import plugin from "../../tools/lint/mod.ts";

/** Of each rule: what is wrong, with as many reports as lines, and what is right; in which file. */
const EXAMPLES: Record<keyof typeof plugin.rules, { file: string; wrong: string[]; right: string[] }> = {
  world: {
    file: "src/caches/x.ts",
    wrong: [
      "const at = Date.now();",
      "const day = new Date();",
      "const n = Math.random();",
      "crypto.getRandomValues(bytes);",
      "const id = crypto.randomUUID();",
      "const bytes = randomBytes(4);",
      "const name = `${randomUUID()}`;",
      'await fetch("https://a.example");',
      'Deno.env.get("HOME");',
    ],
    right: [
      "const at = world.now();",
      "const day = new Date(at * 1000);",
      "await world.fetch(address);",
      '// Date.now() is the world\'s\nconst text = "Date.now()";',
      'function ask({ fetch }: { fetch: World["fetch"] }) { return fetch(address); }',
    ],
  },
  imports: {
    file: "tools/x.ts",
    wrong: [
      'import { x } from "jsr:@std/x";',
      'import x from "https://a.example/x.ts";',
      'export { x } from "http://a.example/x.ts";',
      'import { z } from "zod";',
      'export * from "zod";',
    ],
    right: [
      'import { z } from "#schemas";\nexport { z };',
      'import { marked } from "marked";\nmarked;',
      "export const x = 1;",
    ],
  },
  permits: {
    file: "src/box/transmit/x.ts",
    wrong: ["const permit = new Permit(frame);", "take(new Permit(frame));"],
    right: ["const permit = transmitter.permit(frame);", "function send(permit: Permit) { permit.take(); }"],
  },
  latin1: {
    file: "src/box/x.ts",
    wrong: ['new TextDecoder("latin1");', 'new TextDecoder("ISO-8859-1");'],
    right: ["new TextDecoder();", 'new TextDecoder("utf-8");', "toBinary(bytes);"],
  },
  decimals: {
    file: "src/read/formats/x.ts",
    wrong: [
      "const t = `${lat}`;",
      "const t = `<p ${cache.place.lon}>`;",
      "const t = String(lat);",
      "const t = String(lonOf(x));",
    ],
    right: ["const t = `${decimal(lat)}`;", "const t = `${latitude}`;", "const t = String(count);"],
  },
  button: {
    file: "src/client/cache/x.tsx",
    wrong: ["const a = <button>Go</button>;"],
    right: ["const a = <Button>Go</Button>;", "// <button> is drawn by the parts\nconst a = 1;"],
  },
  fields: {
    file: "src/client/cache/x.tsx",
    wrong: ["const a = <input />;", "const a = <select></select>;", "const a = <textarea></textarea>;"],
    right: ["const a = <TextField />;", "const a = <p>input</p>;"],
  },
  red: {
    file: "src/client/cache/x.tsx",
    wrong: ['const a = <Button kind="bad">Delete</Button>;'],
    right: ["const a = <Button>Delete</Button>;", 'const a = <Note kind="bad">No</Note>;'],
  },
  reads: {
    file: "src/client/cache/x.tsx",
    wrong: [
      'useRead<Cache>("/x");',
      "useRenewed<Cache>(address);",
      "await app.reader; reader.readLive<Cache>(address);",
      "await gateway.get<Cache>(address);",
    ],
    right: ['useRead("GET /api/caches/:code", { code });', "useState<Cache>(none);", "gateway.get(address);"],
  },
  addresses: {
    file: "src/client/cache/x.tsx",
    wrong: [
      'const a = "/api/caches";'.replace("caches", "caches/x"),
      "const a = `/auth/${one}`;",
      'const a = <a href="/keys/x">k</a>;',
    ],
    right: ['const a = "GET /api/caches/:code";', 'const a = "/c/AB12";', "// /api/caches\nconst a = 1;"],
  },
  nouns: {
    file: "src/caches/x.ts",
    wrong: ["interface Told {\n  a: 1;\n}", "export type Kind = 1;", "type Answer<T> = T;"],
    right: ["type CacheKind = 1;", "interface Sentence {\n  said: string;\n}", "const Answer = 1;"],
  },
  using: {
    file: "tests/http/x_test.ts",
    wrong: ["try {\n  a();\n} finally {\n  app.close();\n}", 'Deno.test("a", () => {\n  app.close();\n});'],
    right: ['Deno.test("a", () => {\n  using app = testApp();\n});'],
  },
  sleep: {
    file: "tests/http/x_test.ts",
    wrong: [
      "await new Promise((done) => setTimeout(done, 100));",
      "await new Promise<void>((done) => timer = setTimeout(done, wait));",
    ],
    right: ["await new Promise((done) => setTimeout(done, 0));", "await eventually(() => seen);"],
  },
};

const found = (file: string, source: string) => Deno.lint.runPlugin(plugin, file, source).map(({ id }) => id);

for (const [name, { file, wrong, right }] of Object.entries(EXAMPLES)) {
  Deno.test(`house/${name} finds what is wrong, in the files that it is for, and nothing else`, () => {
    for (const source of wrong) {
      assert.deepEqual(found(file, source), [`house/${name}`], source);
      assert.deepEqual(found(`elsewhere/${file}`, source), [], source);
    }
    for (const source of right) assert.deepEqual(found(file, source), [], source);
  });
}

Deno.test("every rule of the house has examples, and is on", () => {
  assert.deepEqual(Object.keys(plugin.rules).sort(), Object.keys(EXAMPLES).sort());
  assert.deepEqual([...declared.keys()].sort(), Object.keys(EXAMPLES).sort());
  const { lint } = JSON.parse(Deno.readTextFileSync(new URL("../../deno.json", import.meta.url)));
  assert.deepEqual(lint.plugins, ["./tools/lint/mod.ts"]);
  assert.deepEqual(lint.rules.exclude.filter((rule: string) => rule.startsWith("house/")), []);
});

Deno.test("what a rule lets be is there and needs it: places that are gone are struck out", () => {
  for (const [name, { excepted = {}, create }] of declared) {
    const strict: Deno.lint.Plugin = {
      name: "strict",
      rules: { [name]: { create: (context) => create(context, context.filename) } },
    };
    for (const [path, may] of Object.entries(excepted)) {
      const source = Deno.readTextFileSync(new URL(`../../${path}`, import.meta.url));
      const places = Deno.lint.runPlugin(strict, path, source).length;
      if (typeof may === "string") assert.ok(places > 0, `${name} needs no exception for ${path}`);
      else assert.equal(places, may[0], `${name} in ${path}`);
    }
  }
});

Deno.test("beyond the places that are let be, a file is judged", () => {
  const one = 'const a = <Button kind="bad">x</Button>;';
  assert.deepEqual(found("src/client/cache/own_log.tsx", one), []);
  assert.deepEqual(
    found("src/client/cache/own_log.tsx", `${one}\nconst b = <Button kind="bad">y</Button>;`),
    ["house/red"],
  );
});
