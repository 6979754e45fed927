/**
 * What few requests ask for: libraries, the words of all pages, the words that people take for codes. They are scripts of
 * their own beside the program, read when something of them is used: a start reads a third less, and what is not in the
 * program takes no memory.
 */
import { join } from "node:path";
import * as esbuild from "esbuild";
import { ROOT, sh } from "../release.ts";

/** By name of their script; those that share parts, and compare them, lie in one. */
const LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  age: ["age-encryption"],
  certificates: [
    "reflect-metadata",
    "@peculiar/asn1-schema",
    "@peculiar/asn1-x509",
    "@peculiar/x509",
    "@simplewebauthn/server",
  ],
  file_type: ["file-type"],
  json_stream: ["@streamparser/json"],
  mail: ["nodemailer"],
  sax: ["sax"],
  xml: ["fast-xml-parser"],
};
/** Files of ours, by the end of their address. */
const OURS: Readonly<Record<string, string>> = {
  "generated/files.ts": "src/words/generated/files.ts",
  "words.txt": "src/caches/stages/words.txt",
};

const scriptOf = (name: string): string => `./library_${name.replaceAll(/\W/g, "_")}.cjs`;

/** The script of each, by the name under which the program asks for it. */
export const SCRIPT_OF: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(LIBRARIES).flatMap(([name, all]) =>
    all.map((one) => [`library:${one}`, scriptOf(name)] as const)
  ),
  ...Object.keys(OURS).map((end) => [`library:${end}`, scriptOf(end)] as const),
]);

/** Arguments for `deno bundle`, so that it leaves them out. */
export const LEFT_OUT: readonly string[] = [
  ...Object.values(LIBRARIES).flat(),
  ...Object.keys(OURS).map((end) => `*/${end}`),
].flatMap((one) => ["--external", one]);

/** Names them in a script as `SCRIPT_OF` has them. */
export const named: esbuild.Plugin = {
  name: "libraries beside the program",
  setup({ onResolve }) {
    onResolve(
      { filter: /^[^.]/ },
      ({ path }) =>
        `library:${path}` in SCRIPT_OF
          ? { path: `library:${path}`, external: true, sideEffects: false }
          : undefined,
    );
    onResolve({ filter: /^\./ }, ({ path }) => {
      const end = Object.keys(OURS).find((one) => path.endsWith(`/${one}`));
      return end === undefined ? undefined : { path: `library:${end}`, external: true, sideEffects: false };
    });
  },
};

/** Writes the scripts. */
export async function writeLibraries(folder: string, plugins: esbuild.Plugin[]): Promise<void> {
  const bundled = join(ROOT, "dist", `library_${Deno.pid}.js`);
  const entry = join(ROOT, "dist", `library_${Deno.pid}.ts`);
  try {
    for (const [name, all] of Object.entries(LIBRARIES)) {
      const lines = all.map((one, i) => `import * as s${i} from "${one}";`);
      const shown = all.map((one, i) => `${JSON.stringify(`library:${one}`)}: s${i}`);
      Deno.writeTextFileSync(entry, `${lines.join("\n")}\nexport const all = { ${shown.join(", ")} };\n`);
      await sh(Deno.execPath(), ["bundle", "--quiet", "--frozen", "--output", bundled, entry], { cwd: ROOT });
      await script(bundled, join(folder, scriptOf(name)), plugins);
    }
    for (const [end, path] of Object.entries(OURS)) {
      const file = JSON.stringify(join(ROOT, path));
      Deno.writeTextFileSync(
        entry,
        `import * as one from ${file};\nexport const all = { "library:${end}": one };\n`,
      );
      await script(entry, join(folder, scriptOf(end)), plugins);
    }
  } finally {
    for (const file of [bundled, entry]) {
      try {
        Deno.removeSync(file);
      } catch { /* it was not made */ }
    }
  }
}

const script = async (from: string, outfile: string, plugins: esbuild.Plugin[]): Promise<void> =>
  void await esbuild.build({
    entryPoints: [from],
    outfile,
    bundle: true,
    format: "cjs",
    target: "esnext",
    platform: "node",
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    loader: { ".txt": "text" },
    define: { "import.meta.url": "__here" },
    banner: { js: "const __here = `file://${__filename}`;" },
    footer: { js: "module.exports = module.exports.all;" },
    logLevel: "error",
    plugins,
  });
