/**
 * `deno task new KIND NAME`: a working beginning of something, with its test, its words in every language and its line in the
 * handbook or the map. It does what its test says; whoever makes it changes that into what is wanted.
 */
import { ROOT } from "./release.ts";
import { newArea } from "./new/area.ts";
import { newDriver } from "./new/driver.ts";
import { newPage } from "./new/page.ts";
import { newRoute } from "./new/route.ts";
import { newSetting } from "./new/setting.ts";
import { newThing } from "./new/thing.ts";
import { Refusal, Tree } from "./new/tree.ts";

const KINDS = {
  area: { takes: "NAME", make: newArea },
  page: { takes: "FOLDER/NAME, a folder of src/client/", make: newPage },
  thing: { takes: "AREA/NAME, the area that keeps its rows", make: newThing },
  route: { takes: "AREA/NAME", make: newRoute },
  setting: { takes: "FILE/NAME, a file of src/settings/catalogue/", make: newSetting },
  driver: { takes: "NAME", make: newDriver },
} as const;
const USAGE = `deno task new KIND NAME\n${
  Object.entries(KINDS).map(([kind, { takes }]) => `  ${kind.padEnd(8)} ${takes}`).join("\n")
}`;

const [kind = "", name, ...rest] = Deno.args;
if (!Object.hasOwn(KINDS, kind) || name === undefined || rest.length > 0) {
  console.error(USAGE);
  Deno.exit(2);
}
const tree = new Tree(ROOT);
try {
  KINDS[kind as keyof typeof KINDS].make(tree, name);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  Deno.exit(1);
}
const paths = tree.write();
await new Deno.Command(Deno.execPath(), {
  args: ["fmt", "--quiet", ...paths.filter((path) => /\.(tsx?|md|json)$/.test(path))],
  cwd: ROOT,
}).output();
console.log(paths.join("\n"));
const test = paths.find((path) => path.endsWith("_test.ts"));
console.log(`Its test: deno task test ${test}`);
