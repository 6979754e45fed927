/** What browsers, crawlers and monitors ask of the instance itself. */
import assert from "node:assert/strict";
import { Addresses, Limits, mount, open, route } from "../../src/http/mod.ts";
import { newestRelease } from "../../src/web/mod.ts";
import { appTest, testApp } from "../kit/app.ts";
import { emptyPorts } from "../kit/ports.ts";
import { find, hide } from "../kit/seed_game.ts";
import { testWorld } from "../kit/world.ts";

const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

appTest(
  "refusals are pages for browsers, with the same status and sentence, and JSON for everybody else",
  {},
  async (app) => {
    const gone = await hide(app, "OE1ABC", {});
    app.db.writeNow((tx) => app.caches.remove(tx, "cache", String(gone.id), "test"));
    const browser = app.visitor.with(BROWSER);
    for (
      const path of ["/nothing/here", "/v/nothing", "/badge/OE9XYZ.svg", `/embed/qr.svg?cache=${gone.code}`]
    ) {
      const [page, data] = [await browser.get(path), await app.visitor.get(path)];
      assert.equal(page.status, data.status, path);
      assert.match(page.headers.get("content-type")!, /^text\/html/, path);
      assert.ok(page.text.includes(`<p>${data.body.error.replaceAll("'", "&#39;")}`), page.text);
      assert.match(page.text, /<a href="\/">/);
    }
    // What programs ask stays JSON, and so does what somebody asked for who likes JSON better.
    for (const path of ["/api/v1/caches/NOPE", "/federation/nothing"]) {
      assert.match((await browser.get(path)).headers.get("content-type")!, /^application\/json/, path);
    }
    for (
      const accept of [
        "*/*",
        "application/json",
        "text/html;q=0.5, application/json",
        "text/html;q=0",
        `text/html${",a/b".repeat(300)}`,
      ]
    ) {
      const answer = await app.visitor.with({ accept }).get("/nothing/here");
      assert.equal(answer.body?.reason, "no_route", accept);
    }
    assert.equal((await app.visitor.with(BROWSER).post("/nothing/here")).body.reason, "no_route");
  },
);

Deno.test("a defect as a page says no more than as JSON, and other statuses stay JSON", async () => {
  const world = testWorld();
  const declared = { gate: open("test"), spec: "test", summary: "test", produces: "application/json" };
  const handler = mount({
    routes: [
      route("GET /defect", {
        ...declared,
        handle: () => {
          throw new TypeError("secret detail");
        },
      }),
      route("GET /full", {
        ...declared,
        handle: () => {
          throw new Error("database or disk is full");
        },
      }),
    ],
    ports: emptyPorts(world),
    addresses: new Addresses({ own: [], trusted: [], trustProxy: false }),
    limits: new Limits(world.now),
    world,
  });
  const get = (path: string) => handler(new Request(`http://localhost${path}`, { headers: BROWSER }));
  const broken = await get("/defect");
  assert.equal(broken.status, 500);
  const text = await broken.text();
  assert.match(text, /This page broke/);
  assert.doesNotMatch(text, /secret|TypeError/);
  const full = await get("/full");
  assert.deepEqual([full.status, (await full.json()).reason], [503, "disk_full"]);
});

appTest("health: what is there, how much room is left, and that it runs", {}, async (app) => {
  const { body } = await app.visitor.get("/health");
  assert.deepEqual([body.ok, body.db, body.instance], [true, "ok", "localhost"]);
  assert.ok(body.disk.freeBytes > 0 && body.disk.low === body.disk.freeBytes < 200_000_000);
  assert.deepEqual((await app.visitor.get("/health?live")).body, { ok: true });
});

Deno.test("the front page of an instance without a name is called after the program", async () => {
  const plain = testApp();
  const home = (await plain.visitor.get("/")).text;
  assert.match(home, /<title>Service Gateway<\/title>/);
  // But for the address of its picture, which is whole.
  assert.doesNotMatch(home.replace(/<meta property="og:image" [^>]*>/, ""), /localhost/);
  plain.close();
  using named = testApp({ INSTANCE_ID: "club.example" });
  assert.match((await named.visitor.get("/")).text, /<title>club\.example<\/title>/);
  assert.match((await named.visitor.get("/imprint")).text, /<title>Imprint · club\.example<\/title>/);
});

Deno.test("the icon, and the source of an instance that names no repository", async () => {
  const app = testApp();
  const icon = await app.visitor.get("/favicon.svg");
  assert.deepEqual([icon.status, icon.headers.get("content-type")], [200, "image/svg+xml; charset=utf-8"]);
  const old = await app.visitor.get("/favicon.ico");
  assert.deepEqual([old.status, old.headers.get("location")], [302, "/favicon.svg"]);
  assert.match((await app.visitor.get("/")).text, /<link rel="icon" href="\/favicon.svg"/);
  const source = await app.visitor.with(BROWSER).get("/source");
  assert.deepEqual([source.status, /MIT licence/.test(source.text)], [200, true]);
  assert.equal((await app.visitor.get("/source")).body.reason, "no_source");
  app.close();
  using told = testApp({ SOURCE_REPO: "https://git.example/gateway.git" });
  const there = await told.visitor.with(BROWSER).get("/source");
  assert.match(there.headers.get("location")!, /^https:\/\/git\.example\/gateway/);
});

appTest(
  "every address of the sitemap may be read by crawlers",
  { APP_URL: "https://club.example" },
  async (app) => {
    await hide(app, "OE1ABC", {});
    const robots = (await app.visitor.get("/robots.txt")).text;
    const rules = [...robots.matchAll(/^(Allow|Disallow): (\S+)$/gm)].map(([, rule, path]) => ({
      rule,
      path: path!,
    }));
    /** The longest rule that fits decides (RFC 9309). */
    const allowed = (path: string) =>
      rules.filter((one) => path.startsWith(one.path)).sort((a, b) => b.path.length - a.path.length)[0]
        ?.rule !==
        "Disallow";
    assert.ok(!allowed("/api/caches") && !allowed("/auth/session") && allowed("/"));
    const urls = [...(await app.visitor.get("/sitemap.xml")).text.matchAll(/<loc>([^<]+)</g)]
      .map(([, url]) => new URL(url!.replaceAll("&amp;", "&")));
    assert.ok(urls.length >= 7);
    for (const { pathname, search } of urls) {
      assert.ok(allowed(pathname), pathname);
      assert.equal((await app.visitor.get(pathname + search)).status, 200, pathname);
    }
  },
);

appTest("codes and badges are made only for what exists", {}, async (app) => {
  const cache = await hide(app, "OE1ABC", {});
  await find(app, "DL1XYZ", cache.code, {});
  const status = async (path: string) => (await app.visitor.get(path)).status;
  assert.equal(await status(`/embed/qr.svg?cache=${cache.code.toLowerCase()}`), 200);
  assert.equal(await status("/embed/qr.svg?cache=NOPE99"), 404);
  assert.equal(await status("/badge/DL1XYZ-7.svg"), 200);
  assert.equal(await status("/badge/DL9NOBODY.svg"), 400);
  assert.equal(await status("/badge/DL9ZZ.svg"), 404);
});

appTest("a bbox takes any decimal that JavaScript prints, on every route that takes one", {}, async (app) => {
  const box = [15.850000000000001, -1e-7, 16, 1.2345678901234567e-6].join(",");
  // Some are for members alone.
  const reader = await app.sysop();
  let taking = 0;
  for (const { method, path, options } of app.routes) {
    const query = options.query as unknown as { shape?: Record<string, unknown> } | undefined;
    if (method !== "GET" || !query?.shape || !("bbox" in query.shape)) continue;
    if (path.startsWith("/federation/") || path.endsWith("/stream")) continue; // boxes of their own form; no end
    taking++;
    const address = `${path.replace(/:\w+/g, "1")}?bbox=${box}`;
    const { status, text } = await reader.get(address);
    assert.ok(status !== 400 || !text.includes("bbox"), `${address}: ${text}`);
    const wrong = await reader.get(address.replace("15.85", "x"));
    assert.ok(wrong.status === 400 || path === "/embed", `${path} takes any nonsense: ${wrong.status}`);
  }
  assert.ok(taking >= 8, `${taking} routes`);
  const wide = (path: string) => app.visitor.get(`${path}?bbox=0,0,20.5,1`).then(({ status }) => status);
  assert.deepEqual([await wide("/api/v1/spots"), await wide("/api/spots")], [400, 200]);
});

Deno.test("a newer release is told to the operator, from the tags of the repository, and nobody is asked when that is off", async () => {
  const refs = (...tags: string[]) => tags.map((tag) => `003d${"a".repeat(40)} refs/tags/${tag}\n`).join("");
  assert.equal(
    newestRelease(refs("v0.9.0", "v0.10.2", "v0.10.1", "v0.10.2^{}", "nightly", "v1.x.0")),
    "0.10.2",
  );
  assert.equal(newestRelease(refs("release-7")), undefined);
  const lineOf = async (env: Record<string, string>, answer: () => Response) => {
    const app = testApp({ SOURCE_REPO: "https://git.example/gateway/", ...env });
    const asked: string[] = [];
    app.world.fetch = (input) => {
      asked.push(String(input));
      return Promise.resolve(answer());
    };
    await app.jobs.find(({ name }) => name === "update-check")!.run();
    const { body } = await app.operator.get("/api/admin/setup");
    const line = body.items.find(({ key }: { key: string }) => key === "UPDATE_CHECK");
    app.close();
    return { asked, line };
  };
  const newer = await lineOf({}, () => new Response(refs("v0.1.0", "v77.0.1")));
  assert.deepEqual(newer.asked, ["https://git.example/gateway/info/refs?service=git-upload-pack"]);
  assert.equal(newer.line.status, "warn");
  assert.match(newer.line.detail, /^77\.0\.1 is there, /);
  assert.ok(newer.line.fix);
  assert.equal((await lineOf({}, () => new Response(refs("v0.0.0")))).line.status, "ok");
  const { line: silent } = await lineOf({}, () => new Response("", { status: 503 }));
  assert.deepEqual([silent.status, silent.level, silent.reason], [
    "missing",
    "optional",
    "UPDATE_CHECK.unreached",
  ]);
  assert.match(silent.detail, /^https:\/\/git\.example\/gateway\/ is not reachable since \d{4}-\d\d-\d\d$/);
  const off = await lineOf({ UPDATE_CHECK: "0" }, () => assert.fail("asked"));
  assert.deepEqual([off.asked, off.line.detail], [[], "switched off"]);
  assert.deepEqual((await lineOf({ SOURCE_REPO: "" }, () => assert.fail("asked"))).asked, []);
});

appTest("imprint and privacy answer in the reader's language, and leave what the operator wrote as it is", {
  OPERATOR_NAME: "Anna <Example>",
  OPERATOR_ADDRESS: "1 Hill Road\nVienna",
  OPERATOR_EMAIL: "anna@example.org",
  SESSION_TTL_DAYS: "33",
}, async (app) => {
  const says = {
    en: {
      imprint: ["<title>Imprint", "Operator", "Address"],
      privacy: ["<title>Privacy", "33 days", "Your rights"],
    },
    de: {
      imprint: ["<title>Impressum", "Betreiber", "Anschrift"],
      privacy: ["<title>Datenschutz", "33 Tage", "Deine Rechte"],
    },
  };
  for (const [lang, other] of [["en", "de"], ["de", "en"]] as const) {
    for (const name of ["imprint", "privacy"] as const) {
      const { status, text } = await app.visitor.get(`/${name}`, {
        "accept-language": `${lang}-AT,${other};q=0.5`,
      });
      assert.equal(status, 200);
      assert.match(text, new RegExp(`<html lang="${lang}">`));
      for (const sentence of says[lang][name]) {
        assert.ok(text.includes(sentence), `${lang} ${name}: ${sentence}`);
      }
      for (const sentence of says[other][name]) {
        assert.ok(!text.includes(sentence), `${lang} ${name}: ${sentence}`);
      }
      assert.ok(text.includes("Anna &lt;Example&gt;") && text.includes("anna@example.org"), text);
      assert.ok(text.includes(`href="/${name}?lang=${other}"`), text);
      assert.match(
        (await app.visitor.get(`/${name}?lang=${other}`)).text,
        new RegExp(`<html lang="${other}">`),
      );
    }
  }
  assert.ok((await app.visitor.get("/imprint?lang=de")).text.includes("1 Hill Road\nVienna"));
  // What a member has chosen stands above what the browser asks for.
  const member = await app.signIn("OE1ABC");
  assert.equal((await member.put("/api/prefs", { prefs: { lang: "de" } })).status, 200);
  assert.match((await member.get("/privacy", { "accept-language": "en" })).text, /<html lang="de">/);
});

appTest("an imprint that names nobody says so in both languages", {}, async (app) => {
  assert.match((await app.visitor.get("/imprint")).text, /has not named themselves yet/);
  assert.match((await app.visitor.get("/imprint?lang=de")).text, /hat sich noch nicht genannt/);
});
