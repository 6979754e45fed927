/** The line that "Make a code" prints, under the defaults of `start`: pasted into a second process, with a certificate of the gateway's own. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { lineOf } from "../../src/client/admin/receivers/join_line.ts";
import { testTnc } from "../kit/box.ts";
import { boxCommand, boxStatus, eventually, startBoxProcess } from "../kit/box_process.ts";
import { encodeFrame, encodeKiss } from "../../src/aprs/mod.ts";
import { FLAGS, ROOT, startServer, withFolder } from "../kit/server.ts";

Deno.test("the printed line reaches a gateway that makes its own certificates, and pins its authority", () =>
  withFolder(async (folder) => {
    const data = join(folder, "data"), dir = join(folder, "box");
    const start = [Deno.execPath(), ...FLAGS, join(ROOT, "main.ts"), "start", "--call", "OE1XYZ"];
    const server = await startServer({ DATA_DIR: data, LOG_LEVEL: "warning" }, { command: start });
    const tnc = testTnc();
    try {
      const env = await Deno.readTextFile(join(data, "gateway.env"));
      assert.match(env, /^TLS="?own"?$/m, "as start writes it");
      const secret = /OPERATOR_SECRET="(.*)"/.exec(env)![1]!;
      const { addresses } = await (await fetch(`${server.url}/health`)).json();
      const secure = addresses.filter((one: string) => one.startsWith("https:"));
      const made = await (await fetch(`${server.url}/api/admin/boxes/codes`, {
        method: "POST",
        headers: { "x-operator-secret": secret, "content-type": "application/json" },
        body: JSON.stringify({ label: "hill" }),
      })).json();
      assert.match(made.authority, /^[0-9a-f]{64}$/);
      // A name in front that leads nowhere: the box takes the next address.
      const nowhere = "https://nowhere.invalid:8443";
      const line = lineOf(made, [nowhere, ...secure], nowhere);
      assert.match(line, / --authority [0-9a-f]{64}$/);
      const words = line.split(" ").slice(1);
      const at = ["--yes", "--call", "OE1BOX-10", "--connect", tnc.address, "--dir", dir];

      const bare = await boxCommand([...words.slice(0, words.indexOf("--authority")), ...at]);
      assert.equal(bare.code, 75);
      const own = await boxCommand(["--gateway", secure[0], "--code", made.code, ...at]);
      assert.equal(own.code, 75);
      assert.match(own.stderr, /signed by nobody whom this box trusts.*--authority/s);
      const other = ["--gateway", secure[0], "--code", made.code, "--authority", "ab".repeat(32), ...at];
      const strange = await boxCommand(other);
      assert.equal(strange.code, 77, strange.stderr);
      assert.match(strange.stderr, /another fingerprint/);

      const joined = await boxCommand([...words, ...at]);
      assert.equal(joined.code, 0, joined.stderr);
      assert.match(joined.stdout, /names no station of its own: what it hears counts for nothing/);
      assert.match(joined.stdout, /\?site=OE1BOX-10 in connections of box\.json/);
      const box = await startBoxProcess(dir);
      await tnc.hears(encodeKiss(
        encodeFrame({
          source: "OE1CAR-9",
          destination: "APRS",
          path: [],
          info: "=4812.50N/01622.43E>",
        })!,
      ));
      await eventually("a frame to be taken over https", async () => {
        const { status } = await boxStatus(dir);
        return status?.spool.sent > 0 && status.gateway.address.startsWith("https:");
      });
      // The page says what is missing: the connection names no station.
      await eventually("the gateway to be told", async () => {
        const { boxes } = await (await fetch(`${server.url}/api/admin/boxes`, {
          headers: { "x-operator-secret": secret },
        })).json();
        return boxes[0].state?.ports[0]?.site === null;
      });
      const { stdout: checked } = await boxCommand(["check", "--dir", dir]);
      assert.match(checked, new RegExp(`ok +gateway ${secure[0]}`));
      assert.match(checked, new RegExp(`WRONG +gateway ${nowhere}: .*lookup`));
      assert.equal(await box.stop(), 0);
    } finally {
      await tnc.close();
      await server.stop();
    }
  }));
