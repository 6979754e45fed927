/** The project's own source files, for tests that read them. */
const ROOT = new URL("../../", import.meta.url);

export interface SourceFile {
  /** Relative to the root, e.g. `src/http/gates.ts`. */
  path: string;
  text: string;
}

/** Every file below `folder` whose name ends so. */
export function files(folder: string, ending = ".ts"): SourceFile[] {
  const found: SourceFile[] = [];
  const walk = (path: string) => {
    for (const entry of Deno.readDirSync(new URL(path, ROOT))) {
      const inside = `${path}${entry.name}`;
      if (entry.isDirectory) walk(`${inside}/`);
      else if (entry.name.endsWith(ending)) {
        found.push({ path: inside, text: Deno.readTextFileSync(new URL(inside, ROOT)) });
      }
    }
  };
  walk(folder);
  return found.sort((a, b) => a.path < b.path ? -1 : 1);
}
