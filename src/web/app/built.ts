/** The app's browser files as `deno task app` built them: compressed once, under names that carry their content. */
import { Buffer } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { NAMES } from "../../../dist/app/names.ts";

export { NAMES };

export interface BuiltFile {
  /** Media type. */
  type: string;
  /** The content, gzipped. */
  gz: Uint8Array<ArrayBuffer>;
}

/** The files, each decoded once when it is first asked for; read in at the first of them: commands need none. */
let files: Promise<(path: string) => BuiltFile | undefined> | undefined;

async function open(): Promise<(path: string) => BuiltFile | undefined> {
  const { FILES } = await import("../../../dist/app/files.ts");
  const decoded = new Map<string, BuiltFile>();
  return (path) => {
    const known = decoded.get(path);
    if (known || !Object.hasOwn(FILES, path)) return known;
    const { type, gz } = FILES[path as keyof typeof FILES] as { type: string; gz: string };
    const file = { type, gz: new Uint8Array(Buffer.from(gz, "base64")) };
    decoded.set(path, file);
    return file;
  };
}

/** The built file of an address, or `undefined`. */
export const builtFile = async (path: string): Promise<BuiltFile | undefined> =>
  (await (files ??= open()))(path);

/** What a client that takes no gzip gets. */
export const plain = ({ gz }: BuiltFile): Uint8Array<ArrayBuffer> => new Uint8Array(gunzipSync(gz));
