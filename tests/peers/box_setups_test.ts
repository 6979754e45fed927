/** The set-ups that are said to work: each reads, stands on something that is there, and Direwolf's do what they say. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { SETUPS } from "../../src/box/config/setups_table.ts";
import { readConnection } from "../../src/box/drivers/table.ts";
import { realIo } from "../../src/box/io.ts";
import { listenTo } from "../../src/box/run/look.ts";
import { pageHtml } from "../../src/box/state/page_html.ts";
import { setupLines } from "../../src/box/state/setup_lines.ts";
import type { BoxStatus } from "../../src/box/state/status.ts";
import { boxCommand } from "../kit/box_process.ts";
import { audioOf, DIREWOLF } from "../kit/direwolf.ts";
import { eventually } from "../kit/eventually.ts";
import { freePort } from "../kit/free_port.ts";
import { has } from "../kit/peers.ts";
import { ROOT, withFolder } from "../kit/server.ts";

const named = (name: string) => SETUPS.find((one) => one.name === name)!;
const linesOf = (name: string, where: string) =>
  named(name).steps.find((step) => step.where === where)!.lines;

Deno.test("each set-up's connection is one that the box takes, names a site where there is a radio, and stands on something", () => {
  for (const { name, connect, tested, source } of SETUPS) {
    const read = readConnection(connect);
    assert.ok(typeof read !== "string", `${name}: ${read}`);
    assert.equal(read.address.site !== undefined, read.driver.namesSite, name);
    assert.equal(read.address.tx, false, `${name} transmits nothing`);
    assert.ok(tested || source, `${name} is only said to work`);
    if (tested) assert.ok(existsSync(`${ROOT}${tested.file}`), `${name}: ${tested.file}`);
    if (source) assert.equal(new URL(source).protocol, "https:");
  }
  assert.equal(new Set(SETUPS.map(({ name }) => name)).size, SETUPS.length);
});

Deno.test("the handbook, the command and the state page show the same set-ups", async () => {
  const readme = await Deno.readTextFile(`${ROOT}src/handbook/en/box.md`);
  for (
    const word of ["sound card", "RTL-SDR", "AGWPE", "serial KISS TNC", "MeshCom", "LoRa APRS", "APRS-IS"]
  ) {
    assert.ok(readme.includes(word), word);
  }
  const { code, stdout: plain } = await boxCommand(["setups"]);
  assert.equal(code, 0);
  // The program is called as it was started.
  const said = plain.replaceAll("deno run -P main.ts", "main.ts");
  const status = {
    call: "OE1XYZ-10",
    gateway: {},
    clock: {},
    spool: {},
    connections: [],
    tx: { locks: [] },
  } as unknown as BoxStatus;
  const page = pageHtml(status, 0).replaceAll("&amp;", "&").replaceAll("&quot;", '"');
  for (const setup of SETUPS) {
    for (const line of setupLines(setup)) assert.ok(said.includes(line), line);
    for (const line of [setup.name, setup.connect, setup.note]) assert.ok(page.includes(line), line);
  }
});

Deno.test("Direwolf takes the lines as they stand: the stick's pipe brings a packet to the box", async () => {
  if (!has(...DIREWOLF)) return;
  await withFolder(async (folder) => {
    const name = "Direwolf with an RTL-SDR stick", port = freePort();
    const conf = `${folder}/direwolf.conf`;
    const lines = linesOf(name, "direwolf.conf").map((line) => line.replace("8001", String(port)));
    await Deno.writeTextFile(conf, ["AGWPORT 0", ...lines].join("\n") + "\n");
    const [source, program] = linesOf(name, "shell")[0]!.split(" | ");
    assert.match(source!, /^rtl_fm -f 144\.8M /);
    const [command, ...args] = program!.replace("direwolf.conf", conf).split(" ");
    const rate = args[args.indexOf("-r") + 1]!;
    await Deno.writeTextFile(`${folder}/air.txt`, "OE2FND-7>APRS,WIDE1-1:!4812.01N/01618.00E[on foot\n");
    const made = await new Deno.Command("gen_packets", {
      args: ["-r", rate, "-o", `${folder}/air.wav`, `${folder}/air.txt`],
      stdout: "null",
      stderr: "null",
    }).output();
    assert.ok(made.success);
    const audio = (await Deno.readFile(`${folder}/air.wav`)).subarray(44);
    const child = new Deno.Command(command!, { args, stdin: "piped", stdout: "piped", stderr: "null" })
      .spawn();
    const writer = child.stdin.getWriter();
    let said = "";
    const ready = Promise.withResolvers<void>();
    const reading = (async () => {
      for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
        said += text;
        if (/Ready to accept KISS/.test(said)) ready.resolve();
      }
      ready.reject(new Error(`Dire Wolf ended: ${said}`));
    })();
    try {
      await ready.promise;
      const address = named(name).connect.replace("8001", String(port));
      const playing = new AbortController();
      // It keeps no frame for who comes later: the packet is sent again until it was heard.
      const air = (async () => {
        while (!playing.signal.aborted) {
          await writer.write(audio);
          await realIo().wait(300, playing.signal);
        }
      })();
      const heard = await listenTo(address, {
        io: realIo(),
        call: "OE1XYZ-10",
        ms: 3000,
        tell: () => playing.abort(),
      });
      playing.abort();
      await air;
      assert.ok(typeof heard !== "string" && heard.direct >= 1, JSON.stringify(heard) + said);
    } finally {
      child.kill("SIGKILL");
      await writer.abort().catch(() => {});
      await child.status;
      await reading.catch(() => {});
    }
  });
});

Deno.test("Direwolf repeats what asks for it by the handbook's ten lines, in either language", async () => {
  if (!has(...DIREWOLF)) return;
  const blocks = await Promise.all(["en", "de"].map(async (language) => {
    const book = await Deno.readTextFile(`${ROOT}src/handbook/${language}/nodes.md`);
    return /```text\n(ADEVICE[^`]*)```/.exec(book)![1]!;
  }));
  assert.equal(blocks[0], blocks[1]);
  const lines = blocks[0]!.trim().split("\n");
  assert.equal(lines.length, 10);
  await withFolder(async (folder) => {
    // No card here, and no line that keys a transmitter; ports of its own.
    const conf = lines.filter((line) => !line.startsWith("PTT")).join("\n").replace(
      /ADEVICE .*/,
      "ADEVICE stdin null",
    )
      .replace(/(AGWPORT|KISSPORT) .*/g, (_, name) => `${name} ${freePort()}`);
    await Deno.writeTextFile(`${folder}/direwolf.conf`, conf);
    const child = new Deno.Command("direwolf", {
      args: ["-c", `${folder}/direwolf.conf`, "-t", "0", "-r", "44100", "-"],
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    let said = "";
    const reading = (async () => {
      for await (const bytes of child.stdout) said += new TextDecoder().decode(bytes);
    })();
    const writer = child.stdin.getWriter();
    const silence = new Uint8Array(44_100 * 2);
    try {
      await writer.write(
        await audioOf(folder, ["OE1CAR-9>APRS,WIDE2-1:>over the hill", "OE1CAR-9>APRS:>not further"]),
      );
      await eventually("the copy", async () => {
        await writer.write(silence);
        return /OE1CAR-9>APRS,OE1XYZ-10\*:>over the hill/.test(said);
      });
    } finally {
      await writer.abort().catch(() => {});
      child.kill("SIGKILL");
      await Promise.all([child.status, reading]);
    }
    assert.doesNotMatch(said, /Config file.*line/);
    assert.doesNotMatch(said, /OE1XYZ-10.*not further/);
  });
});
