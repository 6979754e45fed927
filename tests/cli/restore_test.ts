/** What `restore` refuses, and that a refusal changes nothing. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { Database } from "../../src/db/mod.ts";
import { filesWithin } from "../kit/files.ts";
import { command } from "../kit/command.ts";
import { serverEnv, withFolder } from "../kit/server.ts";

Deno.test("a copy into which somebody put a trigger is restored by no one, and nothing changes", () =>
  withFolder(async (folder) => {
    const env = serverEnv(folder), copy = join(folder, "copy.db");
    assert.equal((await command(["migrate"], env)).code, 0);
    assert.equal((await command(["backup", copy], env)).code, 0);
    const doctored = new Database(copy);
    doctored.writeNow((tx) =>
      doctored.exec(tx, "CREATE TRIGGER rise AFTER UPDATE ON account BEGIN DELETE FROM audit_log; END")
    );
    doctored.close();
    const before = filesWithin(folder);
    for (const args of [["restore", "--check", copy], ["restore", copy]]) {
      const { code, stderr } = await command(args, env);
      assert.equal(code, 1, stderr);
      assert.match(
        stderr,
        /not as this program makes its database: it has the trigger rise that no migration/,
      );
      assert.deepEqual(filesWithin(folder), before);
    }
  }));
