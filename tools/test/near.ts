/** What a change can touch: the test files that reach it by imports, the nearest first. */
import { pathsOfProject } from "../mutate/copy.ts";
import { type Imports, importsOf, nearestTests } from "../mutate/nearest.ts";
import { ALONE } from "./nightly.ts";

/** Policies that read every source and cost next to nothing. */
const RULES = [
  "tests/policy/floors_test.ts",
  "tests/policy/folders_test.ts",
  "tests/policy/imports_test.ts",
  "tests/policy/layout_test.ts",
];

/** Paths below the root that the working tree has otherwise than `main`, or, on `main` itself, than the last commit. */
export function changedPaths(root: string): string[] {
  const base = git(root, "merge-base", "HEAD", "main")[0] ?? "HEAD";
  const paths = [
    ...git(root, "diff", "--name-only", "--no-renames", base),
    ...git(root, "ls-files", "--others", "--exclude-standard"),
  ];
  return [...new Set(paths)].sort();
}

/** The lines that git answers; none where it refuses. */
function git(root: string, ...args: string[]): string[] {
  const { success, stdout } = new Deno.Command("git", { args, cwd: root, stderr: "null" }).outputSync();
  return success ? new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "") : [];
}

/** Test files that reach what has changed: those that changed themselves, then the nearest of each file in turn. */
export function touched(imports: Imports, changed: readonly string[]): string[] {
  const isTest = (path: string) => path.endsWith("_test.ts") && imports.has(path);
  const own = changed.filter(isTest);
  const ways = changed.filter((path) => imports.has(path) && !isTest(path)).map((path) =>
    nearestTests(imports, path)
  );
  const found = new Set(own);
  for (let turn = 0; ways.some((way) => turn < way.length); turn++) {
    for (const way of ways) if (way[turn] !== undefined) found.add(way[turn]!);
  }
  return [...found].filter((path) => own.includes(path) || !ALONE.includes(path.slice("tests/".length)));
}

/** What `--near` runs, in this order. */
export function nearTests(root: string): string[] {
  const changed = changedPaths(root), paths = pathsOfProject(root);
  const found = touched(importsOf(root, paths), changed);
  return changed.some((path) => path.startsWith("src/")) ? [...new Set([...RULES, ...found])] : found;
}
