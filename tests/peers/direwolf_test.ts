/**
 * A real Dire Wolf decodes audio that its `gen_packets` made; a KISS client in a process of its own posts the frames to a
 * running gateway as an enrolled, signed box; the stations appear, and say what `decode_aprs` says.
 */
import assert from "node:assert/strict";
import { decodeTnc2, isUnreadable } from "../../src/aprs/mod.ts";
import { toBase64Url } from "../../src/base/mod.ts";
import { testApp } from "../kit/app.ts";
import { missing, program } from "../kit/test_data.ts";

const FRAMES = [
  "OE1CAR-9>APDR16,WIDE1-1:!4812.50N/01622.43E>088/036/A=000617Driving",
  "OE3HUT>APRS:=4756.50N/01551.00E-PHG2160 Hut",
  'OE5MIC-7>T7SP5W:`-Lul"4>/]"4T}Mic-E=',
  "OE6CMP>APRS,OE6XDR*,WIDE2-1:!/4^?gSk1P>7P[compressed",
  "OE8WX-13>APRS:@092345z4638.50N/01418.00E_220/004g005t077r000p000P000h50b09900wRSW",
  "OE1CAR-9>APDR16::OE3HUT   :On the way{7",
  "OE9OBJ>APRS:;LEADER   *111111z4730.00N/00945.00E>088/036",
];
const PORT = 18_411;

/** Runs a program to its end and gives what it printed. */
async function output(command: string, args: string[], stdin?: Uint8Array): Promise<string> {
  const child = new Deno.Command(command, {
    args,
    stdin: stdin ? "piped" : "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  if (stdin) {
    const writer = child.stdin.getWriter();
    await writer.write(stdin);
    await writer.close();
  }
  const { stdout } = await child.output();
  return new TextDecoder("latin1").decode(stdout);
}

/** Waits until `ready` gives something; polls, since these are other processes. */
async function until<T>(what: string, ready: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (let tries = 0; tries < 240; tries++) {
    const value = await ready();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`waited a minute for ${what}`);
}

/** Dire Wolf on the audio file, its KISS port on loopback. Standard input stays open, as it ends with it. */
async function startDirewolf(folder: string, wav: Uint8Array) {
  await Deno.writeTextFile(
    `${folder}/direwolf.conf`,
    `ADEVICE stdin null\nACHANNELS 1\nCHANNEL 0\nMYCALL N0CALL\nMODEM 1200\nAGWPORT 0\nKISSPORT ${PORT}\n`,
  );
  const child = new Deno.Command(program("direwolf")!, {
    args: ["-c", `${folder}/direwolf.conf`, "-t", "0", "-q", "d", "-r", "44100", "-"],
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  return {
    /** The client must be connected first: frames are not kept for it. */
    play: () => writer.write(wav.subarray(44)),
    async end() {
      await writer.abort().catch(() => {});
      try {
        child.kill("SIGKILL");
      } catch {
        // It has ended by itself.
      }
      await child.status;
    },
  };
}

Deno.test("stations that Dire Wolf hears appear, posted by an enrolled box that signs", async () => {
  const how = "deno task peers";
  if (
    ["direwolf", "gen_packets", "decode_aprs"].some((name) => missing(name, program(name) !== undefined, how))
  ) return;
  const folder = await Deno.makeTempDir({ prefix: "direwolf-" });
  const app = testApp();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => app.handler(request),
  );
  const url = `http://127.0.0.1:${server.addr.port}`;
  let direwolf: Awaited<ReturnType<typeof startDirewolf>> | undefined;
  let client: Deno.ChildProcess | undefined;
  let lines: ReadableStreamDefaultReader<string> | undefined;
  try {
    // The test's clock stands still; signatures are checked against it, so it is set to the real one.
    app.world.pass(Math.floor(Date.now() / 1000) - app.world.now());
    await Deno.writeTextFile(`${folder}/frames.txt`, FRAMES.join("\n") + "\n");
    await output(program("gen_packets")!, ["-o", `${folder}/frames.wav`, `${folder}/frames.txt`]);
    const wav = await Deno.readFile(`${folder}/frames.wav`);
    const { body: { code } } = await app.operator.post("/api/admin/boxes/codes", { label: "Dire Wolf" });
    direwolf = await startDirewolf(folder, wav);
    await until("Dire Wolf's KISS port", async () => {
      try {
        (await Deno.connect({ hostname: "127.0.0.1", port: PORT })).close();
        return true;
      } catch {
        return undefined;
      }
    });
    const args = [
      "run",
      "--no-prompt",
      "--allow-net=127.0.0.1",
      "--allow-env=BOX_KEY",
      "tools/kiss_client.ts",
    ];
    client = new Deno.Command(Deno.execPath(), {
      args: [
        ...args,
        "--url",
        url,
        "--kiss",
        `127.0.0.1:${PORT}`,
        "--box",
        "wolf",
        "--site",
        "OE1WLF-10",
        "--enroll",
        code,
      ],
      env: { BOX_KEY: toBase64Url(new Uint8Array(32).fill(7)) },
      cwd: new URL("../..", import.meta.url),
      stdout: "piped",
      stderr: "null",
    }).spawn();
    lines = client.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let said = "";
    while (!said.includes("reading")) {
      const { value, done } = await lines.read();
      assert.ok(!done, `the client ended: ${said}`);
      said += value;
    }
    assert.equal(
      (await app.operator.post("/api/admin/boxes/wolf/trust", { trusted: true, sites: ["OE1WLF-10"] }))
        .status,
      200,
    );
    await direwolf.play();
    const stations = await until("the stations", async () => {
      const { body } = await app.visitor.get("/api/stations");
      return body.stations.length >= 5 && body.objects.length === 1 ? body.stations : undefined;
    });
    const heard = new Map(stations.map((station: { call: string }) => [station.call, station]));
    for (const frame of FRAMES) {
      const packet = decodeTnc2(frame);
      assert.ok(!isUnreadable(packet));
      if (packet.content.kind !== "position") continue;
      const { lat, lon, symbol, speedKmh, course } = packet.content;
      // deno-lint-ignore no-explicit-any -- an answer's row
      const station = heard.get(packet.source) as any;
      assert.deepEqual(
        [station.lat, station.lon, station.symbol, station.speedKmh, station.course],
        [lat, lon, symbol, speedKmh ?? null, course ?? null],
        frame,
      );
    }
    // Who was heard itself, and who only through a digipeater, is told apart; the box's site is trusted.
    const evidence = (base: string) =>
      app.stations.fixes([base], 0, app.world.now() + 3600)[0]!.hearings.map((
        { trusted, direct },
      ) => [trusted, direct]);
    assert.deepEqual([evidence("OE1CAR"), evidence("OE6CMP")], [[[true, true]], [[true, false]]]);
    const { body: { messages } } = await app.visitor.get("/api/messages?to=OE3HUT");
    assert.deepEqual(messages.map(({ body, msgNo }: Record<string, string>) => [body, msgNo]), [[
      "On the way",
      "7",
    ]]);
    // The same frames through decode_aprs.
    const said2 =
      (await output(program("decode_aprs")!, [], new TextEncoder().encode(FRAMES.join("\n") + "\n")))
        // deno-lint-ignore no-control-regex -- terminal colours
        .replace(/\x1b\[[0-9;]*[A-Za-z]/g, "");
    for (
      const part of [
        "N 48 12.5000, E 016 22.4300, 41 MPH, course 88, alt 617 ft",
        "N 47 56.5000, E 015 51.0000",
      ]
    ) {
      assert.ok(said2.includes(part), part);
    }
  } finally {
    try {
      client?.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
    await lines?.cancel();
    await client?.status;
    await direwolf?.end();
    await server.shutdown();
    app.close();
    await Deno.remove(folder, { recursive: true });
  }
});
