/** Folders of tests, to see that nothing in them has changed. */
import { createHash } from "node:crypto";
import { join } from "node:path";

/** Every file of a folder by its name, with a digest of its bytes. */
export const filesWithin = (folder: string): [name: string, digest: string][] =>
  [...Deno.readDirSync(folder)].filter(({ isFile }) => isFile)
    .map(({ name }): [string, string] => [name, digestOf(join(folder, name))])
    .sort(([a], [b]) => a < b ? -1 : 1);

const digestOf = (path: string): string => createHash("sha256").update(Deno.readFileSync(path)).digest("hex");
