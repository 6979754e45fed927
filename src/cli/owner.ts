/**
 * Files that root makes beside a service user belong to that user: else the server finds a database, a backup or an env
 * file that it may not open.
 */
import { lchownSync } from "node:fs";
import { join } from "node:path";

/** Folders of the data folder in which commands make files. */
const FOLDERS = ["", "backups", "tls"];

/** Gives what root made in the data folder to the owner of the folder. Does nothing for anybody but root. */
export function giveToOwner(dataDir: string): void {
  if (Deno.build.os === "windows" || Deno.uid() !== 0) return;
  try {
    const { uid, gid } = Deno.statSync(dataDir);
    if (!uid) return;
    for (const folder of FOLDERS.map((name) => join(dataDir, name))) {
      for (const { name } of Deno.readDirSync(folder)) adopt(join(folder, name), uid, gid ?? uid);
    }
  } catch {
    // No such folder yet.
  }
}

/** Only a plain file or folder with one name: the owner of the folder could have put a link to anything into it. */
function adopt(path: string, uid: number, gid: number): void {
  try {
    const info = Deno.lstatSync(path);
    const plain = info.isDirectory || (info.isFile && info.nlink === 1);
    if (info.uid === 0 && plain) lchownSync(path, uid, gid);
  } catch {
    // Gone since, or on a file system without owners.
  }
}
