/**
 * `deno task test [argument of deno test]…`: every test, or those of the files and folders given. Every test file that the
 * runtime is given has an isolate of its own, which loads the whole program and starts a browser anew: half a second of work,
 * four hundred times. So some files of one area share one, through files in `dist/tests/` that import them; what fails is named
 * with the file in which it stands. A file that is given by name has an isolate of its own. Slow ones run by `deno task nightly`
 * alone, unless they are named.
 *
 * With `--once-more` tests that failed run once more by themselves, with nothing of the run beside them: sockets, sound and
 * browsers are in real time, and a busy machine makes them late. Both results are printed. No test tries again by itself: what
 * fails alone too is a defect, and so is everything where more than three have failed, in all runs that name one file in
 * `TESTS_AGAIN` together.
 */
import { dirname, join, relative, resolve } from "node:path";
import { ROOT } from "./release.ts";
import { argumentsFor, failedTests, KEPT, MOST_AGAIN } from "./test/again.ts";
import { groups } from "./test/groups.ts";
import { ALONE } from "./test/nightly.ts";

const TESTS = join(ROOT, "tests");
const OUT = join(ROOT, "dist", "tests");
/** Where runs side by side write down what each of them ran once more. */
const AGAIN = Deno.env.get("TESTS_AGAIN");

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
  groups(files.map((path) => relative(TESTS, path)).filter((path) => !ALONE.includes(path))).map(
    ({ name, files }) => {
      // No name of a test file: `deno test` alone, which looks for those everywhere, would run each twice.
      const path = join(OUT, `${name}.ts`);
      const imported = files.map((file) => relative(dirname(path), join(TESTS, file)));
      write(path, imported.map((file) => `import "${file}";\n`).join(""));
      return path;
    },
  );

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

/** Runs test files; gives the exit status, and the end of what was printed. */
async function run(args: readonly string[], env: Record<string, string> = {}) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "test-files", ...args],
    cwd: ROOT,
    env,
    stdout: "piped",
  }).spawn();
  let said = "";
  const decoder = new TextDecoder();
  for await (const bytes of child.stdout) {
    said = (said + decoder.decode(bytes, { stream: true })).slice(-KEPT);
    for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
  }
  return { code: (await child.status).code, said };
}

const args = Deno.args.filter((arg) => arg !== "--once-more"), onceMore = args.length < Deno.args.length;
const named = args.some((arg) => !arg.startsWith("-") && `${resolve(arg)}/`.startsWith(`${TESTS}/`));
const leftOut = args.filter((arg) => arg.startsWith("--ignore=")).flatMap((arg) =>
  arg.slice("--ignore=".length).split(",").map((path) => resolve(path))
);
const files = named ? [] : given(testFiles(TESTS, leftOut)).map((path) => relative(ROOT, path));
const { code, said } = await run([...files, ...args]);
Deno.exit(code !== 0 && onceMore ? await again(said) : code);

/** Runs once more what failed, by itself; gives the exit status. */
async function again(said: string): Promise<number> {
  const failed = failedTests(said), before = alreadyAgain();
  if (!failed) return 1;
  const told = failed.map(({ file, name }) => `${file}${name === undefined ? "" : ` => ${name}`}`);
  if (failed.length + before > MOST_AGAIN) {
    console.log(
      `${failed.length} tests failed, and ${before} were run once more already: no more than ${MOST_AGAIN} are`,
    );
    return 1;
  }
  console.log(`once more, by themselves:\n${told.join("\n")}`);
  if (AGAIN) Deno.writeTextFileSync(AGAIN, told.map((line) => `${line}\n`).join(""), { append: true });
  const { code } = await run(["--no-check", ...argumentsFor(failed)], { DENO_JOBS: "1" });
  if (code === 0) console.log(`failed beside others and passed alone:\n${told.join("\n")}`);
  return code;
}

/** How many tests other runs beside this one have run once more. */
function alreadyAgain(): number {
  try {
    return AGAIN ? Deno.readTextFileSync(AGAIN).trim().split("\n").filter((line) => line !== "").length : 0;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}
