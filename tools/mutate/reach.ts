/** Which test files reach which lines: each test file run once under coverage, kept for the commit it was measured at. */
import { join } from "node:path";

export interface TestFile {
  path: string;
  /** Milliseconds that it took alone. */
  took: number;
  /** Source path to the lines that ran. */
  lines: Record<string, number[]>;
}

/** Runs Deno in `folder` and gives its exit status; killed after `patience` milliseconds, which counts as failed. */
export async function deno(folder: string, args: string[], patience: number): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), {
    args,
    cwd: folder,
    env: {
      DENO_NO_UPDATE_CHECK: "1",
      NO_COLOR: "1",
      DENO_TEST_SANITIZE_OPS: "1",
      DENO_TEST_SANITIZE_RESOURCES: "1",
    },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const timer = setTimeout(() => child.kill("SIGKILL"), patience);
  try {
    return (await child.status).code;
  } finally {
    clearTimeout(timer);
  }
}

/** Test files below the given paths, in the copy of the project at `folder`. */
export function testFiles(folder: string, paths: readonly string[]): string[] {
  const found: string[] = [];
  const walk = (path: string) => {
    if (path.endsWith("_test.ts")) return void found.push(path);
    if (!Deno.statSync(join(folder, path)).isDirectory) return;
    for (const entry of Deno.readDirSync(join(folder, path))) {
      if (entry.isDirectory || entry.name.endsWith("_test.ts")) walk(`${path}/${entry.name}`);
    }
  };
  for (const path of paths) walk(path.replace(/\/$/, ""));
  return found.sort();
}

/** Measures one test file. A file that fails by itself can notice nothing and is an error. */
export async function reachOf(folder: string, path: string): Promise<TestFile> {
  const coverage = Deno.makeTempDirSync({ prefix: "reach-" });
  try {
    const began = performance.now();
    const code = await deno(
      folder,
      ["test", "-A", "--no-check", "--no-prompt", `--coverage=${coverage}`, path],
      600_000,
    );
    const took = performance.now() - began;
    if (code !== 0) throw new Error(`${path} fails without any change`);
    return { path, took, lines: readLcov(Deno.readTextFileSync(join(coverage, "lcov.info")), folder) };
  } finally {
    Deno.removeSync(coverage, { recursive: true });
  }
}

/** Lines that ran, by path below `folder`. */
export function readLcov(text: string, folder: string): Record<string, number[]> {
  const lines: Record<string, number[]> = {};
  let current: number[] = [];
  for (const row of text.split("\n")) {
    if (row.startsWith("SF:")) {
      const path = row.slice(3).replace(`${folder}/`, "");
      current = lines[path] ??= [];
    } else if (row.startsWith("DA:")) {
      const [line, count] = row.slice(3).split(",").map(Number);
      if (count! > 0) current.push(line!);
    }
  }
  return lines;
}
