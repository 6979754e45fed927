/** Who may speak for a call: each way out of this instance, for a member who has not proven theirs, and once they have. */
import assert from "node:assert/strict";
import { type Client, refused } from "../../kit/app.ts";
import { letter, partner, poolBids, post } from "../../kit/bbs.ts";
import { instance, withInstances } from "../federation/instances.ts";

const bulletin = (subject: string, given: Record<string, unknown> = {}) =>
  letter({ fromCall: "DL1XYZ", toCall: "ALL@EU", subject, ...given });

Deno.test("what an unproven member writes stays here, and goes out by every way once the call is proven", async () => {
  const a = instance("a.example", { ADMIN_CALLSIGNS: "OE1AAA", BBS_REGION: "AUT.EU" });
  const b = instance("b.example", { ADMIN_CALLSIGNS: "OE2BBB", BBS_REGION: "AUT.EU" });
  await withInstances([a, b], async () => {
    const added = await b.operator.post("/federation/peers", { url: a.url, fingerprint: a.keyPrint });
    assert.equal(added.status, 201, added.text);
    await b.operator.post("/federation/peers/trust", {
      url: a.url,
      trust: "trusted",
      fingerprint: a.keyPrint,
    });
    await partner(a, "OE9XBB", ["EU"]);
    await partner(b, "OE8XBB", ["EU"]);
    const claimed = await a.signIn("DL1XYZ", { verified: false });
    const made = await claimed.post("/api/bbs/messages", bulletin("Claimed"));
    assert.equal(made.status, 201, made.text);
    // Over the air a call is a claim, and a SSID of it is no other.
    const byAir = await post(a, bulletin("By air", { fromCall: "DL1XYZ-7" }), { verified: false });
    const bids = [made.body.bid, byAir.bid];

    /** What is to be found of them beside the list of this gateway. */
    const outside = async () => {
      for (const one of [a, b]) one.world.pass(60);
      const pulled = await b.operator.post("/federation/peers/sync", { url: a.url });
      assert.equal(pulled.body.ok, true, pulled.text);
      const feed = await a.visitor.get("/feeds/bulletins.xml");
      const records = await a.visitor.get("/federation/bulletins");
      const there = await b.visitor.get("/api/bbs/bulletins");
      const has = (text: string) => ["Claimed", "By air"].filter((subject) => text.includes(subject)).length;
      const [own, foreign] = [await poolBids(a, "OE9XBB"), await poolBids(b, "OE8XBB")];
      return {
        feed: has(feed.text),
        records: has(records.text),
        neighbour: has(there.text),
        partner: own.filter((bid) => bids.includes(bid)).length,
        neighboursPartner: foreign.filter((bid) => bids.includes(bid)).length,
      };
    };
    const none = { feed: 0, records: 0, neighbour: 0, partner: 0, neighboursPartner: 0 };
    assert.deepEqual(await outside(), none);
    const here = (await a.visitor.get("/api/bbs/bulletins")).body.bulletins as { subject: string }[];
    assert.deepEqual(here.map(({ subject }) => subject).sort(), ["By air", "Claimed"], "it is taken");

    // What goes on the air at once is refused instead.
    const refusals: [string, () => ReturnType<Client["post"]>][] = [
      ["not_verified", () => claimed.post("/api/tx/aprs", { from: "DL1XYZ", to: "OE1ABC", text: "hi" })],
      ["call_not_verified", () => claimed.post("/api/mailbox", { from: "DL1XYZ", to: "OE1ABC", text: "hi" })],
      [
        "call_not_verified",
        () => claimed.post("/api/my/stations", { callsign: "DL1XYZ-1", roles: ["igate"], lat: 48, lon: 16 }),
      ],
    ];
    for (const [reason, ask] of refusals) await refused(a, 403, reason, ask);

    a.db.writeNow((tx) => a.accounts.verify(tx, "DL1XYZ", "sysop", "OE1AAA", "test"));
    assert.deepEqual(await outside(), {
      feed: 2,
      records: 2,
      neighbour: 2,
      partner: 2,
      neighboursPartner: 2,
    });
    assert.deepEqual(await outside(), {
      feed: 2,
      records: 2,
      neighbour: 2,
      partner: 2,
      neighboursPartner: 2,
    });
  });
});

Deno.test("a claimant's words do not go out in the name of who proves the call", async () => {
  const a = instance("a.example", { ADMIN_CALLSIGNS: "OE1AAA", BBS_REGION: "AUT.EU" });
  await withInstances([a], async () => {
    await partner(a, "OE9XBB", ["EU"]);
    const claimed = await a.signIn("DL1XYZ", { verified: false });
    const { bid } = (await claimed.post("/api/bbs/messages", bulletin("Not mine"))).body;
    a.db.writeNow((tx) => a.people.calls.detach(tx, "DL1XYZ", "OE1AAA", null, null));
    await a.signIn("DL1XYZ");
    a.world.pass(60);
    assert.ok(!(await a.visitor.get("/federation/bulletins")).text.includes("Not mine"));
    assert.ok(!(await a.visitor.get("/feeds/bulletins.xml")).text.includes("Not mine"));
    assert.ok(!(await poolBids(a, "OE9XBB")).includes(bid));
  });
});
