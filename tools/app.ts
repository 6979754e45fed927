/**
 * `deno task app`: the web app's browser files, built into `dist/app/` by esbuild and written as modules that the program
 * imports. Does nothing where the sources are those of the last build; takes a tenth of a second where they are not.
 */
import { join } from "node:path";
import { build } from "./app/build.ts";
import { digestOf, fingerprint } from "./app/fingerprint.ts";
import { licencesOf } from "./app/licences.ts";
import { pictureLibrary } from "./app/picture_library.ts";
import { setModules, signedSet } from "./app/tool_set.ts";
import { ROOT, VERSION } from "./release.ts";
import { writeWordModules } from "./words.ts";

const OUT = join(ROOT, "dist", "app");
const PICTURES = "picture_library.ts";
const stamp = join(OUT, "stamp.txt");
writeWordModules(ROOT);
const made = await fingerprint(ROOT);
const isMade = async () => await Deno.readTextFile(stamp).catch(() => "") === made;
const again = Deno.args.includes("--again");
if (again || !await isMade()) {
  await Deno.mkdir(OUT, { recursive: true });
  // One build at a time: they share the folder of links, and whoever waited finds its work done. The lock ends with the process.
  await (await Deno.open(join(OUT, "build.lock"), { create: true, write: true })).lock(true);
  if (again || !await isMade()) await make();
}

async function make(): Promise<void> {
  const { names, files, sizes, graph, words, tools } = await build(ROOT);
  await writeWhole(join(OUT, "names.ts"), names);
  await writeWhole(join(OUT, "files.ts"), files);
  await writeWhole(join(OUT, "sizes.json"), JSON.stringify(sizes, null, 2));
  await writeWhole(join(OUT, "graph.json"), JSON.stringify(graph, null, 2));
  await writeWhole(join(OUT, "words.json"), JSON.stringify(words, null, 2));
  await writeTools(tools);
  await writeWhole(
    join(OUT, PICTURES),
    await pictureLibrary(ROOT, await Deno.readTextFile(join(OUT, PICTURES)).catch(() => "")),
  );
  await writeLicences();
  await writeWhole(stamp, made);
}

/** The program's own tools are signed anew only when one of them has changed: who has them keeps them. */
async function writeTools(tools: Awaited<ReturnType<typeof build>>["tools"]): Promise<void> {
  const [key, files] = [join(OUT, "tool_key.ts"), join(OUT, "tool_set.ts")];
  const there = await Promise.all([key, files].map((path) => Deno.readTextFile(path).catch(() => "")));
  if (there.every((text) => text.split("\n", 1)[0]!.endsWith(tools.of))) return;
  const modules = setModules(signedSet(tools, VERSION));
  await writeWhole(files, modules.files);
  await writeWhole(key, modules.key);
}

/** What packages the program holds changes with the lock file, and with who looks for them and where. */
async function writeLicences(): Promise<void> {
  const path = join(OUT, "licences.ts");
  const from = ["deno.lock", "tools/app/licences.ts", "tools/app/tool_set.ts"];
  const digests = await Promise.all(from.map((file) => digestOf(join(ROOT, file))));
  const head = `// Made by \`deno task app\` from the lock file: ${digests.join(" ")}.\n`;
  const there = await Deno.readTextFile(path).catch(() => "");
  if (there.startsWith(head)) return;
  const licences = JSON.stringify(await licencesOf(ROOT), null, 1);
  await writeWhole(path, `${head}export const LICENCES = ${licences};\n`);
}

/** A program may start beside this build: it reads the old file or the new one, never a half. */
async function writeWhole(path: string, text: string): Promise<void> {
  const half = `${path}.${Deno.pid}`;
  await Deno.writeTextFile(half, text);
  await Deno.rename(half, path);
}
