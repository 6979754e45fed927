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
import { scriptsOf } from "./pieces.ts";

/** Leaves modules of the runtime out that nothing is used of. */
const UNUSED: esbuild.Plugin = {
  name: "unused modules of the runtime",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^node:/ }, ({ path }) => ({ path, external: true, sideEffects: false })),
};

/** Pieces require each other. */
const PIECES: esbuild.Plugin = {
  name: "pieces",
  setup: ({ onResolve }) => onResolve({ filter: /^\.\/[^/]+\.js$/ }, () => ({ external: true })),
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

/** The scripts beside it are required by their names. */
const BESIDE: esbuild.Plugin = {
  name: "scripts of their own",
  setup: ({ onResolve }) =>
    onResolve(
      { filter: /\/dist\/app\// },
      ({ path }) => ({ path: `./${asideName(path)}`, external: true }),
    ),
};

const OPTIONS: esbuild.BuildOptions = {
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
};

/** Throws where a character is left that Latin-1 lacks: in a tagged template it cannot be escaped, so the source has to spell it. */
function beLatin1(text: string, script: string): void {
  const at = text.search(/[\u0100-\uffff]/);
  if (at >= 0) throw new Error(`${script} is not Latin-1: ${text.slice(Math.max(0, at - 60), at + 20)}`);
}

/** Rewrites `<name>.js` as `<name>.cjs`, and leaves what requires it in its place. Names stay, so that stacks can be read. */
export async function slim(folder: string, name: string): Promise<void> {
  await esbuild.build({
    ...OPTIONS,
    entryPoints: [`${folder}/${name}.js`],
    outfile: `${folder}/${name}.cjs`,
    banner: { js: "const __here = `file://${__filename}`;" },
    plugins: [UNUSED, BESIDE],
  });
  beLatin1(Deno.readTextFileSync(`${folder}/${name}.cjs`), name);
  Deno.writeTextFileSync(
    `${folder}/${name}.js`,
    `import { createRequire } from "node:module";\ncreateRequire(import.meta.url)("./${name}.cjs");\n`,
  );
  await esbuild.stop();
}

/** Makes the server's scripts of the pieces in `from`, and their loader, which knows the program by its digest. */
export async function slimServer(folder: string, from: string): Promise<void> {
  const plugins = [UNUSED, named, BESIDE, PIECES];
  const { start, later } = await scriptsOf(from, { ...OPTIONS, plugins });
  for (const [script, text] of [["gateway.cjs", start], ["gateway_later.cjs", later]] as const) {
    beLatin1(text, script);
    // The loader reads it so, without looking at each of its characters.
    Deno.writeFileSync(join(folder, script), Uint8Array.from(text, (one) => one.charCodeAt(0)));
  }
  await esbuild.build({
    entryPoints: [join(import.meta.dirname!, "gateway_loader.ts")],
    outfile: join(folder, "gateway.js"),
    format: "esm",
    target: "esnext",
    define: { PROGRAM: JSON.stringify(sha256Hex(start)), SCRIPT_OF: JSON.stringify(SCRIPT_OF) },
    logLevel: "error",
  });
  await esbuild.stop();
}
