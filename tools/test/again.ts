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
/** How many tests may be run once more in a whole run: with more of them no machine was merely busy. */
export const MOST_AGAIN = 3;

/** A test that failed. */
export interface Failed {
  /** The file that the runtime was given. */
  file: string;
  /** The test's name; of a file that failed outside of its tests none. */
  name?: string;
}

/**
 * What failed, once each; `undefined` where what was printed is not whole, names fewer failures than it counts, or one that
 * was not told before. Of a test with steps the whole test.
 */
export function failedTests(printed: string): Failed[] | undefined {
  const said = printed.replace(COLOURS, "");
  const [, list, count] = /\n FAILURES \n\n([\s\S]*?)\n\nFAILED \| [^\n]*?(\d+) failed /.exec(said) ?? [];
  const failures = list?.split("\n");
  if (failures?.length !== Number(count)) return undefined;
  const told = said.split("\n").map((line) => TOLD.exec(line)).filter((found) => found !== null);
  const found: Failed[][] = failures.map((line) => {
    const file = UNCAUGHT.exec(line)?.[1];
    if (file !== undefined) return [{ file }];
    const name = LISTED.exec(line)?.[1];
    return told.filter(([, , one]) => one === name).map(([, file]) => ({
      file: file!,
      name: wholeTest(name!),
    }));
  });
  if (found.some((some) => some.length === 0)) return undefined;
  return [...new Map(found.flat().map((one) => [`${one.file} ${one.name}`, one])).values()];
}

const wholeTest = (name: string): string => name.split(" ... ", 1)[0]!;

/** A failed test as a line, and back: the file never has the arrow in its name. */
export const lineOf = ({ file, name }: Failed): string => name === undefined ? file : `${file} => ${name}`;
export function fromLine(line: string): Failed {
  const [file, ...name] = line.split(" => ");
  return { file: file!, ...(name.length > 0 && { name: name.join(" => ") }) };
}

/** What the runtime is told to run these once more: a file that failed outside of its tests as a whole. */
export function argumentsFor(failed: readonly Failed[]): string[] {
  const files = [...new Set(failed.map(({ file }) => file))];
  if (failed.some(({ name }) => name === undefined)) return files;
  const names = failed.map(({ name }) => name!.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
  return [`--filter=/^(?:${names.join("|")})$/`, ...files];
}
