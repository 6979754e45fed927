/** A club's colour and logo: seen in each look or not used there, drawn anew, and in every place where the club is shown. */
import assert from "node:assert/strict";
import { contrastOf, GROUNDS, inkOn, isSeen } from "../../src/club/contrast.ts";
import { refused, testApp } from "../kit/app.ts";

const SVG = new TextEncoder().encode(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="#c00"/></svg>`,
);

Deno.test("contrast is that of WCAG, and the grounds are those of the app's looks", () => {
  assert.equal(contrastOf("#000000", "#ffffff"), 21);
  assert.equal(contrastOf("#777777", "#ffffff").toFixed(2), "4.48");
  const tokens = Deno.readTextFileSync(new URL("../../src/client/ui/style/tokens.css", import.meta.url));
  const papers = [...tokens.matchAll(/data-theme="(\w+)"\] \{[^}]*?--paper: (#\w+);/g)];
  const own = new Map(papers.map(([, look, paper]) => [look, paper]));
  assert.equal(/:root \{[^}]*?--paper: (#\w+);/.exec(tokens)![1], GROUNDS.light.paper);
  assert.deepEqual([own.get("dark"), own.get("sun")], [GROUNDS.dark.paper, GROUNDS.sun.paper]);
  for (const colour of ["#c00000", "#ffdd00", "#0b1a50", "#777777"]) {
    assert.ok(contrastOf(colour, inkOn(colour)) >= 4.5, colour);
  }
  assert.deepEqual([isSeen("#ffdd00", "light"), isSeen("#ffdd00", "dark")], [false, true]);
  assert.deepEqual([isSeen("#0b1a50", "light"), isSeen("#0b1a50", "dark")], [true, false]);
});

Deno.test("a page names the club's style only where there is one; in a look where the colour is not seen the look's own stands", async () => {
  using app = testApp();
  const sysop = await app.sysop();
  assert.doesNotMatch((await app.visitor.get("/")).text, /club\.css/);
  for (const value of ["red", "#12345", "#12345g", "url(x)", "#123456;}"]) {
    await refused(app, 400, "setting_invalid", () => sysop.put("/api/admin/settings/CLUB_COLOUR", { value }));
  }
  assert.equal((await sysop.put("/api/admin/settings/CLUB_COLOUR", { value: "#0B1A50" })).status, 200);
  for (const path of ["/", "/welcome", "/map", "/help", "/embed", "/poster"]) {
    const page = await app.visitor.get(path);
    if (page.status === 200) assert.match(page.text, /href="\/club\.css\?v=[0-9a-f]{12}"/, path);
  }
  const { text, headers } = await app.visitor.get("/club.css");
  assert.match(headers.get("content-type")!, /^text\/css/);
  assert.match(text, /^:root\{--club:#0b1a50;--club-ink:#ffffff\}/);
  assert.match(text, /data-theme="dark"\]\{--club:var\(--go\)/);
  assert.match(text, /data-theme="night"\]\{--club:var\(--go\)/);
});

Deno.test("a logo is drawn anew of a PNG or SVG; what is none, or needs others, is refused and changes nothing", async () => {
  using app = testApp();
  const sysop = await app.sysop(), member = await app.signIn("OE1XYZ");
  const put = (bytes: Uint8Array<ArrayBuffer>, who = sysop) => who.put("/api/admin/club/logo", bytes);
  await refused(app, 404, "no_logo", () => app.visitor.get("/club/logo.png"));
  await refused(app, 404, "no_logo", () => sysop.delete("/api/admin/club/logo"));
  await refused(app, 403, "not_sysop", () => put(SVG, member));
  const text = (source: string) => new TextEncoder().encode(source);
  for (
    const bad of [
      text("GIF89a"),
      text("<html><svg></svg></html>"),
      text(`<svg xmlns="http://www.w3.org/2000/svg"><image href="http://elsewhere.example/a.png"/></svg>`),
      text(`<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>`),
    ]
  ) await refused(app, 415, "logo_kind", () => put(bad));
  const made = await put(SVG);
  assert.equal(made.status, 200, made.text);
  const shown = await app.visitor.get("/club/logo.png");
  assert.equal(shown.headers.get("content-type"), "image/png");
  assert.ok(shown.text.includes("PNG") && !shown.text.includes("svg"));
  assert.match((await app.visitor.get("/")).text, /club\.css/);
  assert.match((await app.visitor.get("/club.css")).text, /\/club\/logo\.png\?v=[0-9a-f]{12}/);
  assert.equal((await sysop.delete("/api/admin/club/logo")).status, 200);
  assert.doesNotMatch((await app.visitor.get("/")).text, /club\.css/);
});
