/**
 * Makes a bundled script small in memory. `deno bundle` keeps every import of the runtime's own modules, of which some
 * (node:http, node:tty …) take megabytes as soon as they are named: what the script uses nothing of goes. It becomes a
 * script that is required: of a module the runtime first parses the whole text by itself, which costs ten megabytes that
 * stay, wherever it has no cache to remember what it found. And it is written in Latin-1: the text stays in memory as long
 * as the process lives, and one character beyond it makes two bytes of each. For that reason the web app's files, a quarter
 * of it, are scripts of their own, which are read when somebody opens a page.
 */
import { basename, join } from "node:path";
import * as esbuild from "esbuild";
import { ROOT } from "../release.ts";
import { sha256Hex } from "../../src/base/mod.ts";
import { named, SCRIPT_OF, writeLibraries } from "./libraries.ts";

/** Leaves modules of the runtime out that nothing is used of. */
const UNUSED: esbuild.Plugin = {
  name: "unused modules of the runtime",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^node:/ }, ({ path }) => ({ path, external: true, sideEffects: false })),
};

/** Modules that become scripts of their own beside the one that loads them. */
export const ASIDE = [
  "dist/app/files.ts",
  "dist/app/licences.ts",
  "dist/app/picture_library.ts",
  "dist/app/tool_set.ts",
] as const;
const asideName = (path: string): string => `app_${basename(path, ".ts")}.cjs`;

/** Writes the scripts that `gateway.cjs` loads when it needs them. */
export async function writeAside(folder: string): Promise<void> {
  for (const path of ASIDE) {
    await esbuild.build({
      entryPoints: [join(ROOT, path)],
      outfile: join(folder, asideName(path)),
      format: "cjs",
      platform: "node",
      minifyWhitespace: true,
      logLevel: "error",
    });
  }
  await writeLibraries(folder, [UNUSED]);
  await esbuild.stop();
}

/** The banner and the end of a script that is required, and of one that is a function for its loader to call. */
const HERE = "const __here = `file://${__filename}`;";
const REQUIRED = { banner: HERE, footer: "" };
const CALLED = {
  banner: `(function (exports, require, module, __filename, __dirname) { ${HERE}`,
  footer: "})",
};

/**
 * Rewrites `<name>.js` as `<name>.cjs`, and leaves what loads it in its place. Names stay, so that stacks can be read. Throws
 * where a character is left that Latin-1 lacks: in a tagged template it cannot be escaped, so the source has to spell it.
 * With a `loader` (a script of this folder) the program becomes a function that it calls, and its digest stands in there as `PROGRAM`.
 */
export async function slim(folder: string, name: string, loader?: string): Promise<void> {
  const { banner, footer } = loader ? CALLED : REQUIRED;
  await esbuild.build({
    entryPoints: [`${folder}/${name}.js`],
    outfile: `${folder}/${name}.cjs`,
    bundle: true,
    format: "cjs",
    target: "esnext",
    platform: "node",
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    logLevel: "error",
    define: { "import.meta.url": "__here" },
    // What lies beside it is required too.
    supported: { "dynamic-import": false },
    banner: { js: banner },
    footer: { js: footer },
    plugins: [UNUSED, ...(loader ? [named] : []), {
      name: "scripts of their own",
      setup: ({ onResolve }) =>
        onResolve(
          { filter: /\/dist\/app\// },
          ({ path }) => ({ path: `./${asideName(path)}`, external: true }),
        ),
    }],
  });
  const text = Deno.readTextFileSync(`${folder}/${name}.cjs`);
  const at = text.search(/[\u0100-\uffff]/);
  if (at >= 0) throw new Error(`${name}.cjs is not Latin-1: ${text.slice(Math.max(0, at - 60), at + 20)}`);
  if (loader) {
    // The loader reads it so, without looking at each of its characters.
    Deno.writeFileSync(`${folder}/${name}.cjs`, Uint8Array.from(text, (one) => one.charCodeAt(0)));
    await esbuild.build({
      entryPoints: [join(import.meta.dirname!, loader)],
      outfile: `${folder}/${name}.js`,
      format: "esm",
      target: "esnext",
      allowOverwrite: true,
      define: { PROGRAM: JSON.stringify(sha256Hex(text)), SCRIPT_OF: JSON.stringify(SCRIPT_OF) },
      logLevel: "error",
    });
  } else {
    Deno.writeTextFileSync(
      `${folder}/${name}.js`,
      `import { createRequire } from "node:module";\ncreateRequire(import.meta.url)("./${name}.cjs");\n`,
    );
  }
  await esbuild.stop();
}
