/** What holds for every request: errors, methods, addresses, cross-origin answers. */
import assert from "node:assert/strict";
import { z } from "#schemas";
import { Addresses, Limits, mount, networkOf, open, route, session } from "../../src/http/mod.ts";
import { appTest, testApp } from "../kit/app.ts";
import { emptyPorts } from "../kit/ports.ts";
import { testWorld } from "../kit/world.ts";

function handlerOf(...routes: ReturnType<typeof route>[]) {
  const world = testWorld();
  const addresses = new Addresses({ own: [], trusted: [], trustProxy: false });
  return mount({ routes, ports: emptyPorts(world), addresses, limits: new Limits(world.now), world });
}
const about = { spec: "test", summary: "test", produces: "application/json" };

Deno.test("a defect answers exactly {error: internal error}", async () => {
  const handler = handlerOf(
    route("GET /throws", {
      gate: open("test"),
      ...about,
      handle: () => {
        throw new TypeError("secret detail");
      },
    }),
    route("GET /rejects", {
      gate: open("test"),
      ...about,
      handle: () => Promise.reject({ status: 200, message: "odd" }),
    }),
    route("GET /unserializable", { gate: open("test"), ...about, handle: () => ({ big: 1n }) }),
  );
  for (const path of ["/throws", "/rejects", "/unserializable"]) {
    const answer = await handler(new Request(`http://localhost${path}`));
    assert.deepEqual([answer.status, await answer.text()], [500, '{"error":"internal error"}'], path);
    assert.equal(answer.headers.get("access-control-allow-origin"), "*");
  }
});

appTest(
  "an unknown path is 404 no_route, a known path with another method 405 with allow",
  {},
  async (app) => {
    const unknown = await app.visitor.get("/nothing/here");
    assert.deepEqual([unknown.status, unknown.body.reason], [404, "no_route"]);
    const other = await app.visitor.delete("/health");
    assert.deepEqual([other.status, other.body.reason, other.headers.get("allow")], [
      405,
      "method_not_allowed",
      "GET, HEAD, OPTIONS",
    ]);
  },
);

Deno.test("an address whose escapes are no UTF-8 is nobody's, and good ones are decoded once", async () => {
  const handler = handlerOf(
    route("GET /caches/:code", {
      params: { code: "Code" },
      gate: open("test"),
      ...about,
      handle: ({ params }) => params,
    }),
  );
  const get = async (path: string) => {
    const answer = await handler(new Request(`http://localhost${path}`));
    return [answer.status, await answer.json()];
  };
  assert.deepEqual(await get("/caches/A%20B%252F%C3%A9"), [200, { code: "A B%2Fé" }]);
  for (const bad of ["/caches/%zz", "/caches/%ff", "/caches/A%", "/%ff/x"]) {
    const [status, body] = await get(bad);
    assert.deepEqual([status, body.reason], [404, "no_route"], bad);
  }
});

Deno.test("every answer is wrapped, refusals and handlers' own responses too, and keeps what it varies by", async () => {
  const world = testWorld();
  const addresses = new Addresses({ own: ["https://club.example"], trusted: [], trustProxy: false });
  const own = () => new Response("x", { headers: { "content-type": "text/plain", vary: "Accept" } });
  const handler = mount({
    routes: [route("GET /own", { gate: open("test"), ...about, handle: own })],
    ports: emptyPorts(world),
    addresses,
    limits: new Limits(world.now),
    world,
  });
  const headersOf = async (path: string, method = "GET") => {
    const { headers } = await handler(
      new Request(`http://club.example${path}`, { method, headers: { origin: "https://club.example" } }),
    );
    return [
      headers.get("access-control-allow-origin"),
      headers.get("vary"),
      headers.get("x-content-type-options"),
    ];
  };
  const club = "https://club.example";
  assert.deepEqual(await headersOf("/own"), [club, "Accept, Origin, Accept-Encoding", "nosniff"]);
  assert.deepEqual(await headersOf("/own", "HEAD"), [club, "Accept, Origin, Accept-Encoding", "nosniff"]);
  assert.deepEqual((await headersOf("/none")).slice(0, 2), [club, "Origin"]);
  assert.deepEqual((await headersOf("/own", "POST")).slice(0, 2), [club, "Origin"]);
});

Deno.test("an invalid body names field and limit", async () => {
  const body = z.object({ title: z.string().max(5), size: z.int() });
  const handler = handlerOf(
    route("POST /things", { gate: open("test"), ...about, body, handle: ({ body: it }) => it }),
  );
  const post = async (text: BodyInit, headers = {}) => {
    const answer = await handler(
      new Request("http://localhost/things", { method: "POST", body: text, headers }),
    );
    return { status: answer.status, body: await answer.json() };
  };
  assert.deepEqual(await post('{"title":"short","size":1}'), {
    status: 200,
    body: { title: "short", size: 1 },
  });
  const long = await post('{"title":"too long","size":1}');
  assert.deepEqual([long.status, long.body.reason, long.body.issues[0].path], [400, "invalid_body", "title"]);
  assert.match(long.body.error, /title.*5/);
  const latin1 = Uint8Array.from('{"title":"\xfcber","size":1}', (char) => char.charCodeAt(0));
  for (const broken of ["{", "[]", "null", "", latin1]) {
    const { status, body: { reason, issues } } = await post(broken as BodyInit);
    assert.deepEqual([status, reason, Array.isArray(issues)], [400, "invalid_body", true]);
  }
});

Deno.test("path parameters with a suffix lose it, and neighbours do not shadow each other", async () => {
  const answerWith = (name: string) => ({
    gate: open("test"),
    ...about,
    params: { code: "Code", rest: "Rest" },
    handle: ({ params }: { params: object }) => ({ name, ...params }),
  });
  const handler = handlerOf(
    route("GET /caches/:code", answerWith("one")),
    route("GET /caches/:code.gpx", answerWith("gpx")),
    route("GET /caches.gpx", answerWith("all")),
    route("GET /media/*", answerWith("media")),
  );
  const get = async (path: string) => await (await handler(new Request(`http://localhost${path}`))).json();
  assert.deepEqual(await get("/caches/AB12"), { name: "one", code: "AB12" });
  assert.deepEqual(await get("/caches.gpx"), { name: "all" });
  assert.deepEqual(await get("/media/a/b.jpg"), { name: "media", rest: "a/b.jpg" });
});

Deno.test("credentials are answered cross-origin only to own and trusted https or loopback origins", async () => {
  const cors = async (env: Record<string, string>, origin: string) => {
    const app = testApp(env);
    const { headers } = await app.visitor.get("/health", { origin });
    app.close();
    return [headers.get("access-control-allow-origin"), headers.get("access-control-allow-credentials")];
  };
  assert.deepEqual(await cors({}, "https://any.example"), ["*", null]);
  const env = {
    APP_URL: "https://club.example",
    EXTRA_ORIGINS: "http://club.ampr.org",
    CORS_ORIGINS: "https://app.example,http://app.example,http://localhost:5173",
  };
  for (const good of ["https://club.example", "https://app.example", "http://localhost:5173"]) {
    assert.deepEqual(await cors(env, good), [good, "true"]);
  }
  for (const bad of ["http://club.ampr.org", "http://app.example", "https://evil.example", "null"]) {
    assert.deepEqual(await cors(env, bad), ["*", null]);
  }
});

appTest("a session is honoured only on the address that it was issued on", {
  APP_URL: "https://club.example",
  EXTRA_ORIGINS: "http://club.ampr.org",
  TRUST_PROXY: "1",
}, async (app) => {
  const at = (host: string, proto = "http") => ({ host, "x-forwarded-proto": proto });
  const link = async () =>
    new URL((await app.operator.post("/auth/operator-link", { callsign: "OE1SYS" })).body.link).searchParams
      .get("token");
  app.db.writeNow((tx) => {
    app.accounts.store.create(tx, "OE1SYS", 0);
    app.accounts.verify(tx, "OE1SYS", "operator");
  });
  const secure = await app.visitor.post(
    "/auth/email/verify",
    { token: await link() },
    at("club.example", "https"),
  );
  assert.match(secure.headers.get("set-cookie")!, /; Secure/);
  const cookie = secure.headers.get("set-cookie")!.split(";")[0]!;
  const who = async (host: string, proto: string, sent = cookie) =>
    (await app.visitor.get("/api/admin/whoami", { ...at(host, proto), cookie: sent })).body;
  assert.equal((await who("club.example", "https")).sysop, true);
  assert.equal((await who("unknown.example", "https")).sysop, true, "an unknown host is answered as APP_URL");
  assert.equal((await who("club.ampr.org", "http")).callsign, null);
  assert.equal((await who("club.example", "http")).callsign, null);

  const plain = await app.visitor.post("/auth/email/verify", { token: await link() }, at("club.ampr.org"));
  assert.doesNotMatch(plain.headers.get("set-cookie")!, /; Secure/);
  const hamnet = await who("club.ampr.org", "http", plain.headers.get("set-cookie")!.split(";")[0]!);
  assert.deepEqual(
    [hamnet.callsign, hamnet.sysop],
    ["OE1SYS", false],
    "an operator needs https where the instance has it",
  );
});

Deno.test("x-forwarded headers count only behind a trusted proxy", async () => {
  const ask = async (trust: string) => {
    const app = testApp({ TRUST_PROXY: trust, API_RATE_ANON: "2" });
    const statuses = [];
    for (const client of ["203.0.113.1", "203.0.113.2", "203.0.113.3"]) {
      statuses.push(
        (await app.visitor.get("/api/v1", { "x-forwarded-for": `198.51.100.9, ${client}` })).status,
      );
    }
    app.close();
    return statuses;
  };
  assert.deepEqual(await ask("0"), [200, 200, 429]);
  assert.deepEqual(await ask("1"), [200, 200, 200]);
});

Deno.test("of a proxy's lists the last entry counts: what stands before it was sent by the client", () => {
  const behind = new Addresses({ own: [], trusted: [], trustProxy: true });
  const named = (header: string, value: string) => new Headers({ host: "x", [header]: value });
  const scheme = (value: string) => behind.scheme("http://x/", named("x-forwarded-proto", value));
  assert.deepEqual([scheme("http, https"), scheme("https, http")], ["https", "http"]);
  const client = (value: string) => behind.client("192.0.2.1", named("x-forwarded-for", value));
  assert.equal(client("203.0.113.1, 198.51.100.7"), "198.51.100.7");
  // With a port each connection would count as a network of its own.
  for (
    const [written, address] of [
      ["198.51.100.7:4711", "198.51.100.7"],
      ["[2001:db8::7]:4711", "2001:db8::7"],
      ["[2001:db8::7]", "2001:db8::7"],
      ["2001:db8::7", "2001:db8::7"],
    ] as const
  ) assert.equal(client(written), address);
  for (const no of ["unknown", "_hidden", "x".repeat(200), "", "dead.beef", "1.2.3", "[::1", "[a]:1", ":1"]) {
    assert.equal(client(no), "192.0.2.1", no);
  }
});

Deno.test("a name of the house's own is answered under itself, and binds no browser to https", () => {
  const isLocal = (host: string) => host === "club.local";
  const rules = {
    own: ["https://club.example", "https://club.ampr.org"],
    trusted: [],
    trustProxy: false,
    isLocal,
  };
  const addresses = new Addresses(rules);
  const at = (host: string, more = {}) => new Headers({ host, ...more });
  assert.equal(addresses.of("http://x/", at("club.local")), "http://club.local");
  assert.equal(addresses.of("http://x/", at("other.local")), "http://club.example");
  const binds = (host: string) =>
    "strict-transport-security" in addresses.headers(new Request("https://x/", { headers: { host } }));
  assert.deepEqual([binds("club.example"), binds("club.local")], [true, false]);
  const allows = (origin: string) =>
    addresses.headers(new Request("https://x/", { headers: { host: "club.example", origin } }))[
      "access-control-allow-origin"
    ] === origin;
  assert.deepEqual(["https://club.local", "http://club.local", "xxxxxxxxclub.local"].map(allows), [
    true,
    false,
    false,
  ]);
  assert.equal(addresses.link("https://x/", at("club.ampr.org"), "192.0.2.7"), "https://club.ampr.org");
  assert.equal(addresses.link("https://x/", at("club.local"), "192.0.2.7"), "https://club.example");
  // A plain http app of another host brings no session, so no cookie is made for it.
  const crossSite = (trusted: string) => new Addresses({ ...rules, trusted: [trusted] }).crossSite;
  assert.deepEqual([crossSite("https://app.example"), crossSite("http://app.example")], [true, false]);
});

Deno.test("a link never leads to loopback where others reach this host elsewhere and who asks may know it", () => {
  const elsewhere = (asker: string) => asker === "192.0.2.7" ? undefined : "http://192.168.1.20:8787";
  const link = (host: string, asker: string, own: string[] = []) =>
    new Addresses({ own, trusted: [], trustProxy: false, elsewhere })
      .link(`http://${host}/`, new Headers({ host }), asker);
  const here = ["localhost:8787", "127.0.0.1:8787", "[::1]:8787", "localhost"];
  for (const host of here) {
    assert.equal(link(host, "127.0.0.1"), "http://192.168.1.20:8787", host);
    assert.equal(link(host, "192.0.2.7"), `http://${host}`, "the network stays unknown outside");
    assert.equal(link(host, "127.0.0.1", ["https://club.example"]), "https://club.example");
  }
  for (const host of ["pi.local:8787", "localhost.example", "10.0.0.7"]) {
    assert.equal(link(host, "127.0.0.1"), `http://${host}`);
  }
});

Deno.test("networkOf() gives an IPv4 address or the /64 of an IPv6 address", () => {
  assert.equal(networkOf("192.0.2.7"), "192.0.2.7");
  assert.equal(networkOf("::ffff:192.0.2.7"), "192.0.2.7");
  assert.equal(networkOf("fe80::1%eth0"), networkOf("fe80::2"), "a link-local one names its interface");
  assert.equal(networkOf("2001:db8:1:2::7%25a:b:c:d"), networkOf("2001:db8:1:2::8"));
  assert.equal(networkOf("2001:db8:0:1:aaaa::1"), networkOf("2001:0db8:0000:0001:bbbb:cccc:dddd:eeee"));
  assert.notEqual(networkOf("2001:db8:0:1::1"), networkOf("2001:db8:0:2::1"));
  assert.equal(networkOf("fe80::1%eth0"), networkOf("fe80::2%eth0"));
  assert.equal(networkOf("::1"), "0:0:0:0::/64");
});

appTest("a limit's window begins anew, and an operator's change counts at once", {}, async (app) => {
  await app.operator.put("/api/admin/settings/API_RATE_ANON", { value: "2" });
  const ask = async () => (await app.visitor.get("/api/v1")).status;
  assert.deepEqual([await ask(), await ask(), await ask()], [200, 200, 429]);
  app.world.pass(60);
  assert.equal(await ask(), 200);
  await app.operator.put("/api/admin/settings/API_RATE_ANON", { value: "5" });
  assert.deepEqual([await ask(), await ask()], [200, 200]);
  const other = await app.visitor.with({}, "198.51.100.1").get("/api/v1");
  assert.equal(other.status, 200, "another address has its own count");
});

Deno.test("a session gate refuses writes from foreign pages", async () => {
  const handled: string[] = [];
  const gate = session({ data: true });
  const world = testWorld();
  const ports = emptyPorts(world, {
    session: () => ({
      kind: "session",
      id: "1",
      account: 1,
      call: "OE1XYZ",
      scope: "full",
      address: "",
      issuedAt: 0,
      expiresAt: 1,
    }),
  });
  const handler = mount({
    routes: [route("POST /act", { gate, ...about, handle: () => (handled.push("act"), {}) })],
    ports,
    addresses: new Addresses({ own: ["https://club.example"], trusted: [], trustProxy: false }),
    limits: new Limits(world.now),
    world,
  });
  const act = (origin?: string) =>
    handler(
      new Request("http://club.example/act", {
        method: "POST",
        headers: { host: "club.example", cookie: "svc_session=x", ...(origin ? { origin } : {}) },
      }),
    );
  assert.equal((await act("https://evil.example")).status, 403);
  assert.equal((await act("null")).status, 403);
  assert.deepEqual(handled, []);
  for (const good of [undefined, "https://club.example", "http://club.example"]) {
    assert.equal((await act(good)).status, 200);
  }
});

Deno.test("a JSON body holds at most 1 MiB, unless its route says less or more", async () => {
  const body = z.object({ text: z.string() });
  const take = (path: "/usual" | "/less" | "/more", maxBytes?: number) =>
    route(`POST ${path}`, {
      gate: open("test"),
      ...about,
      body,
      ...(maxBytes && { maxBytes }),
      handle: ({ body: { text } }) => ({ length: text.length }),
    });
  const handler = handlerOf(take("/usual"), take("/less", 100), take("/more", 3 << 20));
  const status = async (path: string, bytes: number) => {
    const text = JSON.stringify({ text: "x".repeat(bytes - '{"text":""}'.length) });
    return (await handler(new Request(`http://localhost${path}`, { method: "POST", body: text }))).status;
  };
  for (const [path, most] of [["/usual", 1 << 20], ["/less", 100], ["/more", 3 << 20]] as const) {
    assert.deepEqual([await status(path, most), await status(path, most + 1)], [200, 413], path);
  }
});
