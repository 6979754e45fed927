/** Opening a whole backup: read from end to end, each file compared with the list, before anybody uses any of it. */
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { freeBytes } from "../base/mod.ts";
import { archiveFailure } from "./errors.ts";
import {
  DATABASE,
  ENV,
  isName,
  type Listed,
  MANIFEST,
  type Manifest,
  readManifest,
  SECRETS,
} from "./names.ts";
import { declaredAlone, unseal } from "./secrets.ts";
import { entriesOf, type Entry, TarError } from "../tar/mod.ts";

/** Most files, and largest list of them in bytes. */
const MOST_FILES = 1_000_000, MOST_LIST = 256 << 20;
const FOLDER = /^restoring-archive-\d+$/;

const unsound = (why: string) => archiveFailure.archive_unsound({}, `The backup is not whole: ${why}`);

/** Whether a file is a tar, by its own word (and not, as the old kind, a database). */
export function isArchive(path: string): boolean {
  using file = Deno.openSync(path);
  const head = new Uint8Array(262);
  for (let at = 0; at < head.length;) {
    const got = file.readSync(head.subarray(at));
    if (got === null) return false;
    at += got;
  }
  return String.fromCharCode(...head.subarray(257)) === "ustar";
}

/** An archive that was checked, unpacked into a folder of its own that is gone after use. */
export interface Opened extends Disposable {
  folder: string;
  /** The database in it, not yet looked at. */
  database: string;
  manifest: Manifest;
  /** Whether the secrets were opened and lie in the folder too. */
  hasSecrets: boolean;
  /** Keeps the folder for later under another name beside it; its use ends then. */
  keep(name: string): void;
}

/** Removes what a restore that was cut off left. */
function sweep(dataDir: string): void {
  for (const { name, isDirectory } of Deno.readDirSync(dataDir)) {
    if (isDirectory && FOLDER.test(name)) Deno.removeSync(join(dataDir, name), { recursive: true });
  }
}

/**
 * Checks an archive whole and unpacks it beside what is in use; nothing else is changed. With a passphrase the secrets are
 * opened too. Throws `archive_unsound`, `passphrase_wrong`.
 */
export async function openArchive(path: string, dataDir: string, passphrase?: string): Promise<Opened> {
  sweep(dataDir);
  const { size } = Deno.statSync(path), free = freeBytes(dataDir);
  if (free !== undefined && free < size) {
    throw unsound(`there is no room to unpack it in ${dataDir}: it takes ${Math.ceil(size / 1e6)} MB`);
  }
  const folder = join(dataDir, `restoring-archive-${Deno.pid}`);
  let isKept = false;
  const drop = () => isKept || Deno.removeSync(folder, { recursive: true });
  Deno.mkdirSync(folder, { mode: 0o700 });
  try {
    const manifest = await unpackAll(path, folder);
    const hasSecrets = manifest.secrets && passphrase !== undefined;
    if (hasSecrets) {
      for (const { name, bytes } of await unseal(Deno.readFileSync(join(folder, SECRETS)), passphrase)) {
        Deno.mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
        const kept = name === ENV ? declaredAlone(bytes) : bytes;
        Deno.writeFileSync(join(folder, name), kept, { createNew: true, mode: 0o600 });
      }
    }
    return {
      folder,
      database: join(folder, DATABASE),
      manifest,
      hasSecrets,
      keep(name) {
        Deno.renameSync(folder, join(dataDir, name));
        isKept = true;
      },
      [Symbol.dispose]: drop,
    };
  } catch (error) {
    drop();
    throw error instanceof TarError ? unsound(error.message) : error;
  }
}

async function unpackAll(path: string, folder: string): Promise<Manifest> {
  using file = await Deno.open(path);
  const found = new Map<string, Listed>();
  const folders = new Set<string>();
  let manifest: Manifest | undefined;
  for await (const entry of entriesOf(async (into) => await file.read(into) ?? 0)) {
    const { name, size } = entry;
    const within = foldersOf(name);
    // A name is a file or a folder, not both.
    const isBoth = folders.has(name) || within.some((folder) => found.has(folder));
    for (const folder of within) folders.add(folder);
    if (!isName(name) || found.has(name) || isBoth) throw unsound(`${name} does not belong there`);
    if (manifest || found.size > MOST_FILES) throw unsound("there is more in it than its list says");
    if (name === MANIFEST) {
      if (size > MOST_LIST) throw unsound("its list is too long");
      manifest = readManifest(await textOf(entry));
      if (!manifest) throw unsound("its list cannot be read");
    } else found.set(name, await unpackOne(entry, join(folder, name)));
  }
  if (!manifest) throw unsound("it has no list at its end: it is cut off");
  compare(manifest, found);
  return manifest;
}

/** The folders that a name leads through. */
const foldersOf = (name: string): string[] =>
  name.split("/").slice(0, -1).map((_, i, parts) => parts.slice(0, i + 1).join("/"));

async function textOf({ pieces }: Entry): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of pieces()) text += decoder.decode(piece, { stream: true });
  return text + decoder.decode();
}

async function unpackOne({ name, size, pieces }: Entry, to: string): Promise<Listed> {
  Deno.mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  using out = await Deno.open(to, { write: true, createNew: true, mode: 0o600 });
  const hash = createHash("sha256");
  for await (const piece of pieces()) {
    hash.update(piece);
    for (let at = 0; at < piece.length;) at += await out.write(piece.subarray(at));
  }
  await out.syncData();
  return { name, size, sha256: hash.digest("hex") };
}

function compare({ files, secrets }: Manifest, found: ReadonlyMap<string, Listed>): void {
  for (const { name, size, sha256 } of files) {
    const there = found.get(name);
    if (!there) throw unsound(`${name} is missing`);
    if (there.size !== size || there.sha256 !== sha256) throw unsound(`${name} is damaged`);
  }
  if (files.length !== found.size) throw unsound("there is more in it than its list says");
  if (!found.has(DATABASE)) throw unsound(`${DATABASE} is missing`);
  if (secrets !== found.has(SECRETS)) throw unsound(`${SECRETS} is missing`);
}
