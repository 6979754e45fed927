/** The box on the air of real Dire Wolfs: what it transmits is decoded, what is digipeated is not heard directly. */
import assert from "node:assert/strict";
import { commanding } from "../../src/box/services/commands.ts";
import { gateWatch } from "../../src/box/services/gate_watch.ts";
import { ether, NEEDS_AIR } from "../kit/air.ts";
import { listeningApp, makeBox, runBox, until } from "../kit/box.ts";
import { has } from "../kit/peers.ts";
import { withFolder } from "../kit/server.ts";

Deno.test("a commanded message leaves as audio that atest decodes, and a second station hears it", () =>
  withFolder(async (dir) => {
    if (!has(...NEEDS_AIR)) return;
    const gateway = listeningApp(), { app } = gateway;
    const air = await ether(dir, { own: {}, other: {} });
    const { own, other } = air.wolves as { own: typeof air.wolves[string]; other: typeof air.wolves[string] };
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
  }));
