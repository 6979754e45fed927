/** Copies of the project in which changes are tried, so that the checkout stays as it is. */
import { join } from "node:path";
import { wordModules } from "../words.ts";

/** Paths of all that is checked out, uncommitted changes and what `deno task app` writes included. */
export function pathsOfProject(root: string): string[] {
  const listed = new Deno.Command("git", {
    args: ["ls-files", "--cached", "--others", "--exclude-standard"],
    cwd: root,
  }).outputSync();
  const built = Array.from(Deno.readDirSync(join(root, "dist/app"))).flatMap(({ isFile, name }) =>
    isFile ? [`dist/app/${name}`] : []
  );
  // A file that is deleted and not committed yet is still listed.
  const written = [...built, ...Object.keys(wordModules(root))];
  return [...new TextDecoder().decode(listed.stdout).trim().split("\n"), ...written].filter((path) => {
    try {
      return Deno.lstatSync(join(root, path)).isFile;
    } catch {
      return false;
    }
  });
}

/** A copy in a folder of its own, for the caller to remove. */
export function copyOfProject(root: string, paths: readonly string[]): string {
  const folder = Deno.makeTempDirSync({ prefix: "mutate-" });
  for (const path of paths) {
    const target = join(folder, path);
    Deno.mkdirSync(join(target, ".."), { recursive: true });
    Deno.copyFileSync(join(root, path), target);
  }
  return folder;
}
