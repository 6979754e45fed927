/**
 * The program's own set of tools: each folder of `src/client/tools/set` becomes a signed manifest and a script, and all of them
 * a signed list. The key is made for the build, signs, and is forgotten; its public half is pinned in the program. A set that
 * has not changed keeps its files and its key.
 */
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { join } from "node:path";
import canonicalize from "canonicalize";
import * as esbuild from "esbuild";

const SET = "src/client/tools/set";
const AUTHOR = "Service Gateway";
/** How manifests and the list are written: where that changes, a set that has not changed is signed anew. */
const WRITTEN = { api: "1.0", format: 1 } as const;

/** The files by their names, and the key that signed them. */
export interface ToolSet {
  of: string;
  key: string;
  files: Record<string, string>;
}

export async function toolSet(
  root: string,
  version: string,
  common: esbuild.BuildOptions,
): Promise<Omit<ToolSet, "key">> {
  const files: Record<string, string> = {};
  for (const name of namesIn(root)) {
    const { outputFiles } = await esbuild.build({
      ...common,
      entryPoints: [`${SET}/${name}/tool.ts`],
      format: "iife",
      outdir: "/set",
      inject: ["tools/app/latin1.js"],
      plugins: [fewOfBase(root)],
    });
    files[`${name}/tool.js`] = outputFiles![0]!.text;
    files[`${name}/tool.json`] = Deno.readTextFileSync(join(root, SET, name, "tool.json"));
  }
  const sum = createHash("sha256").update(version).update(JSON.stringify(WRITTEN));
  for (const [path, text] of Object.entries(files)) sum.update(path).update("\0").update(text);
  return { of: sum.digest("hex"), files };
}

/** Signs a set: manifests name the digest of their script, the list names every manifest. */
export function signedSet({ of, files }: Omit<ToolSet, "key">, version: string): ToolSet {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const key = publicKey.export({ format: "jwk" }).x!;
  const signed = (value: object) =>
    sign(null, new TextEncoder().encode(canonicalize(value)!), privateKey).toString("base64");
  const made: Record<string, string> = {}, entries: object[] = [];
  for (const path of Object.keys(files).filter((one) => one.endsWith(".json"))) {
    const name = path.split("/")[0]!, script = files[`${name}/tool.js`]!;
    // How it is called and drawn is in both: without a connection there is no list.
    const face = JSON.parse(files[path]!);
    const manifest = {
      ...face,
      author: AUTHOR,
      version,
      api: WRITTEN.api,
      surfaces: ["web"],
      entry: addressOf(`${name}/tool.js`),
      entrySha256: createHash("sha256").update(script).digest("base64"),
      pubkey: key,
    };
    made[path] = JSON.stringify({ ...manifest, signature: signed(manifest) });
    made[`${name}/tool.js`] = script;
    const entry = addressOf(path), bytes = new TextEncoder().encode(script).length;
    entries.push({ ...face, author: AUTHOR, version, pubkey: key, entry, bytes });
  }
  made["registry.json"] = JSON.stringify({
    format: WRITTEN.format,
    entries,
    authority: key,
    sig: signed({ format: WRITTEN.format, entries }),
  });
  return { of, key, files: made };
}

/** Our decoder takes three functions of `base/`, whose door brings the server along: a tool has those alone. */
const fewOfBase = (root: string): esbuild.Plugin => ({
  name: "few of base",
  setup(build) {
    build.onResolve({ filter: /\/base\/mod\.ts$/ }, ({ path }) => ({ path, namespace: "base" }));
    build.onLoad({ filter: /./, namespace: "base" }, () => ({
      contents: `export { boxOfLocator } from ${JSON.stringify(join(root, "src/base/grid.ts"))};
        export { parseWithNan } from ${JSON.stringify(join(root, "src/base/text.ts"))};
        export const concat = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));`,
      resolveDir: root,
      loader: "ts",
    }));
  },
});

/** The list lies at `…/builtin/file`: whatever it names is asked of the same address. */
const addressOf = (path: string): string => `file?url=${encodeURIComponent(path)}`;

/** The folders of the set that hold a tool, in the order of the alphabet. */
/** The scripts of the set, as paths below the project. */
export const scriptsOfSet = (root: string): string[] => namesIn(root).map((name) => `${SET}/${name}/tool.ts`);

const namesIn = (root: string): string[] =>
  [...Deno.readDirSync(join(root, SET))].filter(({ isDirectory }) => isDirectory).map(({ name }) => name)
    .sort();

/** The two modules: the key alone, which the program reads when it starts, and the files. */
export const setModules = ({ of, key, files }: ToolSet): { key: string; files: string } => ({
  key:
    `// Made by \`deno task app\`. The key that signed the program's own tools: ${of}\nexport const TOOL_KEY = ${
      JSON.stringify(key)
    };\n`,
  files:
    `// Made by \`deno task app\`. The program's own tools, by the names of their files: ${of}\nexport const TOOL_SET: ` +
    `Readonly<Record<string, string>> = ${JSON.stringify(files, null, 1)};\n`,
});
