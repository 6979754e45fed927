/** What failed in a run of the tests, as the runtime prints it. */

// deno-lint-ignore no-control-regex -- colours of a terminal
const COLOURS = /\x1b\[[0-9;]*m/g;
/** A test that ended badly, as it is told at once: the file that the runtime was given, and the test's name. */
const TOLD = /^(\S+) => (.+) \.\.\. FAILED \(/;
/** The same in the list at the end, with where the test was declared: that may be in a file that others import. */
const LISTED = /^(.+) => \S+:\d+:\d+$/;
/** A file that failed outside of its tests, in the list at the end. */
const UNCAUGHT = /^(\S+) \(uncaught error\)$/;

/** How much of what was printed is kept, in characters: all of it but of a run that prints without end. */
export const KEPT = 1 << 24;

/**
 * The files that failed, of those that the runtime was given; `undefined` where what was printed is not whole, names fewer
 * failures than it counts, or one that was not told before.
 */
export function failedFiles(printed: string): string[] | undefined {
  const said = printed.replace(COLOURS, "");
  const [, list, count] = /\n FAILURES \n\n([\s\S]*?)\n\nFAILED \| [^\n]*?(\d+) failed /.exec(said) ?? [];
  const failures = list?.split("\n");
  if (failures?.length !== Number(count)) return undefined;
  const told = said.split("\n").map((line) => TOLD.exec(line)).filter((found) => found !== null);
  const files = failures.map((line) => {
    const name = LISTED.exec(line)?.[1];
    return UNCAUGHT.exec(line)?.[1] ?? told.filter(([, , one]) => one === name).map(([, file]) => file!);
  });
  if (files.some((some) => some.length === 0)) return undefined;
  return [...new Set(files.flat())];
}
