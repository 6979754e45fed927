/** What tasks do where somebody else is in their way. */
import assert from "node:assert/strict";
import { start } from "../../tools/bench/processes.ts";
import { isLocked } from "../../tools/peers.ts";

Deno.test("apt's lock is waited for; what is wrong with a package is said at once", () => {
  assert.ok(isLocked("E: Could not get lock /var/lib/apt/lists/lock. It is held by process 4711 (apt-get)"));
  assert.ok(isLocked("E: Unable to acquire the dpkg frontend lock, is another process using it?"));
  assert.ok(!isLocked("E: Unable to locate package no-such-package"));
});

Deno.test("a process of the bench that ends before it answers is started on another port, and then given up", async () => {
  const folder = await Deno.makeTempDir({ prefix: "bench-" });
  try {
    await Deno.writeTextFile(
      `${folder}/taken.sh`,
      `#!/bin/sh\necho "$PORT" >>${folder}/ports\nexit 1\n`,
      { mode: 0o755 },
    );
    await assert.rejects(start(`${folder}/taken.sh`, [], {}), /ended 3 times before it answered/);
    const ports = (await Deno.readTextFile(`${folder}/ports`)).trim().split("\n");
    assert.equal(new Set(ports).size, 3);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
