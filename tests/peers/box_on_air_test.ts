/** The box on the air of real Dire Wolfs: what it transmits is decoded, what is digipeated is not heard directly. */
import assert from "node:assert/strict";
import { eventually } from "../kit/eventually.ts";
import { passes } from "../kit/waits.ts";
import { encodeFrame, encodeKiss } from "../../src/aprs/mod.ts";
import { connected } from "../../src/box/services/air/connected.ts";
import { commanding } from "../../src/box/services/commands.ts";
import { gateWatch } from "../../src/box/services/gate_watch.ts";
import { drive, type FbbMessage, session } from "../../src/fbb/mod.ts";
import { ether, NEEDS_AIR, type Wolf } from "../kit/air.ts";
import { stationAt } from "../kit/air_station.ts";
import { partner, post } from "../kit/bbs.ts";
import { listeningApp, makeBox, runBox, until } from "../kit/box.ts";
import { has } from "../kit/peers.ts";
import { withFolder } from "../kit/server.ts";

Deno.test(
  "a commanded message leaves as audio that atest decodes, and a second station hears it",
  () =>
    withFolder(async (dir) => {
      if (!has(...NEEDS_AIR)) return;
      const gateway = listeningApp(), { app } = gateway;
      const air = await ether(dir, { own: {}, other: {} });
      const { own, other } = air.wolves as Record<"own" | "other", Wolf>;
      await makeBox(dir, gateway, { connections: [`${own.kiss}?site=OE1BOX-10&tx=on`], tx: "on" });
      const owner = await app.signIn("OE1BOX");
      const { body: { code } } = await app.ingest.post("/api/box/attic/pair", {});
      await owner.post("/api/box/attic/claim", { code });
      const box = runBox(dir, { services: [gateWatch, commanding(100)] });
      try {
        await until("the connection", () => box.parts.connections[0]!.line);
        const queued = await owner.post("/api/box/attic/command", {
          kind: "message",
          payload: { to: "OE3GHI-7", text: "hello" },
        });
        assert.equal(queued.status, 201, queued.text);
        const line = /OE1BOX>APZSVC,WIDE1-1,WIDE2-1::OE3GHI-7 :hello\{\d{1,5}/;
        await until("the other station", () => line.test(other.log));
        assert.ok((await own.decoded()).some((text) => line.test(text)), (await own.decoded()).join("\n"));
      } finally {
        await box.stop();
        await air.close();
        await gateway.close();
      }
    }),
);

/** A terminal with a TNC: connected mode through its own Dire Wolf's AGWPE port. */
async function terminal(wolf: Wolf, own: string, to: string) {
  const station = await stationAt(wolf, own);
  const circuit = await station.dial(to);
  let screen = "";
  return {
    circuit,
    types: (text: string) => circuit.write(new TextEncoder().encode(text)),
    async shows(text: string): Promise<string> {
      while (!screen.includes(text)) {
        const chunk = await circuit.read();
        assert.ok(chunk, `closed before '${text}': ${screen}`);
        screen += new TextDecoder().decode(chunk);
      }
      const seen = screen;
      screen = "";
      return seen;
    },
    close: station.close,
  };
}

Deno.test(
  "connected mode over the air: a terminal's mailbox, a forwarding session, and silence at once",
  () =>
    withFolder(async (dir) => {
      if (!has(...NEEDS_AIR)) return;
      const gateway = listeningApp(), { app } = gateway;
      const air = await ether(dir, { own: {}, other: {} });
      const { own, other } = air.wolves as Record<"own" | "other", Wolf>;
      const connections = [`${own.agwpe}?site=OE1BOX-10&tx=on`];
      await makeBox(dir, gateway, { connections, tx: "on", services: { bbs: { on: true } } }, {
        services: true,
      });
      const owner = await app.signIn("OE1BOX");
      const { body: { code } } = await app.ingest.post("/api/box/attic/pair", {});
      await owner.post("/api/box/attic/claim", { code });
      await post(app, { fromCall: "OE1ABC", toCall: "OE3XYZ", subject: "Hut", body: "under the stone" });
      await partner(app, "DL1AAA", ["DEU"]);
      const { bid } = await post(app, { toCall: "DL2BBB @ DL1AAA.DEU.EU", subject: "Out", body: "there" });
      const box = runBox(dir, { services: [gateWatch, connected("1", { known: new Set() }, 200)] });
      try {
        await until(
          "the mailbox's call",
          () => own.log.includes("OE1BOX-8") || box.parts.connections[0]!.line,
        );
        await until("the gate", () => box.parts.transmitter.locks().length === 0);
        const person = await terminal(other, "OE3XYZ-7", "OE1BOX-8");
        await person.shows("OE1BOX>\r");
        await person.types("LM\r");
        assert.match(await person.shows("OE1BOX>\r"), /OE1ABC>OE3XYZ Hut/);
        await person.types("B\r");
        await person.shows("73 OE3XYZ");
        await person.close();

        const program = await terminal(other, "DL1AAA", "OE1BOX-8");
        const received: string[] = [], settled: string[] = [];
        const offered: FbbMessage[] = [{
          ...{ type: "P", from: "DL1AAA", at: "OE1SYS", to: "OE3XYZ", bid: "1_DL1AAA" },
          subject: new TextEncoder().encode("Over the air"),
          body: new TextEncoder().encode("Line\r\n"),
        }];
        const software = { name: "T", version: "1" };
        const end = await drive(
          session({ side: "calls", call: "DL1AAA", partner: "OE1BOX", software, mode: "b1" }),
          program.circuit,
          {
            offer: (ask) => offered.filter(({ bid }) => !ask.offered.has(bid)),
            judge: (proposals) => proposals.map(() => ({ answer: "want" as const })),
            received: ({ bid }) => void received.push(bid),
            settle: (outcomes) => void settled.push(...outcomes.map(({ outcome }) => outcome)),
            keep: () => {},
          },
        );
        assert.deepEqual([end.how, received, settled], ["clean", [bid], ["sent"]]);
        await program.close();

        // A session is open, then the switch: not even its end is said.
        const late = await terminal(other, "OE3LAT", "OE1BOX-8");
        await late.shows("OE1BOX>\r");
        // Acknowledgements that are under way are over when the air is silent.
        let heard = -1;
        await eventually(
          "silence on the air",
          async () => {
            const before = heard;
            heard = (await own.decoded()).length;
            return heard === before;
          },
          60_000,
          2000,
        );
        box.parts.switches.change({ quiet: true });
        const before = (await own.decoded()).length;
        await late.types("LM\r");
        await passes(12_000, "longer than a TNC waits before it answers: nothing comes");
        // The TNC still ends the sessions before by itself, without a word; what the box would say goes to OE3LAT.
        const after = (await own.decoded()).slice(before);
        assert.deepEqual(after.filter((line) => !/>(DL1AAA|OE3XYZ-7):$/.test(line)), []);
        await late.close();
      } finally {
        await box.stop();
        await air.close();
        await gateway.close();
      }
    }),
);

Deno.test("what a real digipeater repeats is heard, and not directly", () =>
  withFolder(async (dir) => {
    if (!has(...NEEDS_AIR)) return;
    const gateway = listeningApp(), { app } = gateway;
    const digi = { config: "MYCALL OE1DIG\nDIGIPEAT 0 0 ^WIDE[3-7]-[1-7]$|^TEST$ ^WIDE[12]-[12]$" };
    const air = await ether(dir, { car: {}, digi, own: {} }, [["car", "own"]]);
    const { car, own } = air.wolves as Record<"car" | "digi" | "own", Wolf>;
    const connections = [`${own.kiss}?site=OE1BOX-10`];
    await makeBox(dir, gateway, { connections }, { sites: ["OE1BOX-10"] });
    const box = runBox(dir);
    const sender = await Deno.connect({ hostname: "127.0.0.1", port: car.kissPort });
    try {
      await until("the connection", () => box.parts.connections[0]!.line);
      const path = [{ call: "WIDE1-1", used: false }];
      const info = "=4812.50N/01622.43E>";
      await sender.write(encodeKiss(encodeFrame({ source: "OE1CAR-9", destination: "APRS", path, info })!));
      const hearings = await until("the hearing", () => {
        const [fix] = app.stations.fixes(["OE1CAR"], 0, app.world.now() + 3600);
        return fix && fix.hearings.map(({ site, trusted, direct }) => [site, trusted, direct]);
      });
      assert.deepEqual(hearings, [["OE1BOX-10", true, false]]);
    } finally {
      sender.close();
      await box.stop();
      await air.close();
      await gateway.close();
    }
  }));
