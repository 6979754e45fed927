/** A service box forwards with a real F6FBB over TCP, for a gateway that it reaches over HTTP alone. */
import assert from "node:assert/strict";
import { forwardTo } from "../../src/box/services/mail/forwarding.ts";
import { MailBackend } from "../../src/box/services/mail/backend.ts";
import { partner, post } from "../kit/bbs.ts";
import { listeningApp, makeBox, runBox, until } from "../kit/box.ts";
import { NEEDS_FBB, Xfbbd } from "../kit/fbb_peer.ts";
import { count } from "../kit/people.ts";
import { has } from "../kit/peers.ts";
import { withFolder } from "../kit/server.ts";

Deno.test("mail goes to a real F6FBB and comes from it, each once", () =>
  withFolder(async (dir) => {
    if (!has(...NEEDS_FBB)) return;
    const gateway = listeningApp(), { app } = gateway;
    const fbb = await Xfbbd.start("N0FBB", [{ call: "OE1BOX", password: "OE1BOXPW", mask: 15 }]);
    const door = fbb.door();
    const script = "W Callsign :\nS OE1BOX\nW Password :\nS OE1BOXPW";
    const tcp = { N0FBB: { address: `127.0.0.1:${(door.addr as Deno.NetAddr).port}`, telnet: true, script } };
    await makeBox(dir, gateway, { connections: [], services: { forward: { tcp } } }, { services: true });
    const box = runBox(dir);
    try {
      await until("the gateway", () => box.parts.sender.state.word === "ok");
      await partner(app, "N0FBB", ["USA"]);
      const { bid } = await post(app, {
        toCall: "N0XYZ @ N0FBB.#TST.USA.NOAM",
        subject: "Out",
        body: "to the BBS",
      });
      await fbb.sysop("SP OE3XYZ @ OE1BOX", "In", "from the BBS", "/EX");
      const backend = new MailBackend(box.parts.client), known = new Set<string>();
      const forward = async () => {
        const { partners, federation } = await backend.partners();
        const stop = new AbortController().signal;
        return await forwardTo(box.parts, partners[0]!, {
          federation,
          known,
          sessions: undefined,
          version: "1",
        }, stop);
      };
      const first = await forward();
      assert.deepEqual([first.end, first.words, first.sent, first.received], ["clean", "", 1, 1]);
      assert.equal(count(app, "bbs_forward", "state = 'sent'"), 1, bid);
      const texts = [...(await fbb.stored()).values()].map((bytes) => new TextDecoder().decode(bytes));
      assert.equal(texts.filter((text) => text.includes("to the BBS")).length, 1);
      assert.equal(count(app, "bbs_message", "to_base = 'OE3XYZ'"), 1);
      const again = await forward();
      assert.deepEqual([again.end, again.sent, again.received], ["clean", 0, 0]);
    } finally {
      await box.stop();
      door.close();
      await fbb.stop();
      await gateway.close();
    }
  }));
