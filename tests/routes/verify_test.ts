import assert from "node:assert/strict";
import { decode, encode } from "dns-packet";
import type { HeardText } from "../../src/accounts/mod.ts";
import { appTest, type Client, refused, type TestApp, testApp } from "../kit/app.ts";
import { issue, pem, rsaKeys, signText } from "../kit/certificates.ts";
import { count, fromElsewhere, refusedBut, signUp } from "../kit/people.ts";
import { START, testWorld } from "../kit/world.ts";

function withSite(): TestApp {
  const app = testApp();
  app.people.ports.receivingSites = () => ["OE1GATE", "OE3GATE"];
  return app;
}
type Hearing = HeardText["hearings"][number];
const HEARING: Hearing = {
  site: "OE1GATE",
  trusted: true,
  radioPort: true,
  direct: true,
  deliveredBy: { kind: "secret" },
};
const hear = (app: TestApp, told: Partial<HeardText> & { hearing?: Partial<Hearing> }) =>
  app.db.writeNow((tx) =>
    app.people.proofs.heard(tx, {
      call: "OE1ABC-9",
      text: "VERIFY 000000",
      at: app.world.now(),
      thirdParty: false,
      mesh: false,
      hearings: [{ ...HEARING, ...told.hearing }],
      ...told,
    })
  );
const startOnAir = async (client: Client, body = {}) => {
  const reply = await client.post("/verify/aprs/start", body);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};

Deno.test("on air: a code is heard at a trusted site and proves the base call for all its SSIDs", async () => {
  using app = withSite();
  const { client } = await signUp(app, "OE1ABC-7");
  const begun = await startOnAir(client);
  assert.match(begun.code, /^\d{6}$/);
  assert.deepEqual(begun, {
    code: begun.code,
    to: "OE1SYS-15",
    text: `VERIFY ${begun.code}`,
    expiresAt: app.world.now() + 1800,
    sites: ["OE1GATE", "OE3GATE"],
  });
  const status = async (call: string) =>
    (await app.visitor.get(`/verify/aprs/status?callsign=${call}`)).body.verified;
  assert.equal(await status("OE1ABC"), false);
  assert.equal(hear(app, { text: `verify ${begun.code} ` }), "verified");
  assert.deepEqual([await status("OE1ABC"), await status("oe1abc-3"), await status("nonsense!")], [
    true,
    true,
    false,
  ]);
  assert.equal(app.accounts.store.verification({ base: "OE1ABC" })!.method, "rf_heard");
  assert.equal(hear(app, { text: begun.text }), "ignored", "a replayed frame carries an old code");
});

appTest("on air: without a trusted site nothing starts", {}, async (app) => {
  const { client } = await signUp(app, "OE1ABC");
  await refused(app, 409, "no_receiving_site", () => client.post("/verify/aprs/start", {}));
  assert.deepEqual((await app.visitor.get("/verify/methods")).body, {
    methods: { rf_heard: false, ampr_dns: false, lotw: false },
    rfSites: 0,
  });
  await refused(app, 403, "not_held", () => client.post("/verify/aprs/start", { callsign: "OE1BOB" }));
  await refused(app, 401, "no_credential", () => app.visitor.post("/verify/aprs/start", {}));
});

const ignored: [string, Partial<HeardText> & { hearing?: Partial<Hearing> }][] = [
  ["a site that is not trusted", { hearing: { trusted: false } }],
  ["a port that is not radio", { hearing: { radioPort: false } }],
  ["no site at all", { hearings: [] }],
  ["a third-party frame", { thirdParty: true }],
  ["another call", { call: "OE1XYZ" }],
  ["the claimant's own site", { hearing: { site: "OE1ABC-10" } }],
  ["a box enrolled for the claimant", {
    hearing: { deliveredBy: { kind: "box", box: "b", enrolledFor: "OE1ABC" } },
  }],
  ["a box that the claimant owns", {
    hearing: { deliveredBy: { kind: "box", box: "b", ownerAccountId: 1 } },
  }],
  ["a mesh message that was relayed", { mesh: true, hearing: { direct: false } }],
  ["a frame from before the start", { at: START - 100 }],
];
for (const [what, told] of ignored) {
  Deno.test(`on air: ${what} is ignored and costs nothing`, async () => {
    using app = withSite();
    const { client, account } = await signUp(app, "OE1ABC");
    assert.equal(account, 1);
    const { text } = await startOnAir(client);
    const before = app.fingerprint();
    assert.equal(hear(app, { text, ...told }), "ignored");
    assert.equal(hear(app, { ...told, text: "VERIFY 999999" }), "ignored");
    assert.equal(app.fingerprint(), before);
    assert.equal(hear(app, { text, mesh: true }), "verified", "and the real thing still proves");
  });
}

Deno.test("on air: texts that are not exactly a code are nobody's", async () => {
  using app = withSite();
  const { client } = await signUp(app, "OE1ABC");
  const { code } = await startOnAir(client);
  for (
    const text of [`VERIFY${code}`, `VERIFY ${code}1`, `VERIFY  ${code}`, `CQ VERIFY ${code}`, `VERIFY`, code]
  ) {
    assert.equal(hear(app, { text }), "ignored", text);
  }
});

Deno.test("on air: five wrong codes lock a code, and a new start gives a new one", async () => {
  using app = withSite();
  const { client } = await signUp(app, "OE1ABC");
  const { code, text } = await startOnAir(client);
  const wrong = code === "123456" ? "654321" : "123456";
  for (let n = 0; n < 5; n++) assert.equal(hear(app, { text: `VERIFY ${wrong}` }), "wrong_code");
  assert.equal(hear(app, { text }), "ignored");
  const again = await startOnAir(client);
  assert.notEqual(again.code, code);
  assert.equal(hear(app, { text }), "wrong_code", "the earlier code is over");
  assert.equal(hear(app, { text: again.text }), "verified");
});

Deno.test("on air: a code dies after 30 minutes", async () => {
  using app = withSite();
  const { client } = await signUp(app, "OE1ABC");
  const { text } = await startOnAir(client);
  app.world.pass(1801);
  assert.equal(hear(app, { text }), "ignored");
});

Deno.test("on air: a code counts from a minute before its start, where clocks differ, until its end", async () => {
  for (
    const [after, outcome] of [[-61, "ignored"], [-60, "verified"], [1800, "verified"], [
      1801,
      "ignored",
    ]] as const
  ) {
    using app = withSite();
    const { text } = await startOnAir((await signUp(app, "OE1ABC")).client);
    assert.equal(hear(app, { text, at: app.world.now() + after }), outcome, `${after}`);
  }
});

Deno.test("on air: two who prove one call at once have two codes, also where chance gives the same", async () => {
  using app = withSite();
  const holder = await signUp(app, "OE1ABC");
  const rival = await signUp(app, "OE5RIV");
  const { body: { claim } } = await rival.client.post("/auth/claims", { callsign: "OE1ABC" });
  const { random } = app.world;
  let same = 2;
  app.world.random = (n) => n < 16 && same-- > 0 ? new Uint8Array(n) : random(n);
  const first = await startOnAir(holder.client);
  same = 1;
  const second = await startOnAir(rival.client, { claim, callsign: "OE1ABC" });
  assert.notEqual(first.code, second.code);
});

Deno.test("on air: starts stop at 5 an hour for a call, 5 for a claim, 20 for an address of claims", async () => {
  using app = withSite();
  const { client } = await signUp(app, "OE1ABC");
  for (let n = 0; n < 5; n++) await startOnAir(client);
  await refused(app, 429, "rate_limited", () => client.post("/verify/aprs/start", {}));
  const { client: other } = await signUp(app, "OE1BOB");
  await startOnAir(other);
  let taken = 0;
  for (let n = 0; n < 5; n++) {
    const { body } = await fromElsewhere(app.visitor, n).post("/auth/claims", { callsign: "OE1ABC" });
    for (let m = 0; m < 6; m++) {
      const reply = await app.visitor.post("/verify/aprs/start", { claim: body.claim });
      assert.equal(reply.status, m < 5 && taken < 20 ? 200 : 429, reply.text);
      if (reply.status === 200) taken++;
    }
  }
  assert.equal(taken, 20);
});

/** A world whose resolvers answer with these TXT values; `ad` marks the first one's answer as validated. */
function dnsWorld(answers: { values: string[]; ad?: boolean; alias?: boolean }[]) {
  const world = testWorld();
  world.fetch = (url, init) => {
    const told = answers[Number(new URL(String(url)).hostname.match(/^r(\d)/)![1])];
    if (!told) return Promise.reject(new Error("no route"));
    const asked = decode(Buffer.from(init!.body as Uint8Array));
    const name = asked.questions[0].name;
    const bytes = encode({
      type: "response",
      id: 0,
      flags: (1 << 8) | (told.ad ? 1 << 5 : 0),
      questions: asked.questions,
      answers: told.alias
        ? [{ type: "CNAME", name, data: "evil.example" }]
        : told.values.map((value) => ({ type: "TXT", name, data: value })),
    });
    return Promise.resolve(
      new Response(Uint8Array.from(bytes), { headers: { "content-type": "application/dns-message" } }),
    );
  };
  return world;
}
const DOH = { DOH_URL: "https://r0.example/q,https://r1.example/q,https://r2.example/q" };

Deno.test("ampr: the record is published and proves, by DNSSEC and by resolvers that agree", async () => {
  for (const ad of [true, false]) {
    const answers: Parameters<typeof dnsWorld>[0] = [];
    using app = testApp(DOH, { world: dnsWorld(answers) });
    const { client } = await signUp(app, "OE1ABC");
    const begun = (await client.post("/verify/ampr/start", { callsign: "OE1ABC-3" })).body;
    assert.equal(begun.name, "_svc-verify.oe1abc.ampr.org");
    assert.equal(begun.value, `svc-verify=${begun.code}`);
    assert.equal(begun.expiresAt, app.world.now() + 172_800);
    assert.equal(begun.record, `${begun.name}. 300 IN TXT "${begun.value}"`);
    answers.push({ values: [begun.value], ad }, { values: [begun.value] }, { values: [begun.value] });
    const reply = await client.post("/verify/ampr/check", { callsign: "OE1ABC" });
    assert.deepEqual([reply.status, reply.body], [200, {
      verified: true,
      callsign: "OE1ABC",
      method: "ampr_dns",
      proof: ad ? "dnssec" : "3 resolvers",
    }]);
    assert.equal(app.accounts.store.verification({ base: "OE1ABC" })!.method, "ampr_dns");
  }
});

Deno.test("ampr: refusals name their reason; an unpublished name costs no try", async () => {
  const answers: Parameters<typeof dnsWorld>[0] = [];
  using app = testApp(DOH, { world: dnsWorld(answers) });
  const { client } = await signUp(app, "OE1ABC");
  const check = () => client.post("/verify/ampr/check", {});
  await refused(app, 409, "no_proof", check);
  const { value } = (await client.post("/verify/ampr/start", {})).body;
  assert.equal((await client.post("/verify/ampr/start", {})).body.value, value, "a record may take hours");
  app.people.ports.receivingSites = () => ["OE1GATE"];
  for (let n = 0; n < 6; n++) assert.equal((await client.post("/verify/ampr/start", {})).status, 200);
  assert.equal(
    (await client.post("/verify/aprs/start", {})).status,
    200,
    "on-air codes are counted by themselves",
  );
  await refused(app, 502, "too_few_resolvers", check);
  answers.push({ values: [] }, { values: [] });
  await refused(app, 422, "not_published", check);
  answers.splice(0, 9, { values: ["svc-verify=old"], ad: true });
  await refusedBut(app, ["proof"], 422, "wrong_code", check);
  answers.splice(0, 9, { values: [value] }, { values: ["other"] });
  await refusedBut(app, ["proof"], 422, "resolvers_disagree", check);
  answers.splice(0, 9, { values: [], alias: true, ad: true });
  await refusedBut(app, ["proof"], 422, "cname", check);
  answers.splice(0, 9, { values: [value] });
  await refused(app, 502, "too_few_resolvers", check);
  assert.equal(count(app, "proof", "wrong = 3"), 1);
  app.db.writeNow((tx) => app.db.sql("UPDATE proof SET wrong = 20").run(tx));
  await refused(app, 429, "too_many_tries", check);
  const anew = (await client.post("/verify/ampr/start", {})).body.value;
  assert.notEqual(anew, value, "another code has its own tries");
  // Two answers that come at once prove it once.
  answers.splice(0, 9, { values: [anew], ad: true });
  const both = await Promise.all([check(), check()]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
  assert.equal((await client.post("/verify/ampr/start", {})).status, 200);
  app.world.pass(172_801);
  await refused(app, 409, "no_proof", check);
});

Deno.test("ampr: with AMPR_REQUIRE_DNSSEC agreement is not enough, and without resolvers it is closed", async () => {
  const answers: Parameters<typeof dnsWorld>[0] = [];
  const strict = testApp({ ...DOH, AMPR_REQUIRE_DNSSEC: "1" }, { world: dnsWorld(answers) });
  const { client } = await signUp(strict, "OE1ABC");
  const { value } = (await client.post("/verify/ampr/start", {})).body;
  answers.push({ values: [value] }, { values: [value] });
  await refusedBut(strict, ["proof"], 422, "not_signed", () => client.post("/verify/ampr/check", {}));
  strict.close();
  using closed = testApp();
  const ann = await signUp(closed, "OE1ABC");
  await refused(closed, 503, "ampr_closed", () => ann.client.post("/verify/ampr/start", {}));
  await refused(closed, 503, "ampr_closed", () => ann.client.post("/verify/ampr/check", {}));
});

Deno.test("ampr: a claim is proven, and refused when the holder proved it first", async () => {
  const answers: Parameters<typeof dnsWorld>[0] = [];
  using app = testApp(DOH, { world: dnsWorld(answers) });
  await signUp(app, "OE1ABC");
  const claims: { claim: string; value: string }[] = [];
  for (let n = 0; n < 2; n++) {
    const { claim } = (await app.visitor.post("/auth/claims", { callsign: "OE1ABC" })).body;
    claims.push({ claim, value: (await app.visitor.post("/verify/ampr/start", { claim })).body.value });
  }
  answers.push({ values: claims.map(({ value }) => value), ad: true });
  const check = (n: number) => app.visitor.post("/verify/ampr/check", { claim: claims[n]!.claim });
  const [first, second] = await Promise.all([check(0), check(1)]);
  assert.deepEqual(first!.body, {
    verified: true,
    callsign: "OE1ABC",
    method: "ampr_dns",
    proof: "dnssec",
    claimed: true,
  });
  assert.equal(second!.status, 409, second!.text);
  assert.ok(["no_proof", "held_verified"].includes(second!.body.reason), second!.text);
  assert.equal(
    (await app.visitor.post("/auth/claims/status", { claim: claims[1]!.claim })).body.status,
    "refused",
  );
  assert.equal(count(app, "held_call"), 1);
});

const root = await rsaKeys();
const production = await rsaKeys();
const person = await rsaKeys();
const YEAR = 365 * 86_400;
const rootDer = await issue({ keys: root, signer: root, ca: true, from: START - 8 * YEAR, to: START + YEAR });
const productionDer = await issue({
  keys: production,
  signer: root,
  ca: true,
  from: START - 5 * YEAR,
  to: START - YEAR,
});
const userDer = await issue({
  calls: ["OE1ABC"],
  keys: person,
  signer: production,
  from: START - 2 * YEAR,
  to: START + YEAR,
});
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

async function withLotw(run: (app: TestApp) => Promise<void>): Promise<void> {
  const path = await Deno.makeTempFile({ suffix: ".pem" });
  await Deno.writeTextFile(path, pem(rootDer));
  const app = testApp({ LOTW_ROOTS: path });
  try {
    await run(app);
  } finally {
    app.close();
    await Deno.remove(path);
  }
}

Deno.test("lotw: a message is signed with the certificate's key and proves", () =>
  withLotw(async (app) => {
    const { client } = await signUp(app, "OE1ABC");
    assert.equal((await app.visitor.get("/verify/methods")).body.methods.lotw, true);
    const begun = (await client.post("/verify/lotw/start", { callsign: "OE1ABC" })).body;
    assert.equal(begun.algorithm, "RSASSA-PKCS1-v1_5 with SHA-256");
    assert.equal(begun.expiresAt, app.world.now() + 900);
    assert.ok(begun.message.includes(begun.challenge) && begun.message.includes("OE1ABC"));
    const reply = await client.post("/verify/lotw/complete", {
      callsign: "OE1ABC",
      certificates: [base64(userDer), base64(productionDer)],
      signature: base64(await signText(person, begun.message)),
    });
    assert.deepEqual([reply.status, reply.body], [200, {
      verified: true,
      callsign: "OE1ABC",
      method: "lotw",
    }]);
    const stored = JSON.stringify(app.db.sql("SELECT * FROM verification").all());
    assert.ok(!stored.includes("Somebody"), "the certificate's person is not kept");
  }));

Deno.test("lotw: refusals name their reason, and a challenge is answered once", () =>
  withLotw(async (app) => {
    const { client } = await signUp(app, "OE1ABC");
    const complete = (message: string, certificates = [userDer, productionDer], keys = person) => async () =>
      await client.post("/verify/lotw/complete", {
        certificates: certificates.map(base64),
        signature: base64(await signText(keys, message)),
      });
    await refused(app, 409, "no_proof", complete("x"));
    const start = async () => (await client.post("/verify/lotw/start", {})).body.message;
    await refusedBut(app, ["proof"], 422, "bad_message_signature", complete(await start() + "x"));
    await refused(app, 409, "no_proof", complete("x"));
    await refusedBut(app, ["proof"], 422, "unknown_issuer", complete(await start(), [userDer]));
    await refusedBut(
      app,
      ["proof"],
      422,
      "bad_message_signature",
      complete(await start(), undefined, production),
    );
    await refusedBut(app, ["proof"], 422, "no_certificate", complete(await start(), []));
    const late = await start();
    app.world.pass(901);
    await refused(app, 409, "no_proof", complete(late));
    await refused(
      app,
      400,
      "invalid_body",
      () => client.post("/verify/lotw/complete", { certificates: ["?"], signature: "" }),
    );
  }));

Deno.test("lotw: without authorities it is closed, also when their file is broken", async () => {
  for (const env of [{}, { LOTW_ROOTS: "/no/such/file.pem" }]) {
    using app = testApp(env);
    const { client } = await signUp(app, "OE1ABC");
    await refused(app, 503, "lotw_closed", () => client.post("/verify/lotw/start", {}));
    await refused(
      app,
      503,
      "lotw_closed",
      () => client.post("/verify/lotw/complete", { certificates: [], signature: "" }),
    );
  }
});

appTest("an operator's call is verified by the operator secret, and only such a call", {}, async (app) => {
  await app.operator.post("/auth/operator-link", { callsign: "OE1SYS" });
  const ask = (body: Record<string, unknown>) => app.operator.post("/verify/operator", body);
  assert.deepEqual((await ask({ callsign: "OE1SYS" })).body, {
    verified: false,
    callsign: "OE1SYS",
    method: null,
    holder: null,
  });
  const link = (await app.operator.post("/auth/operator-link", { callsign: "OE1SYS-1" })).body.link;
  await app.visitor.post("/auth/email/verify", { token: new URL(link).searchParams.get("token") });
  const preview = (await ask({ callsign: "OE1SYS", preview: true })).body;
  assert.deepEqual([preview.verified, preview.holder.activeCallsign], [false, "OE1SYS-1"]);
  assert.equal((await ask({ callsign: "OE1SYS" })).body.verified, true);
  await signUp(app, "OE1ABC");
  await refused(app, 403, "not_admin_call", () => ask({ callsign: "OE1ABC" }));
  await refused(app, 400, "invalid_call", () => ask({ callsign: "?" }));
});
