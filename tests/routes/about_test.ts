/** What an instance says of itself, and whose work is in it. */
import assert from "node:assert/strict";
import { licences } from "../../src/web/app/built.ts";
import manifest from "../../deno.json" with { type: "json" };
import browsers from "../../src/client/deno.json" with { type: "json" };
import { appTest, testApp } from "../kit/app.ts";

/** Packages that build and test, of which nothing is in the program. */
const TOOLS = [
  "@cfworker/json-schema",
  "axe-core",
  "cbor-x",
  "esbuild",
  "marked",
  "playwright-core",
  "redos-detector",
  "typescript",
];

Deno.test("/about: operator, version, source, the map's borders, data and packages with their licences, in both languages", async () => {
  const operator = `<script>alert(1)</script>\u202E & sons`;
  using app = testApp({
    OPERATOR_NAME: operator,
    SOURCE_REPO: "https://git.example/gateway",
    SECURITY_CONTACT: "safe@club.example",
  });
  const page = await app.visitor.get("/about", { "accept-language": "en-GB" });
  assert.equal(page.status, 200);
  assert.match(page.text, /<html lang="en">/);
  assert.ok(page.text.includes("&lt;script&gt;alert(1)&lt;/script&gt;"), page.text.slice(0, 3000));
  assert.doesNotMatch(page.text, /<script|\son\w+=/);
  for (
    const path of [
      "/source",
      "/imprint",
      "/privacy",
      "/support",
      "/trust",
      "/api/docs",
      "/.well-known/security.txt",
      "/about/licences?lang=en",
    ]
  ) {
    assert.ok(page.text.includes(`href="${path}"`), path);
  }
  assert.match(page.text, /borders as they are in fact/);
  for (const source of ["Natural Earth", "GeoNames", "CC BY 4.0", "AD1C country files", "CC BY-SA 4.0"]) {
    assert.ok(page.text.includes(source), source);
  }
  const german = (await app.visitor.get("/about", { "accept-language": "de-AT,de" })).text;
  assert.match(german, /<html lang="de">/);
  assert.match(german, /Grenzen so, wie sie heute tatsächlich verlaufen/);
  assert.match((await app.visitor.get("/about?lang=de")).text, /<html lang="de">/);
  // What a member has chosen stands above what the browser asks for.
  const member = await app.signIn("OE1ABC");
  assert.equal((await member.put("/api/prefs", { prefs: { lang: "de" } })).status, 200);
  assert.match((await member.get("/about", { "accept-language": "en" })).text, /<html lang="de">/);
});

appTest(
  "/welcome: what this is, in both languages without scripts, and each of its links leads to a page",
  {},
  async (app) => {
    for (const [lang, slogan] of [["en", "Hide, find, be heard."], ["de", "Verstecken, finden"]] as const) {
      const { status, text } = await app.visitor.get("/welcome", { "accept-language": lang });
      assert.equal(status, 200);
      assert.ok(text.includes(`<html lang="${lang}">`), text);
      const main = text.slice(text.indexOf("<main"), text.indexOf("</main>"));
      assert.ok(new RegExp(`<h1[^>]*>${slogan}`).test(main), main);
      const links = [...main.matchAll(/href="([^"]+)"/g)].map(([, to]) => to!);
      assert.deepEqual(links, ["/", "/sign-in", "/about", "/found-a-box"], "looking around comes first");
      for (const to of links) assert.equal((await app.visitor.get(to)).status, 200, to);
    }
  },
);

appTest(
  "/found-a-box: what it is and whom to tell, and the way to the cache that a link names",
  {},
  async (app) => {
    const { text } = await app.visitor.get("/found-a-box?c=ABC123");
    assert.match(text, /It is harmless/);
    assert.ok(text.includes('href="/imprint"') && text.includes('href="/c/ABC123"'), text);
    const strange = (await app.visitor.get(`/found-a-box?c=${encodeURIComponent('"><a href="//x')}`)).text;
    assert.ok(!strange.includes("//x"), "nothing of the address is in the page");
  },
);

appTest("/about without an operator's name or a source says so", {}, async (app) => {
  const { text } = await app.visitor.get("/about");
  assert.match(text, /The operator has not named themselves yet/);
  assert.doesNotMatch(text, /security\.txt/, "nothing would be there");
  assert.match(text, /has not yet said where its source can be read/);
  assert.doesNotMatch(text, /<li><a href="\/source"/);
});

appTest(
  "every package that is in the program is listed with its version and licence, and no tool is",
  {},
  async (app) => {
    const { packages, texts } = await licences();
    const known = new Map(packages.map(({ name, version }) => [name, version]));
    const named = Object.values({ ...manifest.imports, ...browsers.imports })
      // What begins with ./ is the program's own.
      .filter((specifier) => !specifier.startsWith("./"))
      .map((specifier) => /^npm:\/?((?:@[^/]+\/)?[^@]+)@([\d.]+)/.exec(specifier)!)
      .map(([, name, version]) => [name!, version!] as const);
    assert.ok(named.length > 25, `${named.length} packages`);
    const missing = named.filter(([name, version]) => !TOOLS.includes(name) && known.get(name) !== version);
    assert.deepEqual(missing, []);
    for (const tool of TOOLS) assert.ok(!known.has(tool), tool);
    assert.ok(packages.every(({ licence }) => licence !== "?"), JSON.stringify(packages));
    const page = await app.visitor.get("/about"), all = await app.visitor.get("/about/licences?lang=de");
    for (const { name } of packages) assert.ok(page.text.includes(`<td>${name}</td>`), name);
    assert.equal(all.text.match(/<details>/g)!.length, texts.length);
    const hono = packages.find(({ name }) => name === "hono")!;
    assert.match(texts[hono.text!]!, /Copyright .*Yusuke Wada/);
    assert.match(all.text, /Yusuke Wada and Hono contributors/);
    assert.match(all.text, /<html lang="de">/);
  },
);
