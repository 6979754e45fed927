/**
 * Every page of the app and every sheet for paper on a phone and on a desktop as a picture, then each state that a page may be in
 * (no signal, refused, hostile text …), and a page of them all, for human eyes. The club is the demonstration's.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isAdmin, type PageName, PAGES } from "../src/client/pages/page_table.ts";
import { openBrowser, type Tab } from "../tests/kit/browser.ts";
import { DESKTOP, PHONE, Phone } from "../tests/kit/phone.ts";
import { FLAGS, plainEnv, startProgram } from "../tests/kit/server.ts";
import { objectsOf, SHEETS } from "./sheet/objects.ts";
import { drawIcons } from "./sheet/icons.ts";
import { partSheet } from "./sheet/part_sheet.ts";
import { stateSheet } from "./sheet/states.ts";

const SCREENS = { phone: PHONE, desktop: DESKTOP };
/** Screens between the two, which are drawn where they are asked for. */
const OTHERS = {
  small: { width: 320, height: 568 },
  tablet: { width: 820, height: 1180 },
  wide: { width: 1440, height: 900 },
};
/** Times and numbers as in Europe, where the demonstration's club is. */
const REGION: Readonly<Record<string, string>> = { en: "en-GB" };
/** What README and handbook show, from the phone in the light; the handbook shows its own in each language. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  en: ["nearby", "cache", "find"],
  de: ["nearby", "find"],
};

const HELP = `deno task sheet [options]: a picture of every page, sheet for paper and state

  --out FOLDER        where the pictures go; a new folder below the system's temporary one without it
  --looks LIST        light, dark, sun or night, with commas between them (light)
  --langs LIST        en or de, with commas between them (en)
  --screens LIST      phone, desktop, small, tablet or wide (phone,desktop)
  --beside FOLDER     puts each picture beside the one of the same page, screen and look in this folder: how it is meant to be
  --visitor           as nobody who has signed in
  --only LIST         these pages and sheets alone, such as edit,print-label
  --no-states         pages and sheets alone
  --states            states alone
  --parts             every part in every look instead: a page of HTML for each, and pictures
  --icons             draws the app's icons anew, and nothing else
  --pictures          makes those anew that README and handbook show, and draws nothing else
  --help

deno task sheet --langs de --looks dark,sun --out /tmp/sheet
deno task sheet --only cache,find --no-states`;

const { values: asked } = parseArgs({
  options: {
    out: { type: "string" },
    looks: { type: "string", default: "light" },
    langs: { type: "string", default: "en" },
    screens: { type: "string", default: "phone,desktop" },
    beside: { type: "string" },
    visitor: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    "no-states": { type: "boolean", default: false },
    states: { type: "boolean", default: false },
    icons: { type: "boolean", default: false },
    parts: { type: "boolean", default: false },
    pictures: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (asked.help) {
  console.log(HELP);
  Deno.exit();
}
const out = asked.out ?? await Deno.makeTempDir({ prefix: "sheet-" });
const looks = asked.pictures ? ["light"] : asked.looks.split(",");
const langs = asked.pictures ? Object.keys(SHOWN) : asked.langs.split(",");
const all = Object.entries({ ...SCREENS, ...OTHERS });
const named = asked.pictures ? ["phone"] : asked.screens.split(",");
const screens = Object.fromEntries(all.filter(([device]) => named.includes(device)));
await Deno.mkdir(out, { recursive: true });

const root = new URL("..", import.meta.url).pathname;
const made: string[] = [];
if (asked.icons) await drawIcons(root);
else if (asked.parts) made.push(...await partSheet(out, SCREENS));
else if (!asked.states) await pages();
for (const lang of asked["no-states"] || asked.parts || asked.icons || asked.pictures ? [] : langs) {
  for (const [device, screen] of Object.entries(SCREENS)) {
    made.push(...await stateSheet({ out, looks, lang, device, screen }));
  }
}
const figureOf = (file: string, words = file) =>
  `<figure><img src="${file}" alt=""><figcaption>${words}</figcaption></figure>`;
const figures = made.map((file) => figureOf(file) + (meantAs(file) ?? ""));
await Deno.writeTextFile(
  join(out, "index.html"),
  `<!doctype html><meta charset="utf-8"><title>Every page</title><style>body{display:flex;flex-wrap:wrap;gap:1em}` +
    `figure{margin:0}img{max-width:390px;border:1px solid}</style>${figures.join("\n")}\n`,
);
console.log(`${made.length} pictures: ${join(out, "index.html")}`);

/** The figure of how a page is meant to be, if there is one; its screens are named "phone" and "desk". */
function meantAs(file: string): string | undefined {
  if (!asked.beside) return undefined;
  const [, name] = /^(.*)-\w+\.png$/.exec(file)!,
    model = name!.replace(/-(desktop|wide)-/, "-desk-") + ".png";
  try {
    Deno.copyFileSync(join(asked.beside, model), join(out, `meant-${model}`));
  } catch {
    return undefined;
  }
  return figureOf(`meant-${model}`);
}

/** Name and path of each page and paper sheet, or of those that `--only` names or README and handbook show. */
function wanted(lang: string): [page: string, path: string][] {
  const all = [
    ...Object.entries(PAGES).map(([page, { path }]): [string, string] => [page, path]),
    ...Object.entries(SHEETS),
  ];
  const only = asked.pictures ? SHOWN[lang]! : asked.only.split(",").filter(Boolean);
  return only.length === 0 ? all : all.filter(([page]) => only.includes(page));
}

/** Every page of the demonstration's club. */
/** Waits until two pictures are alike, since maps and drawings come after the words; a page that never rests gets five seconds. */
async function settled(tab: Tab): Promise<void> {
  let before = "";
  for (let look = 0; look < 10; look++) {
    await tab.evaluate("new Promise((done) => setTimeout(done, 500))");
    const { data } = await tab.send("Page.captureScreenshot", {
      format: "png",
      captureBeyondViewport: false,
    });
    if (data === before) return;
    before = data;
  }
}

async function pages(): Promise<void> {
  const demo = await startProgram("the demonstration", Deno.execPath(), {
    args: [...FLAGS, join(root, "main.ts"), "demo", "--no-open", "--json"],
    env: plainEnv({}),
    clearEnv: true,
    cwd: root,
  }, /^\}/m);
  const browser = await openBrowser();
  try {
    const said = demo.output();
    const { url, link, memberLink } = JSON.parse(said.slice(said.indexOf("{")));
    /** Signs in by a link; gives the session's cookie. */
    const signIn = async (link: string): Promise<[name: string, value: string]> => {
      const opened = await fetch(new URL("/auth/email/verify", link), {
        method: "POST",
        body: JSON.stringify({ token: new URL(link).searchParams.get("token") }),
      });
      await opened.body?.cancel();
      const [cookie] = opened.headers.get("set-cookie")!.split(";");
      const at = cookie!.indexOf("=");
      return [cookie!.slice(0, at), cookie!.slice(at + 1)];
    };
    // Administration as its operator sees it, all else as a member.
    const member = await signIn(memberLink), operator = await signIn(link);
    const { common, own } = await objectsOf(url, member.join("="), operator.join("="));
    const addressOf = (page: string, path: string): string =>
      path.replace(/:(\w+)/g, (_, word: string) => ({ ...common, ...own[page as PageName] })[word]!);
    for (const lang of langs) {
      for (const [device, screen] of Object.entries(screens)) {
        const tab = await browser.tab();
        await tab.send("Emulation.setDeviceMetricsOverride", {
          ...screen,
          deviceScaleFactor: 1,
          mobile: screen.width < 600,
        });
        await tab.send("Emulation.setLocaleOverride", { locale: REGION[lang] ?? lang });
        await tab.send("Emulation.setUserAgentOverride", {
          userAgent: "sheet",
          acceptLanguage: REGION[lang] ?? lang,
        });
        await tab.stand(url, { latitude: 48.2085, longitude: 16.3731, accuracy: 8 });
        const phone = new Phone(tab, url);
        for (const [page, path] of wanted(lang)) {
          const [name, value] = isAdmin({ path }) ? operator : member;
          if (!asked.visitor) await tab.send("Network.setCookie", { url, name, value, httpOnly: true });
          if (page in SHEETS) await tab.send("Page.navigate", { url: url + addressOf(page, path) });
          else await phone.open(addressOf(page, path));
          await tab.until(`document.querySelector("main h1") !== null && document.readyState === "complete"`);
          await settled(tab);
          for (const look of looks) {
            await tab.evaluate(`void (document.documentElement.dataset.theme = ${JSON.stringify(look)})`);
            const file = [page, device, look, lang].join("-") + ".png";
            await phone.picture(join(out, file));
            made.push(file);
            if (asked.pictures) {
              const shown = lang === "en" ? page : `${page}-${lang}`;
              await Deno.copyFile(join(out, file), join(root, "tools/pictures", `${shown}.png`));
            }
          }
        }
      }
    }
  } finally {
    await browser.close();
    await demo.stop("SIGINT");
  }
}
