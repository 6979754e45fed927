/** Reads sources as a plan of words has them: keys are numbers, scripts wait for their words, the book is empty. */
import { join, relative } from "node:path";
import type * as esbuild from "esbuild";
import { rewritten } from "./keys.ts";
import { areaOf, CLIENT, wordsOf, type WordsPlan } from "./words.ts";

/** `main`: the first script, which comes with what several areas use. */
export const spoken = (
  root: string,
  main: string,
  { areas, numbers, common, pairs, later }: WordsPlan,
  languages: readonly string[],
): esbuild.Plugin => ({
  name: "words by area",
  setup(build) {
    const client = join(root, CLIENT);
    build.onLoad({ filter: /\/src\/words\/all_words\.ts$/ }, () => ({
      contents: `export const ALL_WORDS = {${languages.map((code) => `${code}: {}`).join()}};`,
      loader: "ts",
    }));
    const together = (name: string): readonly string[] => name === "common" ? common : pairs[name]!.sources;
    build.onResolve({ filter: /^(common|\w+\+\w+)$/ }, ({ path }) => ({ path, namespace: "together" }));
    build.onLoad({ filter: /./, namespace: "together" }, ({ path }) => ({
      contents: together(path).map((one) => `import ${JSON.stringify(join(root, one))};`).join("\n"),
      resolveDir: root,
    }));
    build.onLoad({ filter: /\/src\/(client|things)\/.*\.tsx?$/ }, async ({ path }) => {
      let waits = false;
      const contents = rewritten(path, await Deno.readTextFile(path), numbers, (to, call) => {
        const script = CLIENT + join(path, "..", to).slice(client.length), area = areaOf(script);
        const its = area === undefined ? [] : wordsOf(area, Object.keys(areas), script);
        if (its.length === 0) return undefined;
        waits = true;
        return `withWords(${JSON.stringify(its)}, ${call})`;
      });
      const own = relative(root, path);
      const first =
        (waits ? `import { withWords } from ${JSON.stringify(join(client, "ui/words/load.ts"))};` : "") +
        (later.has(own) || own === main ? `import "common";` : "") +
        Object.keys(pairs).filter((pair) => pairs[pair]!.users.includes(own))
          .map((pair) => `import "${pair}";`).join("");
      return { contents: first + contents, loader: path.endsWith("x") ? "tsx" : "ts" };
    });
  },
});
