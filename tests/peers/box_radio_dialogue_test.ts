/**
 * `box radio` at a real terminal: it asks what is connected, real Direwolf listens through real ALSA (whose card is a recording),
 * and what was answered stands in box.json. What is missing is said in words, and nothing is changed.
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { listeningApp, makeBox } from "../kit/box.ts";
import { audioOf, DIREWOLF } from "../kit/direwolf.ts";
import { hostTree } from "../kit/host_tree.ts";
import { has } from "../kit/peers.ts";
import { FLAGS, ROOT, withFolder } from "../kit/server.ts";
import { atTerminal, DOWN, ENTER, NEEDS_TERMINAL, type Terminal } from "../kit/terminal.ts";

const FOUND = "OE2FND-7>APRS,WIDE1-1:!4812.01N/01618.00E[on foot";
const RUNS =
  "--allow-run=stty,dd,ls,/usr/local/bin/direwolf,/usr/bin/direwolf,/usr/local/bin/rtl_fm,/usr/bin/rtl_fm";

/** A configuration of ALSA's in which every card hears a recording. */
async function recorded(folder: string, lines: string[]): Promise<string> {
  await Deno.writeFile(join(folder, "air.raw"), await audioOf(folder, lines));
  const path = join(folder, "asound.conf");
  await Deno.writeTextFile(
    path,
    `</usr/share/alsa/alsa.conf>
pcm.!plughw {
  @args [ CARD DEV ]
  @args.CARD { type string }
  @args.DEV { type integer }
  type file
  slave.pcm "null"
  file "/dev/null"
  infile "${folder}/air.raw"
  format "raw"
}
`,
  );
  return path;
}

/** A box and its dialogue, on a host with two sound cards and a stick. */
async function atRadio(use: (terminal: Terminal, connections: () => string[]) => Promise<void>) {
  await withFolder(async (folder) => {
    const gateway = listeningApp(), dir = join(folder, "box"), tree = hostTree(join(folder, "host"));
    Deno.mkdirSync(dir);
    await makeBox(dir, gateway, { connections: [] });
    const program = join(ROOT, "tests/kit/box_radio.ts");
    const terminal = atTerminal(`${Deno.execPath()} ${FLAGS.join(" ")} ${RUNS} ${program} ${dir} ${tree} 3`, {
      cwd: folder,
      env: {
        NO_COLOR: "1",
        DENO_NO_UPDATE_CHECK: "1",
        LOG_LEVEL: "error",
        ALSA_CONFIG_PATH: await recorded(folder, [FOUND, FOUND]),
      },
    });
    try {
      await terminal.shows("What shall be listened to?");
      await use(terminal, () => JSON.parse(Deno.readTextFileSync(join(dir, "box.json"))).connections);
    } catch (error) {
      throw new Error(terminal.screen(), { cause: error });
    } finally {
      await terminal.kill();
      await gateway.close();
    }
  });
}

const isHere = () => has(...DIREWOLF, ...NEEDS_TERMINAL, "stty", "dd");

Deno.test("a sound card: what keys the radio is asked, Direwolf listens, and the box has the connection", async () => {
  if (!isHere()) return;
  await atRadio(async (terminal, connections) => {
    assert.match(
      terminal.screen(),
      /sound card PCH.*\n.*sound card Device: USB Audio Device, keys a transmitter/s,
    );
    await terminal.types(`${DOWN}${ENTER}`);
    await terminal.shows("What is connected to it?");
    await terminal.shows("the adapter itself keys (CM108)");
    await terminal.types(`${DOWN}${ENTER}`);
    await terminal.shows("Open this radio's own transmit lock?");
    await terminal.types("n");
    await terminal.shows("Listening to sound://Device?ptt=cm108 for 3 s");
    await terminal.shows("direct, 0 relayed");
    await terminal.shows("good between 25 and 100");
    assert.deepEqual(connections(), [], "nothing is taken before the last answer");
    await terminal.shows("Is this your own receiver");
    await terminal.types(ENTER);
    const taken = "sound://Device?ptt=cm108&site=OE1BOX-10";
    await terminal.shows(`The box will listen to ${taken}`);
    assert.equal(await terminal.ended(), 0);
    assert.deepEqual(connections(), [taken]);
  });
});

Deno.test("a stick that cannot be heard: what is missing is said, and the box stays as it was", async () => {
  if (!isHere()) return;
  await atRadio(async (terminal, connections) => {
    await terminal.types(`${DOWN}${DOWN}${ENTER}`);
    if (existsSync("/usr/bin/rtl_fm")) {
      await terminal.shows("On which frequency");
      await terminal.types(ENTER);
      await terminal.shows("there is no receiver stick 00000144");
      await terminal.shows("Take it all the same?");
      await terminal.types("n");
      await terminal.shows("Nothing was changed");
      assert.equal(await terminal.ended(), 0);
    } else {
      await terminal.shows("rtl_fm is not installed: sudo apt install rtl-sdr");
      assert.notEqual(await terminal.ended(), 0);
    }
    assert.deepEqual(connections(), []);
  });
});

Deno.test("who breaks the dialogue off changes nothing", async () => {
  if (!isHere()) return;
  await atRadio(async (terminal, connections) => {
    await terminal.types("\x03");
    await terminal.ended();
    assert.deepEqual(connections(), []);
  });
});
