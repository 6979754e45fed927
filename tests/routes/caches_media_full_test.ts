/** A real full disk under the files of uploads: refused by name, nothing left behind, and room heals it. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { testApp } from "../kit/app.ts";
import { CACHE } from "../kit/game.ts";
import { withFolder } from "../kit/server.ts";
import { wavHead } from "../kit/sound.ts";

const wav = (bytes: number) => {
  const file = new Uint8Array(bytes);
  file.set(wavHead(file.length));
  return file;
};

Deno.test("a full disk: an upload answers 503 disk_full and leaves no row, no file and no half of one", () =>
  withFolder(async (folder) => {
    const run = async (...args: string[]) =>
      (await new Deno.Command(args[0]!, { args: args.slice(1), stderr: "null" }).output()).success;
    if (!await run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", folder)) {
      assert.notEqual(Deno.env.get("CI"), "true", "CI may mount a small disk");
      console.log("skipped: this user may not mount a small disk");
      return;
    }
    const app = testApp({}, { dataDir: folder });
    try {
      const owner = await app.signIn("OE1OWN");
      const cache = await owner.post("/api/caches", { title: "Old mill", ...CACHE });
      const path = `/api/caches/${cache.body.id}/media`;
      const files = () => {
        const shelves = [...Deno.readDirSync(join(folder, "media"))].map(({ name }) =>
          join(folder, "media", name)
        );
        return shelves.flatMap((shelf) => [...Deno.readDirSync(shelf)].map(({ name }) => name));
      };
      const kept = await owner.post(path, wav(4000));
      assert.equal(kept.status, 201, kept.text);
      const before = files();
      for (let n = 0; n < 3; n++) {
        const full = await owner.post(path, wav(1_000_000 + n));
        assert.deepEqual([full.status, full.body.reason], [503, "disk_full"], full.text);
      }
      assert.deepEqual(files(), before);
      const rows = app.db.sql<never, { n: number }>("SELECT count(*) AS n FROM media");
      assert.equal(rows.get()!.n, 1);
      // As long as nothing else is written, the room that was there is there again.
      assert.equal((await owner.post(path, wav(100_000))).status, 201);
      assert.equal((await app.visitor.get(kept.body.url)).status, 200);
    } finally {
      app.close();
      await run("umount", folder);
    }
  }));
