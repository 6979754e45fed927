/** Files that a command is given, and what is said of those that cannot be used. */
import { join } from "node:path";
import { asCaller, diskFailure, Failure, isDiskFull } from "../base/mod.ts";
import { cliFailure, whyOf } from "./failing.ts";

export { replaceFile } from "../base/mod.ts";

/** What lies at a path; `undefined` for nothing. */
export function lookAt(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    throw cliFailure.input_unusable({}, `${path} cannot be looked at: ${whyOf(error)}`);
  }
}

/** Opens a file that the caller named, which is to be a `what`. Throws a failure that names it. */
export function openNamed(path: string, what: string): Deno.FsFile {
  return asCaller(path, () => {
    const info = lookAt(path);
    if (!info) throw cliFailure.input_unusable({}, `There is no file ${path}`);
    if (info.isDirectory) throw cliFailure.input_unusable({}, `${path} is a folder; name ${what}`);
    try {
      return Deno.openSync(path);
    } catch (error) {
      throw cliFailure.input_unusable({}, `${path} cannot be read: ${whyOf(error)}`);
    }
  });
}

/** Makes sure that a file can be read, which is to be a `what`. Throws a failure that names it. */
export function readable(path: string, what: string): string {
  openNamed(path, what).close();
  return path;
}

/** The bytes of a file that the caller named. */
export const readNamed = (path: string): Uint8Array<ArrayBuffer> =>
  asCaller(path, () => Deno.readFileSync(path));

/** A path in `folder` that is not taken: `name.db`, else `name-2.db`, `name-3.db` … */
export function freePath(folder: string, name: string, ending: string): string {
  for (let n = 1;; n++) {
    const path = join(folder, `${name}${n === 1 ? "" : `-${n}`}${ending}`);
    if (!lookAt(path)) return path;
  }
}

/** Runs `write`; what it throws is reported as a failure to write `path`. */
export async function writing<T>(path: string, write: () => T | Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isDiskFull(error)) throw diskFailure.disk_full({}, `The disk that holds ${path} is full or failing`);
    if (error instanceof Failure && error.reason !== "database_unreadable") throw error;
    throw cliFailure.output_unusable({}, `${path} cannot be written: ${whyOf(error)}`);
  }
}
