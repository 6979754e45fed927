/** Which test files share an isolate when all of them run. */

/** Test files of one area, in the order in which they run. */
export interface Group {
  /**
   * Below how many files share one at most and its area's name: that of the first and of the last file, e.g.
   * `12.http/body-to-gates`. The runtime takes files by their names: those that take longest begin first.
   */
  name: string;
  /** Relative to `tests/`, e.g. `http/body_test.ts`. */
  files: string[];
}

/**
 * How many files of a folder below `tests/` share one at most: the longer they take, the fewer, so that groups which run
 * side by side end together. Those who kill programs, send sound or make tarballs are alone.
 */
const TOGETHER: Record<string, number> = { app: 3, cli: 4, release: 1, peers: 1, soak: 1 };
const ELSEWHERE = 12;

/** All groups of these files (paths relative to `tests/`), area by area; no two of an area differ by more than one file. */
export function groups(files: readonly string[]): Group[] {
  const areas = Map.groupBy(files.toSorted(), (path) => path.split("/")[0]!);
  return [...areas].flatMap(([area, all]) => {
    const most = TOGETHER[area] ?? ELSEWHERE, count = Math.ceil(all.length / most);
    const from = (n: number) => Math.floor(n * all.length / count);
    return Array.from({ length: count }, (_, n) => {
      const some = all.slice(from(n), from(n + 1));
      const word = (path: string) =>
        path.slice(area.length + 1).replace(/_test\.ts$/, "").replaceAll("/", ".");
      return {
        name: `${String(most).padStart(2, "0")}.${area}/${word(some[0]!)}-to-${word(some.at(-1)!)}`,
        files: some,
      };
    });
  });
}
