/** Putting the files of a checked archive in place; what was there is kept aside. */
import { basename, join } from "node:path";
import { ENV, MEDIA, TILES, TLS } from "./names.ts";
import type { Opened } from "./open.ts";

const isThere = (path: string): boolean => {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
};

/**
 * Media, tiles' settings and, where they were opened, secrets go where the instance has them. What was there lies under
 * `backups/replaced-<stamp>-…` afterwards. Gives what was kept aside. The database is put in place by whoever calls.
 */
export function putFiles(
  { folder, hasSecrets }: Pick<Opened, "folder" | "hasSecrets">,
  dataDir: string,
  stamp: string,
): string[] {
  const backups = join(dataDir, "backups"), aside: string[] = [];
  Deno.mkdirSync(backups, { recursive: true, mode: 0o700 });
  const replace = (name: string) => {
    const from = join(folder, name), to = join(dataDir, name);
    if (!isThere(from)) return;
    if (isThere(to)) {
      const kept = join(backups, `replaced-${stamp}-${basename(name)}`);
      Deno.renameSync(to, kept);
      aside.push(kept);
    }
    Deno.renameSync(from, to);
  };
  replace(MEDIA);
  // The folder of tiles holds tiles too, which are not in the archive: file by file.
  if (isThere(join(folder, TILES))) {
    Deno.mkdirSync(join(dataDir, TILES), { recursive: true, mode: 0o700 });
    for (const { name, isFile } of Deno.readDirSync(join(folder, TILES))) {
      if (isFile) Deno.renameSync(join(folder, TILES, name), join(dataDir, TILES, name));
    }
  }
  if (hasSecrets) { for (const name of [ENV, TLS]) replace(name); }
  return aside;
}
