/** What a build of the web app depends on, as one digest: sources, versions, and the builder itself. */
import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import { SHARED_RULES } from "./shared_rules.ts";

/** Hex SHA-256 over the path and the bytes of every file. */
export async function fingerprint(root: string): Promise<string> {
  const sum = createHash("sha256");
  const paths = [join(root, "deno.lock"), join(root, "tools", "app.ts"), join(root, "tools", "words.ts")];
  paths.push(...SHARED_RULES.map((path) => join(root, path)));
  for (
    const folder of [
      "src/aprs",
      "src/client",
      "src/handbook",
      "src/settings",
      "src/things",
      "src/web/tools",
      "src/words",
      "tests/handbook/examples",
      "tools/app",
      "tools/pictures",
    ]
  ) paths.push(...await filesBelow(join(root, folder)));
  for (const path of paths.sort()) {
    sum.update(relative(root, path)).update("\0").update(await Deno.readFile(path));
  }
  return sum.digest("hex");
}

/** Hex SHA-256 of a file. */
export const digestOf = async (path: string): Promise<string> =>
  createHash("sha256").update(await Deno.readFile(path)).digest("hex");

async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory) found.push(...await filesBelow(path));
    else found.push(path);
  }
  return found;
}
