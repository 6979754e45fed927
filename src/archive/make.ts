/** Making a whole backup, while the instance is in use. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { backupTo, type Database, removeIfThere } from "../db/mod.ts";
import {
  ABOUT,
  aboutText,
  DATABASE,
  isName,
  type Listed,
  MANIFEST,
  type Manifest,
  MEDIA,
  SECRETS,
  TILES,
} from "./names.ts";
import { checkPassphrase, seal, secretFiles } from "./secrets.ts";
import { ending, headerOf, padding } from "../tar/mod.ts";

/** Settings of tiles are small; what is larger, or tiles themselves, is fetched or laid there anew. */
const TILES_MOST = 1 << 20;
const PIECE = 1 << 18;

export interface Making {
  db: Database;
  dataDir: string;
  /** Where it goes. */
  path: string;
  /** Unix seconds. */
  now: number;
  instance: string;
  /** Version of the program. */
  program: string;
  /** Without one the secrets are left out, and the archive says so. */
  passphrase?: string | undefined;
  /** Called with the pages of the database copied so far, and with all of them. */
  copied?: (done: number, total: number) => void;
  /** Whether the database is copied on a thread of its own. */
  beside?: boolean;
}

interface Made {
  /** Whether the secrets are in it. */
  secrets: boolean;
  media: number;
}

/** Plain files below a folder, by their path in the archive, in order. */
function filesBelow(dataDir: string, folder: string): string[] {
  const found: string[] = [];
  const walk = (at: string) => {
    for (const { name, isFile, isDirectory } of Deno.readDirSync(join(dataDir, at))) {
      const path = `${at}/${name}`;
      if (isDirectory) walk(path);
      // What is being written has another name until it is whole.
      else if (isFile && isName(path)) found.push(path);
    }
  };
  try {
    walk(folder);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return found.sort();
}

/** Writes files into a tar, and keeps the list of what it wrote. */
class Writer {
  readonly listed: Listed[] = [];
  constructor(readonly out: Deno.FsFile, readonly now: number) {}

  async #all(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) at += await this.out.write(bytes.subarray(at));
  }

  /** A file that is there in memory. */
  async text(name: string, bytes: Uint8Array): Promise<void> {
    await this.#all(headerOf(name, bytes.length, this.now));
    await this.#all(bytes);
    await this.#all(padding(bytes.length));
    this.listed.push({ name, size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
  }

  /** A file of the disk, as long as it is when it is opened; one that has gone meanwhile is left out. */
  async file(name: string, path: string): Promise<void> {
    let file: Deno.FsFile;
    try {
      file = await Deno.open(path);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return;
      throw error;
    }
    using from = file;
    const { size, mtime } = await from.stat(), hash = createHash("sha256");
    await this.#all(headerOf(name, size, (mtime?.getTime() ?? 0) / 1000));
    const buffer = new Uint8Array(PIECE);
    for (let left = size; left > 0;) {
      const got = await from.read(buffer.subarray(0, Math.min(PIECE, left)));
      if (got === null) throw new Error(`${path} has become shorter while it was copied`);
      const piece = buffer.subarray(0, got);
      hash.update(piece);
      await this.#all(piece);
      left -= got;
    }
    await this.#all(padding(size));
    this.listed.push({ name, size, sha256: hash.digest("hex") });
  }

  /** The list, and the end. */
  async end(manifest: Omit<Manifest, "files">): Promise<void> {
    const bytes = new TextEncoder().encode(JSON.stringify({ ...manifest, files: this.listed }));
    await this.#all(headerOf(MANIFEST, bytes.length, this.now));
    await this.#all(bytes);
    await this.#all(padding(bytes.length));
    await this.#all(ending());
    await this.out.sync();
  }
}

/** Makes an archive. Throws where there is no room or the copy of the database is damaged; then nothing is at `path`. */
export async function makeArchive(making: Making): Promise<Made> {
  const { db, dataDir, path, now, instance, program, passphrase, copied, beside = false } = making;
  if (passphrase !== undefined) checkPassphrase(passphrase);
  const partial = `${path}.partial`, copy = `${path}.copying`;
  for (const left of [partial, copy]) removeIfThere(left);
  try {
    // The database first: files that it names are there by then, and stay.
    await backupTo(db, copy, { beside, ...(copied && { copied }) });
    // Locked, so that no other copy takes them for left ones.
    using lock = Deno.openSync(copy);
    lock.lockSync(true);
    const files = secretFiles(dataDir), secrets = passphrase !== undefined && files.length > 0;
    const media = filesBelow(dataDir, MEDIA);
    const tiles = filesBelow(dataDir, TILES).filter((name) => name.split("/").length === 2).filter((name) =>
      Deno.statSync(join(dataDir, name)).size <= TILES_MOST
    );
    const facts = { instance, madeAt: now, program, secrets };
    {
      using out = await Deno.open(partial, { write: true, createNew: true, mode: 0o600 });
      out.lockSync(true);
      const writer = new Writer(out, now);
      const about = aboutText({ ...facts, media: media.length, hasEnv: files.length > 0 });
      await writer.text(ABOUT, new TextEncoder().encode(about));
      await writer.file(DATABASE, copy);
      for (const name of [...media, ...tiles]) await writer.file(name, join(dataDir, name));
      if (secrets) await writer.text(SECRETS, await seal(files, passphrase, now));
      await writer.end({ version: 1, ...facts });
    }
    await Deno.rename(partial, path);
    return { secrets, media: media.length };
  } finally {
    for (const left of [partial, copy]) removeIfThere(left);
  }
}
