/** How many bytes and files lie in the data folder, by kind. */
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { freeBytes } from "../base/mod.ts";

/** Files and folders that are looked at, at most. */
const MOST = 100_000;
/** Files and folders looked at before other requests get their turn: about 2 ms on a small computer. */
const BATCH = 200;

export interface DiskUse {
  /** Bytes that this user may still write; null where the system does not say. */
  free: number | null;
  kinds: { kind: string; bytes: number; files: number }[];
  /** Whether there was more in the folder than was counted. */
  more: boolean;
}

/** The kind of a file or folder by its name in the data folder; `other` for a name that the program does not use. */
const kindOf = (name: string): string => {
  if (/^gateway\.db(?:-wal|-shm)?$/.test(name)) return "database";
  return ["media", "tiles", "backups", "box", "tls"].includes(name) ? name : "other";
};

/** Size of each file at or under a path, `undefined` for each folder. A file that is deleted meanwhile is left out. */
function* sizesUnder(path: string): Generator<number | undefined> {
  try {
    const info = Deno.lstatSync(path);
    if (info.isFile) yield info.size;
    if (!info.isDirectory) return;
    yield undefined;
    for (const { name } of Deno.readDirSync(path)) yield* sizesUnder(join(path, name));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied)) {
      throw error;
    }
  }
}

/**
 * Bytes and files of each kind in the data folder, largest kind first. Looks at `most` files and folders, then stops and
 * says so in `more`; other requests are answered in between.
 */
export async function diskUse(dataDir: string, most = MOST): Promise<DiskUse> {
  const kinds = new Map<string, { bytes: number; files: number }>();
  let seen = 0;
  for (const { name } of Deno.readDirSync(dataDir)) {
    const kind = kindOf(name);
    const sum = kinds.get(kind) ?? { bytes: 0, files: 0 };
    kinds.set(kind, sum);
    for (const bytes of sizesUnder(join(dataDir, name))) {
      if (++seen > most) break;
      if (seen % BATCH === 0) await setImmediate();
      if (bytes === undefined) continue;
      sum.bytes += bytes;
      sum.files++;
    }
    if (seen > most) break;
  }
  return {
    free: freeBytes(dataDir) ?? null,
    kinds: [...kinds].map(([kind, sum]) => ({ kind, ...sum })).sort((a, b) => b.bytes - a.bytes),
    more: seen > most,
  };
}
