/** The first run at a real terminal: what it asks, what it hears before it asks whose receiver it is, and how it ends. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { encodeFrame, encodeKiss } from "../../src/aprs/mod.ts";
import { testTnc } from "../kit/box.ts";
import { boxCommand } from "../kit/box_process.ts";
import { has } from "../kit/peers.ts";
import { command } from "../kit/command.ts";
import { FLAGS, ROOT, serverEnv, startServer, withFolder } from "../kit/server.ts";
import { atTerminal, DOWN, ENTER, NEEDS_TERMINAL, SPACE, type Terminal } from "../kit/terminal.ts";

Deno.test("the first run at a terminal asks, listens, joins and sees a first frame taken", () =>
  withFolder(async (folder) => {
    if (!has(...NEEDS_TERMINAL)) return;
    const env = serverEnv(join(folder, "data"));
    const server = await startServer(env), tnc = testTnc();
    const { stdout: code } = await command(["boxes", "code"], env);
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
      await terminal.shows("The gateway's address");
      // A wrong one is tried, and asked for again.
      await terminal.types(`127.0.0.1:1${ENTER}`);
      await terminal.shows("is the gateway running");
      await terminal.shows("What now?");
      await terminal.types(`${DOWN}${ENTER}`);
      await terminal.shows("The gateway's address");
      await terminal.types(`${server.url}${ENTER}`);
      await terminal.shows("answers; its clock is");
      await terminal.shows("one-time code");
      // So is a code that this gateway does not know.
      await terminal.types(`ABCD-EFGH-JKLM-NPQR${ENTER}`);
      await terminal.shows("The code is wrong, used, withdrawn or expired");
      await terminal.shows("one-time code");
      await terminal.types(`${code.trim()}${ENTER}`);
      await terminal.shows("Your station's call");
      await terminal.types(`oe1box-10${ENTER}`);
      await terminal.shows("What shall it listen to?");
      await terminal.types(`${SPACE}${ENTER}`);
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
      await terminal.kill();
      await tnc.close();
      await server.stop();
    }
  }));

Deno.test("who has no radio yet goes on without one; a feed that is asked for may be left out again", () =>
  withFolder(async (folder) => {
    if (!has(...NEEDS_TERMINAL)) return;
    const env = serverEnv(join(folder, "data"));
    const server = await startServer(env);
    const { stdout: code } = await command(["boxes", "code"], env);
    const dir = join(folder, "box"), main = join(ROOT, "main.ts"), tnc = testTnc();
    const terminal = atTerminal(
      `${Deno.execPath()} ${FLAGS.join(" ")} --allow-run=stty,dd,ls ${main} box --dir ${dir} --listen 1 ` +
        `--call OE1BOX-10 --gateway ${server.url} --code ${code.trim()}`,
      { cwd: folder, env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", LOG_LEVEL: "error" } },
    );
    const playing: Terminal[] = [];
    try {
      await terminal.shows("What shall it listen to?");
      // A radio by its address, and the feed, which is the third of three.
      await terminal.types(`${SPACE}${DOWN}${DOWN}${SPACE}${ENTER}`);
      await terminal.shows("Its address");
      await terminal.types(`${tnc.address}${ENTER}`);
      await terminal.shows("for 1 s");
      await terminal.shows("0 frames");
      for (
        const why of [
          "1. the radio is on another frequency",
          "2. the squelch",
          "3. the level",
          "4. the serial speed",
          "5. the TNC is not in KISS",
        ]
      ) {
        await terminal.shows(why);
      }
      await terminal.shows("Take it all the same?");
      await terminal.types("n");
      await terminal.shows("latitude and longitude");
      await terminal.types(`somewhere${ENTER}`);
      await terminal.shows("This takes two numbers");
      await terminal.types(`${"\x7f".repeat(9)}${ENTER}`);
      await terminal.shows("Joined");
      await terminal.shows("further addresses");
      await terminal.shows("No radio yet?");
      await terminal.shows("box run --simulate");
      await terminal.shows("systemd unit");
      await terminal.types(`n${ENTER}`);
      assert.equal(await terminal.ended(), 0);
      assert.deepEqual(JSON.parse(await Deno.readTextFile(join(dir, "box.json"))).connections, []);
      // Once more: it is said at once, not behind all the questions.
      const again = await boxCommand(["--dir", dir]);
      assert.match(again.stderr, /has the box oe1box-10 already: box status/);
      assert.notEqual(again.code, 0);
      playing.push(atTerminal(
        `${Deno.execPath()} ${FLAGS.join(" ")} --allow-run=stty,dd,ls ${main} box --dir ${dir} --simulate`,
        { cwd: folder, env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", LOG_LEVEL: "error" } },
      ));
      await playing[0]!.shows("it plays 20 recorded packets");
      await playing[0]!.types("\x03");
      assert.equal(await playing[0]!.ended(), 0);
      await assert.rejects(Deno.stat(join(dir, "simulation")), Deno.errors.NotFound);
    } catch (error) {
      throw new Error(terminal.screen(), { cause: error });
    } finally {
      await terminal.kill();
      await tnc.close();
      await Promise.all(playing.map((one) => one.kill()));
      await server.stop();
    }
  }));

Deno.test("a line with several addresses: the one that answers leads, all are kept; a run that was broken off goes on", () =>
  withFolder(async (folder) => {
    if (!has(...NEEDS_TERMINAL)) return;
    const env = serverEnv(join(folder, "data"));
    const server = await startServer(env), tnc = testTnc();
    const { stdout: code } = await command(["boxes", "code"], env);
    const dir = join(folder, "box"), main = join(ROOT, "main.ts"), away = "http://127.0.0.1:1";
    const run = (line: string) =>
      atTerminal(
        `${Deno.execPath()} ${
          FLAGS.join(" ")
        } --allow-run=stty,dd,ls ${main} box --dir ${dir} --listen 1 ${line}`,
        { cwd: folder, env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", LOG_LEVEL: "error" } },
      );
    const progress = async () => {
      const reply = await fetch(`${server.url}/api/admin/boxes`, {
        headers: { "x-operator-secret": env.OPERATOR_SECRET! },
      });
      return (await reply.json()).openCodes[0]?.progress?.step;
    };
    let terminal = run(`--gateway ${away} --gateway ${server.url} --code ${code.trim()}`);
    try {
      await terminal.shows(`${away}: `);
      await terminal.shows("answers; its clock is");
      await terminal.shows("Your station's call");
      assert.equal(await progress(), "reached");
      await terminal.types(`oe1box-10${ENTER}`);
      await terminal.shows("What shall it listen to?");
      assert.equal(await progress(), "radio");
      await terminal.types("\x03");
      await terminal.ended();
      const { mode } = await Deno.stat(join(dir, "answers.json"));
      assert.equal(mode! & 0o777, 0o600, "the code is in it");

      terminal = run("");
      await terminal.shows(`Go on with what was answered before (OE1BOX-10, ${server.url}, ${away})?`);
      await terminal.types(ENTER);
      await terminal.shows("answers; its clock is");
      await terminal.shows("What shall it listen to?");
      await terminal.types(ENTER);
      await terminal.shows("Joined");
      await terminal.shows("systemd unit");
      await terminal.types(`n${ENTER}`);
      assert.equal(await terminal.ended(), 0);
      const { call, gateways } = JSON.parse(await Deno.readTextFile(join(dir, "box.json")));
      assert.deepEqual([call, gateways], ["OE1BOX-10", [server.url, away]]);
      await assert.rejects(Deno.stat(join(dir, "answers.json")), Deno.errors.NotFound);
    } catch (error) {
      throw new Error(terminal.screen(), { cause: error });
    } finally {
      await terminal.kill();
      await tnc.close();
      await server.stop();
    }
  }));

Deno.test("a connection that is named without its station is asked for at a terminal, and nowhere else", () =>
  withFolder(async (folder) => {
    if (!has(...NEEDS_TERMINAL)) return;
    const env = serverEnv(join(folder, "data"));
    const server = await startServer(env), tnc = testTnc();
    const main = join(ROOT, "main.ts"), terminals: Terminal[] = [];
    try {
      for (const [answer, kept] of [[ENTER, `${tnc.address}?site=OE1BOX-10`], ["n", tnc.address]] as const) {
        const { stdout: code } = await command(["boxes", "code"], env);
        const dir = join(folder, `box${terminals.length}`);
        const terminal = atTerminal(
          `${Deno.execPath()} ${
            FLAGS.join(" ")
          } ${main} box join ${server.url} ${code.trim()} --dir ${dir} ` +
            `--call OE1BOX-10 --box box-${terminals.length} --connect ${tnc.address}`,
          { cwd: folder, env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", LOG_LEVEL: "error" } },
        );
        terminals.push(terminal);
        await terminal.shows("is this your own receiver, at this place?");
        await terminal.types(answer);
        await terminal.shows("Joined");
        if (answer === "n") await terminal.shows("names no station of its own");
        assert.equal(await terminal.ended(), 0);
        assert.deepEqual(JSON.parse(await Deno.readTextFile(join(dir, "box.json"))).connections, [kept]);
      }
    } catch (error) {
      throw new Error(terminals.at(-1)?.screen(), { cause: error });
    } finally {
      await Promise.all(terminals.map((one) => one.kill()));
      await tnc.close();
      await server.stop();
    }
  }));
