/** Awards over HTTP: declared by operators, reached by finds, certified on asking, honest when finds go. */
import assert from "node:assert/strict";
import { appTest, refused, type TestApp } from "../kit/app.ts";
import { find, hide, suspend } from "../kit/seed_game.ts";
import { isSigned, readCertificate } from "../../src/awards/mod.ts";

const KEY = { FED_PRIVATE_KEY: `${"A".repeat(42)}E`, HIDE_DAILY_LIMIT: "1000" };
interface Award {
  id: number;
  name: string;
  have: number;
  of: number;
  reachedAt: number | null;
  code: string | null;
}

/** A member with finds of two caches, and an award for two finds. */
async function scene(app: TestApp, finds = 2) {
  const caches: { id: number; code: string }[] = [];
  for (let n = 0; n < finds; n++) caches.push(await hide(app, "OE1OWN", { lat: 48 + n / 10 }));
  const client = await app.signIn("OE7PQR"), sysop = await app.sysop();
  for (const { code } of caches) await find(app, "OE7PQR", code);
  const two = { kind: "finds", n: 2, radio: false };
  const declared = await sysop.post("/api/admin/awards", {
    name: "Two <of> us",
    about: "Two finds",
    rule: two,
  });
  assert.equal(declared.status, 201, declared.text);
  const id = declared.body.id as number;
  await app.db.write(() => {});
  const own = async () =>
    ((await client.get("/api/my/awards")).body.awards as Award[]).find((one) => one.id === id)!;
  const take = () => client.post(`/api/my/awards/${id}/certificate`);
  return { caches, client, sysop, id, own, take };
}

appTest("four awards come with the program, and progress is shown to the member alone", KEY, async (app) => {
  const { client, own } = await scene(app, 1);
  const { awards } = (await client.get("/api/my/awards")).body as { awards: Award[] };
  assert.deepEqual(awards.slice(0, 4).map(({ name, have, of }) => [name, have, of]), [
    ["Ten by radio", 0, 10],
    ["All kinds", 1, 8],
    ["Ten squares", 1, 10],
    ["All the year round", 1, 12],
  ]);
  assert.deepEqual([(await own()).have, (await own()).reachedAt], [1, null]);
  const german = (await client.get("/api/my/awards", { "accept-language": "de" })).body.awards[0].name;
  assert.equal(german, "Zehn über Funk");
  await refused(app, 401, "no_session", () => app.visitor.get("/api/my/awards"));
});

appTest("what was reached is certified once; what was not, never", KEY, async (app) => {
  const { caches, client, id, own, take } = await scene(app, 1);
  const early = await refused(app, 409, "award_not_reached", take);
  assert.deepEqual([early.body.have, early.body.limit], [1, 2]);
  await refused(app, 404, "award_missing", () => client.post("/api/my/awards/999/certificate"));
  const second = await hide(app, "OE1OWN", { lat: 47 });
  await find(app, "OE7PQR", second.code);
  await app.db.write(() => {});
  const { code } = (await take()).body;
  assert.equal((await take()).body.code, code, "taken again, it is the same");
  assert.equal((await own()).code, code);

  const page = await app.visitor.get(`/award/${code}`);
  assert.equal(page.status, 200);
  for (const said of ["OE7PQR", "Two &lt;of&gt; us", "genuine", code, "/help/first-find"]) {
    assert.ok(page.text.includes(said), said);
  }
  const signed = readCertificate((await app.visitor.get(`/award/${code}.json`)).text)!;
  assert.deepEqual([signed.call, signed.award, signed.earnedAt], ["OE7PQR", "Two <of> us", app.world.now()]);
  assert.ok(isSigned(signed));
  assert.ok(!isSigned({ ...signed, call: "OE7PQS" }) && !isSigned({ ...signed, award: "Three" }));
  assert.equal(readCertificate(JSON.stringify({ ...signed, more: 1 })), undefined);
  const svg = await app.visitor.get(`/award/${code}.svg`);
  assert.match(svg.headers.get("content-type")!, /^image\/svg/);
  assert.ok(svg.text.includes("Two &lt;of&gt; us"));
  const png = await app.visitor.get(`/award/${code}.png`);
  assert.deepEqual([png.status, png.headers.get("content-type")], [200, "image/png"]);
  assert.ok(caches.length === 1 && id > 4);
});

appTest(
  "a certificate falls with its finds, and stands again with them; it goes with its member",
  KEY,
  async (app) => {
    const { caches, id, own, take } = await scene(app);
    const { code } = (await take()).body;
    const said = async () => (await app.visitor.get(`/award/${code}`)).text;
    const moderate = (act: string) =>
      app.operator.post(`/api/admin/moderation/${act}`, {
        kind: "cache",
        id: String(caches[1]!.id),
        reason: "made up",
      });
    assert.equal((await moderate("remove")).status, 200);
    assert.ok((await said()).includes("does not stand any more"));
    assert.deepEqual([(await own()).reachedAt, (await own()).code], [null, code]);
    assert.equal((await moderate("restore")).status, 200);
    app.world.pass(120);
    assert.ok((await said()).includes("genuine"));
    suspend(app, "OE7PQR");
    assert.equal((await app.visitor.get(`/award/${code}.json`)).status, 404);
    app.db.writeNow((tx) => app.db.sql("DELETE FROM suspension").run(tx));
    const back = await app.signIn("OE7PQR");
    const exported = (await back.post("/api/account/OE7PQR/export")).body;
    assert.deepEqual(exported.certificates.map((one: { code: string }) => one.code), [code]);
    assert.equal((await back.delete(`/api/my/certificates/${code}`)).status, 200);
    assert.equal((await app.visitor.get(`/award/${code}`)).status, 404);
    await refused(app, 404, "certificate_missing", () => back.delete(`/api/my/certificates/${code}`));
    const again = (await back.post(`/api/my/awards/${id}/certificate`)).body.code as string;
    assert.equal((await app.visitor.get(`/award/${again}`)).status, 200);
    assert.equal((await back.post("/api/account/OE7PQR/delete")).status, 200);
    assert.equal((await app.visitor.get(`/award/${again}`)).status, 404);
    assert.equal(app.db.sql("SELECT 1 FROM award_given").get(), undefined);
  },
);

appTest(
  "a certificate ends with the call that it names, and is taken anew under another",
  KEY,
  async (app) => {
    const { client, id, take } = await scene(app, 2);
    const added = await client.post("/auth/callsigns", { callsign: "OE7ZZZ" });
    assert.ok(added.status < 300, added.text);
    const { code } = (await take()).body;
    assert.equal((await app.visitor.get(`/award/${code}`)).status, 200);
    const { accountId } = app.accounts.holder("OE7PQR")!;
    app.db.writeNow((tx) => app.people.calls.detach(tx, "OE7PQR", "OE1SYS", null, null));
    assert.equal(app.accounts.holder("OE7ZZZ")?.accountId, accountId, "the member is still here");
    assert.equal((await app.visitor.get(`/award/${code}`)).status, 404, "it would speak for the next holder");
    assert.equal((await app.visitor.get(`/award/${code}.json`)).status, 404);
    const mine = (await (await app.signIn("OE7ZZZ")).get("/api/my/awards")).body.awards as Award[];
    assert.equal(mine.find((one) => one.id === id)!.code, null);
  },
);

appTest("only whoever took a certificate takes it back", KEY, async (app) => {
  const { take } = await scene(app);
  const { code } = (await take()).body, other = await app.signIn("OE2ABC");
  await refused(app, 404, "certificate_missing", () => other.delete(`/api/my/certificates/${code}`));
  for (const none of ["AAAAAAAAAA", "x", `${code}1`]) {
    await refused(app, 404, undefined, () => app.visitor.get(`/award/${none}.json`));
  }
});

appTest(
  "operators declare, change, switch off and delete; those of the program are on or off alone",
  KEY,
  async (app) => {
    const { sysop, client, id, take, own } = await scene(app);
    const at = (one: number) => `/api/admin/awards/${one}`;
    await refused(
      app,
      403,
      undefined,
      () => client.post("/api/admin/awards", { name: "x", rule: { kind: "finds", n: 1 } }),
    );
    for (const rule of [{ kind: "finds", n: 0 }, { kind: "none" }, { kind: "list", codes: [] }]) {
      await refused(app, 400, "invalid_body", () => sysop.post("/api/admin/awards", { name: "x", rule }));
    }
    await refused(app, 409, "award_builtin", () => sysop.patch(at(1), { name: "Mine" }));
    await refused(app, 409, "award_builtin", () => sysop.delete(at(1)));
    await refused(app, 404, "award_missing", () => sysop.patch(at(99), { active: false }));
    const { code } = (await take()).body;
    // A harder rule asks more of others; what was signed keeps its own.
    assert.equal((await sysop.patch(at(id), { rule: { kind: "finds", n: 5 }, name: "Five" })).status, 200);
    assert.deepEqual([(await own()).name, (await own()).of, (await own()).reachedAt], ["Five", 5, null]);
    assert.ok((await app.visitor.get(`/award/${code}`)).text.includes("genuine"));
    assert.equal((await sysop.patch(at(1), { active: false })).status, 200);
    const shown = (await client.get("/api/my/awards")).body.awards as Award[];
    assert.deepEqual(shown.map((one) => one.id), [2, 3, 4, id]);
    assert.equal((await sysop.delete(at(id))).status, 200);
    assert.equal((await client.get("/api/my/awards")).body.awards.length, 3);
    assert.ok((await app.visitor.get(`/award/${code}`)).text.includes("Two &lt;of&gt; us"));
  },
);

appTest("an instance without a key certifies nothing", { HIDE_DAILY_LIMIT: "1000" }, async (app) => {
  const { take } = await scene(app);
  await refused(app, 503, "award_unsigned", take);
});

appTest("a hundred awards and no more", KEY, async (app) => {
  const sysop = await app.sysop();
  const declare = () => sysop.post("/api/admin/awards", { name: "One", rule: { kind: "finds", n: 1 } });
  for (let n = 4; n < 100; n++) assert.equal((await declare()).status, 201);
  assert.equal((await refused(app, 409, "awards_full", declare)).body.limit, 100);
});
