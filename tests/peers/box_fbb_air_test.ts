/**
 * A service box forwards with a real F6FBB over AX.25: connected mode between two Dire Wolfs, and F6FBB behind the far one.
 * F6FBB itself speaks AX.25 through the kernel's sockets or a TNC with its own firmware; here a node stands between, as in
 * the field: it takes the call and logs in at F6FBB's telnet port.
 */
import assert from "node:assert/strict";
import { gateWatch } from "../../src/box/services/gate_watch.ts";
import { connected, type Shared } from "../../src/box/services/air/connected.ts";
import { forwardTo } from "../../src/box/services/mail/forwarding.ts";
import { MailBackend } from "../../src/box/services/mail/backend.ts";
import type { Circuit } from "../../src/box/drivers/driver.ts";
import { ether, FAST_RATE, NEEDS_AIR, type Wolf } from "../kit/air.ts";
import { stationAt } from "../kit/air_station.ts";
import { partner, post } from "../kit/bbs.ts";
import { listeningApp, makeBox, runBox, until } from "../kit/box.ts";
import { NEEDS_FBB, Xfbbd } from "../kit/fbb_peer.ts";
import { has } from "../kit/peers.ts";
import { count } from "../kit/people.ts";
import { withFolder } from "../kit/server.ts";

const PASSWORD = "OE1BOXPW";
const TIMING = "MODEM 9600\nTXDELAY 10\nTXTAIL 2\nSLOTTIME 1\nPERSIST 255\nFRACK 3\nRETRY 12\nPACLEN 256";

/** The node: whoever calls is logged in at F6FBB under his call, and both ways are joined. */
async function joinToFbb(circuit: Circuit, fbb: Xfbbd): Promise<void> {
  const line = await fbb.dial();
  const text = (words: string) => new TextEncoder().encode(words);
  let said = "";
  const says = async (words: string) => {
    while (!said.includes(words)) said += new TextDecoder("latin1").decode(await line.read());
    said = said.slice(said.indexOf(words) + words.length);
  };
  await says("Callsign :");
  await line.write(text(`${circuit.peer.replace(/-.*/, "")}\r`));
  await says("Password :");
  await line.write(text(`${PASSWORD}\r`));
  if (said !== "") await circuit.write(Uint8Array.from(said, (letter) => letter.charCodeAt(0)));
  const carry = async (from: typeof line | Circuit, to: typeof line | Circuit) => {
    for (let bytes = await from.read(); bytes; bytes = await from.read()) await to.write(bytes);
  };
  // The caller hangs up: a TNC that is told to forgets what is not said yet.
  await Promise.allSettled([carry(circuit, line).finally(() => line.close()), carry(line, circuit)]);
}

Deno.test("mail goes to a real F6FBB over AX.25 and comes from it, each once", () =>
  withFolder(async (dir) => {
    if (!has(...NEEDS_FBB, ...NEEDS_AIR)) return;
    const gateway = listeningApp(), { app } = gateway;
    const fbb = await Xfbbd.start("N0FBB", [{ call: "OE1BOX", password: PASSWORD, mask: 15 }]);
    const air = await ether(dir, { own: { config: TIMING }, far: { config: TIMING } }, [], FAST_RATE);
    const { own, far } = air.wolves as Record<"own" | "far", Wolf>;
    const node = await stationAt(far, "N0FBB");
    const serving = (async () => {
      for (let n = 0; n < 2; n++) await joinToFbb(await node.called(), fbb);
    })();
    const connections = [`${own.agwpe}?tx=on`];
    await makeBox(dir, gateway, { connections, tx: "on" }, { services: true, sites: ["OE1BOX-10"] });
    await app.signIn("OE1BOX");
    const shared: Shared = { known: new Set() };
    const box = runBox(dir, { services: [gateWatch, connected("1", shared, 200)] });
    try {
      await until("the gate", () => box.parts.transmitter.locks().length === 0 && shared.sessions);
      await partner(app, "N0FBB", ["USA"], { connectScript: "C N0FBB" });
      const { bid } = await post(app, {
        toCall: "N0XYZ @ N0FBB.#TST.USA.NOAM",
        subject: "Out",
        body: "over the air",
      });
      await fbb.sysop("SP OE3XYZ @ OE1BOX", "In", "from the BBS", "/EX");
      const forward = async () => {
        const { partners, federation } = await new MailBackend(box.parts.client).partners();
        const { known, sessions } = shared;
        const stop = new AbortController().signal;
        return await forwardTo(box.parts, partners[0]!, { federation, known, sessions, version: "1" }, stop);
      };
      const first = await forward();
      assert.deepEqual([first.end, first.words, first.sent, first.received], ["clean", "", 1, 1]);
      assert.equal(count(app, "bbs_forward", "state = 'sent'"), 1, bid);
      const texts = [...(await fbb.stored()).values()].map((bytes) => new TextDecoder().decode(bytes));
      assert.equal(texts.filter((text) => text.includes("over the air")).length, 1);
      assert.equal(count(app, "bbs_message", "to_base = 'OE3XYZ'"), 1);
      const again = await forward();
      assert.deepEqual([again.end, again.sent, again.received], ["clean", 0, 0]);
      await serving;
    } finally {
      await box.stop();
      await node.close();
      await air.close();
      await fbb.stop();
      await gateway.close();
    }
  }));
