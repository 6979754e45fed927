/**
 * Makes the server's program of pieces. `deno bundle` cuts it where a module is loaded when it is asked for; as one script,
 * each module would be wrapped for its own sake and every function made at every start. A piece becomes a function that is
 * called when it is first required. Those of a start lie in `gateway.cjs`, the others in `gateway_later.cjs`.
 */
import { join } from "node:path";
import * as esbuild from "esbuild";

/** Whose pieces every start of a server runs. */
const AT_A_START = ["gateway_entry", "server"];

const IMPORTED = /^import \{([^}]*)\} from "(\.\/[^"]+\.js)";$/gm;
const RUN_FIRST = /^import "(\.\/[^"]+\.js)";$/gm;
/** Loaded before the piece runs, where it can be missing in a checkout: among the pieces it is. */
const AWAITED = /^(var \w+ = )await import\("(\.\/[^"]+\.js)"\)\.catch\(.*\);$/gm;
const EXPORTED = /^export \{([^}]*)\};$/gm;
const LOADED = /\bimport\(("\.\/[^"]+\.js")\)/g;

const RENAMED = /(\S+) as (\S+?)(,|\s|$)/g;

/**
 * The text of a piece with what it takes of others required, and what others take of it given to `__out`. Throws where it
 * exports what is set again later, for they take it once.
 */
export function asFunction(text: string): string {
  const exported: string[] = [];
  const changed = text
    .replaceAll(
      IMPORTED,
      (_, names, from) => `const {${names.replaceAll(RENAMED, "$1: $2$3")}} = require("${from}");`,
    )
    .replaceAll(RUN_FIRST, 'require("$1");')
    .replaceAll(AWAITED, '$1require("$2");')
    .replaceAll(LOADED, "__load($1)")
    .replaceAll(EXPORTED, (_, names: string) => {
      exported.push(...names.split(",").map((one) => one.trim().split(" as ")[0]!).filter(Boolean));
      return `__out({${names.replaceAll(RENAMED, "$2: $1$3")}});`;
    });
  const left = /^(?:import .*"\.\/[^"]+\.js"|export (?:\{|\*|default\b)).*$/m.exec(changed);
  if (left) throw new Error(`a piece has "${left[0]}"`);
  for (const name of exported) {
    const escaped = name.replaceAll("$", "\\$"), isLet = new RegExp(`^let ${escaped}\\b`, "m");
    if (isLet.test(changed)) throw new Error(`a piece exports ${name}, which may change`);
  }
  return changed;
}

/** Every piece of the folder by its name, and what it takes of others before it runs. */
function piecesIn(folder: string): Map<string, { text: string; takes: string[] }> {
  const found = new Map<string, { text: string; takes: string[] }>();
  for (const { name } of [...Deno.readDirSync(folder)].toSorted((a, b) => a.name < b.name ? -1 : 1)) {
    const text = Deno.readTextFileSync(join(folder, name));
    const takes = [IMPORTED, RUN_FIRST, AWAITED].flatMap((way) =>
      [...text.matchAll(way)].map((one) => one.at(-1)!)
    );
    found.set(`./${name}`, { text, takes });
  }
  return found;
}

/** Compiles each with these options, and gives the scripts: of the pieces that a start runs, and of the others. */
export async function scriptsOf(
  folder: string,
  options: esbuild.BuildOptions,
): Promise<{ start: string; later: string }> {
  const pieces = piecesIn(folder);
  const atStart = new Set<string>();
  const add = (name: string): void => {
    if (atStart.has(name)) return;
    atStart.add(name);
    pieces.get(name)!.takes.forEach(add);
  };
  const begins = [...pieces.keys()].filter((name) =>
    AT_A_START.includes(name.slice(2).replace(/(-\w{8})?\.js$/, ""))
  );
  if (begins.length !== AT_A_START.length) throw new Error(`a start begins with ${begins}`);
  begins.forEach(add);
  const texts = { start: "", later: "" };
  for (const [name, { text }] of pieces) {
    const { outputFiles } = await esbuild.build({
      ...options,
      // A script that imports nothing is no module, and would be wrapped.
      stdin: { contents: `import "node:process";\n${asFunction(text)}`, resolveDir: folder },
      write: false,
      banner: { js: `${JSON.stringify(name)}(require,__here,__load,__out,module){` },
      footer: { js: "}," },
    });
    texts[atStart.has(name) ? "start" : "later"] += outputFiles![0]!.text;
  }
  return { start: `({${texts.start}})`, later: `({${texts.later}})` };
}
