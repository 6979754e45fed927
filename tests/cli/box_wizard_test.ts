/** The first run at a real terminal: what it asks, what it hears before it asks whose receiver it is, and how it ends. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { encodeFrame, encodeKiss } from "../../src/aprs/mod.ts";
import { testTnc } from "../kit/box.ts";
import { has } from "../kit/peers.ts";
import { FLAGS, gateway, ROOT, serverEnv, startServer, withFolder } from "../kit/server.ts";
import { atTerminal, ENTER, NEEDS_TERMINAL } from "../kit/terminal.ts";

Deno.test("the first run at a terminal asks, listens, joins and sees a first frame taken", () =>
  withFolder(async (folder) => {
    if (!has(...NEEDS_TERMINAL)) return;
    const env = serverEnv(join(folder, "data"));
    const server = await startServer(env), tnc = testTnc();
    const { stdout: code } = await gateway(["boxes", "code"], env);
    const dir = join(folder, "box"), main = join(ROOT, "main.ts");
    const terminal = atTerminal(
      `${Deno.execPath()} ${FLAGS.join(" ")} --allow-run=stty,dd,ls ${main} box --dir ${dir} --listen 2`,
      { cwd: folder, env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", LOG_LEVEL: "error" } },
    );
    const info = "=4812.50N/01622.43E>";
    const hearing = setInterval(() => {
      const frame = encodeFrame({ source: "OE1CAR-9", destination: "APRS", path: [], info });
      tnc.hears(encodeKiss(frame!)).catch(() => {});
    }, 100);
    try {
      await terminal.shows("Your station's call");
      await terminal.types(`oe1box-10${ENTER}`);
      await terminal.shows("The gateway's address");
      // A wrong one is tried, and asked for again.
      await terminal.types(`127.0.0.1:1${ENTER}`);
      await terminal.shows("is the gateway running");
      await terminal.shows("Take it all the same?");
      await terminal.types(`n${ENTER}`);
      await terminal.shows("The gateway's address");
      await terminal.types(`${server.url}${ENTER}`);
      await terminal.shows("answers; its clock is");
      await terminal.shows("one-time code");
      await terminal.types(`${code.trim()}${ENTER}`);
      await terminal.shows("Its address");
      await terminal.types(`${tnc.address}${ENTER}`);
      await terminal.shows("direct, 0 relayed");
      await terminal.shows("Is this your own receiver");
      await terminal.types(ENTER);
      await terminal.shows("Joined");
      await terminal.shows("Its operator trusts OE1BOX-10");
      await terminal.shows("taken a first frame?");
      await terminal.types(ENTER);
      await terminal.shows("The gateway took the first");
      await terminal.shows(`${server.url}/admin/receivers`);
      await terminal.shows("▄");
      await terminal.shows("systemd unit");
      await terminal.types(ENTER);
      await terminal.shows("[Service]");
      assert.equal(await terminal.ended(), 0);
      const file = JSON.parse(await Deno.readTextFile(join(dir, "box.json")));
      assert.deepEqual(
        [file.call, file.gateways, file.connections, file.tx],
        ["OE1BOX-10", [server.url], [`${tnc.address}?site=OE1BOX-10`], "off"],
      );
      const { stations } = await (await fetch(`${server.url}/api/stations`)).json();
      assert.deepEqual(stations.map(({ call }: { call: string }) => call), ["OE1CAR-9"]);
    } catch (error) {
      throw new Error(terminal.screen(), { cause: error });
    } finally {
      clearInterval(hearing);
      terminal.kill();
      await tnc.close();
      await server.stop();
    }
  }));
