/** Real files and programs that tests read in place. */

const FOLDER = Deno.env.get("TEST_DATA") ?? new URL("../../../shared/data", import.meta.url).pathname;

/** Whether something that a test needs is missing; says so, and fails where nothing may be missing (CI). */
export function missing(what: string, there: boolean, how: string): boolean {
  if (there) return false;
  if (Deno.env.get("CI") === "true") throw new Error(`Cannot test without ${what}: ${how}`);
  console.log(`skipped: ${what} is missing (${how})`);
  return true;
}

/** The bytes of a file of the test data, or `undefined` with a printed reason. */
export function dataFile(path: string): Uint8Array | undefined {
  try {
    return Deno.readFileSync(`${FOLDER}/${path}`);
  } catch {
    missing(path, false, "set TEST_DATA to the folder of the test data");
    return undefined;
  }
}

/** Runs a program, or `undefined` with a printed reason when it is not installed. */
export async function runTool(
  name: string,
  args: string[],
  input: Uint8Array,
  how: string,
): Promise<string | undefined> {
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(name, { args, stdin: "piped", stdout: "piped", stderr: "null" }).spawn();
  } catch {
    missing(name, false, how);
    return undefined;
  }
  const writer = child.stdin.getWriter();
  const written = writer.write(input).then(() => writer.close());
  const { stdout } = await child.output();
  await written;
  return new TextDecoder("latin1").decode(stdout);
}
