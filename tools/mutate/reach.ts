/** Which lines a test file runs: measured once under coverage, and kept as long as nothing of the project changes. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { runDeno } from "./patience.ts";

export interface TestFile {
  path: string;
  /** Milliseconds that it took, under coverage. */
  took: number;
  /** Source path to the lines that ran. */
  lines: Record<string, number[]>;
}

/** Half an hour: only a file that never ends takes longer, on however busy a machine. */
const PATIENCE = { cpu: 1800, wall: 1800 };

/** Measures test files of the copy in `folder`; what was measured is kept in `kept`. */
export class Reach {
  constructor(private readonly folder: string, private readonly kept: string) {
    Deno.mkdirSync(kept, { recursive: true });
  }

  /** Undefined for a file that fails twice without any change: it can notice nothing. */
  async of(path: string): Promise<TestFile | undefined> {
    const place = join(this.kept, `${path.replaceAll("/", "-")}.json`);
    try {
      return JSON.parse(Deno.readTextFileSync(place));
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    const measured = await this.measure(path) ?? await this.measure(path);
    if (measured) Deno.writeTextFileSync(place, JSON.stringify(measured));
    return measured;
  }

  private async measure(path: string): Promise<TestFile | undefined> {
    const coverage = Deno.makeTempDirSync({ prefix: "reach-" });
    try {
      const args = ["test", "-A", "--no-check", "--no-prompt", `--coverage=${coverage}`, path];
      const { code, took } = await runDeno(this.folder, args, PATIENCE);
      if (code !== 0) return undefined;
      return { path, took, lines: readLcov(Deno.readTextFileSync(join(coverage, "lcov.info")), this.folder) };
    } finally {
      Deno.removeSync(coverage, { recursive: true });
    }
  }
}

/** One name for all that the files say: another name as soon as any of them changes. */
export function digestOf(folder: string, paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(`${path}\n`).update(Deno.readFileSync(join(folder, path)));
  return hash.digest("hex").slice(0, 16);
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
