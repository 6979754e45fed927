/** The commands of the receiver box, as processes: join, run, status, watch, switches, and how each ends. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { encodeFrame, encodeKiss } from "../../src/aprs/mod.ts";
import { freePort } from "../kit/free_port.ts";
import { command } from "../kit/command.ts";
import { boxCommand, boxStatus, eventually, startBoxProcess } from "../kit/box_process.ts";
import { testTnc, until } from "../kit/box.ts";
import { has } from "../kit/peers.ts";
import { FLAGS, ROOT, type Server, serverEnv, startServer, withFolder } from "../kit/server.ts";
import { atTerminal, ENTER, NEEDS_TERMINAL, type Terminal } from "../kit/terminal.ts";

const OPERATOR = { "x-operator-secret": "operator-secret-of-a-process", "content-type": "application/json" };

const post = (server: Server, path: string, body: unknown) =>
  fetch(server.url + path, { method: "POST", headers: OPERATOR, body: JSON.stringify(body) });

async function newCode(server: Server): Promise<string> {
  return (await (await post(server, "/api/admin/boxes/codes", {})).json()).code;
}

const frame = (source: string, info = "=4812.50N/01622.43E>") =>
  encodeKiss(encodeFrame({ source, destination: "APRS", path: [], info })!);

const mode = (path: string): number => Deno.statSync(path).mode! & 0o777;

/** A command of the box at a terminal, where this host has one. */
async function atBox(args: string[], dir: string, use: (terminal: Terminal) => Promise<void>): Promise<void> {
  if (!has(...NEEDS_TERMINAL)) return;
  const main = join(ROOT, "main.ts");
  const terminal = atTerminal(
    `${Deno.execPath()} ${FLAGS.join(" ")} ${main} box ${args.join(" ")} --dir ${dir}`,
    {
      cwd: dir,
      env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", LOG_LEVEL: "error" },
    },
  );
  try {
    await use(terminal);
  } catch (error) {
    throw new Error(terminal.screen(), { cause: error });
  } finally {
    await terminal.kill();
  }
}

Deno.test("a box joins under a code, listens, tells its state, obeys its switches and ends well", () =>
  withFolder(async (folder) => {
    const server = await startServer(serverEnv(join(folder, "data")));
    const tnc = testTnc();
    const dir = join(folder, "box"), at = ["--dir", dir];
    const address = `${tnc.address}?site=OE1BOX-10`;
    try {
      const joining = [
        "join",
        server.url,
        await newCode(server),
        "--call",
        "oe1box-10",
        "--connect",
        address,
        ...at,
      ];
      const joined = await boxCommand(joining);
      assert.equal(joined.code, 0, joined.stderr);
      assert.deepEqual(["box.json", "box.key", "box.db"].map((name) => mode(join(dir, name)) & 0o077), [
        0,
        0,
        0,
      ]);
      assert.equal(mode(join(dir, "box.json")), 0o600);
      assert.equal((await boxCommand(joining)).code, 78, "the folder has a box");
      assert.equal((await boxStatus(dir)).code, 2, "it is not running");

      // Of two addresses of its gateway nobody is at the first one.
      const path = join(dir, "box.json"), nobody = `http://127.0.0.1:${freePort()}`;
      const gateways = [nobody, server.url];
      await Deno.writeTextFile(
        path,
        JSON.stringify({ ...JSON.parse(await Deno.readTextFile(path)), gateways }),
      );
      const box = await startBoxProcess(dir);
      assert.match(box.output(), new RegExp(`for ${nobody} or ${server.url}`));
      await eventually(
        "the one that answers",
        () => Promise.resolve(box.output().includes(`gateway: "ok at ${server.url}"`)),
      );
      await until("the TNC's client", () => tnc.clients.size === 1);
      const watching = boxCommand(["watch", "--json", "--most", "1", "--filter", "OE1CAR", ...at]);
      await eventually("a frame that is watched", async () => {
        await tnc.hears(frame("OE1CAR-9", `>${performance.now()}`));
        return await Promise.race([watching.then(() => true), new Promise((r) => setTimeout(r, 300))]) ===
          true;
      });
      const { stdout } = await watching;
      assert.equal(JSON.parse(stdout).source, "OE1CAR-9");
      assert.equal(JSON.parse(stdout).site, "OE1BOX-10");
      const well = await eventually("the frames to be sent", async () => {
        const { code, status } = await boxStatus(dir);
        return code === 0 && status.spool.waiting === 0 && status.spool.in > 0 && status;
      });
      const { in: taken, sent, waiting, rejected, dropped } = well.spool;
      assert.equal(taken, sent + waiting + rejected + dropped);
      assert.equal(well.connections[0]!.state, "hearing");
      assert.equal(well.connections[0]!.in, taken);
      assert.deepEqual([well.gateway.state, well.gateway.address], ["ok", server.url]);
      assert.ok(Math.abs(well.clock.offsetMs!) < 2500, `${well.clock.offsetMs}`);
      assert.deepEqual(well.tx, { on: false, switch: "off", locks: well.tx.locks });
      assert.ok(well.tx.locks.includes("box_off"));
      // A transmitter is tried past its locks alone, and each that is shut is named.
      const untried = await boxCommand(["radio", "--test", "--json", ...at]);
      assert.deepEqual([
        untried.code === 0,
        JSON.parse(untried.stdout).refusals.map(({ rule }: { rule: string }) => rule),
      ], [
        false,
        ["port_off"],
      ]);
      const shut = await boxCommand(["radio", "--test", "--connect", address, ...at]);
      assert.notEqual(shut.code, 0);
      assert.match(shut.stdout, /^Nothing was sent\.\n(?: {2}\S.*\n){2,}$/);
      const { code: pairing, box: paired } = JSON.parse((await boxCommand(["pair", "--json", ...at])).stdout);
      assert.equal(paired, "oe1box-10");
      assert.match(pairing, /^[A-Z2-9]{4,}/);
      // The same over its page, to nobody who comes by another name.
      assert.deepEqual((await (await fetch(`${box.page}/status.json`)).json()).spool, well.spool);
      assert.match(await (await fetch(`${box.page}/metrics`)).text(), /^box_frames_sent_total \d+$/m);
      assert.match(await (await fetch(`${box.page}/`)).text(), /OE1BOX-10/);

      // Silence by a signal, by a key and by a command, each until it is lifted here.
      const silent = async () => (await boxStatus(dir)).status.tx.locks.includes("quiet");
      Deno.kill(box.pid, "SIGUSR1");
      await eventually("silence by a signal", silent);
      assert.equal((await boxCommand(["quiet", "--lift", ...at])).code, 0);
      await atBox(["watch"], dir, async (watch) => {
        await watch.shows("q ends");
        const hears = async (call: string) => {
          await tnc.hears(frame(call, `>${performance.now()}`));
          await watch.shows(`direct   OE1BOX-10 ${call}>APRS`);
        };
        await hears("OE1AAA");
        await watch.types("s");
        await watch.shows("box quiet --lift");
        assert.ok(await silent());
        assert.equal((await boxCommand(["quiet", "--lift", ...at])).code, 0);
        await watch.types("p");
        await watch.shows("paused; p goes on");
        await tnc.hears(frame("OE1BBB"));
        await eventually(
          "it to be heard",
          async () => (await boxStatus(dir)).status.spool.in > well.spool.in + 1,
        );
        await watch.types("p");
        await watch.shows("goes on");
        await hears("OE1CCC");
        assert.doesNotMatch(watch.screen(), /OE1BBB/, "heard while it paused");
        await watch.types("q");
        assert.equal(await watch.ended(), 0);
      });
      assert.equal((await boxCommand(["quiet", ...at])).code, 0);
      assert.ok(await silent());
      assert.equal((await boxCommand(["tx", "dry", ...at])).code, 0);
      assert.ok((await boxStatus(dir)).status.tx.locks.includes("dry"));
      assert.equal((await boxCommand(["tx", "loud", ...at])).code, 64);
      // A hand in the file drops to receive-only, also where the file is looked at half-written: then with the next look.
      const file = join(dir, "box.json");
      await Deno.writeTextFile(file, (await Deno.readTextFile(file)).replace('"dry"', '"on"'));
      await eventually(
        "receive-only",
        async () => (await boxStatus(dir)).status.tx.locks.includes("box_off"),
      );
      await eventually(
        "the file to say so",
        async () => JSON.parse(await Deno.readTextFile(file)).tx === "off",
      );
      const { spool } = await eventually("the rest to be sent", async () => {
        const { status } = await boxStatus(dir);
        return status.spool.waiting === 0 && status;
      });
      assert.equal(await box.stop(), 0);

      // Counters are for ever, and silence is until it is lifted here.
      const resting = await boxCommand(["status", "--json", ...at]);
      assert.equal(resting.code, 2);
      assert.deepEqual(JSON.parse(resting.stdout).spool, spool);
      assert.equal((await boxCommand(["quiet", "--lift", ...at])).code, 0);
      assert.equal(JSON.parse(await Deno.readTextFile(file)).quiet, false);
    } finally {
      await tnc.close();
      await server.stop();
    }
  }));

Deno.test("join says what is wrong by its exit status, and spends nothing for it", () =>
  withFolder(async (folder) => {
    const server = await startServer(serverEnv(join(folder, "data")));
    const dir = join(folder, "box"), at = ["--call", "OE1BOX-10", "--dir", dir];
    try {
      const code = await newCode(server);
      const closed = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const nobody = `http://127.0.0.1:${(closed.addr as Deno.NetAddr).port}`;
      closed.close();
      const ends: [string[], number, RegExp][] = [
        [["join", nobody, code, ...at], 75, /was not reached/],
        [["join", server.url, "AAAA-BBBB-CCCC-DDDD", ...at], 77, /code/i],
        [["join", server.url, code, "--call", "N0CALL", "--dir", dir], 78, /nobody's call/],
        [["join", server.url, code, "--dir", dir], 78, /--call/],
        [["join", server.url, code, ...at, "--connect", "smoke://hill"], 78, /not a kind of connection/],
        [["join", server.url, code, ...at, "--connect", "kiss://hill?site=nobody!"], 78, /site takes/],
        [["join", "http://8.8.8.8", code, ...at], 78, /https/],
        [["log", "--limit", "all", "--dir", dir], 64, /--limit takes a whole number/],
        [["watch", "--most", "0", "--dir", dir], 64, /--most takes a whole number/],
      ];
      // As a process one of them; the others by the program that is loaded here.
      const misspelt = await boxCommand(["jion", server.url, code]);
      assert.equal(misspelt.code, 78, misspelt.stderr);
      assert.match(misspelt.stderr, /unknown command 'jion'/);
      for (const [args, status, says] of ends) {
        const { code, stderr } = await command(["box", ...args]);
        assert.equal(code, status, stderr);
        assert.match(stderr, says);
        assert.equal((await command(["box", "status", "--json", "--dir", dir])).code, 2);
        await assert.rejects(Deno.stat(join(dir, "box.key.joining")), "no key stays that no gateway knows");
      }
      // The code was spent by none of them.
      assert.equal((await boxCommand(["join", server.url, code, ...at])).code, 0);
      const path = join(dir, "box.json"), file = JSON.parse(await Deno.readTextFile(path));
      const gateways = ["http://10.0.0.9:8787", server.url];
      await Deno.writeTextFile(path, JSON.stringify({ ...file, gateways }));
      await atBox(["tx", "on"], dir, async (terminal) => {
        await terminal.shows("You answer for what this box transmits");
        await terminal.shows("Run it dry for a day first");
        await terminal.types(ENTER);
        await terminal.shows("everything but transmit");
        assert.equal(await terminal.ended(), 0);
        assert.equal(JSON.parse(await Deno.readTextFile(path)).tx, "dry");
      });
      // A live box has that id: another one is taken, and the folder's box is a new one.
      const again = await boxCommand(["join", server.url, await newCode(server), ...at, "--again"]);
      assert.equal(again.code, 0, again.stderr);
      assert.match(again.stdout, /as oe1box-10-2 /);
      assert.deepEqual(
        JSON.parse(await Deno.readTextFile(path)).gateways,
        gateways,
        "further addresses stay",
      );
    } finally {
      await server.stop();
    }
  }));
