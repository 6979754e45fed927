/**
 * Makes a bundled script small in memory. `deno bundle` keeps every import of the runtime's own modules, of which some
 * (node:http, node:tty …) take megabytes as soon as they are named: what the script uses nothing of goes. It becomes a
 * script that is required: of a module the runtime first parses the whole text by itself, which costs ten megabytes that
 * stay, wherever it has no cache to remember what it found. And it is written in Latin-1: the text stays in memory as long
 * as the process lives, and one character beyond it makes two bytes of each.
 */
import * as esbuild from "esbuild";

/**
 * Rewrites `<name>.js` as `<name>.cjs`, and leaves what loads it in its place. Names stay, so that stacks can be read. Throws
 * where a character is left that Latin-1 lacks: in a tagged template it cannot be escaped, so the source has to spell it.
 */
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
  const text = Deno.readTextFileSync(`${folder}/${name}.cjs`);
  const at = text.search(/[\u0100-\uffff]/);
  if (at >= 0) throw new Error(`${name}.cjs is not Latin-1: ${text.slice(Math.max(0, at - 60), at + 20)}`);
  const loader =
    `import { createRequire } from "node:module";\ncreateRequire(import.meta.url)("./${name}.cjs");\n`;
  Deno.writeTextFileSync(`${folder}/${name}.js`, loader);
}
