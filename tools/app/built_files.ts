/** Built files: named by their content, packed as small as they get. */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import type * as esbuild from "esbuild";

/** A built file: its address, media type and content. */
export interface File {
  path: string;
  type: string;
  bytes: Uint8Array;
}

/** Media types by the ending of a file's name. */
export const TYPES: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  bin: "application/octet-stream",
  png: "image/png",
};

/** What esbuild wrote. */
export const assetOf = ({ path, contents }: Pick<esbuild.OutputFile, "path" | "contents">): File => ({
  path: `/assets/${basename(path)}`,
  type: TYPES[path.split(".").at(-1)!]!,
  bytes: contents,
});

/** A file under a name that carries its content. */
export function named(name: string, bytes: Uint8Array): File {
  const [stem, ending] = name.split(".");
  return { path: `/assets/${stem}-${digest(bytes)}.${ending}`, type: TYPES[ending!]!, bytes };
}

export const digest = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("hex").slice(0, 12);

/** As much of each file's SHA-256 as the worker knows: 120 bits, which no other file has. All of them would be 3 kB more. */
const KEPT_BYTES = 15;

export const keptDigest = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest().subarray(0, KEPT_BYTES).toString("base64");

/** As small as gzip makes it: how often it renews its table of codes fits one file better than another. */
export const zipped = (bytes: Uint8Array) =>
  [5, 6, 7, 8].map((memLevel) => gzipSync(bytes, { level: 9, memLevel })).toSorted((a, b) =>
    a.length - b.length
  )[0]!;

/** Every file by its address, as its module carries it. */
export const packed = (files: readonly File[]) =>
  Object.fromEntries(
    files.map(({ path, type, bytes }) => [path, {
      type,
      gz: zipped(bytes).toString("base64"),
    }]),
  );

/** Source of a module that a build makes. */
export const module = (name: string, value: unknown, says: string): string =>
  `// Made by \`deno task app\`. ${says}\nexport const ${name} = ${JSON.stringify(value, null, 1)};\n`;
