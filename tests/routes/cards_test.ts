import assert from "node:assert/strict";
import { appTest, refused } from "../kit/app.ts";
import { digest, mailApp, signUp, spend, tokenOf } from "../kit/people.ts";

appTest("a card is saved whole, and others see it only while it is public", {}, async (app) => {
  const { client, account } = await signUp(app, "OE1ABC");
  const card = {
    displayName: "Ann",
    homeGrid: "JN88ee",
    avatarUrl: "https://pics.example/a.png",
    bio: "hello",
    links: [{ label: "Club", url: "https://club.example/" }],
    publicContact: "ann@example.org",
    profilePublic: true,
  };
  const saved = await client.post("/auth/profile", card);
  assert.deepEqual([saved.status, saved.body], [200, { ok: true, callsign: "OE1ABC", ...card }]);
  assert.deepEqual((await client.get("/api/my/profile")).body, { callsign: "OE1ABC", ...card });
  assert.equal(app.people.cards.publicProfile(account)?.displayName, "Ann");
  await refused(app, 400, "invalid_body", () => client.post("/auth/profile", { ...card, homeGrid: "here" }));
  await client.post("/auth/profile", { displayName: "Ann" });
  assert.equal((await client.get("/api/my/profile")).body.bio, null);
  assert.equal(app.people.cards.publicProfile(account), undefined);
});

appTest("preferences: known keys only, 14,336 bytes at most, replaced whole", {}, async (app) => {
  const { client } = await signUp(app, "OE1ABC");
  assert.deepEqual((await client.get("/api/prefs")).body, { prefs: {} });
  const prefs = { locale: { units: "metric", theme: "dark" }, pins: ["OE1GATE"], basemap: "offline" };
  assert.deepEqual((await client.put("/api/prefs", { prefs })).body, { prefs });
  assert.deepEqual((await client.put("/api/prefs", { prefs: { basemap: "x" } })).body.prefs, {
    basemap: "x",
  });
  await refused(app, 400, "invalid_body", () => client.put("/api/prefs", { prefs: { evil: 1 } }));
  await refused(
    app,
    400,
    "invalid_body",
    () => client.put("/api/prefs", { prefs: { pins: Array(21).fill("a") } }),
  );
  const radio = "\u{1f4fb}".repeat(32); // 64 UTF-16 units, 128 bytes
  const tool = (n: number) => ({
    name: `tool-${n}`,
    at: `https://a.example/${"x".repeat(240)}`,
    may: [],
    on: true,
  });
  const large = {
    ...{ pins: Array(20).fill(radio + ""), basemap: radio, locale: { timeZone: radio } },
    tools: Array.from({ length: 30 }, (_, n) => tool(n)),
  };
  assert.equal(
    (await client.put("/api/prefs", { prefs: large })).status,
    200,
    "thirty tools fit beside all else",
  );
  const escaped = { ...large, pins: Array(20).fill("\u0001".repeat(64)) };
  await refused(app, 400, "prefs_too_large", () => client.put("/api/prefs", { prefs: escaped }));
  const tools = Array.from({ length: 31 }, (_, n) => ({ ...tool(n), at: "/x" }));
  await refused(app, 400, "invalid_body", () => client.put("/api/prefs", { prefs: { tools } }));
});

Deno.test("the digest is off until asked for, and an unsubscribe link turns it off without a session", async () => {
  using app = mailApp();
  const { client, account } = await signUp(app, "OE1ABC", "ann@example.org");
  assert.deepEqual((await client.get("/api/notify/prefs")).body, {
    digest: false,
    hasEmail: false,
    pushConfigured: false,
  });
  await spend(app, tokenOf(app));
  assert.equal((await client.put("/api/notify/prefs", { digest: true })).body.digest, true);
  assert.deepEqual(app.people.cards.digestReaders().map((one) => ({ ...one })), [
    { account, email: "ann@example.org" },
  ]);
  const token = app.people.cards.unsubscribeToken(account)!;
  const path = `/api/notify/unsubscribe?token=${token}`;
  const before = digest(app);
  assert.deepEqual((await app.visitor.get(path)).body, { confirm: true });
  const page = await app.visitor.get(path, { accept: "text/html" });
  assert.match(page.text, /<form method="post"/);
  assert.equal(digest(app), before, "a GET changes nothing");
  await refused(app, 401, "bad_token", () => app.visitor.post("/api/notify/unsubscribe?token=1.x"));
  await refused(
    app,
    401,
    "bad_token",
    () => app.visitor.post(`/api/notify/unsubscribe?token=${token.replace(/^\d+/, "2")}`),
  );
  const clicked = await app.visitor.send("POST", path, "List-Unsubscribe=One-Click", {
    "content-type": "application/x-www-form-urlencoded",
  });
  assert.equal(clicked.status, 200, clicked.text);
  assert.equal((await client.get("/api/notify/prefs")).body.digest, false);
});

appTest("installed tools are preferences of known members and forms, at most 30", {}, async (app) => {
  const member = await app.signIn("OE1ABC");
  const tool = {
    name: "morse",
    at: "https://a.example/tool.json",
    key: "k",
    may: ["command"],
    on: true,
    connect: ["https://a.example"],
    remote: true,
  };
  const put = (tools: unknown) => member.put("/api/prefs", { prefs: { tools } });
  assert.deepEqual((await put([tool])).body.prefs.tools, [tool]);
  const before = app.fingerprint();
  for (
    const bad of [
      "x",
      [{ ...tool, name: "Morse" }],
      [{ ...tool, at: "x".repeat(501) }],
      [{ ...tool, on: 1 }],
      [{ ...tool, remote: false }],
      [{ ...tool, connect: Array(9).fill("https://a.example") }],
      [{ ...tool, connect: ["x".repeat(301)] }],
      [{ ...tool, script: "x" }],
      Array(31).fill(tool),
    ]
  ) assert.equal((await put(bad)).status, 400, JSON.stringify(bad).slice(0, 80));
  assert.equal(app.fingerprint(), before);
});
