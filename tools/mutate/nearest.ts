/** Which test files stand nearest to a source file, read from who imports whom, without running any of them. */
import { dirname, join, normalize } from "node:path";
import ts from "typescript";

/** Imports of each file: path below the project to paths below the project. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** Reads what each of the files imports by a relative path; other imports are no files of the project. */
export function importsOf(folder: string, paths: readonly string[]): Imports {
  const known = new Set(paths);
  return new Map(paths.map((path) => {
    if (!/\.tsx?$/.test(path)) return [path, []];
    const { importedFiles } = ts.preProcessFile(Deno.readTextFileSync(join(folder, path)), true, true);
    const targets = importedFiles.map(({ fileName }) => normalize(join(dirname(path), fileName)));
    return [path, targets.filter((target) => known.has(target))];
  }));
}

/**
 * Test files that reach `source` through their imports, the likeliest to notice a change first: few steps away, and
 * named alike. A test that opens the whole program reaches everything, and so comes after those that mean this file.
 */
export function nearestTests(imports: Imports, source: string): string[] {
  const steps = stepsFrom(imports, source);
  const worth = (test: string) => steps.get(test)! - 2 * shared(source, test);
  return [...steps.keys()].filter((path) => path.endsWith("_test.ts"))
    .sort((a, b) => worth(a) - worth(b) || a.localeCompare(b));
}

/** Steps of import from each file that reaches `source` to it. */
function stepsFrom(imports: Imports, source: string): Map<string, number> {
  const importers = Map.groupBy(
    [...imports].flatMap(([from, targets]) => targets.map((to) => ({ from, to }))),
    ({ to }) => to,
  );
  const steps = new Map([[source, 0]]);
  // A map goes on to what is added to it while it is walked.
  for (const [path, away] of steps) {
    for (const { from } of importers.get(path) ?? []) if (!steps.has(from)) steps.set(from, away + 1);
  }
  return steps;
}

/** Words that both paths have: `src/bbs/forwarding/offer.ts` and `tests/areas/bbs/offer_test.ts` share two. */
function shared(source: string, test: string): number {
  const words = new Set(wordsOf(test));
  return wordsOf(source).filter((word) => words.has(word)).length;
}
const wordsOf = (path: string): string[] =>
  path.replace(/^(src|tests)\//, "").replace(/(_test)?\.tsx?$/, "").split(/[/_]/).filter((word) =>
    word !== "mod"
  );
