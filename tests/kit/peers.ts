/** Real peers that tests talk to: found, or their absence said. */
import { program } from "./test_data.ts";

/** Whether all of these programs and files are there. With CI=true an absence is a failure, else it is said and the test ends. */
export function has(...needed: string[]): boolean {
  const missing = needed.filter((one) => !program(one));
  if (missing.length === 0) return true;
  const line = `${missing.join(", ")} missing: deno task peers installs it`;
  if (Deno.env.get("CI") === "true") throw new Error(line);
  console.log(`skipped: ${line}`);
  return false;
}
