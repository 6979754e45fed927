/** Bulletins are unread until a member has read them, on all of the member's devices; others see nothing of it. */
import assert from "node:assert/strict";
import { appTest, refused } from "../../kit/app.ts";
import { post } from "../../kit/bbs.ts";
import type { Client } from "../../kit/app.ts";

const unread = async (who: Client): Promise<number> => (await who.get("/api/start")).body.counts.bulletins;
const marks = async (who: Client): Promise<(number | null)[]> =>
  (await who.get("/api/bbs/bulletins")).body.bulletins.map(({ readAt }: { readAt: number | null }) => readAt);

appTest(
  "bulletins: new until they are opened or all are marked; what one wrote oneself is not new",
  {},
  async (app) => {
    const alice = await app.signIn("OE1ALI"), bob = await app.signIn("OE2BOB");
    const one = await post(app, { fromCall: "OE3XYZ", toCall: "ALL" });
    const two = await post(app, { fromCall: "OE1ALI", toCall: "ALL", subject: "mine" });
    const three = await post(app, { fromCall: "OE3XYZ", toCall: "TEST", type: "B" });
    const first = app.world.now();
    assert.deepEqual([await unread(alice), await unread(bob), await unread(app.visitor)], [2, 3, 0]);
    assert.deepEqual(await marks(alice), [null, first, null]);
    assert.equal((await alice.post(`/api/bbs/messages/${one.id}/read`)).status, 200);
    app.world.pass(60);
    assert.equal((await alice.post(`/api/bbs/messages/${one.id}/read`)).status, 200, "again");
    assert.deepEqual([await unread(alice), await unread(bob)], [1, 3]);
    assert.deepEqual(await marks(alice), [null, first, first]);
    assert.deepEqual(await marks(bob), [null, null, null], "whether others have read it is not told");
    assert.deepEqual(await marks(app.visitor), [null, null, null]);
    const { body: thread } = await alice.get(`/api/bbs/thread/${one.id}`);
    assert.equal(thread.messages[0].readAt, first);
    const all = (upTo: number) => bob.post("/api/bbs/bulletins/read", { upTo });
    assert.deepEqual((await all(two.id)).body, { ok: true, unread: 1 });
    assert.deepEqual((await all(one.id)).body, { ok: true, unread: 1 }, "a mark never goes back");
    assert.deepEqual((await all(Number.MAX_SAFE_INTEGER)).body, { ok: true, unread: 0 });
    await post(app, { fromCall: "OE3XYZ", toCall: "ALL", subject: "later" });
    assert.equal(await unread(bob), 1, "what comes later is new");
    assert.ok(three.id > two.id);
  },
);

appTest(
  "bulletins: only members mark, only what they may see, and a mark goes with the bulletin and the account",
  {},
  async (app) => {
    const alice = await app.signIn("OE1ALI");
    const { id } = await post(app, { fromCall: "OE3XYZ", toCall: "ALL" });
    await refused(app, 401, "no_session", () => app.visitor.post("/api/bbs/bulletins/read", { upTo: 9 }));
    await refused(app, 404, "message_unknown", () => app.ingest.post(`/api/bbs/messages/${id}/read`));
    await refused(app, 404, "message_unknown", () => alice.post(`/api/bbs/messages/${id + 1}/read`));
    await refused(app, 400, undefined, () => alice.post("/api/bbs/bulletins/read", { upTo: 0 }));
    await alice.post(`/api/bbs/messages/${id}/read`);
    const { body } = await alice.post("/api/account/me/export");
    assert.match(
      JSON.stringify(body),
      /"bbsBulletinsRead":\{"all":null,"each":\[\{"bid":"[^"]+","at":\d+\}\]\}/,
    );
    const rows = () =>
      app.db.sql<never, { n: number }>("SELECT count(*) AS n FROM bbs_bulletin_read").get()!.n;
    assert.equal(rows(), 1);
    const writer = await app.signIn("OE3XYZ");
    assert.equal((await writer.delete(`/api/bbs/messages/${id}`)).status, 200);
    assert.equal(rows(), 0);
    // A bulletin of somebody suspended is nowhere: it can be marked by nobody.
    const other = await post(app, { fromCall: "OE4XYZ", toCall: "ALL" });
    app.db.writeNow((tx) =>
      app.db.sql<{ id: number }>(
        "INSERT INTO suspension (account_id, reason, category, suspended_at) VALUES (:id, 'test', 'spam', 0)",
      ).run(tx, { id: app.accounts.holder("OE4XYZ")!.accountId })
    );
    assert.equal(await unread(alice), 0);
    await refused(app, 404, "message_unknown", () => alice.post(`/api/bbs/messages/${other.id}/read`));
  },
);
