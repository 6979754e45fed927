/**
 * Makes a bundled script small in memory. `deno bundle` keeps every import of the runtime's own modules, of which some
 * (node:http, node:tty …) take megabytes as soon as they are named: what the script uses nothing of goes. And it becomes a
 * script that is required: of a module the runtime first parses the whole text by itself, which costs ten megabytes that
 * stay, wherever it has no cache to remember what it found.
 */
import * as esbuild from "esbuild";

/** Rewrites `<name>.js` as `<name>.cjs`, and leaves what loads it in its place. Names stay, so that stacks can be read. */
export async function slim(folder: string, name: string): Promise<void> {
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
    banner: { js: "const __here = `file://${__filename}`;" },
    plugins: [{
      name: "unused modules of the runtime",
      setup: ({ onResolve }) =>
        onResolve({ filter: /^node:/ }, ({ path }) => ({ path, external: true, sideEffects: false })),
    }],
  });
  await esbuild.stop();
  const loader =
    `import { createRequire } from "node:module";\ncreateRequire(import.meta.url)("./${name}.cjs");\n`;
  Deno.writeTextFileSync(`${folder}/${name}.js`, loader);
}
