/**
 * `deno task mutate <source file>… [--tests <path>]… [--most <n>] [--look <n>] [--sample <n>] [--jobs <n>] [--json]`: does a
 * test notice when a rule is changed?
 *
 * Makes one small change at a time to a copy of the project (the checkout stays as it is) and runs the test files that
 * reach it, those of the changed line and the quickest first, `--most` of them (8). A change after which all of them still pass is
 * printed: either the line does not matter, or a test is missing. Test files are looked for below `--tests` (`tests`): the
 * `--look` (16) that stand nearest by their imports are measured, and what was measured is kept until the project changes.
 * `--sample` is how many changes of each file are tried, spread over it; `--jobs` how many at once (1).
 */
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { type Change, changesOf } from "./mutate/changes.ts";
import { copyOfProject, pathsOfProject } from "./mutate/copy.ts";
import { importsOf, nearestTests } from "./mutate/nearest.ts";
import { patienceFor, runDeno } from "./mutate/patience.ts";
import { digestOf, Reach, type TestFile } from "./mutate/reach.ts";

interface Trial extends Change {
  path: string;
  /** The test file that failed, or never ended; `null` when none did. */
  noticedBy: string | null;
}

const ROOT = new URL("..", import.meta.url).pathname.replace(/\/$/, "");
const USAGE =
  "deno task mutate <source file>… [--tests <path>]… [--most <n>] [--look <n>] [--sample <n>] [--jobs <n>] [--json]";

/** Tries one change and puts the file back. Gives the path of the test file that noticed it. */
async function tryChange(
  folder: string,
  path: string,
  change: Change,
  tests: TestFile[],
): Promise<string | null> {
  const text = Deno.readTextFileSync(join(folder, path));
  Deno.writeTextFileSync(
    join(folder, path),
    text.slice(0, change.start) + change.text + text.slice(change.end),
  );
  try {
    for (const test of tests) {
      const args = ["test", "-A", "--no-check", "--no-prompt", "--fail-fast", test.path];
      if ((await runDeno(folder, args, patienceFor(test.took))).code !== 0) return test.path;
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
      look: { type: "string", default: "16" },
      sample: { type: "string", default: "Infinity" },
      jobs: { type: "string", default: "1" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help || positionals.length === 0) {
    console.log(USAGE);
    console.log("Example: deno task mutate src/http/gates.ts --tests tests/http --tests tests/policy");
    return;
  }
  const sources = positionals.map((path) => relative(ROOT, Deno.realPathSync(path)));
  const paths = pathsOfProject(ROOT);
  const folders = Array.from({ length: Number(values.jobs) }, () => copyOfProject(ROOT, paths));
  try {
    const kept = join(ROOT, "dist/reach", digestOf(ROOT, paths));
    const reach = new Reach(folders[0]!, kept);
    const imports = importsOf(
      ROOT,
      paths.filter((path) => /^(main\.ts|(src|tests|tools)\/.*\.tsx?)$/.test(path)),
    );
    const trials: Trial[] = [];
    for (const path of sources) {
      const near = nearestTests(imports, path).filter((test) =>
        values.tests.some((at) => test.startsWith(at))
      );
      const tests = await measured(reach, path, near.slice(0, Number(values.look)), Number(values.most));
      const changes = spread(changesOf(path, Deno.readTextFileSync(join(ROOT, path))), Number(values.sample));
      const waiting = changes.entries();
      // Each folder takes the next change as soon as it has tried one.
      await Promise.all(folders.map(async (folder) => {
        for (const [i, change] of waiting) {
          progress(`${path}:${change.line} (${i + 1} of ${changes.length})`);
          const likely = testsFor(tests, path, change.line).slice(0, Number(values.most));
          const trial = { ...change, path, noticedBy: await tryChange(folder, path, change, likely) };
          trials.push(trial);
          // A run takes long: where nobody watches a line move, what passes unnoticed stands in the log at once.
          if (trial.noticedBy === null && !Deno.stderr.isTerminal()) {
            console.error(`unnoticed: ${inWords(trial)}`);
          }
        }
      }));
    }
    progress("");
    trials.sort((a, b) => sources.indexOf(a.path) - sources.indexOf(b.path) || a.start - b.start);
    if (values.json) console.log(JSON.stringify(trials, null, 2));
    else report(sources, trials);
  } finally {
    for (const folder of folders) Deno.removeSync(folder, { recursive: true });
  }
}

/** Measures the given test files, nearest first, until enough of them run something of the source file. */
async function measured(reach: Reach, path: string, near: string[], enough: number): Promise<TestFile[]> {
  const found: TestFile[] = [];
  for (const test of near) {
    progress(`which lines ${test} reaches`);
    const file = await reach.of(test);
    if (!file) console.error(`${test} fails without any change: it is left out`);
    else if (linesIn(file, path) > 0 && found.push(file) === enough) break;
  }
  return found.sort((a, b) => a.took - b.took);
}

/**
 * Test files that may notice a change: those that ran the line first, then those that ran any of the file. Coverage
 * misses lines inside generators and values of modules, so a line that nobody seems to reach is tried all the same.
 */
function testsFor(tests: readonly TestFile[], path: string, line: number): TestFile[] {
  const near = tests.filter(({ lines }) => lines[path]?.includes(line));
  return [...near, ...tests.filter((test) => !near.includes(test))];
}
const linesIn = (test: TestFile, path: string): number => test.lines[path]?.length ?? 0;

/** At most so many of a list, from all over it. */
function spread<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, all.length / most);
  return all.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}

/** One line on the terminal that the next one overwrites; nothing where output is not a terminal. */
function progress(text: string): void {
  if (Deno.stderr.isTerminal()) Deno.stderr.writeSync(new TextEncoder().encode(`\r\x1b[K${text}`));
}

const inWords = ({ path, line, what }: Trial): string => `${path}:${line}  ${what}`;

function report(sources: string[], trials: Trial[]): void {
  for (const path of sources) {
    const own = trials.filter((trial) => trial.path === path);
    const missed = own.filter(({ noticedBy }) => noticedBy === null);
    const share = own.length === 0 ? 100 : 100 * (1 - missed.length / own.length);
    console.log(`${path}: ${own.length - missed.length} of ${own.length} noticed (${share.toFixed(0)} %)`);
    for (const trial of missed) console.log(`  ${inWords(trial)}`);
  }
}

await main();
