/** Bulletins in the federation: three instances on loopback, and the BBS network beside them. */
import assert from "node:assert/strict";
import { pruneBbs } from "../../../src/bbs/jobs.ts";
import { bring, partner, pool, poolBids, post } from "../../kit/bbs.ts";
import type { TestApp } from "../../kit/app.ts";
import { count } from "../../kit/people.ts";
import { suspend } from "../../kit/seed_game.ts";
import { type Instance, instance, withInstances } from "../federation/instances.ts";

const three = () =>
  ["OE1AAA", "OE2BBB", "OE3CCC"].map((call, i) =>
    instance(`${"abc"[i]}.example`, { ADMIN_CALLSIGNS: call, BBS_REGION: "AUT.EU" })
  ) as [Instance, Instance, Instance];

/** `who` follows `whom`, and trusts it unless it is told otherwise. */
async function follow(who: Instance, whom: Instance, { trusted = true } = {}): Promise<void> {
  const added = await who.operator.post("/federation/peers", { url: whom.url, fingerprint: whom.keyPrint });
  assert.equal(added.status, 201, added.text);
  if (!trusted) return;
  const trust = await who.operator.post("/federation/peers/trust", {
    url: whom.url,
    trust: "trusted",
    fingerprint: whom.keyPrint,
  });
  assert.equal(trust.status, 200, trust.text);
}
const pull = async (who: Instance, whom: Instance): Promise<void> => {
  for (const one of [who, whom]) one.world.pass(30);
  const pulled = await who.operator.post("/federation/peers/sync", { url: whom.url });
  assert.equal(pulled.status, 200, pulled.text);
};
const listed = async (app: TestApp, query = "") =>
  (await app.visitor.get(`/api/bbs/bulletins${query}`)).body.bulletins as Record<string, unknown>[];
const bids = async (app: TestApp, query = "") => (await listed(app, query)).map(({ bid }) => bid);

Deno.test("a bulletin is on the others once, goes to an FBB partner of the third under its BID, and expires everywhere", async () => {
  const [a, b, c] = three();
  await withInstances([a, b, c], async () => {
    for (const [who, whom] of [[b, a], [c, a], [c, b]] as const) await follow(who, whom);
    await partner(c, "OE9XBB", ["EU"]);
    const made = await post(a, {
      toCall: "ALL@EU",
      subject: "Flohmarkt",
      body: "Am Samstag",
      lifetimeSec: 7200,
    });
    await post(a, { toCall: "DL1XYZ", body: "personal" });
    for (const [who, whom] of [[b, a], [c, a], [c, b], [c, a]] as const) await pull(who, whom);
    for (const one of [a, b, c]) {
      const [bulletin, ...more] = await listed(one);
      assert.equal(more.length, 0);
      const { bid, fromCall, toCall, at, subject, body, origin, expiresAt, postedAt } = bulletin!;
      assert.deepEqual([bid, fromCall, toCall, at, subject, body, origin], [
        made.bid,
        "OE1ABC",
        "ALL",
        "EU",
        "Flohmarkt",
        "Am Samstag",
        "a.example",
      ]);
      assert.equal(Number(expiresAt) - Number(postedAt), 7200);
      assert.equal(bulletin!.mirrored, one === a ? undefined : true);
      assert.match((await one.visitor.get("/feeds/bulletins.xml")).text, /Flohmarkt[\s\S]*Am Samstag/);
    }
    const [mail, ...more] = await pool(c, "OE9XBB");
    assert.deepEqual([more.length, mail!.bid, mail!.type, mail!.from, mail!.to, mail!.at], [
      0,
      made.bid,
      "B",
      "OE1ABC",
      "ALL",
      "EU",
    ]);
    assert.match(
      mail!.body,
      new RegExp(`^R:\\S+ @:OE3CCC\\.AUT\\.EU #:\\d+ \\$:${made.bid}\\n\\nAm Samstag$`),
    );
    // The network brings it back to the second: it has it.
    assert.equal((await bring(b, "OE9XBB", { type: "B", to: "ALL", at: "EU", bid: made.bid })).deduped, true);
    for (const one of [a, b, c]) {
      one.world.pass(7200);
      assert.deepEqual(await listed(one), []);
      await pruneBbs(one.bbs.office);
      assert.equal(count(one, "bbs_message", "type = 'B'"), 0);
    }
    assert.deepEqual(await poolBids(c, "OE9XBB"), []);
  });
});

Deno.test("killed at its origin, a bulletin goes everywhere", async () => {
  const [a, b, c] = three();
  await withInstances([a, b, c], async () => {
    await follow(b, a);
    const { id } = await post(a, { toCall: "ALL" });
    await pull(b, a);
    const [mirror] = await listed(b);
    assert.equal(
      (await b.ingest.post("/api/bbs/kill", { id: mirror!.id, call: "OE1ABC" })).body.killed,
      false,
      "not ours",
    );
    assert.equal((await a.ingest.post("/api/bbs/kill", { id, call: "OE1ABC" })).body.killed, true);
    await pull(b, a);
    assert.deepEqual(await listed(b), []);
    assert.equal(count(b, "bbs_message"), 0);
  });
});

Deno.test("what an unvetted instance says is shown when asked for, goes nowhere, and keeps no copy of the network out", async () => {
  const [a, b, c] = three();
  await withInstances([a, b, c], async () => {
    await follow(b, a, { trusted: false });
    await partner(b, "OE9XBB", ["*"]);
    const { bid } = await post(a, { toCall: "ALL", body: "signed" });
    await pull(b, a);
    assert.deepEqual([await bids(b), await bids(b, "?includeUnvetted=1")], [[], [bid]]);
    assert.deepEqual(await poolBids(b, "OE9XBB"), []);
    assert.deepEqual((await b.visitor.get("/feeds/bulletins.xml")).text.includes("signed"), false);
    const brought = { type: "B", to: "ALL", at: "WW", bid, body: "by radio" };
    assert.deepEqual(await bring(b, "DL1XBB", brought), { ok: true, stored: 1, deduped: false });
    for (const query of ["", "?includeUnvetted=1"]) {
      assert.deepEqual((await listed(b, query)).map(({ body }) => body), ["by radio"], "one of a BID");
    }
    // Once its origin is trusted, the mirror goes to partners as well; the BID is offered once.
    const trust = { url: a.url, trust: "trusted", fingerprint: a.keyPrint };
    assert.equal((await b.operator.post("/federation/peers/trust", trust)).status, 200);
    assert.deepEqual(await poolBids(b, "OE9XBB"), [bid]);
    await b.ingest.post("/api/bbs/forward/sent", { partner: "OE9XBB", bids: [bid] });
    assert.deepEqual(await poolBids(b, "OE9XBB"), []);
  });
});

Deno.test("a bulletin that the network brought first is not mirrored beside it; the network's own is never published", async () => {
  const [a, b, c] = three();
  await withInstances([a, b, c], async () => {
    await follow(b, a);
    const { bid } = await post(a, { toCall: "ALL" });
    await bring(b, "DL1XBB", { type: "B", to: "ALL", at: "WW", bid, body: "by radio" });
    await pull(b, a);
    assert.deepEqual((await listed(b)).map(({ body }) => body), ["by radio"]);
    assert.equal(count(b, "bbs_message"), 1);
    await bring(a, "DL1XBB", { type: "B", to: "ALL", at: "WW", bid: "9_DL1XBB", body: "learned" });
    const published = (await a.visitor.get("/federation/bulletins")).body.items;
    assert.deepEqual(published.map(({ data }: { data: { bid: string } }) => data.bid), [bid]);
    // Mirrors are not published either.
    assert.deepEqual((await b.visitor.get("/federation/bulletins")).body.items, []);
  });
});

Deno.test("a suspended member's bulletins are not shown here, and come back with the member", async () => {
  const [a, b, c] = three();
  await withInstances([a, b, c], async () => {
    const { id } = await post(a, { toCall: "ALL", body: "xsuspendedx" });
    const answer = await post(a, { toCall: "ALL", fromCall: "OE5ABC", replyTo: id });
    suspend(a, "OE1ABC");
    for (
      const path of [
        "/api/bbs/bulletins",
        "/api/bbs/bulletins?category=ALL",
        `/api/bbs/thread/${id}`,
        "/feeds/bulletins.xml",
      ]
    ) {
      assert.ok(!(await a.visitor.get(path)).text.includes("xsuspendedx"), path);
    }
    assert.deepEqual(await bids(a), [answer.bid]);
  });
});
