/**
 * `deno task mutate <source file>… [--tests <path>]… [--most <n>] [--sample <n>] [--json]`: does a test notice when a rule is changed?
 *
 * Makes one small change at a time to a copy of the project (the checkout stays as it is) and runs the test files that
 * reach it, those of the changed line and the quickest first, `--most` of them (8). A change after which all of them still pass is
 * printed: either the line does not matter, or a test is missing. `--tests` limits where tests are looked for (`tests`),
 * `--sample` how many changes of each file are tried, spread over it.
 */
import { join, relative } from "node:path";
import { type Change, changesOf } from "./mutate/changes.ts";
import { deno, reachOf, type TestFile, testFiles } from "./mutate/reach.ts";
import { parseArgs } from "node:util";

interface Verdict extends Change {
  path: string;
  /** The test file that failed; `null` when none did. */
  noticedBy: string | null;
}

const ROOT = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

/** A copy of what is checked out, uncommitted changes and the app's built files included. */
function copyOfProject(): string {
  const folder = Deno.makeTempDirSync({ prefix: "mutate-" });
  const listed = new Deno.Command("git", {
    args: ["ls-files", "--cached", "--others", "--exclude-standard"],
    cwd: ROOT,
  }).outputSync();
  const built = Array.from(Deno.readDirSync(join(ROOT, "dist/app"))).flatMap(({ isFile, name }) =>
    isFile ? [`dist/app/${name}`] : []
  );
  for (const path of [...new TextDecoder().decode(listed.stdout).trim().split("\n"), ...built]) {
    const target = join(folder, path);
    Deno.mkdirSync(join(target, ".."), { recursive: true });
    try {
      Deno.copyFileSync(join(ROOT, path), target);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error; // deleted, and not committed yet
    }
  }
  return folder;
}

/** Tries one change and puts the file back. */
async function tryChange(
  folder: string,
  path: string,
  text: string,
  change: Change,
  tests: TestFile[],
): Promise<string | null> {
  Deno.writeTextFileSync(
    join(folder, path),
    text.slice(0, change.start) + change.text + text.slice(change.end),
  );
  try {
    for (const test of tests) {
      const patience = 30_000 + 4 * test.took;
      const args = ["test", "-A", "--no-check", "--no-prompt", "--fail-fast", test.path];
      if (await deno(folder, args, patience) !== 0) return test.path;
    }
    return null;
  } finally {
    Deno.writeTextFileSync(join(folder, path), text);
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: Deno.args,
    allowPositionals: true,
    options: {
      tests: { type: "string", multiple: true, default: ["tests"] },
      most: { type: "string", default: "8" },
      sample: { type: "string", default: "Infinity" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help || positionals.length === 0) {
    console.log("deno task mutate <source file>… [--tests <path>]… [--most <n>] [--sample <n>] [--json]");
    console.log("Example: deno task mutate src/http/gates.ts --tests tests/http --tests tests/policy");
    return;
  }
  const paths = positionals.map((path) => relative(ROOT, Deno.realPathSync(path)));
  const folder = copyOfProject();
  try {
    const reach: TestFile[] = [];
    for (const test of testFiles(folder, values.tests)) {
      progress(`which lines ${test} reaches`);
      reach.push(await reachOf(folder, test));
    }
    reach.sort((a, b) => a.took - b.took);
    const verdicts: Verdict[] = [];
    for (const path of paths) {
      const text = Deno.readTextFileSync(join(folder, path));
      const changes = spread(changesOf(path, text), Number(values.sample));
      for (const [i, change] of changes.entries()) {
        progress(`${path}:${change.line} (${i + 1} of ${changes.length})`);
        const tests = testsFor(reach, path, change.line).slice(0, Number(values.most));
        const noticedBy = await tryChange(folder, path, text, change, tests);
        verdicts.push({ ...change, path, noticedBy });
        // A run takes long: where nobody watches a line move, what passes unnoticed stands in the log at once.
        if (noticedBy === null && !Deno.stderr.isTerminal()) {
          console.error(`${i + 1} of ${changes.length}: ${path}:${change.line}  ${change.what}`);
        }
      }
    }
    progress("");
    if (values.json) console.log(JSON.stringify(verdicts, null, 2));
    else report(paths, verdicts);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/**
 * Test files that may notice a change: those that ran the line first, then those that ran any of the file. Coverage
 * misses lines inside generators and values of modules, so a line that nobody seems to reach is tried all the same.
 */
function testsFor(reach: readonly TestFile[], path: string, line: number): TestFile[] {
  const near = reach.filter(({ lines }) => lines[path]?.includes(line));
  return [...near, ...reach.filter((test) => !near.includes(test) && lines(test, path) > 0)];
}
const lines = (test: TestFile, path: string): number => test.lines[path]?.length ?? 0;

/** At most so many of a list, from all over it. */
function spread<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, all.length / most);
  return all.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}

/** One line on the terminal that the next one overwrites; nothing where output is not a terminal. */
function progress(text: string): void {
  if (Deno.stderr.isTerminal()) Deno.stderr.writeSync(new TextEncoder().encode(`\r\x1b[K${text}`));
}

function report(paths: string[], verdicts: Verdict[]): void {
  for (const path of paths) {
    const own = verdicts.filter((verdict) => verdict.path === path);
    const missed = own.filter(({ noticedBy }) => noticedBy === null);
    const share = own.length === 0 ? 100 : 100 * (1 - missed.length / own.length);
    console.log(`${path}: ${own.length - missed.length} of ${own.length} noticed (${share.toFixed(0)} %)`);
    for (const { line, what } of missed) console.log(`  ${path}:${line}  ${what}`);
  }
}

await main();
