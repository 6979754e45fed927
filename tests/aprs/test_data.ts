/** Real files and programs that the tests of radio formats read. */
import { exists, missing, testData } from "../kit/test_data.ts";

/** The bytes of a file of the test data, or `undefined` with a printed reason. */
export function dataFile(path: string): Uint8Array | undefined {
  const file = testData(path);
  if (missing(path, exists(file), "set TEST_DATA to the folder of the test data")) return undefined;
  return Deno.readFileSync(file);
}

/** What a program prints for an input, or `undefined` with a printed reason when it is not installed. */
export async function runTool(path: string, input: Uint8Array, how: string): Promise<string | undefined> {
  if (missing(path, exists(path), how)) return undefined;
  const child = new Deno.Command(path, { stdin: "piped", stdout: "piped", stderr: "null" }).spawn();
  const writer = child.stdin.getWriter();
  const written = writer.write(input).then(() => writer.close());
  const { stdout } = await child.output();
  await written;
  return new TextDecoder("latin1").decode(stdout);
}
