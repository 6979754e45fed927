/** Gates alone, over ports of the test's own: who opens them, and what `who` then says. */
import assert from "node:assert/strict";
import { generateKeyPairSync, sign } from "node:crypto";
import {
  Addresses,
  box,
  type Gate,
  Incoming,
  ingest,
  type IssuedSession,
  open,
  operator,
  type Ports,
  rateLimited,
  relaySecret,
  session,
  submitSecret,
  sysop,
  UNKNOWN_SENDER_BYTES,
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

Deno.test("behind a session's gate a foreign page may read and not write", async () => {
  const world = testWorld();
  const ports = emptyPorts(world, {
    session: () => ({ ...issued, issuedAt: world.now() }),
    isSysop: () => true,
  });
  const cookie = "__Host-svc_session=x";
  for (const gate of [session(), session({ data: true }), sysop()]) {
    const asked = async (method: string, headers: Record<string, string>) =>
      await gate.check(request(headers, method), ports, {});
    for (const method of ["GET", "HEAD"]) {
      assert.equal((await asked(method, { cookie, origin: "https://evil.example" })).account, 7, method);
      await assert.rejects(() => asked(method, { origin: "https://evil.example" }), { reason: "no_session" });
    }
    for (const method of ["POST", "DELETE"]) {
      const foreign = () => asked(method, { cookie, origin: "https://evil.example" });
      await assert.rejects(foreign, { reason: "foreign_origin" }, method);
      assert.equal((await asked(method, { cookie, origin: "https://club.example" })).account, 7, method);
      assert.equal((await asked(method, { cookie })).account, 7, method);
    }
    assert.deepEqual([gate.present(request({ cookie })), gate.present(request({}))], [true, false]);
  }
});

Deno.test("a session that only exports or erases data, and one without a call, open what says so", async () => {
  for (
    const [over, may] of [[{ scope: "data" as const }, false], [{ call: null }, false], [{}, true]] as const
  ) {
    const ports = emptyPorts(testWorld(), { session: () => ({ ...issued, ...over }), isSysop: () => true });
    const asked = request({ cookie: "__Host-svc_session=x" });
    assert.equal((await session({ data: true }).check(asked, ports, {})).account, 7);
    if (may) assert.equal((await session().check(asked, ports, {})).account, 7);
    else {await assert.rejects(async () => await session().check(asked, ports, {}), {
        reason: "data_session",
      });}
  }
  const nameless = emptyPorts(testWorld(), {
    session: () => ({ ...issued, call: null }),
    isSysop: () => true,
  });
  const asked = request({ cookie: "__Host-svc_session=x" });
  await assert.rejects(async () => await sysop().check(asked, nameless, {}), { reason: "not_sysop" });
});

Deno.test("a control-verified call is asked for where the gate says so, of this very call", async () => {
  const asked = request({ cookie: "__Host-svc_session=x" });
  const gate = session({ verified: true });
  const ports = (verified: string) =>
    emptyPorts(testWorld(), { session: () => issued, isVerified: (call) => call === verified });
  assert.equal((await gate.check(asked, ports("OE1SYS"), {})).call, "OE1SYS");
  await assert.rejects(async () => await gate.check(asked, ports("OE1XYZ"), {}), {
    reason: "not_verified",
    details: { verified: false },
  });
  assert.equal((await session().check(asked, ports("OE1XYZ"), {})).call, "OE1SYS");
});

Deno.test("on open routes the session is looked up when it is asked for, once, and makes the answer personal", async () => {
  let looked = 0;
  const asking = async (headers: Record<string, string>) => {
    const ports = emptyPorts(testWorld(), { session: () => (looked++, issued) });
    const incoming = request(headers);
    const who = await open("test").check(incoming, ports, {});
    assert.equal(incoming.keep, "public");
    return { who, incoming };
  };
  const known = await asking({ cookie: "__Host-svc_session=x" });
  assert.equal(looked, 0);
  assert.equal(known.who.session?.account, 7);
  assert.equal(known.who.session?.account, 7);
  assert.deepEqual([looked, known.incoming.keep], [1, "personal"]);
  const unknown = await asking({});
  assert.deepEqual([unknown.who.session, unknown.incoming.keep, looked], [undefined, "public", 1]);
});

Deno.test("a reader's key is a bearer token, a header or in the address, in this order, and only raises the limit", async () => {
  const ports = emptyPorts(testWorld(), {
    apiKey: (key) => ({ kind: "apikey", id: Number(key), account: 7 }),
    session: () => issued,
  });
  const reader = async (headers: Record<string, string>, path = "/x") => {
    const asked = new Incoming(new Request(`https://club.example${path}`, { headers }), undefined, addresses);
    return await rateLimited().check(asked, ports, {});
  };
  assert.equal((await reader({ authorization: "Bearer 1", "x-api-key": "2" }, "/x?key=3")).apiKey?.id, 1);
  assert.equal((await reader({ authorization: "bearer  1" })).apiKey?.id, 1);
  assert.equal((await reader({ authorization: "Basic 1", "x-api-key": "2" }, "/x?key=3")).apiKey?.id, 2);
  assert.equal((await reader({}, "/x?key=3")).apiKey?.id, 3);
  const without = await reader({ cookie: "__Host-svc_session=x" });
  assert.deepEqual([without.apiKey, without.session?.account], [undefined, 7]);
  assert.equal(UNKNOWN_SENDER_BYTES, 1_048_576);
});

Deno.test("each secret opens its own gate under its own header; unset it opens to nobody", async () => {
  const GATES = [
    [ingest(), "x-ingest-secret", "ingestSecret", "secret_unset"],
    [operator(), "x-operator-secret", "operatorSecret", "secret_unset"],
    [submitSecret(), "x-fed-secret", "submitSecret", "submit_closed"],
    [relaySecret(), "x-relay-secret", "relaySecret", "secret_unset"],
  ] as const;
  for (const [gate, header, name, unset] of GATES) {
    const check = async (headers: Record<string, string>, ports: Ports) =>
      await (gate as Gate<unknown>).check(request(headers), ports, {});
    const ports = emptyPorts(testWorld(), { [name]: "good" });
    await check({ [header]: "good" }, ports);
    for (const bad of ["Good", "goo", "goodd", ""]) {
      await assert.rejects(
        () => check({ [header]: bad }, ports),
        { reason: "bad_secret" },
        `${header} ${bad}`,
      );
    }
    await assert.rejects(() => check({}, ports), { reason: "no_credential" });
    await assert.rejects(() => check({ [header]: "good" }, emptyPorts(testWorld())), { reason: unset });
    assert.deepEqual([gate.present(request({ [header]: "" })), gate.present(request({}))], [true, false]);
    assert.deepEqual(gate.security, [header]);
  }
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
