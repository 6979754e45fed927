/** The files of `dist/app/`, each written whole, and only where something that it is made of has changed. */
import { join } from "node:path";
import { ROOT, VERSION } from "../release.ts";
import { build } from "./build.ts";
import { digestOf, fingerprint } from "./fingerprint.ts";
import { licencesOf } from "./licences.ts";
import { pictureLibrary } from "./picture_library.ts";
import { setModules, signedSet } from "./tool_set.ts";

const OUT = join(ROOT, "dist", "app");
const PICTURES = "picture_library.ts";
const stamp = join(OUT, "stamp.txt");

/** With `again`, also where the sources are those of the last build. */
export async function makeApp(again: boolean): Promise<void> {
  const made = await fingerprint(ROOT);
  const isMade = async () => await Deno.readTextFile(stamp).catch(() => "") === made;
  if (!again && await isMade()) return;
  await Deno.mkdir(OUT, { recursive: true });
  // One build at a time: they share the folder of links, and whoever waited finds its work done. The lock ends with the process.
  await (await Deno.open(join(OUT, "build.lock"), { create: true, write: true })).lock(true);
  if (again || !await isMade()) await make(made);
}

async function make(made: string): Promise<void> {
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
