/**
 * `deno task test [argument of deno test]…`: every test, or those of the files and folders given. Every test file that the
 * runtime is given has an isolate of its own, which loads the whole program and starts a browser anew: half a second of work,
 * four hundred times. So some files of one area share one, through files in `dist/tests/` that import them; what fails is named
 * with the file in which it stands. A file that is given by name has an isolate of its own.
 */
import { dirname, join, relative, resolve } from "node:path";
import { ROOT } from "./release.ts";
import { groups } from "./test/groups.ts";

const TESTS = join(ROOT, "tests");
const OUT = join(ROOT, "dist", "tests");

/** Every test file below a folder, as paths; without what lies below the folders left out. */
function testFiles(folder: string, leftOut: readonly string[]): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = join(folder, name);
    if (leftOut.includes(path)) return [];
    if (isDirectory) return testFiles(path, leftOut);
    return name.endsWith("_test.ts") ? [path] : [];
  });
}

/**
 * What the runtime is given for these files: for each group a file that imports it. All lie in one folder: it begins with
 * those of the folder that has the longest path, and keeps to the order given within one.
 */
const given = (files: readonly string[]): string[] =>
  groups(files.map((path) => relative(TESTS, path))).map(({ name, files }) => {
    // No name of a test file: `deno test` alone, which looks for those everywhere, would run each twice.
    const path = join(OUT, `${name}.ts`);
    const imported = files.map((file) => relative(dirname(path), join(TESTS, file)));
    write(path, imported.map((file) => `import "${file}";\n`).join(""));
    return path;
  });

/** Writes a file where it is not the same already: another run may read it just now. */
function write(path: string, text: string): void {
  try {
    if (Deno.readTextFileSync(path) === text) return;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  Deno.mkdirSync(dirname(path), { recursive: true });
  Deno.writeTextFileSync(path, text);
}

const named = Deno.args.some((arg) => !arg.startsWith("-") && `${resolve(arg)}/`.startsWith(`${TESTS}/`));
const leftOut = Deno.args.filter((arg) => arg.startsWith("--ignore=")).flatMap((arg) =>
  arg.slice("--ignore=".length).split(",").map((path) => resolve(path))
);
const files = named ? [] : given(testFiles(TESTS, leftOut)).map((path) => relative(ROOT, path));
const { code } = await new Deno.Command(Deno.execPath(), {
  args: ["task", "--quiet", "test-files", ...files, ...Deno.args],
  cwd: ROOT,
}).spawn().status;
Deno.exit(code);
