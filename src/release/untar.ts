/** Unpacks a bundle: a gzipped tar of plain files and folders in one folder. Whatever else stands in it is refused. */
import { dirname, join } from "node:path";
import { entriesOf, type Entry, sourceOfPieces, TarError } from "../tar/mod.ts";
import { releaseFailure } from "./manifest.ts";

/** Names as bundles have them: no way out of the folder. */
const NAME =
  /^(service-gateway-[A-Za-z0-9.-]{1,60})(?:\/((?:[A-Za-z0-9._-]{1,80}\/){0,3}[A-Za-z0-9._-]{0,80}))?$/;
const MOST_BYTES = 400_000_000, MOST_ENTRIES = 300;

const unsound = (why: string) => releaseFailure.bundle_unsound({}, `The bundle cannot be unpacked: ${why}`);

/** Makes the folders of a path, which every user may enter: the service runs as another than who unpacks, whatever the umask. */
function makeFolders(into: string, inside: string): void {
  let path = into;
  for (const part of ["", ...inside.split("/")]) {
    path = join(path, part);
    Deno.mkdirSync(path, { recursive: true });
    Deno.chmodSync(path, 0o755);
  }
}

/** Writes one of the bundle's files, and does not go on before it is on the disk. */
async function writeFile(target: string, { executable, pieces }: Entry): Promise<void> {
  const mode = executable ? 0o755 : 0o644;
  using out = Deno.openSync(target, { write: true, createNew: true, mode });
  for await (const piece of pieces()) {
    for (let done = 0; done < piece.length;) done += out.writeSync(piece.subarray(done));
  }
  out.syncSync();
  Deno.chmodSync(target, mode);
}

/** Unpacks what comes into `into`, a folder of its own; gives the name of the bundle's folder. Throws `bundle_unsound`. */
export async function unpack(
  packed: AsyncIterable<Uint8Array>,
  into: string,
): Promise<string> {
  const unpacked = ReadableStream.from(packed).pipeThrough(
    new DecompressionStream("gzip") as TransformStream<Uint8Array, Uint8Array>,
  );
  const pieces = unpacked[Symbol.asyncIterator]();
  let name: string | undefined, bytes = 0, entries = 0;
  try {
    for await (const entry of entriesOf(sourceOfPieces(pieces), { folders: true })) {
      const matched = NAME.exec(entry.name);
      if (!matched || entry.name.split("/").includes("..")) throw unsound(`it names ${entry.name}`);
      if (name !== undefined && matched[1] !== name) throw unsound("it has two folders");
      name = matched[1]!;
      if ((bytes += entry.size) > MOST_BYTES || entries++ > MOST_ENTRIES) throw unsound("it is too large");
      const inside = matched[2] ?? "";
      makeFolders(into, entry.kind === "folder" ? inside : dirname(inside));
      if (entry.kind === "file") await writeFile(join(into, inside), entry);
    }
  } catch (error) {
    if (error instanceof TarError) throw unsound(error.message);
    if (error instanceof TypeError) throw unsound("it is no gzipped tar");
    throw error;
  } finally {
    await pieces.return?.().catch(() => {});
  }
  if (name === undefined) throw unsound("it is empty");
  return name;
}
