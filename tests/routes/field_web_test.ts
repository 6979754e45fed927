/** Browsers, mail scanners, proxies, readers of feeds and push services, as their users reported them of other programs. */
import assert from "node:assert/strict";
import { pushContact } from "../../src/live/mod.ts";
import { appTest, Client, type TestApp } from "../kit/app.ts";

const BROWSER = { accept: "text/html,application/xhtml+xml" };

async function link(app: TestApp, callsign: string): Promise<URL> {
  const { body, text } = await app.operator.post("/auth/operator-link", { callsign });
  assert.ok(body.link, text);
  return new URL(body.link);
}

appTest(
  "outline/outline#9227, nextauthjs/next-auth#1840, FusionAuth/fusionauth-issues#629: who scans mail spends no sign-in link",
  { OPERATOR_LINKS_FOR_ANY_CALL: "1" },
  async (app) => {
    const { pathname, search, searchParams } = await link(app, "OE1XYZ");
    const before = app.fingerprint();
    // A scanner looks ahead, opens, follows what the page's own script would add, and comes again when the mail is read.
    for (
      const path of [
        pathname + search,
        `${pathname}${search}&follow=true`,
        `${pathname}${search}&utm_source=mail`,
      ]
    ) {
      for (const method of ["HEAD", "GET", "GET"]) {
        const { status, headers } = await app.visitor.send(method, path, undefined, BROWSER);
        assert.equal(status, 200, `${method} ${path}`);
        assert.equal(headers.get("set-cookie"), null);
        assert.match(headers.get("cache-control") ?? "", /no-store/);
      }
    }
    assert.equal(app.fingerprint(), before, "looking at the link changed something");
    const spent = await app.visitor.post("/auth/email/verify", { token: searchParams.get("token")! });
    assert.equal(spent.status, 200, spent.text);
  },
);

appTest(
  "pal-tamas/rask#1013: a link that was used is said to be, and opens nothing again",
  { OPERATOR_LINKS_FOR_ANY_CALL: "1" },
  async (app) => {
    const { searchParams } = await link(app, "OE1XYZ"), token = searchParams.get("token")!;
    await app.visitor.post("/auth/email/verify", { token });
    const before = app.fingerprint();
    const again = await app.visitor.post("/auth/email/verify", { token });
    assert.deepEqual([again.status >= 400, again.headers.get("set-cookie")], [true, null], again.text);
    assert.equal(app.fingerprint(), before);
  },
);

Deno.test("Apple takes a contact alone that somebody can be reached at (web-push#947, omp-session-gateway#173, herdr-mobile-relay#7)", () => {
  const CLUB = "https://club.example.org";
  const rows: [
    of: string,
    email: string | undefined,
    address: string | undefined,
    contact: string | undefined,
  ][] = [
    ["web-push-libs/web-push#947", "operator@localhost", CLUB, CLUB],
    ["alphastorm/omp-session-gateway#173", "security@club.invalid", CLUB, CLUB],
    ["0cv/herdr-mobile-relay#7", "relay@box.local", CLUB, CLUB],
    ["SII-Holos/synergy#1326", undefined, "http://localhost:8787", undefined],
    ["web-push-libs/webpush-java#201", "op@club.org", undefined, "mailto:op@club.org"],
    ["web-push-libs/web-push-php#398", "op@club.org", CLUB, "mailto:op@club.org"],
    ["beside 0cv/herdr-mobile-relay#7", "relay@192.168.1.7", "https://192.168.1.7", undefined],
  ];
  for (const [of, email, address, contact] of rows) {
    assert.equal(pushContact(email, address)?.replace(/\/$/, ""), contact, of);
  }
});

/** A sign-in as it is over a proxy: what the cookie says. */
async function cookieOver(app: TestApp, headers: Record<string, string>): Promise<string> {
  const token = (await link(app, "OE1XYZ")).searchParams.get("token")!;
  const spent = await new Client(app, headers).post("/auth/email/verify", { token });
  return spent.headers.get("set-cookie") ?? spent.text;
}

appTest(
  "bytedance/deer-flow#3793, PicPeak/picpeak#547, expressjs/session#281: https ends at the proxy, and the cookie is Secure",
  { OPERATOR_LINKS_FOR_ANY_CALL: "1", TRUST_PROXY: "1", APP_URL: "https://club.example.org" },
  async (app) => {
    const host = "club.example.org", origin = "https://club.example.org";
    assert.match(await cookieOver(app, { host, origin, "x-forwarded-proto": "https" }), /; Secure/);
    // Two proxies that each add theirs: the nearest one's word counts.
    assert.match(await cookieOver(app, { host, origin, "x-forwarded-proto": "http, https" }), /; Secure/);
  },
);

appTest(
  "LucasSantana-Dev/Lucky#131: without a proxy that is trusted the header is anybody's, and counts nothing",
  { OPERATOR_LINKS_FOR_ANY_CALL: "1" },
  async (app) => {
    assert.doesNotMatch(await cookieOver(app, { "x-forwarded-proto": "https" }), /; Secure/);
  },
);

appTest(
  "naiyt/trello-rss#6, ViennaRSS/vienna-rss#355: readers ask with HEAD, and again with what they have",
  {},
  async (app) => {
    const member = await app.signIn("OE1XYZ");
    const cache = {
      title: 'Mill & "bridge" <1>',
      lat: 48.2,
      lon: 16.4,
      type: "traditional",
      size: "small",
      difficulty: 1,
      terrain: 1,
    };
    const hidden = await member.post("/api/caches", cache);
    assert.equal(hidden.status, 201, hidden.text);
    for (const name of ["activity", "caches", "bulletins", "leaderboard"]) {
      const path = `/feeds/${name}.xml`, first = await app.visitor.get(path);
      assert.match(first.headers.get("content-type") ?? "", /^application\/(rss\+)?xml/, name);
      assert.equal((await app.visitor.send("HEAD", path)).status, 200, name);
      const tag = first.headers.get("etag")!;
      // What a proxy that packs answers makes of it is the same feed (RFC 9110, 13.1.2).
      for (const sent of [tag, `W/${tag.replace(/^W\//, "")}`, `"other", ${tag}`, "*"]) {
        assert.equal(
          (await app.visitor.get(path, { "if-none-match": sent })).status,
          304,
          `${name}: ${sent}`,
        );
      }
      const guids = [...first.text.matchAll(/<guid[^>]*>([^<]*)</g)].map(([, guid]) => guid);
      assert.equal(new Set(guids).size, guids.length, name);
      assert.ok(!guids.includes(""), name);
    }
    const { text } = await app.visitor.get("/feeds/caches.xml");
    assert.match(text, /Mill &amp; (&quot;|")bridge(&quot;|") &lt;1&gt;/);
  },
);
