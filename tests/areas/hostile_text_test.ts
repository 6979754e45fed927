/** Nothing that outside text reaches is held up by much of it, whatever it is made of. */
import assert from "node:assert/strict";

/** A megabyte of each takes half a minute; one pattern that looks back would take years. */
const DEADLINE_MS = 300_000;

Deno.test("much of each hostile family is read, or refused, by everything that outside text reaches", async () => {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--frozen", "-A", new URL("hostile_text.ts", import.meta.url).pathname],
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const timer = setTimeout(() => child.kill("SIGKILL"), DEADLINE_MS);
  const { code, stdout, stderr } = await child.output();
  clearTimeout(timer);
  const fed = new TextDecoder().decode(stdout).trim().split("\n");
  assert.equal(fed.at(-1), "done", `it ended at ${fed.at(-1)}: ${new TextDecoder().decode(stderr)}`);
  assert.equal(code, 0);
  assert.ok(fed.length > 900, `${fed.length} were fed`);
});
