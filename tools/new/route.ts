/** A new route of an area: behind a session, with a parameter, a refusal and its sentence, and a test over HTTP. */
import { placed } from "./name.ts";
import { Refusal, type Tree } from "./tree.ts";

/** Where an area's list of routes begins. */
const LIST = /\n {2}return \[\n/;

export function newRoute(tree: Tree, text: string): void {
  const { place, name: { snake, camel, kebab, plain, title } } = placed(text, "a folder of src/");
  if (!tree.has(`src/${place}/mod.ts`)) throw new Refusal(`there is no area src/${place}/`);
  const inFolder = tree.has(`src/${place}/routes`);
  const files = inFolder
    ? tree.names(`src/${place}/routes`).map((name) => `src/${place}/routes/${name}`)
    : [`src/${place}/routes.ts`];
  const list = files.find((path) => path.endsWith(".ts") && tree.has(path) && LIST.test(tree.read(path)));
  if (!list) throw new Refusal(`the list of routes is not found in src/${place}/`);
  const up = inFolder ? "../../" : "../";
  tree.add(
    `src/${place}/${inFolder ? "routes/" : ""}${snake}_route.ts`,
    `/** ${title}, asked by its number. API "Caches, logs, media". */
import { z } from "#schemas";
import { failures } from "${up}base/mod.ts";
import { route, session } from "${up}http/mod.ts";

const failure = failures({ ${snake}_missing: "missing" });

export const ${camel}Route = () =>
  route("GET /api/my/${kebab}/:n", {
    gate: session(),
    spec: 'API "Caches, logs, media"',
    summary: "One of what the member has, by its number",
    params: { n: "Number of what is asked for, from 1 on" },
    reply: z.object({ n: z.number(), call: z.string().describe("Call of the member whose it is") }),
    errors: [failure.${snake}_missing],
    handle: ({ who, params }) => {
      if (!/^[1-9]\\d{0,8}$/.test(params.n)) throw failure.${snake}_missing();
      return { n: Number(params.n), call: who.call };
    },
  });
`,
  );
  tree.edit(list, (routes) =>
    routes.replace(LIST, (found) => `${found}    ${camel}Route(),\n`)
      .replace(/^\/\*\*[\s\S]*?\*\/\n/, (head) =>
        `${head}import { ${camel}Route } from "./${snake}_route.ts";\n`));
  for (
    const [language, sentence] of [
      ["en", `There is nothing with this number (${plain}).`],
      ["de", `Zu dieser Nummer gibt es nichts (${plain}).`],
      ["es", `No hay nada con este número (${plain}).`],
    ] as const
  ) tree.words(language, `refusals/${place}`, { [`${snake}_missing`]: sentence });
  tree.add(
    `tests/routes/${snake}_route_test.ts`,
    `/** ${title} over HTTP. */
import assert from "node:assert/strict";
import { appTest, refused } from "../kit/app.ts";

appTest("/api/my/${kebab} answers a member by number, and refuses what is no number", {}, async (app) => {
  const member = await app.signIn("OE7PQR");
  await refused(app, 401, "no_session", () => app.visitor.get("/api/my/${kebab}/1"));
  for (const n of ["0", "x", "1.5", "9999999999"]) {
    await refused(app, 404, "${snake}_missing", () => member.get(\`/api/my/${kebab}/\${n}\`));
  }
  assert.deepEqual((await member.get("/api/my/${kebab}/7")).body, { n: 7, call: "OE7PQR" });
});
`,
  );
}
