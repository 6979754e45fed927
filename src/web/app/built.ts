/** The app's browser files as `deno task app` built them: compressed once, under names that carry their content. */
import { Buffer } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { failures } from "../../base/mod.ts";

export const appFailure = failures({
  no_such_file: "missing",
  app_not_built: "unavailable",
});

export const pictureFailure = failures({ pictures_busy: "unavailable" });

export interface BuiltFile {
  /** Media type. */
  type: string;
  /** The content, gzipped. */
  gz: Uint8Array<ArrayBuffer>;
}

/**
 * Both modules are loaded when a page is first asked for: commands need neither, and a fresh checkout has neither.
 */
const unbuilt = (): never => {
  throw appFailure.app_not_built();
};
let namesRead: ReturnType<typeof readNames> | undefined;
const readNames = async () => (await import("../../../dist/app/names.ts").catch(unbuilt)).NAMES;
/** Addresses of the files that a page names. Throws `app_not_built`. */
export const names = (): ReturnType<typeof readNames> => namesRead ??= readNames();

let filesRead: ReturnType<typeof readFiles> | undefined;
/** The files, each decoded once, when it is first asked for. */
async function readFiles(): Promise<(path: string) => BuiltFile | undefined> {
  const { FILES } = await import("../../../dist/app/files.ts").catch(unbuilt);
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

/** The built file of an address, or `undefined`. Throws `app_not_built`. */
export const builtFile = async (path: string): Promise<BuiltFile | undefined> =>
  (await (filesRead ??= readFiles()))(path);

/** What a client that takes no gzip gets. */
export const plain = ({ gz }: BuiltFile): Uint8Array<ArrayBuffer> => new Uint8Array(gunzipSync(gz));

/** The packages in the program and in its browser files. */
export interface Licences {
  packages: { name: string; version: string; licence: string; text?: number }[];
  texts: string[];
}
/** Read each time: few ever ask. Throws `app_not_built`. */
export const licences = async (): Promise<Licences> =>
  (await import("../../../dist/app/licences.ts").catch(unbuilt)).LICENCES;
