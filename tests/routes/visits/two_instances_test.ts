/** Two real instances: a member of one visits a cache of the other, and the find comes home as a record that its key signed. */
import assert from "node:assert/strict";
import { newToken } from "../../../src/base/mod.ts";
import { privateDigest, readSigningKey, signDocument } from "../../../src/wire/mod.ts";
import { instance, withInstances } from "../federation/instances.ts";
import { hidden } from "../federation/members.ts";
import { refused } from "../../kit/app.ts";
import { eventually } from "../../kit/eventually.ts";
import { here, newSentId } from "./visitor.ts";

const CALL = "OE5ABC";
Deno.test("two instances: a visit waits until the home has told of its key, counts, and comes home signed", async () => {
  const there = instance("oe1.example"), home = instance("oe5.example");
  await withInstances([there, home], async () => {
    const owner = await there.signIn("OE1OWN"), member = await home.signIn(CALL);
    await hidden(owner, "Old mill");
    const follows = async (one: typeof there, other: typeof there) => {
      const added = await one.operator.post("/federation/peers", {
        url: other.url,
        fingerprint: other.keyPrint,
      });
      assert.ok(added.status < 300, added.text);
    };
    await follows(there, home);
    await follows(home, there);
    await Promise.all([there.federation.pullAll(), home.federation.pullAll()]);
    const trusts = async (trust: "trusted" | "unvetted") => {
      const body = { url: home.url, trust, fingerprint: home.keyPrint };
      const done = await there.operator.post("/federation/peers/trust", body);
      assert.equal(done.status, 200, done.text);
    };
    await trusts("trusted");
    const mirror = home.db.sql<never, { gid: string }>("SELECT gid FROM cache_mirror").get()!;
    there.world.pass(600);
    home.world.pass(600);
    const phone = readSigningKey(newToken(home.world))!;
    const registered = await member.post("/keys/register", {
      callsign: CALL,
      publicKey: phone.publicKey,
      label: "phone",
    });
    assert.equal(registered.status, 200, registered.text);
    there.world.pass(60);
    home.world.pass(60);
    const visit = (over: object = {}) => {
      const document = {
        ...{
          at: there.world.now(),
          cache: mirror.gid,
          call: CALL,
          home: "oe5.example",
          instance: "oe1.example",
        },
        ...{
          key: phone.publicKey,
          kind: "found",
          priv: privateDigest(here)!,
          sentId: newSentId(),
          text: "Servus",
          ...over,
        },
      };
      return { ...document, sig: signDocument("svc-visit/1", document, phone), private: here };
    };
    const sent = visit();
    const waits = await there.visitor.post("/federation/visits", sent);
    assert.equal(waits.status, 202, waits.text);
    // Its home is asked by itself, and the visit is taken with the key.
    await eventually(
      "the key of the member",
      async () => (await there.visitor.post("/federation/visits", sent)).status === 200,
    );
    const made = await there.visitor.post("/federation/visits", sent);
    assert.deepEqual([made.body.tier, made.body.verified], ["B", true]);
    await home.federation.pullAll();
    const mirrored = home.db.sql<never, Record<string, unknown>>("SELECT * FROM find_mirror").get()!;
    assert.deepEqual(
      [
        mirrored.call,
        mirrored.signer_key,
        mirrored.visit_home,
        mirrored.visit_sent,
        mirrored.visit_priv,
        mirrored.tier,
      ],
      [CALL, phone.publicKey, "oe5.example", sent.sentId, sent.priv, "B"],
    );
    const book = await home.visitor.get(`/api/caches/${mirror.gid}/logs`);
    assert.deepEqual(book.body.logs[0].author, { call: CALL, home: "oe5.example" });
    assert.equal(JSON.stringify(home.db.sql("SELECT * FROM find_mirror").all()).includes(here.salt), false);

    // Reported there, it is among the reports of both, with the same words.
    const [{ id }] = (await there.visitor.get("/api/caches/1/logs")).body.logs;
    const filed = await there.visitor.post("/api/reports", { kind: "log", id, category: "spam", text: "Ad" });
    assert.equal(filed.status, 201, filed.text);
    await there.jobs.find(({ name }) => name === "reports-hand-on")!.run();
    const reports = async (one: typeof there) =>
      (await one.operator.get("/api/admin/moderation/reports")).body.reports as Record<string, unknown>[];
    const fields = (
      { kind, preview, text, ownerCall, reporter }: Record<string, unknown>,
    ) => [kind, preview, text, ownerCall, reporter];
    assert.deepEqual((await reports(there)).map(fields), [["log", "Servus", "Ad", CALL, null]]);
    assert.deepEqual((await reports(home)).map(fields), [["visit", "Servus", "Ad", CALL, "oe1.example"]]);

    // Trust withdrawn: refused from then on, and what counts goes on counting.
    await trusts("unvetted");
    await refused(
      there,
      403,
      "origin_untrusted",
      () => there.visitor.post("/federation/visits", visit({ kind: "note" })),
    );
    await trusts("trusted");
    // The member takes the key of a lost phone away: what it signs from then on is refused, also before the pull that tells.
    home.world.pass(10);
    there.world.pass(10);
    const before = visit({ kind: "note", text: "before" });
    home.world.pass(10);
    there.world.pass(10);
    const gone = await member.delete(`/keys/${phone.publicKey}`);
    assert.equal(gone.status, 200, gone.text);
    await there.federation.pullAll();
    await refused(
      there,
      422,
      "key_revoked",
      () => there.visitor.post("/federation/visits", visit({ kind: "note" })),
    );
    const late = await there.visitor.post("/federation/visits", before);
    assert.equal(late.status, 201, `what was signed before still counts: ${late.text}`);
  });
});
