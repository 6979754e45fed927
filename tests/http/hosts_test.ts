/** The Host header over a real connection: it chooses neither route nor links, and https binds browsers. */
import assert from "node:assert/strict";
import { Addresses, Limits, mount, open, route } from "../../src/http/mod.ts";
import { testApp } from "../kit/app.ts";
import { emptyPorts } from "../kit/ports.ts";
import { testWorld } from "../kit/world.ts";

/** What the server says to a request written by hand. */
async function said(port: number, request: string): Promise<string> {
  const connection = await Deno.connect({ port });
  await connection.write(new TextEncoder().encode(request.replaceAll("\n", "\r\n") + "\r\n\r\n"));
  const answer = await new Response(connection.readable).text();
  return answer;
}

Deno.test("a Host header that is no host is refused before any route is chosen", async () => {
  const world = testWorld();
  const about = { gate: open("test"), spec: "test", summary: "test", produces: "application/json" };
  const handler = mount({
    routes: ["/real", "/api/admin/boxes", "/"].map((path) =>
      route(`GET ${path as "/real"}`, { ...about, handle: () => ({ path }) })
    ),
    ports: emptyPorts(world),
    addresses: new Addresses({ own: [], trusted: [], trustProxy: false }),
    limits: new Limits(world.now),
    world,
  });
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => handler(request));
  const ask = (host: string) =>
    said(server.addr.port, `GET /real HTTP/1.1\nconnection: close\nhost: ${host}`);
  try {
    const bad = [
      "x/api/admin/boxes?",
      "x?",
      "x#",
      "user@x",
      "x y",
      "x\\y",
      "x:port",
      "x:123456",
      "[::1",
      "[x]",
      "ü",
    ];
    for (const host of [...bad, "a".repeat(254)]) {
      const answer = await ask(host);
      assert.match(answer, /^HTTP\/1\.1 400 .*"reason":"bad_host"/s, host);
      assert.match(answer, /access-control-allow-origin: \*/, "wrapped like every answer");
    }
    for (
      const host of ["x", "club.example", "club.example:8787", "127.0.0.1:1", "[::1]:8787", "raspi_4.local"]
    ) {
      assert.match(await ask(host), /^HTTP\/1\.1 200 .*"path":"\/real"/s, host);
    }
    assert.match(await said(server.addr.port, "GET /real HTTP/1.0"), /200 .*"path":"\/real"/s);
  } finally {
    await server.shutdown();
  }
});

Deno.test("answers bind browsers to https where APP_URL is https, and never elsewhere", async () => {
  const strict = async (env: Record<string, string>, headers: Record<string, string>) => {
    const app = testApp(env);
    const answers = [await app.visitor.get("/health", headers), await app.visitor.get("/nothing", headers)];
    app.close();
    const [first, second] = answers.map((answer) => answer.headers.get("strict-transport-security"));
    assert.equal(first, second, "refusals too");
    return first;
  };
  const secure = { APP_URL: "https://club.example", EXTRA_ORIGINS: "http://club.ampr.org", TRUST_PROXY: "1" };
  const year = "max-age=31536000";
  assert.equal(await strict(secure, { host: "club.example", "x-forwarded-proto": "https" }), year);
  assert.equal(await strict(secure, { host: "club.example" }), year);
  assert.equal(await strict(secure, { host: "other.example", "x-forwarded-proto": "https" }), year);
  assert.equal(await strict(secure, { host: "club.ampr.org" }), null, "plain http beside it stays usable");
  const plain = { APP_URL: "http://club.example", TRUST_PROXY: "1" };
  assert.equal(await strict(plain, { host: "club.example", "x-forwarded-proto": "https" }), null);
  assert.equal(await strict({}, {}), null);
});
