/**
 * `deno task test [argument of deno test]…`: every test, or those of the files and folders given. Every test file that the
 * runtime is given has an isolate of its own, which loads the whole program and starts a browser anew: half a second of work,
 * four hundred times. So some files of one area share one, through files in `dist/tests/` that import them; what fails is named
 * with the file in which it stands. A file that is given by name has an isolate of its own. Slow ones run by `deno task nightly`
 * alone, unless they are named.
 *
 * With `--near` those run that can reach by imports what the working tree has otherwise than `main`, the nearest first, for as
 * long as a developer waits; it says how many are left.
 *
 * With `--once-more` tests that failed run once more by themselves, with nothing of the run beside them: sockets, sound and
 * browsers are in real time, and a busy machine makes them late. Both results are printed. No test tries again by itself: what
 * fails alone too is a defect, and so is everything where more than three have failed, in all runs that name one file in
 * `TESTS_AGAIN` together. Runs that go on beside each other say `--later`: what fails in them is only written down there, and
 * `--those-later` runs it when all have ended.
 */
import { dirname, join, relative, resolve } from "node:path";
import { ROOT } from "./release.ts";
import { argumentsFor, type Failed, failedTests, fromLine, KEPT, lineOf, MOST_AGAIN } from "./test/again.ts";
import { groups } from "./test/groups.ts";
import { nearTests } from "./test/near.ts";
import { ALONE } from "./test/nightly.ts";

const TESTS = join(ROOT, "tests");
const OUT = join(ROOT, "dist", "tests");
/** Test files that `--near` runs beside each other; and how long it goes on beginning more, so that all ends within a minute. */
const NEAR_AT_ONCE = 10, NEAR_MS = 25_000;
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

const OWN = ["--near", "--once-more", "--later", "--those-later"];
const args = Deno.args.filter((arg) => !OWN.includes(arg) && !arg.startsWith("--ignore="));
const says = (own: string) => Deno.args.includes(own);
if (says("--those-later")) {
  const failed = noted().map(fromLine);
  Deno.exit(failed.length > 0 ? await runAgain(failed) : 0);
}

if (says("--near")) Deno.exit(await runNear());

const paths = args.filter((arg) => !arg.startsWith("-")).map((arg) => resolve(arg));
const isBelow = (path: string, folder: string) => path.startsWith(`${folder}/`);
const named = paths.some((path) => isBelow(`${path}/`, TESTS));
const leftOut = Deno.args.filter((arg) => arg.startsWith("--ignore=")).flatMap((arg) =>
  arg.slice("--ignore=".length).split(",").map((path) => resolve(path))
);
// A folder's slow tests run where they are named themselves.
const slow = ALONE.map((path) => join(TESTS, path)).filter((file) =>
  paths.some((path) => isBelow(file, path)) && !paths.includes(file)
);
const files = named ? [] : given(testFiles(TESTS, leftOut)).map((path) => relative(ROOT, path));
const ignore = [...leftOut, ...slow].map((path) => relative(ROOT, path));
const { code, said } = await run([
  ...files,
  ...args,
  ...(ignore.length > 0 ? [`--ignore=${ignore.join(",")}`] : []),
]);
Deno.exit(code !== 0 && (says("--once-more") || says("--later")) ? await again(said) : code);

/** Runs tests from the nearest on, some at a time, until a developer has waited long enough; gives the exit status. */
async function runNear(): Promise<number> {
  const began = Date.now(), near = nearTests(ROOT);
  let ran = 0;
  while (ran < near.length && Date.now() - began < NEAR_MS) {
    const some = near.slice(ran, ran += NEAR_AT_ONCE);
    const { code } = await run(["--no-check", ...args, ...some]);
    if (code !== 0) return code;
  }
  console.log(
    ran < near.length
      ? `${ran} of ${near.length} test files that reach the change, the nearest; deno task test runs all`
      : `all ${near.length} test files that reach the change`,
  );
  return 0;
}

/** Runs once more what failed, by itself, or writes it down for later; gives the exit status. */
async function again(said: string): Promise<number> {
  const failed = failedTests(said), before = noted().length;
  if (!failed) return 1;
  if (failed.length + before > MOST_AGAIN) {
    console.log(
      `${failed.length} tests failed, and ${before} were run once more already: no more than ${MOST_AGAIN} are`,
    );
    return 1;
  }
  const lines = failed.map((one) => `${lineOf(one)}\n`).join("");
  if (AGAIN) Deno.writeTextFileSync(AGAIN, lines, { append: true });
  if (!says("--later")) return await runAgain(failed);
  console.log(`to run once more, when nothing is beside them:\n${lines}`);
  return 0;
}

/** Runs these by themselves; gives the exit status. */
async function runAgain(failed: readonly Failed[]): Promise<number> {
  const told = failed.map(lineOf).join("\n");
  console.log(`once more, by themselves:\n${told}`);
  const { code } = await run(["--no-check", ...argumentsFor(failed)], { DENO_JOBS: "1" });
  if (code === 0) console.log(`failed beside others and passed alone:\n${told}`);
  return code;
}

/** What runs that name the same file have written down, a line a test. */
function noted(): string[] {
  try {
    return AGAIN ? Deno.readTextFileSync(AGAIN).split("\n").filter((line) => line !== "") : [];
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
