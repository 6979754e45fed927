/** What is plugged in, the configuration that is made of an address, and what Direwolf prints. */
import assert from "node:assert/strict";
import { readConnection } from "../../src/box/drivers/table.ts";
import { soundConf, stickConf } from "../../src/box/radio/conf.ts";
import { deviceLines, hostDevices } from "../../src/box/radio/devices.ts";
import { hostFiles } from "../../src/box/radio/host_files.ts";
import { missingPrograms, programPath, programsOf } from "../../src/box/radio/programs.ts";
import { readSaid } from "../../src/box/radio/direwolf_lines.ts";
import { howLoud, levelBar } from "../../src/box/senses/loudness.ts";
import { hostTree } from "../kit/host_tree.ts";
import { withFolder } from "../kit/server.ts";

Deno.test("cards, their pins, sticks and serial ports are found in the system's trees", () =>
  withFolder(async (folder) => {
    const devices = await hostDevices(hostFiles(hostTree(folder)));
    assert.deepEqual(devices, {
      cards: [
        { id: "PCH", name: "HDA Intel PCH", captures: true, plays: true },
        { id: "Device", name: "USB Audio Device", captures: true, plays: true, hid: "/dev/hidraw3" },
        { id: "Speakers", name: "USB Speakers", captures: false, plays: true },
      ],
      serial: ["/dev/serial/by-id/usb-FTDI_FT232R_A1B2-if00-port0"],
      sticks: [{ serial: "00000144", name: "RTL2838UHIDIR" }],
    });
    const lines = deviceLines(devices);
    assert.deepEqual(lines.map(({ address }) => address), [
      "sound://PCH",
      "sound://Device",
      undefined,
      "rtlsdr://00000144",
      undefined,
    ]);
    assert.match(lines[1]!.what, /keys a transmitter by itself \(CM108, \/dev\/hidraw3\)/);
  }));

Deno.test("a host without sound, sticks and ports has nothing, and one without the trees too", () =>
  withFolder(async (folder) => {
    const nothing = { cards: [], serial: [], sticks: [] };
    assert.deepEqual(await hostDevices(hostFiles(folder)), nothing);
    Deno.mkdirSync(`${folder}/proc/asound`, { recursive: true });
    Deno.writeTextFileSync(`${folder}/proc/asound/cards`, "--- no soundcards ---\n");
    assert.deepEqual(await hostDevices(hostFiles(folder)), nothing);
  }));

const addressOf = (text: string) => {
  const read = readConnection(text);
  assert.ok(typeof read !== "string", String(read));
  return read.address;
};

Deno.test("a card that only receives names no pin and sends its sound nowhere; no port of it is on the network", () => {
  const text = soundConf(addressOf("sound://Device?site=OE1XYZ-10&ptt=cm108"), "OE1XYZ-10");
  assert.deepEqual(text.split("\n").slice(1), [
    "ADEVICE plughw:Device,0 null",
    "ACHANNELS 1",
    "CHANNEL 0",
    "MYCALL OE1XYZ-10",
    "MODEM 1200",
    "AGWPORT 0",
    "KISSPORT 0",
    "",
  ]);
  assert.match(
    stickConf(addressOf("rtlsdr://00000144?mhz=144.8&baud=9600"), "OE1XYZ"),
    /stdin null\n.*MODEM 9600\n/s,
  );
});

Deno.test("a card that may transmit names its pin, each kind in Direwolf's own words", () => {
  const line = (ptt: string) =>
    /^PTT.*$/m.exec(soundConf(addressOf(`sound://Device?tx=on&ptt=${ptt}`), "OE1XYZ-10"))?.[0];
  assert.equal(line("cm108"), "PTT CM108");
  assert.equal(line("cm108:/dev/hidraw3"), "PTT CM108 /dev/hidraw3");
  assert.equal(line("rts:/dev/serial/by-id/usb-FTDI-if00"), "PTT /dev/serial/by-id/usb-FTDI-if00 RTS");
  assert.equal(line("dtr:/dev/ttyUSB0"), "PTT /dev/ttyUSB0 DTR");
  assert.equal(line("gpio:25"), "PTT GPIO 25");
  assert.equal(line("rig:localhost:4532"), "PTT RIG 2 localhost:4532");
  assert.equal(line("vox"), undefined);
  const text = soundConf(addressOf("sound://Device?tx=on&ptt=vox"), "OE1XYZ-10");
  assert.match(text, /^ADEVICE plughw:Device,0 plughw:Device,0$/m);
});

Deno.test("an address that does not fit is refused with the field and what it takes", () => {
  for (
    const [text, said] of [
      ["sound://De.vice", /sound: takes the name of a sound card/],
      ["sound:/dev/snd", /sound: takes the name of a sound card/],
      ["sound://Device?pcm=a%0Ab", /pcm takes the name of an ALSA device/],
      ["sound://Device?ptt=cm108%0AKISSPORT 8001", /ptt takes vox/],
      ["sound://Device?ptt=rts:/dev/x%20RTS", /ptt takes vox/],
      ["sound://Device?ptt=constructor", /ptt takes vox/],
      ["sound://Device?ptt=gpio:", /ptt takes vox/],
      ["sound://Device?tx=on", /tx=on needs ptt/],
      ["sound://Device?baud=4800", /baud takes 300, 1200, 9600/],
      ["rtlsdr://1", /mhz takes 24 to 1766/],
      ["rtlsdr://1?mhz=2000", /mhz takes 24 to 1766/],
      ["rtlsdr://1?mhz=144.8&gain=-d", /gain takes 0 to 99/],
      ["rtlsdr://1?mhz=144.8&ppm=x", /ppm takes -999 to 999/],
      ["rtlsdr://1?mhz=144.8&tx=on", /'tx' is nothing that rtlsdr: takes/],
    ] as const
  ) {
    const read = readConnection(text);
    assert.match(typeof read === "string" ? read : "taken", said, text);
  }
});

Deno.test("what Direwolf prints is read: where frames are, how loud they are, and what is worth a line of the log", () => {
  assert.deepEqual(readSaid("Virtual KISS TNC is available on /dev/pts/4"), {
    kind: "ready",
    device: "/dev/pts/4",
  });
  assert.deepEqual(readSaid("OE2FND-7 audio level = 50(13/12)    [NONE]   |||||||__"), {
    kind: "loudness",
    loudness: { level: 50 },
  });
  assert.deepEqual(
    readSaid("ADEVICE0: Sample rate approx. 44.1 k, 0 errors, receive audio levels CH0 73"),
    { kind: "loudness", loudness: { any: 73 } },
  );
  assert.deepEqual(readSaid("[0.3] OE2FND-7>APRS:!4812.01N/01618.00E[on foot"), { kind: "frame" });
  assert.deepEqual(readSaid("[0L] OE1XYZ-10>APZSVC:>test"), { kind: "frame" });
  assert.equal(readSaid("  "), undefined);
  assert.deepEqual(readSaid("Audio input level is too high.\x1b[31m"), {
    kind: "notice",
    text: "Audio input level is too high..[31m",
  });
  assert.deepEqual([24, 25, 100, 101].map(howLoud), ["low", "good", "good", "high"]);
  assert.equal(levelBar(50), "[#####...............] 50");
  assert.equal(levelBar(999), `[${"#".repeat(20)}] 999`);
});

Deno.test("a program that no folder has is named with the one command that installs it", () =>
  withFolder((folder) => {
    assert.deepEqual(missingPrograms(["direwolf", "rtl_fm"], ["/nowhere", folder]), [
      "direwolf is not installed: sudo apt install direwolf",
      "rtl_fm is not installed: sudo apt install rtl-sdr",
    ]);
    Deno.writeTextFileSync(`${folder}/direwolf`, "");
    assert.equal(programPath("direwolf", ["/nowhere", folder]), `${folder}/direwolf`);
    assert.deepEqual(missingPrograms(programsOf("rtlsdr://1"), [folder]), [
      "rtl_fm is not installed: sudo apt install rtl-sdr",
    ]);
    return Promise.resolve();
  }));
