/** Every route that sets a cookie says so, and is shut to pages of foreign origins: nobody is signed in as another. */
import assert from "node:assert/strict";
import { Addresses, Limits, mount, open, route } from "../../src/http/mod.ts";
import { appTest, refused } from "../kit/app.ts";
import { emptyPorts } from "../kit/ports.ts";
import { testWorld } from "../kit/world.ts";

/** Where cookies are set and taken back today. A new one is written down here, after a look at it. */
const ROUTES = [
  "POST /api/account/:call/delete",
  "POST /api/account/import",
  "POST /auth/callsign",
  "POST /auth/claims/status",
  "POST /auth/email/verify",
  "POST /auth/logout",
  "POST /auth/logout-all",
  "POST /auth/passkey/login/finish",
  "POST /auth/passkey/register/finish",
];

appTest(
  "routes that set a cookie refuse a foreign origin before anything else, and change nothing",
  {},
  async (app) => {
    const setting = app.routes.filter(({ options }) => options.cookie);
    assert.deepEqual(setting.map(({ method, path }) => `${method} ${path}`).sort(), ROUTES);
    const member = await app.signIn("OE1XYZ");
    for (const { path } of setting) {
      for (const client of [app.visitor, member]) {
        for (const origin of ["https://evil.example", "null", "http://localhost.evil.example"]) {
          for (const body of [{}, { claim: "x", token: "x", callsign: "OE1XYZ", bundle: {} }]) {
            const reply = await refused(
              app,
              403,
              "foreign_origin",
              () => client.post(path.replace(":call", "OE1XYZ"), body, { origin }),
            );
            assert.equal(reply.headers.get("set-cookie"), null);
          }
        }
      }
    }
    assert.equal((await member.get("/auth/session")).body.callsign, "OE1XYZ");
  },
);

Deno.test("a cookie from a route that does not declare it goes to nobody", async () => {
  const world = testWorld();
  const answer = () => new Response("ok", { headers: { "set-cookie": "svc_session=stolen" } });
  const about = { gate: open("test"), spec: "test", summary: "test", produces: "text/plain", handle: answer };
  const handler = mount({
    routes: [route("GET /silent", about), route("GET /declared", { ...about, cookie: true })],
    ports: emptyPorts(world),
    addresses: new Addresses({ own: [], trusted: [], trustProxy: false }),
    limits: new Limits(world.now),
    world,
  });
  const ask = async (path: string, headers = {}) => {
    const answer = await handler(new Request(`http://localhost${path}`, { headers }));
    await answer.body?.cancel();
    return [answer.status, answer.headers.get("set-cookie")];
  };
  assert.deepEqual(await ask("/silent"), [500, null]);
  assert.deepEqual(await ask("/declared"), [200, "svc_session=stolen"]);
  assert.deepEqual(await ask("/declared", { origin: "https://evil.example" }), [403, null]);
});
