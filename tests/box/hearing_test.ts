/** From a TNC to the gateway: what is heard is on the gateway's map, once, and counted. */
import assert from "node:assert/strict";
import { encodeFrame, encodeKiss } from "../../src/aprs/mod.ts";
import { listeningApp, makeBox, runBox, testTnc, until } from "../kit/box.ts";
import { withFolder } from "../kit/server.ts";

const position = (source: string, text = "=4812.50N/01622.43E>", path: string[] = []) =>
  encodeKiss(
    encodeFrame({
      source,
      destination: "APRS",
      path: path.map((hop) => ({ call: hop.replace("*", ""), used: hop.endsWith("*") })),
      info: text,
    })!,
  );

Deno.test("a frame from a TNC is a trusted, direct hearing at the gateway; the sums hold", () =>
  withFolder(async (dir) => {
    const gateway = listeningApp();
    const tnc = testTnc();
    await makeBox(dir, gateway, { connections: [`${tnc.address}?site=OE1BOX-10`] }, { sites: ["OE1BOX-10"] });
    const box = runBox(dir);
    const { spool, connections, sender } = box.parts;
    try {
      await until("the TNC's client", () => tnc.clients.size === 1);
      const frame = position("OE1CAR-9");
      // Cut anywhere; a copy at once, as a second way into the same TNC gives it.
      await tnc.hears(frame.subarray(0, 7));
      await tnc.hears(frame.subarray(7));
      await tnc.hears(frame);
      await tnc.hears(position("OE6FAR", "=4712.50N/01522.43E>", ["OE6XDR*", "WIDE2-1"]));
      await until("both to be taken", () => spool.sums().sent === 2);
      assert.deepEqual(spool.sums(), { in: 2, sent: 2, waiting: 0, rejected: 0, dropped: 0 });
      assert.equal(connections[0]!.state().word, "hearing");
      assert.equal(sender.state.word, "ok");
      const hearings = (base: string) =>
        gateway.app.stations.fixes([base], 0, gateway.app.world.now() + 3600)[0]!.hearings
          .map(({ site, trusted, direct }) => [site, trusted, direct]);
      assert.deepEqual(hearings("OE1CAR"), [["OE1BOX-10", true, true]]);
      assert.deepEqual(hearings("OE6FAR"), [["OE1BOX-10", true, false]]);
    } finally {
      await box.stop();
      await tnc.close();
      await gateway.close();
    }
  }));
