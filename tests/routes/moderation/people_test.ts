/** People as moderation sees them: where a search is cut, and what is said of a person's things. */
import assert from "node:assert/strict";
import { testApp } from "../../kit/app.ts";
import { club, OWNER } from "../../kit/moderated.ts";
import { member } from "../../kit/seed_game.ts";

Deno.test("a search for people gives twenty and says that there are more; twenty are all of them", async () => {
  using app = testApp();
  const found = async () => {
    const { accounts, truncated } = (await app.operator.get("/api/admin/moderation/accounts?q=oe7")).body;
    return [accounts.length, truncated];
  };
  const call = (at: number) => `OE7A${String.fromCharCode(65 + at)}`;
  for (let at = 0; at < 20; at++) member(app, call(at));
  assert.deepEqual(await found(), [20, false]);
  member(app, call(20));
  assert.deepEqual(await found(), [20, true]);
  const one = await app.operator.get("/api/admin/moderation/accounts?q=O");
  assert.equal(one.status, 400);
  const two = (await app.operator.get("/api/admin/moderation/accounts?q=%20oe7aa%20")).body;
  assert.deepEqual(two.accounts.map(({ callsign }: { callsign: string }) => callsign), ["OE7AA"]);
});

Deno.test("of a person's things a cache has its code, and the owner's alert as well; others have none", async () => {
  using app = testApp({ FIRST_PARTY_SITES: "OE1GATE-1" });
  const { ids, owner, seen } = await club(app);
  const { content } = (await app.operator.get(`/api/admin/moderation/accounts/${OWNER}`)).body;
  const caches = content.filter(({ kind }: { kind: string }) => kind === "cache");
  assert.ok(caches.some(({ code }: { code: string }) => code === seen.code), JSON.stringify(caches));
  for (const { id, code } of caches) {
    assert.equal(code, (await app.operator.get(`/api/caches/${id}`)).body.code, id);
  }
  const message = content.find(({ kind }: { kind: string }) => kind === "message");
  assert.ok(message && !("code" in message), content.map(({ kind }: { kind: string }) => kind).join());
  for (const kind of ["cache", "message"] as const) {
    const about = { kind, id: ids[kind], reason: "not for a club" };
    assert.equal((await app.operator.post("/api/admin/moderation/remove", about)).status, 200);
  }
  const { alerts } = (await owner.get("/api/watch/alerts")).body;
  const [bare, coded] = ["message", "cache"].map((kind) =>
    alerts.find((one: { kind: string }) => one.kind === `${kind}_removed`)
  );
  const removed = caches.find(({ id }: { id: string }) => id === ids.cache);
  assert.equal(coded.code, removed.code);
  assert.equal(bare?.code ?? null, null, JSON.stringify(alerts));
});
