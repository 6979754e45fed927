import assert from "node:assert/strict";
import { has } from "../kit/peers.ts";
import { withFolder } from "../kit/server.ts";
import { bundle, serves, unpack } from "./bundled.ts";

Deno.test("the tarball for arm64 runs on arm64", async () => {
  const root = "/usr/aarch64-linux-gnu";
  if (
    Deno.build.arch === "aarch64" || !has("npm", "qemu-aarch64-static", `${root}/lib/ld-linux-aarch64.so.1`)
  ) return;
  await withFolder(async (folder) => {
    const home = await unpack(await bundle("arm64"), folder);
    const launcher = `${home}/service-gateway`;
    const text = await Deno.readTextFile(launcher);
    await Deno.writeTextFile(
      launcher,
      text.replace('exec "$here', `exec qemu-aarch64-static -L ${root} "$here`),
    );
    await serves(launcher, folder, async (_, env) => {
      // The script of the box loads there too; what it does is the same on every machine, and slow in an emulator.
      const status = await new Deno.Command(launcher, { args: ["box", "status"], cwd: folder, env }).output();
      assert.equal(status.code, 2, new TextDecoder().decode(status.stderr));
      assert.match(new TextDecoder().decode(status.stderr), /holds no box/);
    });
  });
});
