/** What lies in the data folder, by kind. */
import { join } from "node:path";
import { freeBytes } from "../base/mod.ts";

/** Most files that are counted: a walk over more would hold everybody up. */
const MOST = 100_000;

export interface DiskUse {
  /** Bytes that this user may still write; null where the system does not say. */
  free: number | null;
  kinds: { kind: string; bytes: number; files: number }[];
  /** Whether there were more files than were counted. */
  more: boolean;
}

/** Which kind a name in the data folder is. What is nobody's is `other`. */
const kindOf = (name: string): string => {
  if (/^gateway\.db(?:-wal|-shm)?$/.test(name)) return "database";
  return ["media", "tiles", "backups", "box", "tls"].includes(name) ? name : "other";
};

/** Adds the files under a path up. What goes away meanwhile counts nothing. */
function* filesUnder(path: string): Generator<number> {
  try {
    const info = Deno.lstatSync(path);
    if (info.isFile) yield info.size;
    if (info.isDirectory) {
      for (const { name } of Deno.readDirSync(path)) yield* filesUnder(join(path, name));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied)) {
      throw error;
    }
  }
}

/** Bytes and files of each kind in the data folder, largest first. */
export function diskUse(dataDir: string): DiskUse {
  const kinds = new Map<string, { bytes: number; files: number }>();
  let left = MOST;
  for (const { name } of Deno.readDirSync(dataDir)) {
    const kind = kindOf(name);
    const sum = kinds.get(kind) ?? { bytes: 0, files: 0 };
    kinds.set(kind, sum);
    for (const bytes of filesUnder(join(dataDir, name))) {
      if (left-- <= 0) break;
      sum.bytes += bytes;
      sum.files++;
    }
  }
  return {
    free: freeBytes(dataDir) ?? null,
    kinds: [...kinds].map(([kind, sum]) => ({ kind, ...sum })).sort((a, b) => b.bytes - a.bytes),
    more: left < 0,
  };
}
