/** `box setups`: what is known to work, with the lines to write. */
import { setupLines, SETUPS } from "../../box/mod.ts";
import { say, sayJson } from "../program.ts";

export function setupsCommand({ json }: { json?: boolean }): void {
  if (json) return sayJson({ setups: SETUPS });
  for (const line of SETUPS.flatMap((setup) => [...setupLines(setup), ""]).slice(0, -1)) say(line);
}
