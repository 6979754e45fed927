/** Which test files share an isolate when all of them run, and which begin first. */

/** Test files of one area, in the order in which they run. */
export interface Group {
  /** Its area's name and that of the first and of the last file, e.g. `http.body-to-gates`. */
  name: string;
  /** Relative to `tests/`, e.g. `http/body_test.ts`. */
  files: string[];
}

/**
 * Files that take minutes where the others take seconds, each alone, first of all: whatever begins last and takes long
 * leaves a processor with nothing to do. Those that mostly wait come first, and leave it to the others.
 */
const LONG = ["federation/simulator_test.ts"];

/**
 * How many files of a folder below `tests/` share one isolate at most: the longer they take, the fewer, so that groups
 * which run side by side end together. Those who kill programs, send sound or make tarballs are alone.
 */
const TOGETHER: Record<string, number> = { app: 6, cli: 4, release: 1, peers: 1, soak: 1 };
const ELSEWHERE = 20;

/**
 * Folders in the order in which they begin, after those that are not named here. The app's come when types are checked
 * and the real peers have ended: a browser that waits for a processor costs more than one that has it. The groups that
 * take least come last, so that all processors end together.
 */
const ORDER = ["app", "cli", "release", "box", "fbb", "http", "wire", "link", "aprs", "mdns"];

/** All groups of these files (paths relative to `tests/`) as they begin; no two of an area differ by more than one file. */
export function groups(files: readonly string[]): Group[] {
  const alone = LONG.filter((path) => files.includes(path)).map((path) => group([path]));
  const areas = Map.groupBy(files.filter((path) => !LONG.includes(path)).toSorted(), areaOf);
  const inOrder = [...areas].toSorted(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b));
  return alone.concat(inOrder.flatMap(([area, all]) => {
    const count = Math.ceil(all.length / (TOGETHER[area] ?? ELSEWHERE));
    const from = (n: number) => Math.floor(n * all.length / count);
    return Array.from({ length: count }, (_, n) => group(all.slice(from(n), from(n + 1))));
  }));
}

const areaOf = (path: string): string => path.split("/")[0]!;

function group(files: string[]): Group {
  const word = (path: string) =>
    path.slice(areaOf(path).length + 1).replace(/_test\.ts$/, "").replaceAll("/", ".");
  const last = files.length > 1 ? `-to-${word(files.at(-1)!)}` : "";
  return { name: `${areaOf(files[0]!)}.${word(files[0]!)}${last}`, files };
}
