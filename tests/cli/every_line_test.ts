/** Every command line that help shows does what it says, typed as it is shown in a checkout. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { ROOT, withFolder } from "../kit/server.ts";
import { exampleWorld, runLine, shownByHelp } from "./shown_lines.ts";

/** What of a checkout a line needs. */
const CHECKOUT = ["main.ts", "src", "migrations", "dist", "deno.json", "deno.lock"];

Deno.test("every line that help shows runs from a checkout, as shown", async () => {
  const lines = shownByHelp();
  assert.ok(lines.length >= 50, `${lines.length} lines`);
  assert.ok(lines.every((line) => line.includes("main.ts")), lines.find((line) => !line.includes("main.ts")));
  const cache = Deno.env.get("DENO_DIR") ?? join(Deno.env.get("HOME") ?? "/root", ".cache/deno");
  const wrong: unknown[] = [];
  await withFolder(async (home) => {
    // One folder for all lines, so that the runtime finds its compiled modules again; one world after the other in it.
    for (const line of lines) {
      const folder = join(home, "checkout");
      await Deno.mkdir(folder);
      for (const name of CHECKOUT) await Deno.symlink(join(ROOT, name), join(folder, name));
      await exampleWorld(folder, line);
      await runLine(line.replaceAll("main.ts", "deno run -P main.ts"), folder, {
        DENO_DIR: cache,
        PATH: `${join(Deno.execPath(), "..")}:/usr/bin:/bin`,
      }).catch((cause) => wrong.push(cause));
      await Deno.remove(folder, { recursive: true });
    }
  });
  // All of them at once: whoever changes a sentence learns of each line that ends in it.
  assert.equal(wrong.length, 0, wrong.map((cause) => (cause as Error).message).join("\n\n"));
});
