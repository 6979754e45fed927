/**
 * The one upload that may be under way: what is known of it stands in a small file beside its bytes, so that it goes on after
 * a restart. What counts as received was on the disk before anybody was told.
 */
import { join } from "node:path";
import { freeBytes, newToken, replaceFile, SCARCE_BYTES, sha256Hex, type World } from "../base/mod.ts";
import { uploadFailure } from "./errors.ts";

/** What an upload is for. */
export const PURPOSES = ["map", "backup"] as const;
type Purpose = typeof PURPOSES[number];

/** Most bytes: a continent's map; a backup with the photos of many years. */
const MOST: Readonly<Record<Purpose, number>> = { map: 64e9, backup: 16e9 };
/** How many times its size it takes on the disk before it is in place: a backup is unpacked beside itself. */
const TIMES: Readonly<Record<Purpose, number>> = { map: 1, backup: 2 };
/** Most bytes of a piece. */
export const PIECE_BYTES = 4 << 20;
/** An upload that nobody went on with for so long is removed, in seconds. */
const FORGOTTEN_S = 2 * 86_400;

/** What is known of an upload. */
export interface Upload {
  id: string;
  for: Purpose;
  /** The file's name where it came from: for people alone, never a path. */
  name: string;
  bytes: number;
  /** SHA-256 of the whole file, where it was said. */
  sha256: string | null;
  received: number;
  /** Size and SHA-256 of the piece that came last: by it a browser knows the file again. */
  last: { bytes: number; sha256: string } | null;
  /** When the last piece came, unix seconds. */
  at: number;
}

/** What is said of a file before its first piece. */
type Begun = Pick<Upload, "for" | "name" | "bytes" | "sha256">;

/** The folder of uploads, with one upload at most. */
export class Uploads {
  /** One piece after the other, whoever sends them. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(readonly folder: string, readonly world: World, readonly free = freeBytes) {}

  #facts = () => join(this.folder, "upload.json");
  #bytes = ({ id }: Pick<Upload, "id">) => join(this.folder, `${id}.part`);

  /** The upload that waits or is whole; `undefined` where there is none. */
  now(): Upload | undefined {
    try {
      return JSON.parse(Deno.readTextFileSync(this.#facts()));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  /** The upload of this name. Throws `no_such_upload`. */
  named(id: string): Upload {
    const upload = this.now();
    if (upload?.id !== id) throw uploadFailure.no_such_upload();
    return upload;
  }

  /** Makes place for a file. Throws `upload_running`, `upload_too_large`, `upload_no_room`. */
  begin(begun: Begun): Upload {
    const there = this.now();
    if (there) throw uploadFailure.upload_running({ id: there.id });
    const limit = MOST[begun.for];
    if (begun.bytes > limit) throw uploadFailure.upload_too_large({ limit });
    this.#roomFor(begun.bytes * TIMES[begun.for]);
    Deno.mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const upload: Upload = {
      ...begun,
      id: newToken(this.world, 12),
      received: 0,
      last: null,
      at: this.world.now(),
    };
    // The disk may end between the two: then the next piece makes the file.
    this.#keep(upload);
    return upload;
  }

  /**
   * Takes a piece, which begins where the last one ended. Throws `no_such_upload`, `upload_elsewhere`, `upload_sum`,
   * `upload_no_room`; then nothing of it is kept.
   */
  take(id: string, offset: number, piece: Uint8Array, sha256: string): Promise<Upload> {
    const taking = this.#turn.then(() => this.#take(id, offset, piece, sha256));
    this.#turn = taking.catch(() => {});
    return taking;
  }

  async #take(id: string, offset: number, piece: Uint8Array, sha256: string): Promise<Upload> {
    const upload = this.named(id), { received } = upload;
    if (offset !== received || offset + piece.length > upload.bytes) {
      throw uploadFailure.upload_elsewhere({ received });
    }
    if (sha256Hex(piece) !== sha256) throw uploadFailure.upload_sum();
    this.#roomFor(piece.length);
    using file = await Deno.open(this.#bytes(upload), { write: true, create: true, mode: 0o600 });
    // What a broken write left behind is not counted, and is written over.
    await file.truncate(received);
    await file.seek(received, Deno.SeekMode.Start);
    for (let at = 0; at < piece.length;) at += await file.write(piece.subarray(at));
    await file.syncData();
    const now = {
      ...upload,
      received: received + piece.length,
      last: { bytes: piece.length, sha256 },
      at: this.world.now(),
    };
    // Somebody may have removed it meanwhile.
    this.named(id);
    this.#keep(now);
    return now;
  }

  /**
   * Where the whole file lies, for whoever uses it and removes the upload then. Throws `no_such_upload`,
   * `upload_unfinished`, and `upload_sum` where the file is not the one that was said.
   */
  async whole(id: string, purpose: Purpose): Promise<{ path: string; upload: Upload }> {
    const upload = this.named(id), { received, bytes, sha256 } = upload;
    if (upload.for !== purpose) throw uploadFailure.no_such_upload();
    if (received < bytes) throw uploadFailure.upload_unfinished({ received, bytes });
    const path = this.#bytes(upload);
    if (sha256 !== null && await sumOf(path) !== sha256) throw uploadFailure.upload_sum();
    return { path, upload };
  }

  /** Removes an upload and its bytes, where they were not moved away. */
  remove(id: string): void {
    const upload = this.named(id);
    Deno.removeSync(this.#facts());
    removeFile(this.#bytes(upload));
  }

  /** Removes an upload that nobody went on with, and bytes that belong to none. */
  sweep(): void {
    const upload = this.now();
    if (upload && this.world.now() - upload.at > FORGOTTEN_S) return this.remove(upload.id);
    try {
      for (const { name } of Deno.readDirSync(this.folder)) {
        if (name.endsWith(".part") && name !== `${upload?.id}.part`) removeFile(join(this.folder, name));
      }
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }

  #keep(upload: Upload): void {
    replaceFile(this.#facts(), JSON.stringify(upload));
  }

  /** Refuses what would fill the disk to its last bytes, which the database needs. */
  #roomFor(bytes: number): void {
    const parent = join(this.folder, "..");
    const free = this.free(parent), needs = bytes + SCARCE_BYTES;
    if (free !== undefined && free < needs) throw uploadFailure.upload_no_room({ free, needs });
  }
}

function removeFile(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** SHA-256 of a file, read in pieces. */
async function sumOf(path: string): Promise<string> {
  const { createHash } = await import("node:crypto");
  using file = await Deno.open(path);
  const hash = createHash("sha256"), buffer = new Uint8Array(1 << 18);
  for (let got; (got = await file.read(buffer)) !== null;) hash.update(buffer.subarray(0, got));
  return hash.digest("hex");
}
