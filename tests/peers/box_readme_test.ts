/** The README's six lines, as they stand there: a hearing is on the gateway's map, made by a real Dire Wolf. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { recipe } from "../cli/shown_lines.ts";
import { eventually, startBoxProcess } from "../kit/box_process.ts";
import { DIREWOLF, startDirewolf } from "../kit/direwolf.ts";
import { has } from "../kit/peers.ts";
import { FLAGS, ROOT, serverEnv, startServer, withFolder } from "../kit/server.ts";

Deno.test("the README's six lines put a hearing on the gateway's map", async () => {
  if (!has(...DIREWOLF)) return;
  await withFolder(async (folder) => {
    const env = serverEnv(join(folder, "data"));
    const server = await startServer(env);
    const wolf = await startDirewolf(folder);
    const lines = recipe("a receiver box").map((line) => line.replace(/\s{2,}#.*$/, ""));
    assert.equal(lines.length, 6);
    let code = "";
    /** A line as it stands, but for addresses of this test. */
    const run = async (line: string) => {
      const moved = line.replace("http://192.168.1.10:8787", server.url).replace(
        "127.0.0.1:8001",
        `127.0.0.1:${wolf.kissPort}`,
      )
        .replace("ABCD-EFGH-JKLM-NPQR", code)
        .replace("main.ts", `${Deno.execPath()} ${FLAGS.join(" ")} --allow-run=stty,dd,ls ${ROOT}main.ts`);
      const { code: status, stdout, stderr } = await new Deno.Command("bash", {
        args: ["-c", moved],
        cwd: folder,
        env: { ...env, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
        stdout: "piped",
        stderr: "piped",
      }).output();
      return { status, said: new TextDecoder().decode(stdout), wrong: new TextDecoder().decode(stderr) };
    };
    let box: Awaited<ReturnType<typeof startBoxProcess>> | undefined;
    try {
      for (const line of lines) {
        if (line.startsWith("direwolf ")) continue; // it runs already, its radio being a file
        if (/box run &$/.test(line)) {
          box = await startBoxProcess(join(folder, "box"));
          continue;
        }
        const { status, said, wrong } = await run(line);
        // The check tells what is worth a look besides: nothing here is wrong.
        if (line.includes("box check")) assert.ok(status <= 1, said + wrong);
        else assert.equal(status, 0, `${line}\n${said}${wrong}`);
        if (line.includes("boxes code")) code = said.trim();
      }
      await wolf.hears(["OE2FND-7>APRS,WIDE1-1:!4812.01N/01618.00E[on foot"]);
      const station = await eventually("the station", async () => {
        const { stations } = await (await fetch(`${server.url}/api/stations`)).json();
        return stations.find(({ call }: { call: string }) => call === "OE2FND-7");
      });
      assert.deepEqual([station.lat.toFixed(4), station.lon.toFixed(4)], ["48.2002", "16.3000"]);
    } finally {
      await box?.stop();
      await wolf.stop();
      await server.stop();
    }
  });
});

Deno.test("start --with-box runs gateway and box together, joined by itself", async () => {
  if (!has(...DIREWOLF)) return;
  await withFolder(async (folder) => {
    const wolf = await startDirewolf(folder);
    const connect = `kiss://127.0.0.1:${wolf.kissPort}?site=OE1SYS-10`;
    const start = () =>
      startServer(serverEnv(join(folder, "data")), { args: ["start", "--with-box", "--connect", connect] });
    try {
      for (const call of ["OE2FND-7", "OE2FND-8"]) {
        const server = await start();
        await eventually(
          "the station",
          async () => {
            await wolf.hears([`${call}>APRS,WIDE1-1:!4812.01N/01618.00E[on foot`]);
            const { stations } = await (await fetch(`${server.url}/api/stations`)).json();
            return stations.some((one: { call: string }) => one.call === call);
          },
          60_000,
          1000,
        );
        assert.equal(await server.stop(), 0);
      }
    } finally {
      await wolf.stop();
    }
  });
});
