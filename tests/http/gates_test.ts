/** Gates alone, over ports of the test's own: who opens them, and what `who` then says. */
import assert from "node:assert/strict";
import {
  Addresses,
  Incoming,
  type IssuedSession,
  open,
  type Ports,
  session,
  sysop,
} from "../../src/http/mod.ts";
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
