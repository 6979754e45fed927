/** Gates whose credential is a signature or lies in the body: everything that is wrong with one is refused by name. */
import assert from "node:assert/strict";
import {
  Addresses,
  box,
  claim,
  either,
  type Gate,
  Incoming,
  ingest,
  isSpokeSigned,
  type IssuedSession,
  type Ports,
  relayTicket,
  session,
  signedBody,
  spoke,
  spokeText,
  submitSigned,
  UNKNOWN_SENDER_BYTES,
  unsubscribeToken,
  weatherKey,
} from "../../src/http/mod.ts";
import { boxText, readSigningKey, signDocument } from "../../src/wire/mod.ts";
import { emptyPorts } from "../kit/ports.ts";
import { testWorld } from "../kit/world.ts";

const key = readSigningKey("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A")!;
const other = readSigningKey("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")!;
const world = testWorld();
const now = world.now();
const addresses = new Addresses({ own: ["https://club.example"], trusted: [], trustProxy: false });
const bytesOf = (text: string) => new TextEncoder().encode(text);

interface Asked {
  headers?: Record<string, string>;
  body?: string;
  path?: string;
  method?: string;
}

function incoming({ headers = {}, body = "", path = "/x", method = "POST" }: Asked): Incoming {
  const request = new Request(`https://club.example${path}`, { method, headers });
  const made = new Incoming(request, undefined, addresses);
  made.bytes = bytesOf(body);
  return made;
}
const check = async <Who>(gate: Gate<Who>, asked: Asked, ports: Ports, params = {}): Promise<Who> =>
  await gate.check(incoming(asked), ports, params);
const refused = (gate: Gate<unknown>, asked: Asked, ports: Ports, reason: string, params = {}) =>
  assert.rejects(() => check(gate, asked, ports, params), { reason }, JSON.stringify(asked));
const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name));

Deno.test("a box signs method, address with query, time, nonce and body; each of its headers is needed", async () => {
  const spent: string[] = [];
  const ports = emptyPorts(world, {
    box: (id) => id === "BOX1" ? { box: id, key: key.publicKey, services: true } : undefined,
    spend: (_purpose, nonce) => Promise.resolve(spent.push(nonce) > 0),
  });
  const at = String(now), nonce = "n".repeat(16), body = '{"packets":[]}';
  const signed = (
    over: Partial<{ nonce: string; method: string; path: string; at: string; body: string }> = {},
  ) => {
    const own = { nonce, method: "POST", path: "/ingest?x=1", at, body, ...over };
    const text = boxText(own.method, own.path, own.at, own.nonce, bytesOf(own.body));
    const sig = key.sign(bytesOf(text));
    return {
      "x-box-id": "BOX1",
      "x-box-at": own.at,
      "x-box-nonce": own.nonce,
      "x-box-sig": sig.toBase64({ alphabet: "base64url", omitPadding: true }),
    };
  };
  const gate = box();
  const asked = (headers: Record<string, string>, over: Asked = {}) => ({
    headers,
    body,
    path: "/ingest?x=1",
    ...over,
  });
  assert.deepEqual(await check(gate, asked(signed()), ports), { kind: "box", box: "BOX1", services: true });
  assert.deepEqual(await check(box({ own: "id", services: true }), asked(signed()), ports, { id: "BOX1" }), {
    kind: "box",
    box: "BOX1",
    services: true,
  });
  const good = spent.length;
  for (const name of Object.keys(signed())) {
    await refused(gate, asked(without(signed(), name)), ports, "bad_signature");
    await refused(gate, asked({ ...signed(), [name]: "" }), ports, "bad_signature");
    assert.throws(() => gate.before!(incoming(asked(without(signed(), name))), ports), {
      reason: "bad_signature",
    });
  }
  for (const bad of ["n".repeat(15), "n".repeat(65), "n".repeat(15) + " n", "n".repeat(15) + "."]) {
    await refused(gate, asked(signed({ nonce: bad })), ports, "bad_signature");
  }
  await check(gate, asked(signed({ nonce: "n".repeat(64) })), ports);
  for (const bad of ["now", "", "1".repeat(13), `${now}.0`, `-${now}`]) {
    await refused(gate, asked(signed({ at: bad })), ports, "bad_signature");
  }
  await refused(gate, asked(signed({ method: "PUT" })), ports, "bad_signature");
  await refused(gate, asked(signed({ path: "/ingest?x=2" })), ports, "bad_signature");
  await refused(gate, asked(signed({ body: "{}" })), ports, "bad_signature");
  await refused(gate, asked({ ...signed(), "x-box-id": "BOX2" }), ports, "bad_signature");
  assert.equal(spent.length, good + 1, "what is refused spends no nonce");
  await refused(gate, asked(signed()), { ...ports, spend: () => Promise.resolve(false) }, "bad_signature");
  assert.doesNotThrow(() => gate.before!(incoming(asked(signed())), ports));
  assert.deepEqual([gate.label, box({ services: true }).label, gate.needsBody!(incoming({}))], [
    "box",
    "svcbox",
    Infinity,
  ]);
  const present = (headers: Record<string, string>) => gate.present(incoming({ headers }));
  assert.deepEqual([
    present({ "x-box-id": "a" }),
    present({ "x-box-sig": "a" }),
    present({ "x-box-at": "1" }),
  ], [
    true,
    true,
    false,
  ]);
});

Deno.test("a claim's token lies in the body; without a good one nothing opens", async () => {
  const who = { kind: "claim", claim: 3, call: "OE1XYZ" } as const;
  const ports = emptyPorts(world, { claim: (token) => token === "good" ? who : undefined });
  const gate = claim();
  assert.equal(await check(gate, { body: '{"claim":"good"}' }, ports), who);
  for (const body of ['{"claim":"bad"}', '{"claim":7}', "[]", "no json", "", "null"]) {
    await refused(gate, { body }, ports, "bad_claim");
  }
  assert.equal(gate.present(incoming({ body: '{"claim":"bad"}' })), true);
  assert.equal(gate.present(incoming({ body: '{"claim":7}' })), false);
  assert.deepEqual([gate.inBody, gate.needsBody!(incoming({}))], [true, UNKNOWN_SENDER_BYTES]);
});

const issued = (over: Partial<IssuedSession> = {}): IssuedSession => ({
  kind: "session",
  id: "1",
  expiresAt: 1,
  account: 7,
  call: "OE1XYZ",
  scope: "full",
  address: "https://club.example",
  issuedAt: 0,
  ...over,
});

Deno.test("a signed body holds for its call, instance, path, time and key, once; else a session of the holder opens", async () => {
  const spent: { purpose: string; until: number }[] = [];
  const holderOf = (call: string) => call === "OE1XYZ" || call === "OE1XYZ-7" ? { accountId: 7 } : undefined;
  const ports = emptyPorts(world, {
    deviceKey: (_call, shown) => shown === key.publicKey ? {} as never : undefined,
    holder: (call) => holderOf(call) as never,
    session: (cookie) =>
      cookie === "mine" ? issued() : cookie === "theirs" ? issued({ account: 8 }) : undefined,
    spend: (purpose, _nonce, until) => Promise.resolve(spent.push({ purpose, until }) > 0),
  });
  const gate = signedBody();
  const path = "/api/account/OE1XYZ/export";
  const signed = (over: Record<string, unknown> = {}, by = key, stated: Record<string, unknown> = {}) => {
    const document = { at: now, call: "OE1XYZ", instance: "club.example", key: by.publicKey, path, ...over };
    const sig = signDocument("svc-act/1", document as never, by);
    return JSON.stringify({ key: by.publicKey, sig, at: document.at, call: document.call, ...stated });
  };
  const params = { call: "oe1xyz" };
  const asked = (body: string): Asked => ({ body, path });
  const ok = await check(gate, asked(signed()), ports, params);
  assert.deepEqual(ok, { kind: "signed", call: "OE1XYZ", key: key.publicKey, at: now, account: 7 });
  assert.deepEqual(spent, [{ purpose: "account-action", until: now + 600 }]);
  // Without a call in the path the body says whose it is.
  assert.equal((await check(gate, asked(signed({ call: "OE1XYZ-7" })), ports)).call, "OE1XYZ-7");
  for (const at of [now - 300, now + 300]) await check(gate, asked(signed({ at })), ports, params);
  const used = spent.length;
  for (
    const body of [
      signed({ at: now - 301 }),
      signed({ at: now + 301 }),
      signed({ at: now - 300 }, key, { at: now }),
      signed({}, key, { at: String(now) }),
      signed({ at: String(now) }),
      signed({}, key, { at: undefined }),
      signed({ at: now + 0.5 }),
      signed({}, key, { key: undefined }),
      signed({}, key, { key: other.publicKey }),
      signed({ call: "OE1XYZ-7" }),
      signed({ instance: "else.example" }),
      signed({ path: "/api/account/OE1XYZ/erase" }),
      signed({}, key, { sig: "x" }),
    ]
  ) await refused(gate, asked(body), ports, "bad_signature", params);
  await refused(gate, asked(signed({}, other)), ports, "not_yours", params);
  await refused(gate, asked(signed({ call: "OE2ABC" })), ports, "not_yours", { call: "OE2ABC" });
  assert.equal(spent.length, used, "what is refused spends nothing");
  await refused(
    gate,
    asked(signed()),
    { ...ports, spend: () => Promise.resolve(false) },
    "bad_signature",
    params,
  );
  await refused(
    gate,
    asked(signed({ call: "OE2ABC" }, other)),
    { ...ports, deviceKey: () => ({}) as never },
    "not_yours",
    {
      call: "OE2ABC",
    },
  );

  const cookie = (value: string): Asked => ({ headers: { cookie: `__Host-svc_session=${value}` }, path });
  for (const call of ["OE1XYZ", "oe1xyz-7", "me", undefined]) {
    const who = await check(gate, cookie("mine"), ports, call === undefined ? {} : { call });
    assert.equal((who as { account: number }).account, 7, call);
  }
  await refused(gate, cookie("theirs"), ports, "not_yours", params);
  await refused(gate, cookie("mine"), ports, "not_yours", { call: "OE2ABC" });
  await refused(gate, cookie("nobody"), ports, "no_session", params);
  assert.deepEqual(
    [{ body: signed() }, cookie("x"), {}].map((one) => gate.present(incoming(one))),
    [true, true, false],
  );
  assert.deepEqual([gate.inBody, gate.needsBody!(incoming({}))], [true, UNKNOWN_SENDER_BYTES]);
});

Deno.test("a weather console shows its key in the address, a form or JSON, under three names", async () => {
  const who = { kind: "weather", station: 1, account: 7 } as const;
  const ports = emptyPorts(world, { weather: (shown) => shown === "good" ? who : undefined });
  const gate = weatherKey();
  const form = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" };
  for (const name of ["key", "PASSWORD", "PASSKEY"]) {
    assert.equal(await check(gate, { path: `/x?${name}=good` }, ports), who);
    assert.equal(await check(gate, { headers: form, body: `a=1&${name}=good` }, ports), who);
    assert.equal(await check(gate, { body: JSON.stringify({ [name]: "good" }) }, ports), who);
    await refused(gate, { path: `/x?${name}=bad` }, ports, "bad_token");
    assert.equal(gate.present(incoming({ path: `/x?${name}=bad` })), true);
  }
  await refused(gate, { body: "key=good" }, ports, "bad_token");
  await refused(gate, { path: "/x?key=" }, ports, "bad_token");
  assert.equal(gate.present(incoming({ path: "/x?key=" })), false);
  assert.deepEqual([gate.inBody, gate.needsBody!(incoming({}))], [true, UNKNOWN_SENDER_BYTES]);
});

Deno.test("a mail's token opens what it was made for", async () => {
  const ports = emptyPorts(world, {
    unsubscribe: (token) => token === "good" ? { kind: "unsubscribe", account: 7 } : undefined,
  });
  const gate = unsubscribeToken();
  assert.equal((await check(gate, { path: "/x?token=good" }, ports)).account, 7);
  for (const path of ["/x?token=bad", "/x?token=", "/x"]) await refused(gate, { path }, ports, "bad_token");
  assert.deepEqual([gate.present(incoming({ path: "/x?token=" })), gate.present(incoming({}))], [
    true,
    false,
  ]);
});

/** A spoke's headers. */
function spokeHeaders(
  over: Partial<{ at: string; path: string; method: string; body: string }> = {},
  by = key,
) {
  const own = { at: String(now), path: "/relay?n=1", method: "POST", body: "answer", ...over };
  const sig = by.sign(bytesOf(spokeText(own.method, own.path, own.at, bytesOf(own.body))));
  return {
    "x-relay-instance": "spoke.example",
    "x-relay-at": own.at,
    "x-relay-sig": sig.toBase64({ alphabet: "base64url", omitPadding: true }),
  };
}
const relayed = (headers: Record<string, string>): Asked => ({ headers, body: "answer", path: "/relay?n=1" });
const SPOKES = emptyPorts(world, {
  spokeKeys: (instance) => instance === "spoke.example" ? [other.publicKey, key.publicKey] : [],
  submitSecret: "submit",
  relaySecret: "relay",
});
/** What is wrong with a spoke's signature, one thing each. */
const BAD_SPOKES: Record<string, string>[] = [
  ...Object.keys(spokeHeaders()).map((name) => without(spokeHeaders(), name)),
  ...["121", "-121"].map((off) => spokeHeaders({ at: String(now + Number(off)) })),
  spokeHeaders({ path: "/relay?n=2" }),
  spokeHeaders({ method: "GET" }),
  spokeHeaders({ body: "other" }),
  { ...spokeHeaders(), "x-relay-instance": "else.example" },
  { ...spokeHeaders(), "x-relay-sig": "x" },
  spokeHeaders({}, readSigningKey("B".repeat(42) + "A")!),
];

Deno.test("a spoke signs method, address, time and body with one of its keys", async () => {
  const gate = spoke();
  for (const by of [key, other]) {
    const who = await check(gate, relayed(spokeHeaders({}, by)), SPOKES);
    assert.deepEqual(who, { kind: "spoke", instance: "spoke.example", key: by.publicKey });
  }
  for (const off of [120, -120]) await check(gate, relayed(spokeHeaders({ at: String(now + off) })), SPOKES);
  for (const headers of BAD_SPOKES) await refused(gate, relayed(headers), SPOKES, "bad_signature");
  await refused(gate, relayed(spokeHeaders()), emptyPorts(world), "bad_signature");
  assert.throws(() => gate.before!(incoming(relayed(spokeHeaders())), emptyPorts(world)), {
    reason: "bad_signature",
  });
  const one = { ...SPOKES, spokeKeys: () => [key.publicKey] };
  assert.equal((await check(gate, relayed(spokeHeaders()), one)).key, key.publicKey);
  assert.throws(() => gate.before!(incoming(relayed({})), SPOKES), { reason: "bad_signature" });
  assert.doesNotThrow(() =>
    gate.before!(incoming(relayed({ ...spokeHeaders(), "x-relay-sig": "unread" })), SPOKES)
  );
  assert.deepEqual([gate.needsBody!(incoming({})), gate.present(incoming({}))], [Infinity, false]);
  assert.equal(gate.present(incoming(relayed({ "x-relay-sig": "x" }))), true);
});

Deno.test("a spoke's signature where one may do without: none is none, a bad one is refused", () => {
  const by = { instance: "spoke.example", keys: [other.publicKey, key.publicKey], now };
  const signed = (headers: Record<string, string>, over = {}) =>
    isSpokeSigned(incoming(relayed(headers)), { ...by, ...over });
  assert.equal(signed({}), false);
  assert.equal(signed(spokeHeaders()), true);
  for (const headers of BAD_SPOKES) assert.throws(() => signed(headers), { reason: "bad_signature" });
  for (const name of Object.keys(spokeHeaders())) {
    const alone = { [name]: (spokeHeaders() as Record<string, string>)[name]! };
    assert.throws(() => signed(alone), { reason: "bad_signature" }, name);
  }
  assert.throws(() => signed(spokeHeaders(), { keys: [] }), { reason: "bad_signature" });
  assert.throws(() => signed(spokeHeaders(), { instance: "else.example" }), { reason: "bad_signature" });
});

Deno.test("what only one spoke may read asks for the secret and its signature", async () => {
  const gate = submitSigned();
  const both = { "x-fed-secret": "submit", ...spokeHeaders() };
  assert.equal((await check(gate, relayed(both), SPOKES)).instance, "spoke.example");
  await refused(gate, relayed({ ...both, "x-fed-secret": "bad" }), SPOKES, "bad_secret");
  await refused(gate, relayed({ "x-fed-secret": "submit" }), SPOKES, "bad_signature");
  await refused(gate, relayed(spokeHeaders()), SPOKES, "no_credential");
  await refused(gate, relayed(both), emptyPorts(world), "submit_closed");
  assert.deepEqual([gate.present(incoming(relayed(both))), gate.present(incoming(relayed(spokeHeaders())))], [
    true,
    false,
  ]);
});

Deno.test("a relay's ticket is shown with the relay secret, or by a spoke that signs", async () => {
  const gate = relayTicket();
  const ticket = { "x-relay-ticket": "t1" };
  const byspoke = await check(gate, relayed({ ...ticket, ...spokeHeaders() }), SPOKES);
  assert.deepEqual(byspoke, { kind: "ticket", ticket: "t1", instance: "spoke.example" });
  const bySecret = await check(gate, relayed({ ...ticket, "x-relay-secret": "relay" }), SPOKES);
  assert.deepEqual(bySecret, { kind: "ticket", ticket: "t1", instance: undefined });
  await refused(gate, relayed(ticket), SPOKES, "no_credential");
  await refused(gate, relayed({ "x-relay-secret": "relay" }), SPOKES, "no_ticket");
  await refused(gate, relayed({ ...ticket, "x-relay-secret": "bad" }), SPOKES, "bad_secret");
  await refused(
    gate,
    relayed({ ...ticket, "x-relay-secret": "relay", "x-relay-sig": "x" }),
    SPOKES,
    "bad_signature",
  );
  assert.deepEqual([gate.present(incoming({ headers: ticket })), gate.present(incoming({}))], [true, false]);
});

Deno.test("of several gates the first that is present decides, and may ask for a body on its own account alone", async () => {
  const ports = emptyPorts(world, {
    ingestSecret: "good",
    session: () => issued(),
    claim: (token) => token === "good" ? { kind: "claim", claim: 3, call: "OE1XYZ" } : undefined,
  });
  const gate = either(ingest(), box(), claim(), session());
  assert.equal(gate.label, "ingest|box|claim|session");
  assert.deepEqual(gate.security, ["x-ingest-secret", "box", "claim", "session"]);
  const cookie = { cookie: "__Host-svc_session=x" };
  const kind = async (asked: Asked) => ((await check(gate, asked, ports)) as { kind: string }).kind;
  assert.equal(await kind({ headers: { "x-ingest-secret": "good", ...cookie } }), "ingest");
  await refused(gate, { headers: { "x-ingest-secret": "bad", ...cookie } }, ports, "bad_secret");
  assert.equal(await kind({ headers: cookie, body: '{"claim":"good"}' }), "claim");
  await refused(gate, { headers: cookie, body: '{"claim":"bad"}' }, ports, "bad_claim");
  assert.equal(await kind({ headers: cookie }), "session");
  await refused(gate, {}, ports, "no_credential");
  const needs = (headers: Record<string, string>) => gate.needsBody!(incoming({ headers }));
  assert.deepEqual(
    [needs({ "x-ingest-secret": "x" }), needs({ "x-box-sig": "x" }), needs(cookie), needs({})],
    [
      0,
      Infinity,
      UNKNOWN_SENDER_BYTES,
      UNKNOWN_SENDER_BYTES,
    ],
  );
  assert.throws(() => gate.before!(incoming({ headers: { "x-box-sig": "x" } }), ports), {
    reason: "bad_signature",
  });
  assert.doesNotThrow(() => gate.before!(incoming({}), ports));
  assert.deepEqual([gate.present(incoming({ headers: cookie })), gate.present(incoming({})), gate.inBody], [
    true,
    false,
    true,
  ]);
  const heads = either(ingest(), session());
  assert.deepEqual([heads.inBody, heads.needsBody!(incoming({}))], [false, 0]);
});
