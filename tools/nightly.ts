/**
 * `deno task nightly [group]…`: the slow tests, all groups or those named; what was green is written down in
 * `.ci/nightly.json`, with a digest of what it tests. With `--changed` only groups run whose digest is another now, each of
 * the others is told in one line, and nothing is written: that is what CI does.
 */
import { endWhereHelpIsAsked } from "./help.ts";
import { ROOT } from "./release.ts";
import { digestOf, greenWith, readGreen, writeGreen } from "./test/green.ts";
import { NIGHTLY } from "./test/nightly.ts";

endWhereHelpIsAsked(import.meta.url, `\n\nGroups: ${Object.keys(NIGHTLY).join(", ")}`);
const changed = Deno.args.includes("--changed"), named = Deno.args.filter((arg) => !arg.startsWith("-"));
const unknown = named.filter((name) => !(name in NIGHTLY));
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(", ")}: ${Object.keys(NIGHTLY).join(", ")}`);
  Deno.exit(64);
}

let failed = 0;
for (const [name, group] of Object.entries(NIGHTLY)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const digest = digestOf(group);
  if (changed && readGreen()[name]?.green === digest) {
    console.log(`nightly ${name}: skipped, was green with the same contents of what it tests`);
    continue;
  }
  console.log(`nightly ${name}: runs${changed ? ", what it tests has changed" : ""}`);
  const files = [...group.alone, ...group.longer].map((file) => `tests/${file}`);
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "test", "--no-check", "--once-more", ...files],
    cwd: ROOT,
    env: { ...group.env, DENO_JOBS: Deno.env.get("DENO_JOBS") ?? "1" },
  }).spawn().status;
  console.log(`nightly ${name}: ${success ? "green" : "FAILED"}`);
  if (!success) failed++;
  // What was changed while it ran was not tested.
  else if (!changed && digestOf(group) === digest) writeGreen(greenWith(readGreen(), { [name]: digest }));
}
Deno.exit(failed === 0 ? 0 : 1);
