/** The app's own files: what they weigh, what they say, and that every look can be read. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { gunzipSync, gzipSync } from "node:zlib";
import { FILES } from "../../dist/app/files.ts";
import { NAMES } from "../../dist/app/names.ts";
import graph from "../../dist/app/graph.json" with { type: "json" };
import sizes from "../../dist/app/sizes.json" with { type: "json" };
import builtWords from "../../dist/app/words.json" with { type: "json" };
import { isAdmin, pageAt, PAGES } from "../../src/client/pages/page_table.ts";
import { ACTIONS } from "../../src/client/ui/icons/icon.tsx";
import { chooseLanguage, say } from "../../src/client/ui/say.ts";
import { ALL_WORDS } from "../../src/words/all_words.ts";
import { appTest, testApp } from "../kit/app.ts";
import { find, hide } from "../kit/seed_game.ts";
import {
  ADMIN_STYLE,
  EMBEDDED,
  OF_TOOLS,
  OWN_STYLES,
  PAPER_STYLE,
  REST_STYLE,
} from "../../tools/app/later.ts";
import { fieldPaths, iconPaths } from "../../tools/app/icons.ts";
import {
  onlyAdministration,
  onlyPlainHttp,
  onlySecure,
  onlyShack,
  onlyWide,
  type Piece,
} from "../../tools/app/graph.ts";
import { areaOf, SHELL, wordsOf } from "../../tools/app/words.ts";
import { files } from "../policy/source_files.ts";

Deno.test("say(): values, numbers as the language writes them, forms by number", () => {
  assert.equal(say("nearby.count", { n: 1 }), "1 cache");
  assert.equal(say("nearby.count", { n: 1234 }), "1,234 caches");
  assert.equal(say("nearby.count", { n: 1234 }, { code: "de", words: ALL_WORDS.de! }), "1.234 Caches");
  assert.equal(say("cache.by", { owner: "{owner}" }), "Hidden by {owner}");
  assert.equal(say("cache.by"), "Hidden by {owner}");
  // What turns the direction of its surroundings stands by itself, whoever put it there; other text stays as it is.
  const by = (owner: string) => say("cache.by", { owner });
  assert.equal(by("\u202Ecba"), "Hidden by \u2068cba\u2069");
  assert.equal(by("\u05D0\u05D1 (1)"), "Hidden by \u2068\u05D0\u05D1 (1)\u2069");
  assert.equal(by("\u{1E900}"), "Hidden by \u2068\u{1E900}\u2069");
  assert.equal(by("\u2068\u05D0\u2069, \u2068b\u2069"), "Hidden by \u2068\u05D0\u2069, \u2068b\u2069");
  assert.equal(by("\u2068\u2069\u2069\u2067a"), "Hidden by \u2068a\u2069");
  assert.equal(by("Zoë 🦊"), "Hidden by Zoë 🦊");
  assert.equal(chooseLanguage(["fr", "de-CH", "en"]), "de");
  assert.equal(chooseLanguage(["fr", "deu"]), "en");
});

Deno.test("say(): a hundred sentences with numbers and forms make one formatter of each kind", () => {
  const { NumberFormat, PluralRules } = Intl;
  let made = 0;
  const counted = <Format extends new (...given: never[]) => object>(format: Format): Format =>
    new Proxy(format, {
      construct: (target, given) => {
        made++;
        return Reflect.construct(target, given);
      },
    });
  Object.assign(Intl, { NumberFormat: counted(NumberFormat), PluralRules: counted(PluralRules) });
  try {
    const told = (n: number) => say("nearby.count", { n }, { code: "es", words: ALL_WORDS.es! });
    for (let n = 0; n < 100; n++) told(n);
    assert.equal(made, 0, "what small numbers need is known without");
    for (let n = 0; n < 100; n++) told(1000.5 + n);
  } finally {
    Object.assign(Intl, { NumberFormat, PluralRules });
  }
  assert.equal(made, 2);
});

/** Compressed bytes of what a page brings with it. */
const KB = 1000;
const bytes = sizes as Record<string, number>;
const pieces = graph as Record<string, Piece>;
const weight = (paths: Iterable<string>) => [...paths].reduce((sum, path) => sum + bytes[path]!, 0);
/** A script and everything that has to be there before it runs. */
function whole(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const one of pieces[path]!.needs) whole(one, seen);
  return seen;
}
const begins = (entry: string) => {
  const found = Object.keys(pieces).find((path) => pieces[path]!.entry === entry);
  assert.ok(found, `${entry} is no script of its own`);
  return found;
};
const pages = Object.values(pieces).flatMap(({ entry }) => entry?.endsWith("_page.tsx") ? [entry] : []);
const first = new Set([
  ...whole(begins("src/client/app/main.tsx")),
  ...whole(begins("src/client/nearby/nearby_page.tsx")),
  ...Object.keys(bytes).filter((path) =>
    /\.(css|svg)$|\/theme-/.test(path) &&
    ![ADMIN_STYLE, REST_STYLE, OWN_STYLES, PAPER_STYLE, OF_TOOLS, EMBEDDED].some((other) => other.test(path))
  ),
]);
/** What only administration needs, and of it what comes with each of its pages beside their scripts. */
const ofAdmin = new Set([
  ...onlyAdministration(pieces),
  ...Object.keys(bytes).filter((path) => ADMIN_STYLE.test(path)),
]);
const rest = Object.keys(bytes).filter((path) => REST_STYLE.test(path));
const withAdmin = [...ofAdmin].filter((path) => ADMIN_STYLE.test(path));
/** What only the pages of the shack need, plots too: they tell of now, and are fetched when they are opened. */
const ofShack = onlyShack(pieces);
/** What only a wide screen loads: a phone never does. */
const ofDesks = onlyWide(pieces);
/** What only the big map needs: its library, and our own drawing that comes with the library and counts as the map's. */
const ofTheMap = [
  ...Object.keys(pieces).filter((path) =>
    pieces[path]!.entry === "src/client/map/big_map.ts" ||
    pieces[path]!.packages.some((name) => name === "maplibre-gl" || name === "pmtiles")
  ),
  ...Object.keys(bytes).filter((path) => /\/(big_map|archive|map_worker|style-map|world)-/.test(path)),
];

/** Finer shapes, waters and small places are fetched once the map is drawn and idle. */
const isDrawnFirst = (path: string) => !/\/world-(50m|10m|waters|places|blocks|villages)-/.test(path);

/** Comes with nothing but a radio that was picked, at `/radio?terminal`: a piece of the shack that is no page of the table. */
const TERMINAL = "src/client/rig/terminal/terminal_room.tsx";

/** The style that a page has for itself alone, as its file is called. */
const styleOf = (page: string): string =>
  page.includes("/go/") || page.includes("/stages/")
    ? "/style-go-"
    : /\/(lists|awards)_page\.tsx$/.test(page)
    ? "/style-lists-"
    : page.includes("/waiting/") || page.endsWith("/find_page.tsx")
    ? "/style-moment-"
    : `/style-${page.includes("/welcome/") ? "welcome" : areaOf(page)}-`;

/** A person reads one language: the one whose words weigh more counts. */
const words = builtWords as Record<string, Record<string, string>>;
const weightOfWords = (...areas: (string | undefined)[]): number =>
  Math.max(
    ...Object.keys(ALL_WORDS).map((code) =>
      weight(areas.flatMap((area) => area && words[area] ? [words[area][code]!] : []))
    ),
  );
const wordFiles = Object.values(words).flatMap((one) => Object.values(one));

/**
 * What a page's first opening may fetch, all that it needs before it is whole: pages and built files, gzipped. Of what the
 * gateway answers, the map's tiles and photos nothing is counted. Of the map 10 kB are what walkers see of the ground.
 */
const MOST = { first: 95 * KB, field: 60 * KB, desk: 80 * KB, map: 530 * KB };

Deno.test("first opening: 95 kB for the first page, 60 kB more for another, 80 kB more in shack and administration", async () => {
  const app = testApp();
  const { text } = await app.visitor.get("/", { accept: "text/html" }).finally(() => app.close());
  const all = weight(first) + weightOfWords(SHELL, "nearby") + bytes["/sw.js"]! + gzipSync(text).length;
  assert.ok(all < MOST.first, `${all} bytes`);
  assert.ok(all > 20 * KB && pages.length > 5, "the figures are of this build");
  for (const page of [...pages, TERMINAL]) {
    const isAdmin = page.startsWith("src/client/admin/");
    const own = Object.keys(bytes).filter((path) => OWN_STYLES.test(path) && path.includes(styleOf(page)));
    const parts = [...whole(begins(page)), ...rest, ...own, ...(isAdmin ? withAdmin : [])];
    const area = areaOf(page);
    const extra = weight(parts.filter((path) => !first.has(path))) +
      weightOfWords(...wordsOf(area ?? SHELL, Object.keys(words), page));
    const most = isAdmin || page === TERMINAL || ofShack.has(begins(page)) ? MOST.desk : MOST.field;
    assert.ok(extra < most, `${page}: ${extra} bytes`);
  }
});

Deno.test("first opening of the big map: 530 kB more, with its library, its worker and the first that is drawn", () => {
  const drawn = new Set([
    ...whole(begins("src/client/map/map_page.tsx")),
    ...ofTheMap.filter(isDrawnFirst),
  ]);
  const all = weight([...drawn].filter((path) => !first.has(path))) +
    weightOfWords(...wordsOf("map", Object.keys(words), "src/client/map/map_page.tsx"));
  assert.ok(all < MOST.map, `${all} bytes`);
  assert.ok(all > 300 * KB, "the library is among it");
});

Deno.test("what one kind of phone has no use for comes with no first page", () => {
  for (
    const [what, of] of [["wide", ofDesks], ["plain", onlyPlainHttp(pieces)], [
      "secure",
      onlySecure(pieces),
    ]] as const
  ) {
    assert.ok(of.size > 0 && [...of].every((path) => !first.has(path)), `${what}: ${[...of].join()}`);
  }
  assert.ok(
    [...ofShack].some((path) => pieces[path]!.packages.includes("uplot")),
    "plots are no phone's in the field",
  );
  assert.ok(ofShack.size >= 7 && [...ofShack].every((path) => !first.has(path)), [...ofShack].join());
});

Deno.test("of administration nothing comes with the first page, nor with what a phone keeps", () => {
  assert.ok(withAdmin.length === 1 && ofAdmin.size >= 3, [...ofAdmin].join());
  for (const path of ofAdmin) assert.ok(!first.has(path), path);
  const { gz } = (FILES as Record<string, { gz: string }>)[NAMES.kept]!;
  const list = new TextDecoder().decode(gunzipSync(Buffer.from(gz, "base64")));
  const [, named] = /=(\{"\/assets[^}]*\})/.exec(list)!;
  const atOnce = Number(/^const AT_ONCE=(\d+);/.exec(list)![1]);
  const kept = Object.keys(JSON.parse(named!)).slice(0, atOnce);
  for (const path of [...ofAdmin, ...ofDesks, ...onlyPlainHttp(pieces)]) {
    assert.ok(!kept.includes(path), `${path} is kept`);
  }
  for (const path of [...first, ...rest]) assert.ok(kept.includes(path), `${path} is not kept`);
  for (const path of wordFiles) assert.ok(!kept.includes(path), `${path} is kept whatever the language`);
});

appTest(
  "a page names every script that the app begins with, and its words: nothing is found out one after the other",
  {},
  async (app) => {
    const begin = begins("src/client/app/main.tsx");
    for (const address of ["/", "/frame", "/c/NOSUCH1"]) {
      const { text } = await app.visitor.get(address, { accept: "text/html", "accept-language": "de" });
      const ahead = [...text.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, path]) => path!);
      assert.deepEqual([...ahead, begin].sort(), [...whole(begin), words[SHELL]!.de!].sort(), address);
    }
  },
);

appTest("every page of the table is served, and no other address is a page", {}, async (app) => {
  const member = await app.signIn("OE1ABC"), sysop = await app.sysop();
  for (const page of Object.values(PAGES)) {
    const { path } = page;
    const address = path.replace(":code", "NOSUCH1").replace(":call", "OE1ABC").replace(
      ":chapter",
      "glossary",
    ).replace(
      /:\w+/,
      "1",
    );
    const { status, headers, text } = await app.visitor.get(address, { accept: "text/html" });
    const needed = path === "/c/:code" || path === "/find/:id";
    assert.equal(status, needed ? 404 : isAdmin(page) ? 401 : 200, address);
    if (isAdmin(page)) {
      assert.match(text, /<h1[^>]*>Sign in</, "nobody gets the page to sign in");
      const refused = await member.get(address, { accept: "text/html", "accept-language": "de" });
      assert.equal(refused.status, 403, address);
      assert.match(
        refused.text,
        /Die Verwaltung ist für die Betreiber dieser Instanz. OE1ABC gehört nicht dazu/,
      );
      assert.equal((await sysop.get(address, { accept: "text/html" })).status, 200, address);
    }
    assert.match(headers.get("content-security-policy")!, /^default-src 'self';/);
    assert.doesNotMatch(text, /<style|\sstyle=|<script>|\son\w+=/, "nothing inline");
    for (const [, file] of text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
      const built = await app.visitor.get(file!);
      assert.equal(built.status, 200, file);
      assert.equal(built.headers.get("cache-control"), "public, max-age=31536000, immutable");
    }
  }
  for (const address of ["/c", "/c/", "/nothing", "/assets/app.js", "/assets/__proto__"]) {
    assert.equal((await app.visitor.get(address)).status, 404, address);
  }
  assert.equal(pageAt("/c/%E0%A4%A"), undefined);
  const packed = await app.visitor.get("/sw.js", { "accept-encoding": "gzip" });
  assert.equal(packed.headers.get("content-encoding"), "gzip");
  assert.equal(packed.headers.get("cache-control"), "no-cache");
});

appTest(
  "a page drawn by the server says what its caller may see as anybody, and hostile text stays text",
  {},
  async (app) => {
    const owner = await app.signIn("OE1ABC");
    const title = `<img src=x onerror=alert(1)>`;
    const made = await owner.post("/api/caches", { title, lat: 48.2, lon: 16.3, unlisted: true });
    assert.equal(made.status, 201, made.text);
    const page = await app.visitor.get(`/c/${made.body.code}`);
    assert.equal(page.status, 200);
    assert.ok(!page.text.includes("<img"), page.text);
    assert.ok(page.text.includes("&lt;img"));
    // A service that a message goes through reads the page too: of an unlisted cache it is told nothing.
    assert.doesNotMatch(page.text, /property="og:/);
    // What whoever gets the address by message is shown, and a way on for whoever has no scripts.
    const open = await hide(app, "OE1ABC", { title, lat: 48.2, lon: 16.3 });
    assert.match(
      (await app.visitor.get(`/c/${open.code}`)).text,
      new RegExp(`property="og:description" content="${open.code} · JN88de · A treasure hunt`),
    );
    await owner.patch(`/api/caches/${open.id}`, { description: `Nettles ">${"𝄞".repeat(200)}` });
    const told = (await app.visitor.get(`/c/${open.code}`)).text;
    assert.match(told, /name="description" content="\w+ · JN88de · Nettles &quot;&gt;(𝄞)+.?">/u);
    assert.match(told, /<noscript><p class="connection">\s*<a href="\/">To the front page/);
    assert.match(
      (await app.visitor.get("/map", { "accept-language": "de" })).text,
      /<noscript>[^/]*Ohne Skripte/,
    );
    // A find reads without scripts too; what explains it is its writer's and the operators' alone.
    const listed = await hide(app, "OE1HID", { title, lat: 48.2, lon: 16.3 });
    const log = await find(app, "OE3FND", listed.code, { text: "<b>TNX</b>" });
    const finder = await app.signIn("OE3FND");
    for (const reader of [app.visitor, finder, await app.sysop()]) {
      const { status, text } = await reader.get(`/find/${log.id}`);
      assert.equal(status, 200);
      assert.match(text, /<title>OE3FND · &lt;img/);
      assert.match(text, /data-drawn[^]*tier-[^]*OE3FND<\/a> Found[^]*&lt;b>TNX/);
      assert.doesNotMatch(text, /48\.2|16\.3/, "what a phone keeps of it holds no place");
    }
    const nobody = await app.visitor.get("/find/999999", { "accept-language": "de" });
    assert.equal(nobody.status, 404);
    assert.match(nobody.text, /<h1[^>]*>Fund<[^]*href="\/">/);
    await owner.patch(`/api/caches/${made.body.id}`, { status: "archived" });
    const start = await owner.get("/api/start");
    assert.equal(start.body.session.call, "OE1ABC");
    assert.equal(
      (await owner.get("/api/start", { "if-none-match": start.headers.get("etag")! })).status,
      304,
    );
    assert.equal((await app.visitor.get("/api/start")).body.session.call, null);
  },
);

/** Relative luminance and contrast (WCAG 2.2). */
function contrast(a: string, b: string): number {
  const light = (colour: string) => {
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4) as [
        number,
        number,
        number,
      ];
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [high, low] = [light(a), light(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

Deno.test("text of every meaning can be read on every ground, in every look", () => {
  const css = files("src/client/ui/style/", "tokens.css")[0]!.text;
  const looks = [...css.matchAll(/:root(?:\[data-theme="(\w+)"\])? \{([^}]*)\}/g)].map((
    [, name = "light", body],
  ) => ({
    name,
    colours: new Map(
      [...body!.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, key, value]) => [key!, value!]),
    ),
  })).filter(({ colours }) => colours.size > 0);
  assert.deepEqual(looks.map(({ name }) => name), ["light", "dark", "sun", "night"]);
  const more = files("src/client/ui/style/", "tokens_contrast.css")[0]!.text;
  for (const { name, colours } of looks.slice(0, 2)) {
    const [, own] = more.match(new RegExp(`:root\\[data-theme="${name}"\\] \\{([^}]*)\\}`))!;
    const loud = new Map([
      ...colours,
      ...[...own!.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)]
        .map(([, key, value]) => [key!, value!] as const),
    ]);
    for (const ink of ["ink", "go", "go-text", "bad", "air", "pin"]) {
      const ratio = contrast(loud.get(ink)!, loud.get("paper")!);
      assert.ok(ratio >= 7, `${name} with more contrast: ${ink} is ${ratio.toFixed(2)}`);
    }
  }
  assert.match(more, /^@media screen and \(prefers-contrast: more\)/m);
  assert.match(more, /--soft: var\(--ink\);\s+--line: var\(--ink\);/, "no greys");
  const sun = css.slice(css.indexOf('data-theme="sun"'));
  assert.match(sun.slice(0, sun.indexOf("}")), /--edge: 2px/, "lines are thicker in the sun");
  assert.match(files("src/client/ui/style/", "parts.css")[0]!.text, /\.code \{[^}]*slashed-zero/);
  for (const { name, colours } of looks) {
    for (const ink of ["ink", "soft", "go", "go-text", "bad", "air", "pin"]) {
      for (const ground of ["paper", "card", "sunk"]) {
        const ratio = contrast(colours.get(ink)!, colours.get(ground)!);
        assert.ok(ratio >= 4.5, `${name}: ${ink} on ${ground} is ${ratio.toFixed(2)}`);
      }
    }
    const pairs = [
      ["go-ink", "go"],
      ["bad-ink", "bad"],
      ["air-ink", "air-fill"],
      ["go-text", "go-wash"],
      ["air", "air-wash"],
      ["pin", "pin-wash"],
      ["bad", "bad-wash"],
      ["m-label", "m-land"],
      ["m-sea", "m-water"],
    ] as const;
    const all = new Map([...looks[0]!.colours, ...colours]);
    for (const [ink, ground] of pairs) {
      const ratio = contrast(all.get(ink)!, all.get(ground)!);
      assert.ok(ratio >= (name === "sun" ? 7 : 4.5), `${name}: ${ink} on ${ground} is ${ratio.toFixed(2)}`);
    }
    for (const mark of ["rim", ...[...all.keys()].filter((key) => key.startsWith("k-") && key !== "k-ink")]) {
      const ratio = contrast(all.get(mark)!, all.get("card")!);
      assert.ok(ratio >= 3, `${name}: ${mark} is ${ratio.toFixed(2)}`);
    }
  }
});

Deno.test("colours stand in the looks alone, and nothing is important but on paper", () => {
  for (const { path, text } of files("src/client/ui/style/", ".css")) {
    const mine = text.replace(/\/\*[\s\S]*?\*\//g, "");
    if (!/tokens|print/.test(path)) assert.doesNotMatch(mine, /#[0-9a-f]{3,8}\b|rgb|z-index: \d/, path);
    if (!path.endsWith("print.css")) assert.doesNotMatch(mine, /!important/, path);
    assert.doesNotMatch(
      mine,
      /margin-(left|right)|padding-(left|right)|[^-](left|right): /,
      `${path}: logical properties`,
    );
  }
});

Deno.test("the app asks through one function, reads no clock but its world's, and uses the shared parts", () => {
  for (const { path, text } of [...files("src/client/"), ...files("src/client/", ".tsx")]) {
    const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    assert.doesNotMatch(code, /\bDeno\./, path);
    // A tool has no world: it runs in the sandbox alone.
    if (!/phone\/world\.ts$|tools\/set\/|app\/(worker|version\/whole_files)\.ts$/.test(path)) {
      assert.doesNotMatch(code, /[^.\w]fetch\(|Date\.now|new Date\(\)|Math\.random|setTimeout/, path);
    }
    if (!/client\/ui\/(parts|look\/\w+)\.tsx$/.test(path)) {
      assert.doesNotMatch(code, /<button\b/, `${path}: use Button`);
    }
    if (!path.endsWith("client/ui/look/file_tile.tsx")) {
      assert.doesNotMatch(code, /type="file"/, `${path}: the browser's own field for files is seen nowhere`);
    }
    assert.doesNotMatch(code, /dangerouslySetInnerHTML|innerHTML/, path);
  }
});

Deno.test("each icon is the set's, is shown somewhere, and says nothing by itself", async () => {
  assert.equal(
    Deno.readTextFileSync(new URL("../../src/client/ui/icons/paths.ts", import.meta.url)),
    await iconPaths(),
    "run `deno task docs`",
  );
  const ofField = Deno.readTextFileSync(new URL("../../src/client/ui/icons/field_paths.ts", import.meta.url));
  assert.equal(ofField, await fieldPaths(), "run `deno task docs`");
  const named = (name: string) => new RegExp(`icon="${name}"|Icon name="${name}"`);
  const text = [...files("src/client/", ".tsx")].map((file) => file.text).join("\n");
  for (const name of ACTIONS) assert.match(text, named(name), `${name} is shown nowhere`);
  for (const [, name] of ofField.matchAll(/const (\w+) =/g)) {
    assert.match(text, new RegExp(`\\b${name}\\b`), `${name} is shown nowhere`);
  }
  for (const tag of text.match(/<Icon [^>]*>(?=\s*<\/)/g) ?? []) assert.fail(`${tag} has no word beside it`);
});
