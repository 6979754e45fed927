/** Unpacks a bundle: a gzipped tar of plain files and folders in one folder. Whatever else stands in it is refused. */
import { dirname, join } from "node:path";
import { releaseFailure } from "./manifest.ts";

const BLOCK = 512;
/** Names as bundles have them: no way out of the folder. */
const NAME =
  /^(service-gateway-[A-Za-z0-9.-]{1,60})(?:\/((?:[A-Za-z0-9._-]{1,80}\/){0,3}[A-Za-z0-9._-]{0,80}))?$/;
const MOST_BYTES = 400_000_000, MOST_ENTRIES = 300;

const unsound = (why: string) => releaseFailure.bundle_unsound({}, `The bundle cannot be unpacked: ${why}`);

/** Text of a header field. */
const field = (header: Uint8Array, from: number, length: number): string =>
  new TextDecoder("latin1").decode(header.subarray(from, from + length)).split("\0", 1)[0]!.trim();

/** Makes the folders of a path, which every user may enter: the service runs as another than who unpacks, whatever the umask. */
function makeFolders(into: string, inside: string): void {
  let path = into;
  for (const part of ["", ...inside.split("/")]) {
    path = join(path, part);
    Deno.mkdirSync(path, { recursive: true });
    Deno.chmodSync(path, 0o755);
  }
}

/** Reads a stream by exact lengths. */
class Reader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #rest = new Uint8Array(0);

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
  }

  /** Hands on exactly `length` bytes, piece by piece; `false` where the stream ends first. */
  async take(length: number, each: (piece: Uint8Array) => void): Promise<boolean> {
    for (let left = length; left > 0;) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#reader.read();
        if (done) return false;
        this.#rest = Uint8Array.from(value);
      }
      const piece = this.#rest.subarray(0, left);
      each(piece);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
    }
    return true;
  }

  async close(): Promise<void> {
    await this.#reader.cancel().catch(() => {});
  }
}

/** Unpacks what comes into `into`, a folder of its own; gives the name of the bundle's folder. */
export async function unpack(
  packed: AsyncIterable<Uint8Array>,
  into: string,
): Promise<string> {
  const reader = new Reader(
    ReadableStream.from(packed).pipeThrough(
      new DecompressionStream("gzip") as TransformStream<Uint8Array, Uint8Array>,
    ),
  );
  let name: string | undefined, bytes = 0;
  try {
    for (let entries = 0;; entries++) {
      const header = new Uint8Array(BLOCK);
      let at = 0;
      const whole = await reader.take(BLOCK, (piece) => (header.set(piece, at), at += piece.length));
      if (!whole || header.every((byte) => byte === 0)) break;
      const [kind, path] = [field(header, 156, 1), field(header, 0, 100)];
      const size = parseInt(field(header, 124, 12), 8);
      const matched = NAME.exec(path);
      if (!matched || field(header, 345, 155) !== "" || path.split("/").includes("..")) {
        throw unsound(`it names ${path}`);
      }
      if (name !== undefined && matched[1] !== name) throw unsound("it has two folders");
      name = matched[1]!;
      if (!(size >= 0) || (bytes += size) > MOST_BYTES || entries > MOST_ENTRIES) {
        throw unsound("it is too large");
      }
      const inside = matched[2] ?? "", target = join(into, inside);
      if (kind === "5") makeFolders(into, inside);
      else if (kind === "0" || kind === "") {
        makeFolders(into, dirname(inside));
        const executable = (parseInt(field(header, 100, 8), 8) & 0o100) !== 0;
        using out = Deno.openSync(target, { write: true, createNew: true, mode: executable ? 0o755 : 0o644 });
        const written = await reader.take(size, (piece) => {
          for (let done = 0; done < piece.length;) done += out.writeSync(piece.subarray(done));
        });
        if (!written) throw unsound("it is cut off");
        out.syncSync();
        Deno.chmodSync(target, executable ? 0o755 : 0o644);
      } else throw unsound(`${path} is no plain file`);
      if (!await reader.take((BLOCK - size % BLOCK) % BLOCK, () => {})) throw unsound("it is cut off");
    }
  } catch (error) {
    if (error instanceof TypeError) throw unsound("it is no gzipped tar");
    throw error;
  } finally {
    await reader.close();
  }
  if (name === undefined) throw unsound("it is empty");
  return name;
}
