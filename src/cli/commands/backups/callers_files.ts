/**
 * Copies of the database where only the caller of a command reaches: root names a stick, and the command works as the owner
 * of the data folder. What is copied passes through that folder, so neither has to be trusted with the other's files.
 */
import { basename, join } from "node:path";
import { asCaller, isCallersAlone } from "../../../base/mod.ts";
import { removeIfThere } from "../../../db/mod.ts";
import { openNamed } from "../../files.ts";
import { useDataDir } from "../../house/house.ts";

const PIECE = 1 << 20;

/** Writes all that is left to read of a file into a new one. */
function pour(from: Deno.FsFile, to: string): void {
  using out = Deno.openSync(to, { write: true, createNew: true, mode: 0o600 });
  const piece = new Uint8Array(PIECE);
  for (let read; (read = from.readSync(piece)) !== null;) {
    for (let done = 0; done < read;) done += out.writeSync(piece.subarray(done, read));
  }
  out.syncSync();
}

/** Has a copy made at a path that the caller named. Then nothing is there, or the whole copy. */
export async function backupToNamed(
  path: string,
  dataDir: string,
  make: (path: string) => Promise<unknown>,
): Promise<void> {
  if (!isCallersAlone(path)) return void await make(path);
  const made = join(dataDir, `handed-out-${Deno.pid}.db`);
  try {
    await make(made);
    using from = Deno.openSync(made);
    asCaller(path, () => {
      const partial = `${path}.partial`;
      try {
        removeIfThere(partial);
        pour(from, partial);
        Deno.renameSync(partial, path);
      } catch (error) {
        removeIfThere(partial);
        throw error;
      }
    });
  } finally {
    removeIfThere(made);
  }
}

/** A copy that the caller named, where the owner of the data folder can open it. */
interface Lent extends Disposable {
  file: string;
}

/** Lends a file of the caller's to the owner of the data folder, who keeps a copy of it for as long as it is used. */
export function lend(file: string, dataDir: string): Lent {
  if (!isCallersAlone(file)) return { file, [Symbol.dispose]() {} };
  using from = openNamed(file, "the backup in it");
  useDataDir(dataDir);
  const folder = join(dataDir, `lent-${Deno.pid}`);
  const drop = () => Deno.removeSync(folder, { recursive: true });
  Deno.mkdirSync(folder);
  const copy = join(folder, basename(file));
  try {
    pour(from, copy);
  } catch (error) {
    drop();
    throw error;
  }
  return { file: copy, [Symbol.dispose]: drop };
}
