/**
 * A sysop's first hour, from the printed link alone: a real gateway, Chromium, a box as a process of its own, Direwolf that
 * hears a handheld as sound, a mail server, and a neighbour. The whole hour on the phone in English, then once more on the
 * desktop in German with another box, another member and another region: to a trusted receiver, a verified member, a
 * compared neighbour, a test mail and a backup.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { viewOf } from "../../src/client/admin/first/region.ts";
import { projectionOf } from "../../src/client/ui/places/project.ts";
import { ALL_WORDS } from "../../src/words/all_words.ts";
import { spokenFingerprint } from "../../src/wire/mod.ts";
import { boxCommand, startBoxProcess } from "../kit/box_process.ts";
import { type Browser, chromiumThere, HOW_TO_GET_CHROMIUM, openBrowser } from "../kit/browser.ts";
import { DIREWOLF, type Direwolf, startDirewolf } from "../kit/direwolf.ts";
import { fp, Instance } from "../kit/instance_process.ts";
import { key } from "../kit/hands.ts";
import { DESKTOP, openPhone, PHONE, type Phone, type Screen } from "../kit/phone.ts";
import { FLAGS, ROOT, startServer, withFolder } from "../kit/server.ts";
import { HOW_TO_GET_SMTP, type SmtpPeer, smtpThere, startSmtp } from "../kit/smtp_peer.ts";
import { missing, program } from "../kit/test_data.ts";

const OTHER = "b.example", SYSOP = "OE1SYS";
/**
 * Where the handbook's pictures of the first hour go, where they are wanted: then both walks are a phone's. Those of the walk in
 * German end in `-de`.
 */
const PICTURES = Deno.env.get("FIRST_HOUR_PICTURES");
/** Pictures are of the browser that people have. */
const LEAN = PICTURES === undefined;
const picture = async (phone: Phone, name: string, { lang }: Walk) => {
  if (PICTURES) await phone.picture(join(PICTURES, `${name}${lang === "de" ? "-de" : ""}.png`));
};

Deno.test({
  name:
    "from the printed link to a trusted receiver, a verified member and a compared neighbour, in the browser",
  ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM) ||
    missing("Dire Wolf", DIREWOLF.every((one) => program(one) !== undefined), "apt-get install direwolf") ||
    missing("aiosmtpd", smtpThere(), HOW_TO_GET_SMTP),
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () => withFolder(firstHour),
});

async function firstHour(folder: string): Promise<void> {
  const ends: (() => Promise<unknown>)[] = [];
  const kept = async <T>(coming: Promise<T>, end: (one: T) => Promise<unknown>): Promise<T> => {
    const one = await coming;
    ends.push(() => end(one));
    return one;
  };
  try {
    const smtp = await kept(startSmtp(), (one) => one.stop());
    const neighbour = new Instance(OTHER, join(folder, "other"), {});
    const [server, wolf, browser] = await Promise.all([
      // Without FED_ALLOW_PRIVATE nobody is a neighbour who lives on the same host.
      kept(
        startServer({
          DATA_DIR: join(folder, "data"),
          LOG_LEVEL: "warning",
          SMTP_URL: smtp.url,
          FED_ALLOW_PRIVATE: "1",
        }, { command: [Deno.execPath(), ...FLAGS, join(ROOT, "main.ts"), "start", "--call", "OE1SYS"] }),
        (one) => one.stop(),
      ),
      kept(startDirewolf(folder), (one) => one.stop()),
      kept(openBrowser({ whole: !LEAN }), (one) => one.close()),
      kept(neighbour.start(), (one) => one.server.stop()),
    ]);
    const link = /http:\S+\?token=[\w-]+/.exec(server.output())![0], { origin } = new URL(link);
    const cookie = await withoutScripts(browser, link);
    const start = (box: string) => kept(startBoxProcess(box), (one) => one.stop());
    const walks: Walk[] = [
      {
        hand: await openPhone(browser, origin, { cookie, lean: LEAN }),
        lang: "en",
        region: "48,16,49,18",
        pack: "JN88",
        radio: { wolf, start, box: join(folder, "box"), site: "OE1SYS-10", label: "Hut on the hill" },
        guest: { call: "OE3NEW", lang: "de", screen: PHONE },
      },
      {
        hand: await openPhone(browser, origin, {
          cookie,
          screen: PICTURES ? PHONE : DESKTOP,
          lang: "de",
          lean: LEAN,
        }),
        lang: "de",
        region: "48.5,15,48.5417,15.0833",
        pack: "JN78MM",
        radio: { wolf, start, box: join(folder, "box2"), site: "OE1SYS-11", label: "Dach am Klubheim" },
        guest: { call: "OE5NEU", lang: "en", screen: DESKTOP },
      },
    ];
    const complaints: string[] = [];
    for (const [n, walk] of walks.entries()) {
      await firstSteps(walk, n);
      await receiver(walk);
      const guest = await invited(walk, browser);
      await overview(walk);
      await compares(walk, neighbour);
      await mailAndBackup(walk, smtp, n);
      await settings(walk);
      await end(walk);
      complaints.push(...[walk.hand, guest].flatMap(({ tab }) => tab.complaints));
    }
    // Before the receiver has heard the member there is no such station.
    assert.deepEqual(complaints.filter((one) => !/\/api\/stations\/OE[35]NE[WU]$/.test(one)), []);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** The link leads to the first run; its first three cards are a browser's own, in one that runs no scripts. Gives the session. */
async function withoutScripts(browser: Browser, link: string): Promise<string> {
  const tab = await browser.tab({ scripts: false });
  await tab.send("Network.setExtraHTTPHeaders", { headers: { "accept-language": "en" } });
  await tab.goto(link);
  await tab.click("form button");
  await tab.until(`document.body.innerText.includes("OE1SYS is confirmed as operator of this instance.")`);
  await tab.count(".first-card", 3);
  await tab.fill("#first-name", "Ann Operator");
  await tab.fill("#first-address", "Hill 1, Vienna");
  await tab.fill("#first-email", "ann@example.org");
  await tab.click("form[action='/admin/first'] [type=submit]");
  await tab.until(`document.querySelector("#first-name")?.value === "Ann Operator"`);
  // Neighbours have no name for it yet, and it has no region.
  await tab.count("[data-state=done]", 1);
  return `svc_session=${await tab.cookie("svc_session")}`;
}

/** Somebody's hour: on which screen, in which language, and with what of their own. */
interface Walk {
  hand: Phone;
  lang: "en" | "de";
  /** The region that they choose, as it is saved, and the first pack of it. */
  region: string;
  pack: string;
  radio: {
    wolf: Direwolf;
    /** Folder of the box. */
    box: string;
    site: string;
    label: string;
    start: (box: string) => Promise<unknown>;
  };
  /** Whom they invite. */
  guest: { call: string; lang: "en" | "de"; screen: Screen };
}

/** A sentence of the app in a language, as the page says it. */
function said(lang: "en" | "de", key: string, values: Record<string, string | number> = {}): string {
  const text = ALL_WORDS[lang]![key];
  if (text === undefined) throw new Error(`there is no sentence ${key}`);
  const form = typeof text === "string" ? text : text[values.n === 1 ? "one" : "other"]!;
  return form.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? `{${name}}`));
}
/** The part of a sentence before the first value in it, for values that are set apart by invisible characters. */
const begin = (lang: "en" | "de", key: string): string => said(lang, key).split("{", 1)[0]!;

/** Six cards, one open at a time: the region on the map, what is done, what is skipped, and a sample that goes again. */
async function firstSteps(walk: Walk, nth: number): Promise<void> {
  const { hand, lang, region } = walk;
  const press = (key: string) => hand.press(said(lang, key));
  await hand.open("/admin/first");
  const turn = (n: number, step: string) => hand.press(`${n} ${said(lang, `first.${step}`)}`);
  await hand.tab.count(".first-card", 6);
  await hand.tab.count(".first-card [aria-expanded=true]", 1);
  await hand.tab.count("[data-state=done]", 0);
  await picture(hand, "first-run", walk);
  await turn(3, "place");
  if (nth === 0) await taps(hand, { lat: 48.2, lon: 16.37 });
  else {
    await steps(hand, "JN88", ["Left"], "JN78");
    await press("first.region.smaller");
  }
  await press("first.region.save");
  await hand.sees(said(lang, "first.region.saved"));
  const [south, west, north, east] = region.split(",").map(Number);
  const start = await (await fetch(`${hand.url}/api/start`)).json();
  assert.deepEqual(start.region, { south, west, north, east });
  await hand.tab.evaluate(`document.querySelector(".region-map").scrollIntoView({ block: "center" })`);
  await picture(hand, "region", walk);
  await turn(1, "reach");
  await press("first.reach.check");
  await hand.sees(lang === "de" ? "Geprüft:" : "Checked:");
  await turn(6, "try");
  await press("first.try.make");
  await hand.sees(said(lang, "first.try.look"));
  const card = `[aria-label='${said(lang, "first.try")}']`;
  await hand.tab.count(`${card} > :not(h2) button:not(:disabled)`, 2);
  await press("first.try.remove");
  await hand.tab.count(`[data-state=done]${card}`);
  await turn(1, "reach");
  await press("first.skip");
  await hand.tab.count("[data-state=skipped]");
  await press("first.unskip");
  await hand.tab.count("[data-state=skipped]", 0);
  // The first pack is as large as the region.
  await hand.open("/packs");
  await hand.sees(walk.pack);
  await hand.open("/admin/first");
}

/** Taps on a place of the map: on the world first, then on what that shows. */
async function taps(hand: Phone, place: { lat: number; lon: number }): Promise<void> {
  for (const [from, to] of [["", "JN"], ["JN", "JN88"]] as const) {
    const { south, west, north, east } = viewOf(from);
    const { x, y } = projectionOf([{ lat: south, lon: west }, { lat: north, lon: east }], 600, 320).at(place);
    const at = await hand.tab.evaluate(`(() => {
      const map = document.querySelector(".region-map");
      map.scrollIntoView({ block: "center" });
      const box = map.getBoundingClientRect();
      return { x: box.x + ${x} * box.width / 600, y: box.y + ${y} * box.width / 600 };
    })()`) as { x: number; y: number };
    for (const type of ["mousePressed", "mouseReleased"]) {
      await hand.tab.send("Input.dispatchMouseEvent", { type, ...at, button: "left", clickCount: 1 });
    }
    await hand.tab.until(`document.querySelector("#first-grid").value === "${to}"`);
  }
}

/** Moves the square with the keys alone. */
async function steps(
  hand: Phone,
  from: string,
  keys: Parameters<typeof key>[1][],
  to: string,
): Promise<void> {
  await hand.tab.until(`document.querySelector("#first-grid").value === "${from}"`);
  await hand.tab.evaluate(`document.querySelector(".region-map").focus()`);
  for (const one of keys) await key(hand, one);
  await hand.tab.until(`document.querySelector("#first-grid").value === "${to}"`);
}

/** A code, the line to paste, and the page that turns green by itself; then its station counts. */
async function receiver(walk: Walk): Promise<void> {
  const { hand, lang, radio: { wolf, box, site, label, start } } = walk;
  const press = (key: string, values = {}) => hand.press(said(lang, key, values));
  await hand.press(`5 ${said(lang, "first.receiver")}`);
  await press("first.receiver.box");
  await hand.tab.until(`location.pathname === "/admin/receivers"`);
  await hand.fill("#add-label", label);
  await press("add.make");
  await hand.sees(begin(lang, "add.waits"));
  await picture(hand, "add-receiver", walk);
  await press("add.qr");
  await hand.tab.count(".add-qr svg.qr");
  const line = await hand.tab.text(".add-receiver code");
  const words = /^deno run -P main\.ts box (--gateway .*)$/.exec(line)![1]!.split(" ");
  const code = words[words.indexOf("--code") + 1];
  assert.equal(await hand.tab.text(".big-code"), code);
  const joined = await boxCommand([
    ...[...words, "--yes", "--call", site, "--listen", "1", "--dir", box],
    ...["--connect", `kiss://127.0.0.1:${wolf.kissPort}`, "--site", site],
  ]);
  assert.equal(joined.code, 0, joined.stderr);
  await hand.sees(said(lang, "add.joined", { box: label }));
  await start(box);
  await wolf.hears(["OE3FND-7>APRS,WIDE1-1:!4812.01N/01618.00E[on foot"]);
  await hand.sees(said(lang, "add.heard", { n: 1, site }).slice(-site.length - 8));
  await hand.tab.count(".steps [data-state=settled]", 2);
  // What is green stands below the code.
  if (PICTURES) {
    await hand.tab.evaluate(`document.querySelector(".steps").scrollIntoView({ block: "center" })`);
  }
  await picture(hand, "receiver-green", walk);
  await press("add.trust");
  await hand.tab.count("[role=switch]:not(:checked)", 2);
  await hand.sees(said(lang, "trust.what").slice(-20));
  await press("trust.counts", { site });
  await hand.tab.count("[role=switch]:checked");
  await picture(hand, "trusted", walk);
}

/** Somebody follows the poster, signs up with a passkey and is heard by the receiver; the sysop sees a verified call. */
async function invited(walk: Walk, browser: Browser): Promise<Phone> {
  const { hand, lang, radio: { wolf, site }, guest: { call, ...device } } = walk;
  await hand.open("/admin");
  await hand.sees(said(lang, "invite.title"));
  const address = await hand.tab.text("#invite-title ~ .copy-text code");
  const guest = await openPhone(browser, hand.url, { ...device, lean: LEAN });
  const press = (key: string) => guest.press(said(device.lang, key));
  await guest.tab.goto(`${hand.url}/print/invitation`);
  await guest.tab.count("svg.qr");
  assert.equal(await guest.tab.text(".code"), address, "the poster names the same address");
  await picture(guest, "poster", walk);
  await guest.tab.addAuthenticator("internal");
  await guest.tab.goto(address);
  await guest.open("/sign-in");
  await guest.fill("#callsign", call.toLowerCase());
  await press("signin.on");
  await press("signin.up");
  await guest.tab.until(`location.pathname === "/me/verify"`);
  await hand.open(`/admin/people/${call}`);
  await hand.sees(said(lang, "call.unproven"));
  await press("verify.air.start");
  await guest.tab.count("#on-air-code");
  await guest.sees(site);
  await wolf.hears([`${call}-7>APRS,WIDE1-1::OE1SYS-15:${await guest.tab.text("#on-air-code")}{1`]);
  await guest.tab.count("#on-air-code", 0);
  await hand.open(`/admin/people/${call}`);
  await hand.sees(said(lang, "call.method.rf_heard"));
  await picture(hand, "member", walk);
  return guest;
}

/** The overview has nothing more to say of receivers. */
async function overview(walk: Walk): Promise<void> {
  const { hand, lang } = walk;
  await hand.open("/admin");
  await hand.sees(said(lang, "light.receivers.go", { n: 1 }).slice(1));
  await picture(hand, "overview", walk);
  // The step of the receiver, which was left open, counts it in the step itself.
  await hand.open("/admin/first");
  await hand.tab.until(
    `document.querySelector("[aria-label='${said(lang, "first.receiver")}']")?.innerText.includes("${
      said(lang, "first.receiver.has", { n: 1 })
    }")`,
  );
}

/** The neighbour at its address: looked at, its key compared in words, trusted; then it goes again for the next walk. */
async function compares(walk: Walk, { server }: Instance): Promise<void> {
  const { hand, lang } = walk;
  const words = spokenFingerprint(fp(OTHER));
  await hand.open("/admin/neighbours/add");
  await hand.fill("#target", server.url);
  await hand.press(said(lang, "peers.add.look"));
  await hand.sees(said(lang, "peers.preview.nothing"));
  await picture(hand, "compare", walk);
  await hand.sees(words.slice(0, 2).join(" "));
  await hand.fill("#heard", words.slice(6).join(" "));
  await hand.press(said(lang, "peers.preview.add_trusted"));
  await hand.tab.until(`location.pathname === "/admin/neighbours/${OTHER}"`);
  await hand.sees(said(lang, "peers.trust.trusted"));
  await hand.press(said(lang, "peers.remove"));
  await hand.sees(said(lang, "peers.remove.no_undo"));
  await hand.fill("#remove-word", OTHER);
  await hand.press(said(lang, "danger.do", { what: said(lang, "peers.remove") }));
  await hand.sees(said(lang, "peers.remove.done"));
}

/** The mail server takes a mail, and there is a copy of the database. */
async function mailAndBackup(walk: Walk, smtp: SmtpPeer, nth: number): Promise<void> {
  const { hand, lang } = walk;
  await hand.open("/admin/mail");
  await hand.fill("#mail-to", "bob@example.org");
  await hand.press(said(lang, "mail.test"));
  await hand.sees(begin(lang, "mail.test.done") + "bob@example.org");
  assert.match(await smtp.mail(nth + 1), /^To: bob@example\.org$[\s\S]*Mail works\./m);
  await hand.open("/admin/ground");
  // Within its first ten minutes the host makes the nightly copy that it has not made yet: it may be there by now.
  const either = [said(lang, "ground.backup.never"), begin(lang, "ground.backup.last")];
  if (nth === 0) {
    await hand.tab.until(
      `${JSON.stringify(either)}.some((words) => document.body.innerText.includes(words))`,
    );
  }
  await hand.press(said(lang, "ground.backup.do"));
  await hand.sees(said(lang, "ground.backup.done", { name: "", size: "" }).trim().split(",")[0]!);
  await picture(hand, "backup", walk);
}

/** A setting is changed, says where it comes from and who changed it, and goes back; a secret of the host is written, never shown. */
async function settings({ hand, lang }: Walk): Promise<void> {
  const sees = (key: string, values = {}) => hand.sees(said(lang, key, values));
  const field = "#OPERATOR_NAME-value";
  await hand.open("/admin/settings?find=OPERATOR_NAME");
  await sees("settings.found", { n: 1 });
  await hand.tab.until(`document.querySelector("${field}") !== null`);
  await hand.write(field, "Bob Operator");
  await hand.press(said(lang, "settings.save"));
  await sees("settings.saved");
  await sees("settings.source.site");
  await hand.press(said(lang, "settings.history"));
  await hand.sees("set to Bob Operator");
  await hand.press(said(lang, "settings.reset"));
  await hand.sees("Bob Operator");
  await hand.press(said(lang, "danger.do", { what: said(lang, "settings.reset") }));
  await sees("settings.reset.done");
  await hand.tab.until(
    `document.querySelector("#OPERATOR_NAME .mark").innerText === "${said(lang, "settings.source.default")}"`,
  );
  await hand.open("/admin/settings?find=SESSION_SECRET");
  await hand.sees("gateway.env");
  await sees("settings.host.secret");
  await hand.tab.until(`document.querySelector("#SESSION_SECRET-host")?.value === ""`);
  // What the file sets is taken out of it, and waits for a restart.
  await hand.open("/admin/settings?find=TLS");
  await hand.press(said(lang, "settings.host.unset"));
  await hand.press(said(lang, "danger.do", { what: said(lang, "settings.host.unset") }));
  await sees("settings.host.unset.done");
  await sees("settings.restart.do");
}

/** The box is ended: what that touches is said, its name is asked for, and nothing happens before. */
async function end({ hand, lang, radio: { site, label } }: Walk): Promise<void> {
  await hand.open("/admin/receivers");
  await hand.press(label);
  await hand.press(said(lang, "end.do"));
  await hand.sees(`${site}.`);
  await hand.tab.until(`document.querySelector(".danger-ask [type=submit]").disabled`);
  const id = await hand.tab.text("h1");
  await hand.fill("#end-box-word", id);
  await hand.press(said(lang, "danger.do", { what: said(lang, "end.do") }));
  await hand.sees(said(lang, "boxes.gone.how", { by: SYSOP }).split("{", 1)[0]!);
}
