/** A neighbour's visitors on its page: an operator refuses one of them and all, with the reason, and takes them again. */
import assert from "node:assert/strict";
import { newPeer, peerStore } from "../../src/federation/tables/peer_store.ts";
import { SYSOP } from "../kit/app.ts";
import { journey } from "../kit/journey.ts";
import { becomes } from "../kit/waits.ts";

journey(
  "an operator refuses a neighbour's visitor, then all of its visitors, and takes them again",
  async (field, screen) => {
    const { app } = field, phone = await field.phone({ call: SYSOP, screen });
    app.db.writeNow((tx) =>
      peerStore(app.db).add(tx, {
        ...newPeer({ url: "http://192.168.1.9:8787", addedVia: "manual", addedAt: app.world.now() }),
        instance: "b.example",
      })
    );
    const refused = () =>
      app.db.sql<never, { base: string; reason: string }>(
        "SELECT base, reason FROM visitor_refusal ORDER BY base",
      )
        .all().map(({ base, reason }) => `${base} ${reason}`);
    await phone.open("/admin/neighbours/b.example");
    await phone.sees("Nobody of it is refused.");
    await phone.fill("#visitor-call", "oe5abc");
    await phone.fill("#visitor-reason", "Three caches in one minute");
    await phone.press("Refuse OE5ABC");
    await phone.sees("New visits are refused from now on; those that are there stay.");
    assert.deepEqual(refused(), [], "it asks first");
    await phone.press("Yes: Refuse");
    await becomes("one is refused", () => refused().join() === "OE5ABC Three caches in one minute");
    await phone.sees("Three caches in one minute");
    const folder = Deno.env.get("PICTURES");
    if (folder) await phone.picture(`${folder}/visitors-${screen.width}.png`);
    await phone.press("Refuse all visitors of b.example");
    await phone.press("Yes: Refuse");
    await becomes("all are", () => refused().length === 2);
    await phone.sees("All of them");
    await phone.press("Take again");
    await becomes("one is left", () => refused().length === 1);
    await phone.press("Take again");
    await becomes("nobody is left", () => refused().length === 0);
    await phone.sees("Nobody of it is refused.");
    assert.deepEqual(phone.tab.complaints, []);
  },
  { devices: ["phone"], besides: ["desktop"] },
);
