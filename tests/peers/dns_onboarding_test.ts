/** Finding an instance by callsign: zones signed by knot, resolved by unbound behind our own DNS-over-HTTPS front. */
import assert from "node:assert/strict";
import { newIdentity } from "../../src/federation/mod.ts";
import type { Environment } from "../../src/settings/mod.ts";
import { spokenFingerprint } from "../../src/wire/mod.ts";
import { refused, SYSOP, type TestApp, testApp } from "../kit/app.ts";
import { chromiumThere, openBrowser } from "../kit/browser.ts";
import { type DnsPeers, dnsPeersThere, type Front, HOW_TO_GET_DNS, startDns } from "../kit/dns_peers.ts";
import { DESKTOP, openPhone, signedIn } from "../kit/phone.ts";
import { freePort } from "../kit/free_port.ts";
import { missing } from "../kit/test_data.ts";
import { testWorld } from "../kit/world.ts";

const CLUB = newIdentity(testWorld("club")), OTHER = newIdentity(testWorld("other"));
/** Where hosts of the amateur network are in these tests; port 80 needs root. */
const RADIO = "127.0.44.1";

const PORT = freePort(), SHUT = freePort();
const WEB = `https://club.test:${PORT}`;
const txt = (name: string, value: string): string =>
  // A character-string holds 255 bytes: longer records come in several.
  `_svc.${name} 60 TXT ${value.match(/.{1,200}/g)!.map((part) => `"${part}"`).join(" ")}`;
const binds = (over: Record<string, string> = {}): string =>
  Object.entries({ v: "svc1", inst: "club.test", key: CLUB.publicKey, ...over }).map((one) => one.join("="))
    .join("; ");

const RECORDS = [
  txt("oe1xyz", binds({ web: WEB })),
  txt("gw.oe1xyz", binds()),
  "gw.oe1xyz 60 A 44.1.2.3",
  txt("both.oe1xyz", binds({ host: "gw.oe1xyz.ZONE", web: WEB })),
  txt("shut.oe1xyz", binds({ web: `https://club.test:${SHUT}` })),
  txt("name.oe1xyz", binds({ web: WEB, inst: "other.test" })),
  txt("key.oe1xyz", binds({ web: WEB, key: OTHER.publicKey })),
  txt("oe9abc", binds({ web: WEB })), // the instance there names another call
  txt("self.oe1xyz", binds({ inst: "asker.test", web: WEB })),
  txt("two.oe1xyz", binds({ web: WEB })),
  txt("two.oe1xyz", binds({ inst: "other.test", key: OTHER.publicKey, web: `https://other.test:${SHUT}` })),
  txt("two.oe1xyz", "something else altogether"),
  txt("bad.oe1xyz", binds({ host: "evil.example" })),
  "_svc.cname.oe1xyz 60 CNAME _svc.oe1xyz",
  txt("oe2two", binds()),
  txt("oe2two", binds({ inst: "other.test", key: OTHER.publicKey })),
  "gw.oe3own 60 A 44.7.7.7",
  txt("oe3own", binds({ inst: "asker.test", key: OTHER.publicKey, host: "gw.oe3own.ZONE" })),
].join("\n");
const zone = (name: string) => RECORDS.replaceAll("ZONE", name);

interface Bench {
  dns: DnsPeers;
  /** Validates. */
  first: Front;
  second: Front;
  /** Given a forged copy of the signed zone. */
  fooled: Front;
}

function asker({ dns, first, second }: Bench, over: Environment = {}): TestApp {
  const world = testWorld();
  world.fetch = dns.fetch;
  world.lookup = (host) =>
    Promise.resolve([host.endsWith(".test") && !host.includes("oe") ? "127.0.0.1" : RADIO]);
  const app = testApp({
    INSTANCE_ID: "asker.test",
    FED_PRIVATE_KEY: OTHER.seed,
    AMPR_ZONE: "signed.test",
    DOH_URL: `${first.url},${second.url}`,
    FED_ALLOW_PRIVATE: "1",
    ...over,
  }, { world });
  app.federation.guard.options.ca = dns.tls.cert;
  return app;
}
const find = (app: TestApp, body: Record<string, unknown>) =>
  app.operator.post("/federation/peers/44net", body);
const rows = (app: TestApp) => app.federation.store.peers.all();

async function withBench(use: (bench: Bench, t: Deno.TestContext) => Promise<void>, t: Deno.TestContext) {
  const forged = txt("oe1xyz", binds({ key: OTHER.publicKey, web: WEB }));
  const dns = await startDns([
    {
      zones: { "signed.test": zone("signed.test"), "plain.test": zone("plain.test") },
      signed: ["signed.test"],
    },
    { zones: { "signed.test": forged, "plain.test": forged }, signed: [] },
  ]);
  using club = testApp({
    INSTANCE_ID: "club.test",
    FED_PRIVATE_KEY: CLUB.seed,
    ADMIN_CALLSIGNS: "OE1XYZ",
  });
  const listen = { ...dns.tls, hostname: "127.0.0.1", port: PORT, onListen() {} };
  const server = Deno.serve(
    listen,
    (request, info) => club.handler(request, info as { remoteAddr: Deno.NetAddr }),
  );
  try {
    const first = await dns.front({ address: "127.0.0.1", server: 0, anchor: dns.ds(0) });
    const second = await dns.front({ address: "127.0.0.2", server: 0 });
    const fooled = await dns.front({ address: "127.0.0.3", server: 1, anchor: dns.ds(0) });
    await use({ dns, first, second, fooled }, t);
  } finally {
    await server.shutdown();
    await dns.stop();
  }
}

Deno.test({
  name: "knot and unbound: a signed zone admits at once, an unsigned one asks, a forged one is refused",
  ignore: missing("knot and unbound", dnsPeersThere(), HOW_TO_GET_DNS),
  sanitizeResources: false,
  fn: (t) =>
    withBench(async (bench, t) => {
      const { first, second, fooled } = bench;
      const honest = (answer: Uint8Array) => answer;
      const step = (name: string, fn: (app: TestApp) => Promise<void>, over: Environment = {}) =>
        t.step(name, async () => {
          using app = asker(bench, over);
          try {
            await fn(app);
          } finally {
            first.change = second.change = honest;
          }
        });
      const plain = { AMPR_ZONE: "plain.test" };

      await step(
        "signed: admitted unvetted, with the key, the call and the places that DNS proves, and pulled",
        async (app) => {
          const reply = await find(app, { callsign: "oe1xyz" });
          assert.deepEqual([reply.status, reply.body], [201, {
            ok: true,
            admitted: "dnssec",
            peer: { url: WEB, instance: "club.test", callsign: "OE1XYZ", trust: "unvetted" },
            descriptorChecked: true,
          }]);
          const [peer] = rows(app);
          assert.deepEqual(
            [
              peer!.pin,
              peer!.enabled,
              peer!.addedVia,
              peer!.operatorCall,
              peer!.verifiedVia,
              peer!.endpointsSource,
            ],
            [CLUB.publicKey, true, "44net", "OE1XYZ", "ardc-lot", "dns"],
          );
          assert.deepEqual(peer!.endpoints, [
            { transport: "https", address: WEB, priority: 10, verifiedVia: "ardc-lot" },
          ]);
          const pulled = await app.federation.puller.pull(WEB);
          assert.ok(pulled.ok, JSON.stringify(pulled));
          const after = rows(app)[0]!;
          assert.deepEqual([after.operatorCall, after.endpoints], ["OE1XYZ", peer!.endpoints], "DNS stands");
          // The same record once more is no conflict: it answers as before, and the peer stays as it is.
          const again = await find(app, { callsign: "OE1XYZ" });
          assert.deepEqual([again.status, again.body], [200, reply.body]);
          assert.deepEqual(rows(app), [after]);
          // Another record for the instance is one: it names another place.
          await refused(app, 409, "instance_taken", () => find(app, { host: "gw.oe1xyz.signed.test" }));
        },
      );

      await step(
        "signed, with a preview: shown, nothing stored, also beside confirm; then what was shown is confirmed",
        async (app) => {
          const shown = await refusedNothing(app, () => find(app, { callsign: "OE1XYZ", preview: true }));
          assert.deepEqual(
            [shown.status, shown.body.requiresConfirm, shown.body.signed, shown.body.resolved.fingerprint],
            [200, true, true, CLUB.fingerprint],
          );
          await refusedNothing(app, () => find(app, { callsign: "OE1XYZ", preview: true, confirm: true }));
          const admitted = await find(app, { callsign: "OE1XYZ", confirm: true });
          assert.deepEqual([admitted.status, admitted.body.admitted], [201, "dnssec"]);
        },
      );

      await step(
        "signed: what is confirmed is what was shown, though DNS proves what it says now",
        async (app) => {
          await find(app, { callsign: "OE1XYZ", preview: true });
          first.change = poisoned;
          await refused(app, 409, "binding_changed", () => find(app, { callsign: "OE1XYZ", confirm: true }));
        },
        { DOH_URL: first.url },
      );

      if (chromiumThere()) {
        await step("in the app, by callsign: the key is compared before anything is stored", inTheApp);
      }

      await step("unsigned: shown, nothing stored; the operator confirms what was shown", async (app) => {
        const shown = await refusedNothing(app, () => find(app, { host: "oe1xyz.plain.test." }));
        assert.deepEqual([shown.status, shown.body.requiresConfirm, shown.body.descriptorChecked], [
          200,
          true,
          true,
        ]);
        assert.deepEqual(shown.body.resolved, {
          callsign: "OE1XYZ",
          name: "_svc.oe1xyz.plain.test",
          instance: "club.test",
          fingerprint: CLUB.fingerprint,
          words: spokenFingerprint(CLUB.fingerprint.replaceAll(" ", "")),
          url: WEB,
          host: null,
          web: WEB,
        });
        const admitted = await find(app, { host: "oe1xyz.plain.test", confirm: true });
        assert.deepEqual([admitted.status, admitted.body.admitted], [201, "operator-confirmed"]);
        assert.equal(rows(app)[0]!.trust, "unvetted");
        const once = rows(app);
        assert.equal((await find(app, { host: "oe1xyz.plain.test" })).body.requiresConfirm, true);
        const again = await find(app, { host: "oe1xyz.plain.test", confirm: true });
        assert.deepEqual([again.status, again.body], [200, admitted.body]);
        assert.deepEqual(rows(app), once);
      }, plain);

      await step("forged: a zone whose signatures do not hold is refused, also with confirm", async (app) => {
        for (const confirm of [false, true]) {
          await refused(app, 409, "dns_bogus", () => find(app, { callsign: "OE1XYZ", confirm }));
        }
      }, { DOH_URL: `${fooled.url},${second.url}` });

      await step("one resolver that is lied to: its answer and the other's do not agree", async (app) => {
        second.change = poisoned;
        await refused(app, 409, "resolvers_disagree", () => find(app, { callsign: "OE1XYZ", confirm: true }));
        second.change = honest;
        first.change = poisoned;
        await refused(app, 409, "resolvers_disagree", () => find(app, { callsign: "OE1XYZ", confirm: true }));
      }, plain);

      await step(
        "what is confirmed is what was shown: an answer that changed in between is shown anew",
        async (app) => {
          await find(app, { callsign: "OE1XYZ" });
          first.change = poisoned;
          const reply = await refused(
            app,
            409,
            "binding_changed",
            () => find(app, { callsign: "OE1XYZ", confirm: true }),
          );
          assert.equal(reply.body.resolved.url, WEB.replace("club", "cl0b"));
        },
        { ...plain, DOH_URL: first.url },
      );

      await step(
        "noise, an answer to another question, a message too large: no answer, nothing stored",
        async (app) => {
          const lies = [
            () => new Uint8Array(70_000),
            () => new Uint8Array(3),
            (answer: Uint8Array) => answer.map((byte, at) => at === 13 ? byte ^ 1 : byte),
            (answer: Uint8Array) => answer.slice(0, -5),
          ];
          for (const lie of lies) {
            first.change = lie;
            await refused(app, 502, "dns_silent", () => find(app, { callsign: "OE1XYZ", confirm: true }));
          }
        },
        { DOH_URL: first.url },
      );

      await step("several at one name: told apart by instance, refused without", async (app) => {
        const reply = await refused(
          app,
          409,
          "several_bindings",
          () => find(app, { host: "two.oe1xyz.signed.test" }),
        );
        assert.deepEqual(
          reply.body.candidates.toSorted((a: { instance: string }, b: { instance: string }) =>
            a.instance < b.instance ? -1 : 1
          ),
          [
            { instance: "club.test", host: null, web: WEB },
            { instance: "other.test", host: null, web: `https://other.test:${SHUT}` },
          ],
        );
        await refused(
          app,
          409,
          "several_bindings",
          () => find(app, { host: "two.oe1xyz.signed.test", instance: "third.test" }),
        );
        const chosen = await find(app, { host: "two.oe1xyz.signed.test", instance: "club.test" });
        assert.equal(chosen.status, 201);
      });

      await step(
        "at its https place the instance has to answer, under its name, its key and its call",
        async (app) => {
          const at = (label: string) => find(app, { host: `${label}.signed.test`, confirm: true });
          await refused(app, 502, "no_answer", () => at("shut.oe1xyz"));
          for (const label of ["name.oe1xyz", "key.oe1xyz", "oe9abc"]) {
            const { body } = await refused(app, 409, "binding_mismatch", () => at(label));
            assert.equal(body.resolved.web, WEB);
          }
          await refused(app, 400, "peer_self", () => at("self.oe1xyz"));
        },
      );

      await step("names that are none of a callsign are refused before anybody is asked", async (app) => {
        const before = first.asked();
        const bad = [
          {},
          { callsign: "APRS" },
          { host: "signed.test" },
          { host: "oe1xyz.evil.test" },
          { callsign: "OE1XYZ", host: "oe1xyz.signed.test" },
        ];
        for (const body of bad) await refused(app, 400, "bad_call_name", () => find(app, body));
        assert.equal(first.asked(), before);
        await refused(app, 400, "dns_alias", () => find(app, { host: "cname.oe1xyz.signed.test" }));
        await refused(app, 400, "no_binding", () => find(app, { callsign: "OE5NIX" }));
        await refused(app, 400, "no_binding", () => find(app, { host: "bad.oe1xyz.signed.test" }));
      });

      await step(
        "over the amateur network alone the key of DNS is enough, whether or not it answers",
        async (app) => {
          const reply = await find(app, { host: "gw.oe1xyz.signed.test" });
          assert.deepEqual([reply.status, reply.body.descriptorChecked], [201, false]);
          const [peer] = rows(app);
          assert.deepEqual([peer!.url, peer!.pin], ["http://gw.oe1xyz.signed.test", CLUB.publicKey]);
        },
      );

      await step("both places: the amateur network first where we are on it ourselves", async (app) => {
        assert.equal((await find(app, { host: "both.oe1xyz.signed.test" })).status, 201);
        assert.deepEqual(rows(app)[0]!.endpoints.map(({ transport, priority }) => [transport, priority]), [
          ["44net", 10],
          ["https", 20],
        ]);
      }, { FED_ENDPOINTS: JSON.stringify([{ transport: "44net", address: "gw.oe3own.signed.test" }]) });

      await step("who was blocked stays blocked, and a claim of the local network gives way", async (app) => {
        await app.federation.onboarding.neighbours.heard({
          text: new Map([["id", "club.test"], ["fp", "0".repeat(16)], ["path", "/.well-known/svc"]]),
          from: "192.168.1.9",
          port: 80,
        });
        assert.equal((await find(app, { callsign: "OE1XYZ" })).status, 201);
        assert.deepEqual(rows(app).map(({ addedVia }) => addedVia), ["44net"]);
        await app.operator.post("/federation/peers/trust", { url: WEB, trust: "blocked" });
        await refused(app, 409, "peer_blocked", () => find(app, { callsign: "OE1XYZ" }));
      });

      await step("without a resolver nothing is looked up", async (app) => {
        await refused(app, 503, "dns_closed", () => find(app, { callsign: "OE1XYZ" }));
      }, { DOH_URL: "" });

      await step("the self-check reads what is published, with a fix for what is wrong", async (app) => {
        const own = { serviceCall: "OE3OWN" };
        const { body } = await app.operator.get("/api/admin/federation/identity?check=1");
        assert.equal(body.callsign, own.serviceCall);
        const line = (id: string) => body.lines.find((one: { id: string }) => one.id === id);
        assert.deepEqual(
          ["endpoint", "callsign", "a", "txt", "target", "dnssec", "aaaa"].map((id) => line(id)?.status),
          ["pass", "pass", "pass", "pass", "pass", "info", "info"],
        );
        assert.match(line("dnssec").detail, /at once/);
      }, ownEnv("signed.test"));
      await step("the self-check names a wrong key and an unsigned zone", async (app) => {
        const { body } = await app.operator.get("/api/admin/federation/identity?check=1");
        const line = (id: string) => body.lines.find((one: { id: string }) => one.id === id);
        assert.equal(line("txt").status, "fail");
        assert.equal(
          line("txt").fix,
          `the TXT record at _svc.oe3own.plain.test has to be exactly: v=svc1; inst=asker.test; key=${CLUB.publicKey}; host=gw.oe3own.plain.test`,
        );
        assert.match(line("dnssec").detail, /confirms once/);
      }, { ...ownEnv("plain.test"), FED_PRIVATE_KEY: CLUB.seed });
      await step("the self-check of one who has published nothing says what to publish", async (app) => {
        const { body } = await app.operator.get("/api/admin/federation/identity?check=1");
        const line = (id: string) => body.lines.find((one: { id: string }) => one.id === id);
        assert.deepEqual([line("a").status, line("txt").status], ["fail", "fail"]);
        assert.match(
          line("txt").fix,
          /^publish a TXT record at _svc\.oe5nix\.signed\.test: v=svc1; inst=asker\.test/,
        );
        assert.match(line("a").fix, /gw\.oe5nix\.signed\.test/);
      }, { ...ownEnv("signed.test", "oe5nix"), ADMIN_CALLSIGNS: "OE5NIX" });
    }, t),
});

const ownEnv = (zone: string, call = "oe3own"): Environment => ({
  AMPR_ZONE: zone,
  ADMIN_CALLSIGNS: "OE3OWN",
  FED_ENDPOINTS: JSON.stringify([{ transport: "44net", address: `gw.${call}.${zone}` }]),
});

/** A callsign at which two instances stand, then one with a signed answer, which is looked at and trusted. */
async function inTheApp(app: TestApp): Promise<void> {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    (request, { remoteAddr }) => app.handler(request, { remoteAddr: remoteAddr as Deno.NetAddr }),
  );
  const url = `http://localhost:${server.addr.port}`;
  const browser = await openBrowser({ webgl: false });
  try {
    const desk = await openPhone(browser, url, { cookie: await signedIn(app, url, SYSOP), screen: DESKTOP });
    await desk.open("/admin/neighbours/add");
    await desk.fill("#target", "oe2two");
    await desk.press("See who answers");
    await desk.press("other.test");
    await desk.sees("It was not reached from here");
    await desk.press("Cancel");
    await desk.fill("#target", "oe1xyz");
    await desk.press("See who answers");
    await desk.sees("Nothing is stored yet.");
    await desk.sees(", says the DNS of the amateur network");
    await desk.sees("The DNS answer is signed");
    const words = spokenFingerprint(CLUB.fingerprint.replaceAll(" ", ""));
    await desk.sees(words.slice(0, 2).join(" "));
    assert.deepEqual(rows(app), []);
    await desk.fill("#heard", words.slice(6).join(" "));
    await desk.press("Add and trust");
    await desk.tab.until(`location.pathname === "/admin/neighbours/club.test"`);
    assert.deepEqual(
      rows(app).map(({ url, trust, addedVia }) => [url, trust, addedVia]),
      [[WEB, "trusted", "44net"]],
    );
  } finally {
    await browser.close();
    await server.shutdown();
  }
}

/** Names another place than the zone does: one letter, in every TXT that names it. */
function poisoned(answer: Uint8Array): Uint8Array {
  const changed = Uint8Array.from(answer);
  const text = new TextDecoder("latin1").decode(answer);
  for (let at = text.indexOf("web=https://club"); at >= 0; at = text.indexOf("web=https://club", at + 1)) {
    changed[at + "web=https://cl".length] = "0".charCodeAt(0);
  }
  return changed;
}

/** Does something that is no refusal and changes nothing all the same. */
async function refusedNothing<T>(app: TestApp, act: () => Promise<T>): Promise<T> {
  const before = app.fingerprint();
  const reply = await act();
  assert.equal(app.fingerprint(), before);
  return reply;
}
