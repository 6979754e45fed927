/** A fact of a thing is declared once: one that a test makes up comes out everywhere, with a line and a column. */
import assert from "node:assert/strict";

const root = new URL("../../", import.meta.url);
const absolute = (text: string, at: string) =>
  text.replaceAll(
    /(from |import )"(\.\.?\/[^"]+)"/g,
    (_, how, path) => `${how}"${new URL(path, new URL(at, root))}"`,
  );

const MAKES = `import { flag as made } from "${new URL("src/things/fact.ts", root)}";\n`;

/** A fact that the test makes up: a line of its thing's declaration, and what puts its column into the table. */
interface MadeUp {
  declared: string;
  /** Its words are some that are there: a sentence of its own would be three more files. */
  line: string;
  sql: string;
  /** What follows it and prints what each place says, as JSON. */
  follower: string;
}

/** What the places say of it, in a process of its own where declaration and migrations are replaced. */
async function follow({ declared, line, sql, follower }: MadeUp): Promise<unknown> {
  const folder = Deno.makeTempDirSync({ prefix: "made-up-" });
  try {
    const put = (name: string, text: string) => {
      Deno.writeTextFileSync(`${folder}/${name}`, text);
      return `file://${folder}/${name}`;
    };
    const listed = "src/db/migrations.ts";
    const text = absolute(Deno.readTextFileSync(new URL(declared, root)), declared);
    const cut = text.lastIndexOf("});");
    const thing = put("thing.ts", `${MAKES}${text.slice(0, cut)}${line}\n${text.slice(cut)}`);
    const migrations = put(
      "migrations.ts",
      `import { MIGRATIONS as all } from "${new URL(listed, root)}?as-it-is";\n` +
        `export const MIGRATIONS = [...all, { number: 9999, name: "9999_made_up", sql: ${
          JSON.stringify(sql)
        } }];\n`,
    );
    const config = JSON.parse(Deno.readTextFileSync(new URL("deno.json", root)));
    const here = new URL("./", root).href;
    const imports = Object.fromEntries(
      Object.entries<string>({
        ...config.imports,
        ...JSON.parse(Deno.readTextFileSync(new URL("src/client/deno.json", root))).imports,
      }),
    );
    const map = put(
      "map.json",
      JSON.stringify({
        imports: {
          ...imports,
          "#schemas": `${here}src/zod/mod.ts`,
          [`${here}${declared}`]: thing,
          [`${here}${listed}`]: migrations,
        },
      }),
    );
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        "--quiet",
        "--no-check",
        "--no-lock",
        `--import-map=${map}`,
        "--config",
        new URL("src/client/deno.json", root).pathname,
        new URL(follower, import.meta.url).pathname,
      ],
      cwd: root.pathname,
    }).output();
    const said = new TextDecoder().decode(stdout).trim().split("\n").at(-1)!;
    assert.ok(said.startsWith("{"), new TextDecoder().decode(stderr));
    return JSON.parse(said);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** A view declared once more, as its newest migration has it, with one more column behind its last. */
const viewWith = (view: string, column: string): string => {
  const texts = [...Deno.readDirSync(new URL("migrations/", root))].map(({ name }) => name).sort()
    .map((name) => Deno.readTextFileSync(new URL(`migrations/${name}`, root)));
  const sql = texts.findLast((text) => text.includes(`CREATE VIEW ${view} `))!;
  const from = sql.lastIndexOf(`CREATE VIEW ${view} `);
  const declaration = sql.slice(from, sql.indexOf(";", from) + 1);
  return `DROP VIEW ${view};\n${declaration.replace(/\n\s+FROM /, `, ${column}\n  FROM `)}\n`;
};

Deno.test("a made-up fact of a cache comes out of each form that a cache takes", async () => {
  const places = await follow({
    declared: "src/things/cache.ts",
    line:
      `madeUp: made({ listed: "said", leaves: {}, filed: { line: "Made up." }, words: "nearby.first.here", step: "find" }),`,
    sql: `ALTER TABLE cache ADD COLUMN made_up INTEGER NOT NULL DEFAULT 0;\n` +
      viewWith("cache_facts", "made_up"),
    follower: "made_up_fact.ts",
  });
  // At the end it is taken away, and a value of another kind is refused.
  assert.deepEqual(places, {
    ...{
      POST: true,
      detail: true,
      list: true,
      "/api/v1": true,
      OpenAPI: true,
      GPX: true,
      KML: true,
      CSV: "yes",
    },
    ...{ pack: true, export: true, mirrored: true, "mirror in full": true },
    ...{
      form: true,
      draft: true,
      queued: false,
      conflict: true,
      ticked: true,
      page: true,
      print: ["madeUp"],
    },
    ...{ filter: [true, false], address: "?with=madeUp" },
    ...{ PATCH: false, patched: false, "mirror of the change": false, refused: 400 },
  });
});

Deno.test("a made-up fact of a log comes out of each form that a log takes", async () => {
  const places = await follow({
    declared: "src/things/log.ts",
    line:
      `madeUp: made({ leaves: {}, filed: { line: "Made up." }, words: "nearby.first.here", step: "form" }),`,
    sql: ["log", "find_mirror"].map((table) =>
      `ALTER TABLE ${table} ADD COLUMN made_up INTEGER NOT NULL DEFAULT 0;\n`
    ).join("") + viewWith("log_facts", "made_up"),
    follower: "made_up_log.ts",
  });
  assert.deepEqual(places, {
    ...{ POST: true, book: true, find: true, OpenAPI: true },
    ...{ "GPX of one": true, ADIF: true, RSS: true, pack: true, export: true, mirrored: true },
    ...{ queued: true, "sent from the queue": true, edited: false },
    ...{ ticked: ["madeUp"], drawn: ["madeUp"], page: true },
    // What is left out of a change stays; what is of another kind is refused, and nothing changes.
    ...{ "text alone": true, refused: 400, PATCH: false, patched: false, "mirror of the change": false },
    "needs a look": [true, false, false],
  });
});

Deno.test("a made-up fact of a bulletin comes out of each form that one takes", async () => {
  const places = await follow({
    declared: "src/things/mail.ts",
    line:
      `madeUp: made({ leaves: {}, filed: { line: "Made up." }, words: "nearby.first.here", step: "form" }),`,
    sql: "ALTER TABLE bbs_message ADD COLUMN made_up INTEGER NOT NULL DEFAULT 0;\n",
    follower: "made_up_bulletin.ts",
  });
  assert.deepEqual(places, {
    ...{ list: true, thread: true, mailbox: true, RSS: true, export: true },
    ...{ mirrored: true, "mirror without": false },
    ...{ queued: true, ticked: ["madeUp"], drawn: ["madeUp"] },
    ...{ refused: 400, "after the refusal": 2 },
  });
});

Deno.test("a made-up fact of a station comes out of each form that one takes", async () => {
  const places = await follow({
    declared: "src/things/station.ts",
    line: `madeUp: made({ listed: "said", words: "nearby.first.here", step: "form" }),`,
    sql: "ALTER TABLE my_station ADD COLUMN made_up INTEGER NOT NULL DEFAULT 0;\n",
    follower: "made_up_station.ts",
  });
  assert.deepEqual(places, {
    ...{
      POST: true,
      "a member's": true,
      list: true,
      detail: true,
      "heard, in the list": true,
      "heard": true,
    },
    ...{
      "of another": "nothing",
      OpenAPI: true,
      export: 1,
      queued: true,
      ticked: ["madeUp"],
      drawn: ["madeUp"],
    },
    // What is left out of a change stays; what is of another kind is refused, and nothing changes.
    ...{ "description alone": true, refused: 400, "after the refusal": true, PATCH: false, patched: false },
  });
});
