/** What failed in a run of the tests, as the runtime's report tells it at its end. */

// deno-lint-ignore no-control-regex -- colours of a terminal
const COLOURS = /\x1b\[[0-9;]*m/g;
/** One failed test, or a file that failed outside of its tests. */
const FAILED = /^.* => (\S+):\d+:\d+$|^(\S+) \(uncaught error\)$/;

/** How much of a run's end is looked at, in characters. */
export const REPORT = 1 << 18;

/** The files that failed; `undefined` where the report is not whole or names fewer failures than it counts. */
export function failedFiles(said: string): string[] | undefined {
  const report = said.slice(-REPORT).replace(COLOURS, "");
  const [, list, count] = /\n FAILURES \n\n([\s\S]*?)\n\nFAILED \| [^\n]*?(\d+) failed /.exec(report) ?? [];
  const named = list?.split("\n").map((line) => FAILED.exec(line)).map((found) => found?.[1] ?? found?.[2]);
  if (!named || named.length !== Number(count) || named.includes(undefined)) return undefined;
  return [...new Set(named as string[])];
}
