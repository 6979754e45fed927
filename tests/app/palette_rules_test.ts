/** What the palette finds, in which order, and how keys walk along it. */
import assert from "node:assert/strict";
import { otherNames } from "../../src/client/admin/settings/other_names.ts";
import { matches } from "../../src/client/admin/settings/settings.ts";
import { fitOf, grouped, type Hit, type HitKind, isSame, stepped } from "../../src/client/palette/hit.ts";
import { actHits, pageHits } from "../../src/client/palette/own_hits.ts";
import { PAGES, pagesIn } from "../../src/client/pages/page_table.ts";
import { ALL } from "../../src/settings/mod.ts";
import { FILES } from "../../src/words/generated/files.ts";

const hit = (kind: HitKind, name: string, rest: Partial<Hit> = {}): Hit => ({
  ...{ kind, id: name, name, icon: "user", to: "/" },
  ...rest,
});
const names = (groups: ReturnType<typeof grouped>) =>
  groups.flatMap(({ hits }) => hits.map(({ name }) => name));

Deno.test("every word has to stand somewhere; a name that begins with it comes before one in which it only occurs", () => {
  assert.equal(fitOf(hit("page", "Receivers"), ["receiver", "mail"]), 0);
  const [begins, within, called, beside] = [
    hit("page", "Mail network"),
    hit("page", "Email"),
    hit("page", "Post office", { also: "mail" }),
    hit("page", "Partners", { line: "of mail" }),
  ].map((one) => fitOf(one, ["mail"]));
  assert.ok(begins! > called! && called! > within! && within! > beside! && beside! > 0);
  assert.ok(fitOf(hit("page", "Größe und Maß"), ["grosse", "mass"]) > 0, "umlauts and sharp s are folded");
});

Deno.test("kinds stand by their best; what came later stands behind, however well it fits, and five of a kind are shown", () => {
  const known = [hit("setting", "Rate window"), hit("page", "System", { also: "rate" })];
  const later = [hit("person", "RATE"), ...Array.from({ length: 7 }, (_, i) => hit("cache", `Rate ${i}`))];
  const groups = grouped(known, "rate", later);
  assert.deepEqual(groups.map(({ kind, hits }) => [kind, hits.length]), [
    ["setting", 1],
    ["page", 1],
    ["person", 1],
    ["cache", 5],
  ]);
  assert.deepEqual(names(grouped(known, "")), ["System", "Rate window"], "without words all that is known");
  assert.deepEqual(grouped(known, "nothing of it"), []);
});

Deno.test("keys walk from hit to hit and stay at both ends", () => {
  const [a, b, c] = ["a", "b", "c"].map((name) => hit("page", name)) as [Hit, Hit, Hit];
  const list = [a, b, c];
  assert.equal(stepped(list, a, 1), b);
  assert.equal(stepped(list, a, -1), a);
  assert.equal(stepped(list, c, 1), c);
  assert.equal(stepped(list, a, 5), c);
  assert.equal(stepped([], undefined, 1), undefined);
  assert.ok(!isSame(hit("page", "a"), hit("setting", "a")), "two kinds may have one name");
});

Deno.test("members find pages that they are offered, and nothing of administration", () => {
  const found = (signedIn: boolean, configured = {}) =>
    pageHits({ configured, signedIn }).map(({ to }) => to);
  assert.ok(found(true).includes(PAGES.watches.path));
  assert.ok(!found(false).includes(PAGES.watches.path), "it needs somebody who is signed in");
  assert.ok(
    !found(true, { spots: false }).includes(PAGES.spots.path) && found(true).includes(PAGES.spots.path),
  );
  assert.deepEqual(found(true).filter((to) => String(to).startsWith("/admin")), []);
  assert.deepEqual(actHits(undefined).filter(({ to }) => String(to).startsWith("/admin")), []);
  assert.equal(actHits(() => {}).length, actHits(undefined).length + 1);
});

Deno.test("a setting is found by what people call it, in both languages; such names are of settings and pages that there are", () => {
  const settings = new Set(ALL.map(({ key }) => key)), pages = new Set<string>(pagesIn("admin"));
  const called = Object.keys(FILES.en.admin).filter((key) => key.startsWith("also."));
  assert.ok(called.length > 40, String(called.length));
  for (const key of called) {
    const [, first, page] = key.split(".");
    assert.ok(first === "page" ? pages.has(page!) : settings.has(first!), `${key} is of nothing`);
  }
  for (const page of pages) assert.ok(`also.page.${page}` in FILES.en.admin, `${page} has no other names`);
  const finds = (words: string) =>
    ALL.filter(({ key }) => matches({ key, label: "", hint: "" }, "", words)).map(({ key }) => key);
  assert.deepEqual(finds("rate limit"), ["API_RATE_ANON", "API_RATE_KEYED", "API_RATE_WINDOW_SEC"]);
  assert.ok(otherNames("SMTP_URL").includes("e-mail"));
  assert.equal(otherNames("NO_SUCH"), "");
});
