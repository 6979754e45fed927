/** Gates alone, over ports of the test's own: who opens them, and what `who` then says. */
import assert from "node:assert/strict";
import { generateKeyPairSync, sign } from "node:crypto";
import {
  Addresses,
  box,
  Incoming,
  type IssuedSession,
  open,
  type Ports,
  session,
  sysop,
} from "../../src/http/mod.ts";
import { boxText } from "../../src/wire/mod.ts";
import { emptyPorts } from "../kit/ports.ts";
import { testWorld } from "../kit/world.ts";

const issued: IssuedSession = {
  kind: "session",
  id: "1",
  expiresAt: 1,
  account: 7,
  call: "OE1SYS",
  scope: "full",
  address: "https://club.example",
  issuedAt: 0,
};
const addresses = new Addresses({ own: ["https://club.example"], trusted: [], trustProxy: false });

const request = (headers: Record<string, string>, method = "GET") =>
  new Incoming(
    new Request("https://club.example/x", { method, headers: { host: "club.example", ...headers } }),
    undefined,
    addresses,
  );

Deno.test("who.sysop is what the one rule says of this very session", async () => {
  const asked: IssuedSession[] = [];
  for (const says of [true, false]) {
    const ports: Ports = emptyPorts(testWorld(), {
      session: (cookie) => cookie === "good" ? issued : undefined,
      isSysop: (one) => (asked.push(one), says),
    });
    const incoming = request({ cookie: "__Host-svc_session=good" });
    assert.equal((await session().check(incoming, ports, {})).sysop, says);
    assert.equal((await open("test").check(incoming, ports, {})).sysop, says);
    if (says) assert.equal((await sysop().check(incoming, ports, {})).call, "OE1SYS");
    else await assert.rejects(async () => await sysop().check(incoming, ports, {}), { reason: "not_sysop" });
    assert.equal((await open("test").check(request({}), ports, {})).sysop, false, "nobody is no operator");
  }
  assert.ok(asked.length >= 6 && asked.every((one) => one === issued));
});

Deno.test("the session's cookie is the one of the address, and two of them are none", async () => {
  const ports = emptyPorts(testWorld(), { session: (cookie) => cookie === "good" ? issued : undefined });
  const who = async (url: string, cookie: string) => {
    const incoming = new Incoming(new Request(url, { headers: { cookie } }), undefined, nowhere);
    return (await open("test").check(incoming, ports, {})).session?.account;
  };
  const nowhere = new Addresses({ own: [], trusted: [], trustProxy: false });
  const [plain, secure] = ["http://club.ampr.org/", "https://club.example/"];
  assert.equal(await who(plain, "svc_session=good"), 7);
  assert.equal(await who(secure, "__Host-svc_session=good"), 7);
  assert.equal(await who(secure, "svc_session=good"), undefined, "any host beside can have set that one");
  assert.equal(await who(plain, "__Host-svc_session=good"), undefined);
  assert.equal(await who(plain, "other=1; svc_session=good; svc_session2=bad; xsvc_session=bad"), 7);
  for (const two of ["svc_session=good; svc_session=bad", "svc_session=bad; a=b; svc_session=good"]) {
    assert.equal(await who(plain, two), undefined, two);
  }
});

Deno.test("on open routes a foreign page's write carries no session, its reading does", async () => {
  const ports = emptyPorts(testWorld(), { session: () => issued });
  const cookie = "__Host-svc_session=x";
  const seen = async (method: string, origin?: string) =>
    (await open("test").check(request({ cookie, ...(origin && { origin }) }, method), ports, {})).session
      ?.account;
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    assert.equal(await seen(method, "https://evil.example"), undefined, method);
    assert.equal(await seen(method, "null"), undefined, method);
    assert.equal(await seen(method, "https://club.example"), 7, method);
    assert.equal(await seen(method), 7, method);
  }
  for (const method of ["GET", "HEAD"]) assert.equal(await seen(method, "https://evil.example"), 7, method);
});

Deno.test("a box's nonce is remembered for as long as its signature could be fresh, on clocks ten minutes apart", async () => {
  const world = testWorld();
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const key = publicKey.export({ format: "jwk" }).x!;
  const spent: { purpose: string; nonce: string; until: number }[] = [];
  const ports = emptyPorts(world, {
    box: (id) => id === "BOX1" ? { box: id, key, services: false } : undefined,
    spend: (purpose, nonce, until) => Promise.resolve(spent.push({ purpose, nonce, until }) === 1),
  });
  const nonce = "n".repeat(16);
  const shown = (at: number, id = "BOX1") => {
    const text = boxText("GET", "/x", String(at), nonce, new Uint8Array());
    const sig = sign(null, new TextEncoder().encode(text), privateKey).toString("base64url");
    return request({ "x-box-id": id, "x-box-at": String(at), "x-box-nonce": nonce, "x-box-sig": sig });
  };
  const refused = (incoming: Incoming) =>
    assert.rejects(async () => await box().check(incoming, ports, {}), { reason: "bad_signature" });
  const now = world.now();
  await refused(shown(now - 301));
  await refused(shown(now + 301));
  await refused(shown(now, "BOX2"));
  assert.deepEqual(spent, [], "what is refused spends no nonce");
  assert.equal((await box().check(shown(now + 300), ports, {})).box, "BOX1");
  assert.deepEqual(spent, [{ purpose: "box", nonce: `${key}:${nonce}`, until: now + 600 }]);
  await refused(shown(now - 300));
  await assert.rejects(
    async () =>
      await box({ services: true }).check(shown(now), { ...ports, spend: () => Promise.resolve(true) }, {}),
    {
      reason: "not_services",
    },
  );
  await assert.rejects(
    async () =>
      await box({ own: "id" }).check(shown(now), { ...ports, spend: () => Promise.resolve(true) }, {
        id: "BOX2",
      }),
    {
      reason: "not_yours",
    },
  );
});
