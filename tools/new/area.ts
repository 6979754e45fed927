/** A new area: lines that members write, as a table, routes, an export and an erasure, and its one line in the list of areas. */
import { nameOf } from "./name.ts";
import { Refusal, type Tree } from "./tree.ts";

/** The list of all areas: a file of `src/wiring/`, and what stands before its end. */
const LIST = /openAll<[^(]*>\(\[[^\]]*?(?=,?\s*\])|\bAREAS\b[^=]*= \[[^\]]*?(?=,?\s*\])/;

export function newArea(tree: Tree, text: string): void {
  const { snake, camel, pascal, kebab, plain, title } = nameOf(text);
  const list = tree.names("src/wiring").map((name) => `src/wiring/${name}`).find((path) =>
    LIST.test(tree.read(path))
  );
  if (!list) throw new Refusal("the list of areas is not found in src/wiring/");
  if (tree.has(`src/${snake}`)) throw new Refusal(`src/${snake}/ is there already`);
  const number = tree.migration(
    snake,
    `-- Area: ${snake}.
-- Lines that members write.
CREATE TABLE ${snake}_line (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX ${snake}_line_account ON ${snake}_line(account_id, id);
`,
  );
  tree.add(
    `src/${snake}/mod.ts`,
    `/**
 * ${title}: lines that members write for themselves. Owns the table of migration ${
      String(number).padStart(4, "0")
    }. Refuses more
 * lines of one member than there is room for.
 */
import { area } from "../plan/mod.ts";
import { ${camel}Routes } from "./routes.ts";
import { ${camel}Store, type ${pascal}Needs } from "./store.ts";

export const ${camel} = area<{ needs: ${pascal}Needs }>()({
  name: "${snake}",
  needs: ["db", "world"],
  data: ({ db }) => {
    const lines = ${camel}Store(db);
    return {
      name: "${snake}",
      export: ({ accountId }) => ({ ${camel}: lines.of({ account: accountId }) }),
      erase: (tx, { accountId }) => void lines.forget(tx, { account: accountId }),
    };
  },
  routes: ${camel}Routes,
});
`,
  );
  tree.add(
    `src/${snake}/store.ts`,
    `/** Rows of ${plain}. */
import type { World } from "../base/mod.ts";
import { columns, type Database } from "../db/mod.ts";

export interface ${pascal}Needs {
  db: Database;
  world: World;
}
interface LineRow {
  id: number;
  account: number;
  text: string;
  at: number;
}
const LINE = columns<LineRow>({ id: true, account: "account_id", text: true, at: true });

export const ${camel}Store = (db: Database) => ({
  of: db.rows<{ account: number }, LineRow>(
    \`SELECT \${LINE.select()} FROM ${snake}_line WHERE account_id = :account ORDER BY id\`,
  ),
  add: db.change<Omit<LineRow, "id">>(LINE.without("id").insertInto("${snake}_line")),
  forget: db.change<{ account: number }>("DELETE FROM ${snake}_line WHERE account_id = :account"),
});
`,
  );
  tree.add(
    `src/${snake}/routes.ts`,
    `/** A member's own lines. API "Caches, logs, media". */
import { z } from "#schemas";
import { failures } from "../base/mod.ts";
import { type Limit, route, session } from "../http/mod.ts";
import { oneLine } from "../things/mod.ts";
import { ${camel}Store, type ${pascal}Needs } from "./store.ts";

const SPEC = 'API "Caches, logs, media"';
const LINES_MOST = 100;
const failure = failures({ ${snake}_full: ["conflict", { limit: "number" }] });
const WRITING: Limit<{ account: number }> = {
  name: "${kebab}-write",
  points: 300,
  seconds: 3600,
  per: ({ who }) => String(who.account),
};

export function ${camel}Routes({ db, world }: ${pascal}Needs) {
  const lines = ${camel}Store(db);
  return [
    route("GET /api/my/${kebab}", {
      gate: session(),
      spec: SPEC,
      summary: "The member's own lines, the oldest first",
      reply: z.object({ lines: z.array(z.object({ id: z.number(), text: z.string(), at: z.number() })) }),
      handle: ({ who }) => ({
        lines: lines.of({ account: who.account }).map(({ id, text, at }) => ({ id, text, at })),
      }),
    }),
    route("POST /api/my/${kebab}", {
      gate: session(),
      spec: SPEC,
      summary: "Write a line that the member alone sees",
      limit: WRITING,
      body: z.object({ text: oneLine(200).min(1).describe("One line of up to 200 characters") }),
      status: 201,
      reply: z.object({ id: z.number() }),
      errors: [failure.${snake}_full],
      handle: ({ who: { account }, body: { text } }) =>
        db.write((tx) => {
          if (lines.of({ account }).length >= LINES_MOST) throw failure.${snake}_full({ limit: LINES_MOST });
          return { id: lines.add(tx, { account, text, at: world.now() }).id };
        }),
    }),
  ];
}
`,
  );
  tree.add(
    `tests/routes/${snake}_test.ts`,
    `/** ${title} over HTTP: a member's own lines, up to a hundred; they leave with the export and go with the account. */
import assert from "node:assert/strict";
import { appTest, refused } from "../kit/app.ts";

appTest("lines are the member's own, and a hundred and first is refused", {}, async (app) => {
  const member = await app.signIn("OE7PQR"), other = await app.signIn("OE2ABC");
  await refused(app, 401, "no_session", () => app.visitor.get("/api/my/${kebab}"));
  await refused(app, 400, undefined, () => member.post("/api/my/${kebab}", { text: "" }));
  for (let n = 0; n < 100; n++) {
    assert.equal((await member.post("/api/my/${kebab}", { text: \`line \${n}\` })).status, 201);
  }
  await refused(app, 409, "${snake}_full", () => member.post("/api/my/${kebab}", { text: "one more" }));
  const { lines } = (await member.get("/api/my/${kebab}")).body;
  assert.deepEqual([lines.length, lines[0].text, lines[99].text], [100, "line 0", "line 99"]);
  assert.deepEqual((await other.get("/api/my/${kebab}")).body, { lines: [] });
});

appTest("lines are in their writer's export, and go with the account alone", {}, async (app) => {
  const member = await app.signIn("OE7PQR"), other = await app.signIn("OE2ABC");
  await member.post("/api/my/${kebab}", { text: "mine" });
  await other.post("/api/my/${kebab}", { text: "another's" });
  const exported = await member.post("/api/account/OE7PQR/export");
  assert.equal(exported.status, 200, exported.text);
  assert.ok(exported.text.includes("mine") && !exported.text.includes("another's"));
  const erased = await member.post("/api/account/OE7PQR/delete");
  assert.ok(erased.status < 300, erased.text);
  assert.deepEqual(
    app.db.sql<never, { text: string }>("SELECT text FROM ${snake}_line").all().map(({ text }) => text),
    ["another's"],
  );
});
`,
  );
  for (
    const [language, sentence] of [
      ["en", "You have {limit} lines: no more fit."],
      ["de", "Du hast {limit} Zeilen: mehr passen nicht."],
      ["es", "Tienes {limit} líneas: no caben más."],
    ] as const
  ) tree.words(language, `refusals/${snake}`, { [`${snake}_full`]: sentence });

  // The one line of the program.
  tree.edit(list, (text) => text.replace(LIST, (found) => `${found}, ${camel}`));
  tree.after(list, /^\/\*\*[\s\S]*?\*\/\n/, `import { ${camel} } from "../${snake}/mod.ts";\n`);
  // What the tests of the whole know of areas and tables, and the map.
  tree.after("tests/policy/imports_test.ts", /\n {2}awards: above\([^\n]*\n/, `  ${snake}: above(),\n`);
  tree.after(
    "tests/policy/member_room_test.ts",
    /const EXCUSED[^\n]*\n/,
    `  ${snake}_line: "at most a hundred short lines a member",\n`,
  );
  tree.edit(
    "tests/policy/limits_test.ts",
    (test) =>
      test.replace(
        /(const NUMBERS = `\n)([^`]*)`/,
        (_, start, lines) =>
          `${start}${[...lines.trim().split("\n"), `${kebab}-write 300/3600 on 1`].sort().join("\n")}\n\``,
      ),
  );
  tree.after(
    "src/README.md",
    /\n\| `support\/`[^\n]*\n/,
    `| \`${snake}/\` | lines that members write for themselves |\n`,
  );
}
