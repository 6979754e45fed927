/** Programs and files that others made: a test that needs one says so when it is missing, and fails in CI. */
import { exists, program, testData } from "../kit/test_data.ts";

/**
 * A test against a real peer. `missing` names what is not there and how to get it; then the test is reported as ignored
 * with that sentence, or fails where `CI=true`: programs can be installed. Files that are not ours to carry cannot.
 */
export function peerTest(name: string, missing: string | undefined, run: () => void | Promise<void>): void {
  if (missing === undefined) return Deno.test(name, run);
  if (Deno.env.get("CI") === "true" && !missing.endsWith(NO_DATA)) {
    Deno.test(name, () => {
      throw new Error(missing);
    });
    return;
  }
  console.log(`ignored: ${name}: ${missing}`);
  Deno.test({ name, ignore: true, fn: run });
}

const NO_DATA = "is not under TEST_DATA";

/** Why a program's tests cannot run, if they cannot. */
export const needsProgram = (name: string, debianPackage: string): string | undefined =>
  program(name) ? undefined : `${name} is not installed (apt-get install ${debianPackage})`;

/** Why tests on a data file cannot run, if they cannot. */
export const needsData = (path: string): string | undefined =>
  exists(testData(path)) ? undefined : `${path} ${NO_DATA}`;

/** Runs a program; gives its status and what it printed. */
export async function run(name: string, args: string[], stdin?: string) {
  const child = new Deno.Command(name, { args, stdin: "piped", stdout: "piped", stderr: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  if (stdin !== undefined) await writer.write(new TextEncoder().encode(stdin)).catch(() => {});
  await writer.close().catch(() => {});
  const { code, stdout, stderr } = await child.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}
