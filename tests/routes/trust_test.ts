/** `/trust`, the line above pages over plain http, and the names of this host in Host, Origin, cookies and `/health`. */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { Reach, type TlsMode } from "../../src/tls/mod.ts";
import { Client, type TestApp, testApp } from "../kit/app.ts";
import { withFolder } from "../kit/server.ts";
import { move, ownCertificate } from "../kit/tls.ts";
import { testWorld } from "../kit/world.ts";

const LAN = "192.168.77.1";

async function withApp(
  mode: TlsMode,
  env: Record<string, string>,
  use: (app: TestApp, reach: Reach) => Promise<void>,
): Promise<void> {
  await withFolder(async (dataDir) => {
    const world = testWorld();
    move(world, ["127.0.0.1", LAN, "203.0.113.9"], "pi");
    const origins = env.APP_URL ? [env.APP_URL] : [];
    if (mode === "own") await ownCertificate(dataDir, world, "club.example", origins);
    const reach = new Reach({ mode, world, bound: "0.0.0.0", instance: "club.example", origins });
    [reach.http, reach.https] = [8787, mode === "off" ? undefined : 8443];
    using app = testApp({ INSTANCE_ID: "club.example", ...env }, { world, dataDir, reach });
    await use(app, reach);
  });
}

/** Somebody at one of the host's addresses; over https where it begins so. */
async function asked(app: TestApp, url: string, headers: Record<string, string> = {}) {
  const answer = await app.handler(new Request(url, { headers: { host: new URL(url).host, ...headers } }), {
    remoteAddr: { hostname: "192.168.77.50" },
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

Deno.test("/trust gives the certificate in each form, its fingerprint in groups and words, and the way on", () =>
  withApp("own", {}, async (app) => {
    const pem = await app.visitor.get("/trust/ca.pem");
    assert.equal(pem.headers.get("content-type"), "application/x-pem-file");
    const certificate = new X509Certificate(pem.text);
    const request = new Request("http://localhost:8787/trust/ca.crt");
    const crt = await app.handler(request, { remoteAddr: { hostname: "192.0.2.1" } });
    assert.equal(crt.headers.get("content-type"), "application/x-x509-ca-cert");
    assert.deepEqual(new Uint8Array(await crt.arrayBuffer()), Uint8Array.from(certificate.raw));
    const profile = await app.visitor.get("/trust/ca.mobileconfig");
    assert.equal(profile.headers.get("content-type"), "application/x-apple-aspen-config");
    assert.equal(/<data>(.*)<\/data>/.exec(profile.text)![1], certificate.raw.toString("base64"));
    assert.match(profile.text, /com\.apple\.security\.root/);
    assert.equal(
      (await app.visitor.get("/trust/ca.mobileconfig")).text,
      profile.text,
      "the same profile again",
    );

    const page = await app.visitor.get("/trust", {
      "accept-language": "en-GB,de;q=0.5",
      "user-agent": "Android 14",
    });
    assert.equal(page.status, 200);
    const groups = certificate.fingerprint256.replaceAll(":", "").match(/.{4}/g)!.join(" ");
    assert.ok(page.text.includes(groups), "hex in groups of four");
    assert.match(page.text, /<strong id="words" lang="en">(\w+ ){7}\w+<\/strong>/);
    assert.match(page.text, /href="https:\/\/club-example\.local:8443"/);
    assert.match(page.text, /<details open><summary>Android/);
    assert.ok((page.text.match(/<svg/g) ?? []).length >= 12, "a drawing for each step, and the code");
    assert.match(
      page.headers.get("content-security-policy")!,
      /connect-src 'self' https:\/\/club-example\.local:8443 /,
    );
    assert.doesNotMatch(page.headers.get("content-security-policy")!, /script-src/);
    const german = await app.visitor.get("/trust?lang=de");
    assert.match(german.text, /<html lang="de">[\s\S]*Diesem Gateway vertrauen/);
    assert.match((await app.visitor.get("/trust", { "accept-language": "de-AT" })).text, /Fingerabdruck/);
  }));

Deno.test("/trust says so where there is nothing to trust", async () => {
  for (const mode of ["off", "files"] as const) {
    await withApp(mode, {}, async (app) => {
      const page = await app.visitor.get("/trust");
      assert.equal(page.status, 200);
      assert.match(
        page.text,
        mode === "off" ? /makes no certificate of its own/ : /certificate that its operator brought/,
      );
      for (const form of ["pem", "crt", "mobileconfig"]) {
        const answer = await app.visitor.get(`/trust/ca.${form}`);
        assert.deepEqual([answer.status, answer.body.reason], [404, "no_authority"]);
      }
    });
  }
});

Deno.test("a page over plain http says what is missing and leads to the name; elsewhere nothing is said", () =>
  withApp("own", {}, async (app) => {
    const notice = async (url: string) =>
      /<p id="notice"[^>]*>([\s\S]*?)<\/p>/.exec((await asked(app, url)).text)?.[1];
    const plain = await notice(`http://${LAN}:8787/sign-in?next=1`);
    assert.match(
      plain!,
      /no location, no passkeys[\s\S]*href="https:\/\/club-example\.local:8443\/sign-in\?next=1"/,
    );
    assert.match((await notice(`https://${LAN}:8443/imprint`))!, /Passkeys need an address with a name/);
    assert.equal(await notice("https://club-example.local:8443/imprint"), undefined);
    assert.equal(await notice("https://pi.local:8443/imprint"), undefined, "another name is as good");
    assert.equal(await notice("http://localhost:8787/imprint"), undefined, "browsers trust loopback");
    assert.equal(await notice(`http://${LAN}:8787/trust`), undefined, "the page says it all");
    const refused = await asked(app, `http://${LAN}:8787/nothing`, { accept: "text/html" });
    assert.equal(refused.status, 404);
    assert.match(refused.text, /id="notice"/);
    assert.match(
      (await asked(app, `http://${LAN}:8787/%22%3E%3Cscript%3E`, { accept: "text/html" })).text,
      /%22%3E%3Cscript%3E/,
    );
    assert.doesNotMatch((await asked(app, `http://${LAN}:8787/health`)).text, /notice/);
    const file = async (host: string) => {
      const request = new Request(`http://${host}:8787/trust/ca.crt`);
      const answer = await app.handler(request, { remoteAddr: { hostname: "192.0.2.1" } });
      return new Uint8Array(await answer.arrayBuffer());
    };
    assert.deepEqual(await file(LAN), await file("localhost"), "what is no page goes out byte for byte");
  }));

Deno.test("own names count in Host and Origin beside APP_URL, without binding browsers to https there", () =>
  withApp("own", { APP_URL: "https://club.example" }, async (app) => {
    const member = async (address: string) => {
      const made = await app.operator.post("/auth/operator-link", { callsign: "OE1ABC" });
      const token = new URL(made.body.link).searchParams.get("token");
      const answer = await app.handler(
        new Request(`${address}/auth/email/verify`, {
          method: "POST",
          headers: { host: new URL(address).host, "content-type": "application/json" },
          body: JSON.stringify({ token }),
        }),
        { remoteAddr: { hostname: LAN } },
      );
      assert.equal(answer.status, 200, await answer.text());
      return answer.headers.get("set-cookie")!.split(";")[0]!;
    };
    const secure = "https://pi.local:8443", plain = `http://${LAN}:8787`;
    const [held, open] = [await member(secure), await member(plain)];
    assert.match(held, /^__Host-svc_session=/);
    assert.match(open, /^svc_session=/);
    const who = async (address: string, cookie: string) =>
      (await asked(app, `${address}/auth/session`, { cookie })).text;
    assert.match(await who(secure, held), /OE1ABC/);
    assert.match(await who(plain, open), /OE1ABC/);
    // A session holds on the address where it was made and on no other, each of them its own.
    for (
      const address of [`https://${LAN}:8443`, "https://club-example.local:8443", "https://club.example"]
    ) {
      assert.doesNotMatch(await who(address, held), /OE1ABC/, address);
    }
    // What is nobody's name here is answered as APP_URL, as before.
    assert.match(await who("https://club.example", await member("https://stranger.example:8443")), /OE1ABC/);

    const cors = async (origin: string) =>
      (await asked(app, `${secure}/health`, { origin })).headers.get("access-control-allow-credentials");
    assert.equal(await cors("https://club-example.local:8443"), "true");
    assert.equal(await cors(plain), null, "never over plain http");
    for (
      const origin of ["https://club-example.local", "https://evil.local:8443", "https://203.0.113.8:8443"]
    ) {
      assert.equal(await cors(origin), null, origin);
    }
    const strict = async (url: string) => (await asked(app, url)).headers.get("strict-transport-security");
    assert.equal(await strict(`${secure}/health`), null);
    assert.notEqual(await strict("https://club.example/health"), null);
  }));

Deno.test("without https of one's own a Host that is no own address stays APP_URL's", () =>
  withApp("off", { APP_URL: "https://club.example" }, async (app) => {
    const answer = await asked(app, `http://${LAN}:8787/health`, { origin: "https://pi.local:8443" });
    assert.equal(answer.headers.get("access-control-allow-credentials"), null);
  }));

Deno.test("/health tells addresses as people type them, those of the local network to nobody outside", () =>
  withApp("own", { APP_URL: "https://club.example" }, async (app) => {
    const told = async (from: string) => (await new Client(app, {}, from).get("/health")).body.addresses;
    const all = await told("192.168.77.50");
    assert.deepEqual(all.slice(0, 4), [
      "https://club.example",
      "https://club-example.local:8443",
      "https://pi.local:8443",
      `https://${LAN}:8443`,
    ]);
    assert.ok(all.includes(`http://${LAN}:8787`) && all.includes("http://localhost:8787"));
    assert.deepEqual(await told("8.8.8.8"), ["https://club.example"]);
  }));
