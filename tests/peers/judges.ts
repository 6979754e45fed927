/** Asks the readers of `judges/` about a text. */
import { run } from "./peer.ts";

const FOLDER = new URL("./judges/", import.meta.url).pathname;
const ARGS = ["-q", "--config", `${FOLDER}deno.json`, "--lock", `${FOLDER}deno.lock`, "--frozen"];

/** Why the readers are not there, if they are not: they come from npm once. */
export function judgesMissing(): string | undefined {
  const { success } = new Deno.Command(Deno.execPath(), {
    args: ["cache", ...ARGS, `${FOLDER}judge.ts`],
    stdout: "null",
    stderr: "null",
  }).outputSync();
  return success
    ? undefined
    : "packages of tests/peers/judges/deno.json are neither cached nor reachable on npm";
}

type Kind = "adif" | "cot" | "openapi" | "push" | "qr" | "rss";

/** What the reader of that kind makes of the text; throws with its complaint when it refuses it. */
// deno-lint-ignore no-explicit-any -- each reader answers in a shape of its own.
export async function judge(kind: Kind, text: unknown): Promise<any> {
  const { code, stdout, stderr } = await run(
    Deno.execPath(),
    ["run", "-A", ...ARGS, `${FOLDER}judge.ts`],
    JSON.stringify({ kind, text }),
  );
  if (code !== 0) throw new Error(`${kind} reader refused: ${stderr.slice(0, 2000)}`);
  return JSON.parse(stdout);
}
