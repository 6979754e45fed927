/** What every answer and every limit keeps to: languages, addresses, guesses, and what one asker may cost another. */
import assert from "node:assert/strict";
import { appTest, Client, refused } from "../kit/app.ts";
import { hide } from "../kit/seed_game.ts";

appTest("whatever is said in the reader's language varies by it", {}, async (app) => {
  const year = new Date(app.world.now() * 1000).getUTCFullYear();
  const paths = [
    `/years/${year}`,
    `/years/${year}.svg`,
    `/years/${year}.png`,
    "/imprint",
    "/nothing-here",
    "/support",
  ];
  for (const path of [...paths, "/c/NONE", "/reset", "/trust", "/auth/email/verify"]) {
    const bodies = [];
    for (const language of ["en", "de"]) {
      const headers = { "accept-language": language, accept: "text/html" };
      const reply = await app.visitor.get(path, headers);
      bodies.push(reply.text);
      const named = (reply.headers.get("vary") ?? "").split(", ").filter((one) => one === "Accept-Language");
      assert.ok(named.length <= 1, path);
      if (bodies.length === 2 && bodies[0] !== bodies[1]) assert.equal(named.length, 1, path);
    }
  }
  assert.doesNotMatch((await app.visitor.get("/api/stations")).headers.get("vary") ?? "", /Language/);
});

appTest("a slash too many leads to the address without it, and to no other host", {}, async (app) => {
  const { code } = await hide(app, "OE1XYZ");
  const moved = await app.visitor.get(`/c/${code}/?lang=de`);
  assert.deepEqual([moved.status, moved.headers.get("location")], [307, `/c/${code}?lang=de`]);
  for (
    const path of ["http://localhost:8787//evil.example/", "http://localhost:8787//c/", "/nothing/at/all/"]
  ) {
    assert.equal((await app.visitor.get(path)).status, 404, path);
  }
  assert.equal((await app.visitor.post(`/api/caches/${code}/`)).status, 404);
});

appTest("codes are not found by guessing, and nobody is locked out by who guesses", {}, async (app) => {
  const { code } = await hide(app, "OE1XYZ", { unlisted: true });
  const guesser = new Client(app, {}, "203.0.113.7"),
    reader = app.visitor,
    member = await app.signIn("OE2ABC");
  const behind = member.with({}, "203.0.113.7");
  const of = (client: Client, name: string) => client.get(`/api/caches/${name}`);
  assert.equal((await of(guesser, code)).status, 200);
  for (let n = 0; n < 300; n++) {
    const reply = await (n % 2 ? of(guesser, `GUESS${n}`) : guesser.get(`/c/GUESS${n}`));
    assert.equal(reply.status, 404);
  }
  // The right one tells no more than a wrong one then.
  const guessed = await refused(app, 429, "rate_limited", () => of(guesser, code));
  assert.equal((await of(guesser, "GUESS")).text, guessed.text);
  assert.equal((await guesser.get(`/c/${code}`)).status, 429);
  for (const other of [reader, member, behind]) assert.equal((await of(other, code)).status, 200);
  app.world.pass(61);
  assert.equal((await of(guesser, code)).status, 200);
});

appTest("what all may ask is answered, however many networks ask", {}, async (app) => {
  await hide(app, "OE1XYZ");
  const year = new Date(app.world.now() * 1000).getUTCFullYear();
  const paths = [`/api/years/${year}`, "/api/profile/OE1XYZ/statistics"];
  for (const path of paths) {
    for (let n = 0; n < 12; n++) {
      const client = new Client(app, {}, `203.0.113.${n}`);
      for (let asked = 0; asked < 60; asked++) {
        assert.equal((await client.get(path)).status, 200, `${path} ${n}`);
      }
      await refused(app, 429, "rate_limited", () => client.get(path));
    }
  }
});

appTest(
  "a link counts where nobody made it: a right one is spent behind an address that guesses",
  {},
  async (app) => {
    const guess = () => app.visitor.post("/auth/email/verify", { token: "x".repeat(43) });
    for (let n = 0; n < 600; n++) assert.equal((await guess()).body.reason, "link_unknown");
    await refused(app, 429, "rate_limited", guess);
    const { link } = (await app.operator.post("/auth/operator-link", { callsign: "OE1ABC" })).body;
    const token = new URL(link).searchParams.get("token");
    assert.equal((await app.visitor.post("/auth/email/verify", { token })).status, 200);
  },
);

appTest(
  "a program that can send a bearer token alone reads the metrics with the operator's secret",
  {},
  async (app) => {
    const bearer = (secret: string) => app.visitor.get("/metrics", { authorization: `Bearer ${secret}` });
    assert.equal((await bearer(app.operator.headers["x-operator-secret"]!)).status, 200);
    await refused(app, 401, "bad_secret", () => bearer("wrong"));
    await refused(app, 401, "no_credential", () => app.visitor.get("/metrics"));
  },
);

appTest("the OpenAPI document has each path once, and says where it is served", {}, async (app) => {
  const { body } = await app.visitor.get("/api/v1/openapi.json");
  const forms = Object.keys(body.paths).map((path) => path.replace(/\{\w+\}/g, "{}"));
  assert.equal(new Set(forms).size, forms.length);
  assert.deepEqual(body.servers, [{ url: "/" }]);
  for (
    const [path, methods] of Object.entries<Record<string, { parameters?: { in: string; name: string }[] }>>(
      body.paths,
    )
  ) {
    for (const { parameters = [] } of Object.values(methods)) {
      const named = parameters.filter((one) => one.in === "path").map(({ name }) => name).sort();
      assert.deepEqual(named, [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(), path);
    }
  }
});

appTest(
  "an account takes one export at a time, all together two; who gives one up has ended it",
  {},
  async (app) => {
    const people = await Promise.all(["OE1ANN", "OE1BOB", "OE1CAT"].map((call) => app.signIn(call)));
    const [ann, bob, cat] = people as [Client, Client, Client];
    const begin = (client: Client) =>
      app.handler(
        new Request("http://localhost:8787/api/account/me/export", {
          method: "POST",
          headers: { host: "localhost:8787", "content-type": "application/json", ...client.headers },
          body: "{}",
        }),
        { remoteAddr: { hostname: "192.0.2.1" } },
      );
    const whole = (client: Client) => client.post("/api/account/me/export");
    const first = await begin(ann), second = await begin(bob);
    for (const [client, limit] of [[ann, 1], [cat, 2]] as const) {
      const full = await refused(app, 429, "rate_limited", () => whole(client));
      assert.equal(full.body.limit, limit);
      assert.ok(Number(full.headers.get("retry-after")) > 0);
    }
    await first.body!.cancel();
    assert.equal((await whole(cat)).body.instance, "localhost");
    const read = await second.json();
    assert.deepEqual(Object.keys(read).sort(), Object.keys((await whole(ann)).body).sort());
    const kept = app.people.portability.export(app.accounts.holder("OE1BOB")!.accountId);
    assert.deepEqual(
      JSON.parse(JSON.stringify(read)),
      JSON.parse(JSON.stringify({ ...kept, exportedAt: read.exportedAt })),
    );
  },
);
