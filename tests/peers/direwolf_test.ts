/** A real Dire Wolf decodes audio of every kind of frame; through a box the stations appear, and say what `decode_aprs` says. */
import assert from "node:assert/strict";
import { decodeTnc2, isUnreadable } from "../../src/aprs/mod.ts";
import { listeningApp, makeBox, runBox, until } from "../kit/box.ts";
import { DIREWOLF, startDirewolf } from "../kit/direwolf.ts";
import { has } from "../kit/peers.ts";
import { withFolder } from "../kit/server.ts";

const SITE = "OE1WLF-10";
const FRAMES = [
  "OE1CAR-9>APDR16,WIDE1-1:!4812.50N/01622.43E>088/036/A=000617Driving",
  "OE3HUT>APRS:=4756.50N/01551.00E-PHG2160 Hut",
  'OE5MIC-7>T7SP5W:`-Lul"4>/]"4T}Mic-E=',
  "OE6CMP>APRS,OE6XDR*,WIDE2-1:!/4^?gSk1P>7P[compressed",
  "OE8WX-13>APRS:@092345z4638.50N/01418.00E_220/004g005t077r000p000P000h50b09900wRSW",
  "OE1CAR-9>APDR16::OE3HUT   :On the way{7",
  "OE9OBJ>APRS:;LEADER   *111111z4730.00N/00945.00E>088/036",
];

/** What decode_aprs says of lines. */
async function decodedByAprs(lines: string[]): Promise<string> {
  const child = new Deno.Command("decode_aprs", { stdin: "piped", stdout: "piped", stderr: "null" }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(lines.join("\n") + "\n"));
  await writer.close();
  const { stdout } = await child.output();
  // deno-lint-ignore no-control-regex -- terminal colours
  return new TextDecoder("latin1").decode(stdout).replace(/\x1b\[[0-9;]*[A-Za-z]/g, "");
}

Deno.test("stations of every kind that Dire Wolf hears appear as decode_aprs reads them", async () => {
  if (!has(...DIREWOLF, "decode_aprs")) return;
  await withFolder(async (dir) => {
    const gateway = listeningApp(), { app } = gateway;
    const wolf = await startDirewolf(dir);
    await makeBox(dir, gateway, { connections: [`kiss://127.0.0.1:${wolf.kissPort}?site=${SITE}`] }, {
      sites: [SITE],
    });
    const box = runBox(dir);
    try {
      await until("the line", () => box.parts.connections[0]!.line && box.parts.sender.state.word === "ok");
      await wolf.hears(FRAMES);
      await until("the frames to be taken", () => box.parts.spool.sums().sent === FRAMES.length);
      const { body: { stations, objects } } = await app.visitor.get("/api/stations");
      assert.deepEqual(objects.map(({ name }: { name: string }) => name), ["LEADER"]);
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
      const said = await decodedByAprs(FRAMES);
      for (
        const part of [
          "N 48 12.5000, E 016 22.4300, 41 MPH, course 88, alt 617 ft",
          "N 47 56.5000, E 015 51.0000",
        ]
      ) {
        assert.ok(said.includes(part), part);
      }
    } finally {
      await box.stop();
      await wolf.stop();
      await gateway.close();
    }
  });
});
