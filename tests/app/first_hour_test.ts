/**
 * A sysop's first hour, from the printed link alone: a real gateway, Chromium, a box as a process of its own, Direwolf that
 * hears a handheld as sound, a mail server, and a neighbour. On the phone in English to a trusted receiver and a verified
 * member; then on the desktop in German to a compared neighbour, a test mail and a backup.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { spokenFingerprint } from "../../src/wire/mod.ts";
import { boxCommand, startBoxProcess } from "../kit/box_process.ts";
import { type Browser, chromiumThere, HOW_TO_GET_CHROMIUM, openBrowser } from "../kit/browser.ts";
import { DIREWOLF, type Direwolf, startDirewolf } from "../kit/direwolf.ts";
import { fp, Instance } from "../kit/instance_process.ts";
import { onceMore } from "../kit/once_more.ts";
import { DESKTOP, openPhone, type Phone } from "../kit/phone.ts";
import { FLAGS, ROOT, startServer, withFolder } from "../kit/server.ts";
import { HOW_TO_GET_SMTP, type SmtpPeer, smtpThere, startSmtp } from "../kit/smtp_peer.ts";
import { missing, program } from "../kit/test_data.ts";

const SITE = "OE1SYS-10", MEMBER = "OE3NEW", OTHER = "b.example";
/** Where the README's pictures of the first hour go, where they are wanted. */
const PICTURES = Deno.env.get("FIRST_HOUR_PICTURES");
const picture = async (phone: Phone, name: string) => {
  if (PICTURES) await phone.picture(join(PICTURES, `${name}.png`));
};

Deno.test({
  name:
    "from the printed link to a trusted receiver, a verified member and a compared neighbour, in the browser",
  ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM) ||
    missing("Dire Wolf", DIREWOLF.every((one) => program(one) !== undefined), "apt-get install direwolf") ||
    missing("aiosmtpd", smtpThere(), HOW_TO_GET_SMTP),
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () => onceMore("the first hour", () => withFolder(firstHour)),
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
      kept(openBrowser(), (one) => one.close()),
      kept(neighbour.start(), (one) => one.server.stop()),
    ]);
    const link = /http:\S+\?token=[\w-]+/.exec(server.output())![0], { origin } = new URL(link);
    const cookie = await withoutScripts(browser, link);
    const phone = await openPhone(browser, origin, { cookie });
    await firstSteps(phone);
    const box = join(folder, "box");
    await receiver(phone, { wolf, box, start: () => kept(startBoxProcess(box), (one) => one.stop()) });
    const member = await invited(phone, browser, wolf);

    // The overview has nothing more to say of receivers.
    await phone.open("/admin");
    await phone.sees("1 receiver, reported lately.");
    await picture(phone, "overview");

    const desk = await openPhone(browser, origin, { cookie, screen: DESKTOP, lang: "de" });
    await compares(desk, neighbour);
    await mailAndBackup(desk, smtp);
    await settings(desk);
    await end(desk);
    // Before the receiver has heard the member there is no such station.
    const complaints = [phone, member, desk].flatMap(({ tab }) => tab.complaints);
    assert.deepEqual(complaints.filter((one) => !one.endsWith(`/api/stations/${MEMBER}`)), []);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** The link leads to the first run; its first two cards are a browser's own, in one that runs no scripts. Gives the session. */
async function withoutScripts(browser: Browser, link: string): Promise<string> {
  const tab = await browser.tab({ scripts: false });
  await tab.send("Network.setExtraHTTPHeaders", { headers: { "accept-language": "en" } });
  await tab.goto(link);
  await tab.click("form button");
  await tab.until(`document.body.innerText.includes("OE1SYS is confirmed as operator of this instance.")`);
  await tab.count(".first-card", 2);
  await tab.fill("#first-name", "Ann Operator");
  await tab.fill("#first-address", "Hill 1, Vienna");
  await tab.fill("#first-email", "ann@example.org");
  await tab.click("form[action='/admin/first'] [type=submit]");
  await tab.until(`document.querySelector("[data-state=done][aria-label='This instance']") !== null`);
  return `svc_session=${await tab.cookie("svc_session")}`;
}

/** Five cards: what is done, what is skipped, and a sample that goes again. */
async function firstSteps(phone: Phone): Promise<void> {
  await phone.open("/admin/first");
  await phone.tab.count(".first-card", 5);
  await phone.tab.count("[data-state=done]", 2);
  await picture(phone, "first-run");
  await phone.fill("#first-grid", "JN88");
  await phone.sees("FED_SYNC_REGION=48,16,49,18");
  await phone.press("Make the sample");
  await phone.sees("Look at the sample");
  await phone.tab.count("[aria-label='Try it'] button:not(:disabled)", 2);
  await phone.press("Remove the sample");
  await phone.tab.count("[data-state=done][aria-label='Try it']");
  await phone.press("Skip this");
  await phone.tab.count("[data-state=skipped]");
}

interface Radio {
  wolf: Direwolf;
  /** Folder of the box. */
  box: string;
  start: () => Promise<unknown>;
}

/** A code, the line to paste, and the page that turns green by itself; then its station counts. */
async function receiver(phone: Phone, { wolf, box, start }: Radio): Promise<void> {
  await phone.press("Add a receiver box");
  await phone.tab.until(`location.pathname === "/admin/receivers"`);
  await phone.fill("#add-label", "Hut on the hill");
  await phone.press("Make a code");
  await phone.sees("Waiting for the box.");
  await picture(phone, "add-receiver");
  await phone.press("The line as a QR code");
  await phone.tab.count("svg.qr[aria-label='The line as a QR code']");
  const line = await phone.tab.text(".add-receiver code");
  const [, gateway, code] = /^deno run -P main\.ts box --gateway (\S+) --code (\S+)$/.exec(line)!;
  assert.equal(await phone.tab.text(".big-code"), code);
  const joined = await boxCommand([
    ...["--gateway", gateway!, "--code", code!, "--yes", "--call", SITE, "--listen", "1", "--dir", box],
    ...["--connect", `kiss://127.0.0.1:${wolf.kissPort}`, "--site", SITE],
  ]);
  assert.equal(joined.code, 0, joined.stderr);
  await phone.sees("has joined.");
  await start();
  await wolf.hears(["OE3FND-7>APRS,WIDE1-1:!4812.01N/01618.00E[on foot"]);
  await phone.sees(`heard by ${SITE}.`);
  await phone.tab.count(".steps [data-state=settled]", 2);
  await picture(phone, "receiver-green");
  await phone.press("Say whether it counts");
  await phone.sees(`${SITE} is not trusted.`);
  await phone.sees("Nothing else is permitted by it.");
  await phone.press(`Trust ${SITE}`);
  await phone.sees(`${SITE} counts.`);
  await picture(phone, "trusted");
}

/** Somebody follows the poster, signs up with a passkey and is heard by the receiver; the sysop sees a verified call. */
async function invited(phone: Phone, browser: Browser, wolf: Direwolf): Promise<Phone> {
  await phone.open("/admin");
  await phone.sees("Invite");
  const address = await phone.tab.text("#invite-title ~ .copy-text code");
  const member = await openPhone(browser, phone.url, { lang: "de" });
  await member.tab.goto(`${phone.url}/print/invitation`);
  await member.tab.count("svg.qr");
  assert.equal(await member.tab.text(".code"), address, "the poster names the same address");
  await picture(member, "poster");
  await member.tab.addAuthenticator("internal");
  await member.tab.goto(address);
  await member.open("/sign-in");
  await member.fill("#callsign", MEMBER.toLowerCase());
  await member.press("Weiter");
  await member.press("Mit Passkey registrieren");
  await member.tab.until(`location.pathname === "/me/verify"`);
  await phone.open(`/admin/people/${MEMBER}`);
  await phone.sees("not verified");
  await member.press("Code zeigen");
  await member.tab.count("#on-air-code");
  await member.sees(SITE);
  await wolf.hears([`${MEMBER}-7>APRS,WIDE1-1::OE1SYS-15:${await member.tab.text("#on-air-code")}{1`]);
  await member.tab.count("#on-air-code", 0);
  await phone.open(`/admin/people/${MEMBER}`);
  await phone.sees("verified on the air");
  await picture(phone, "member");
  return member;
}

/** The neighbour at its address: looked at, its key compared in words, trusted. */
async function compares(desk: Phone, { server }: Instance): Promise<void> {
  const words = spokenFingerprint(fp(OTHER));
  await desk.open("/admin/neighbours/add");
  await desk.fill("#target", server.url);
  await desk.press("Nachsehen, wer antwortet");
  await desk.sees("Noch ist nichts gespeichert.");
  await desk.sees(words.slice(0, 2).join(" "));
  await desk.fill("#heard", words.slice(6).join(" "));
  await desk.press("Aufnehmen und vertrauen");
  await desk.tab.until(`location.pathname === "/admin/neighbours/${OTHER}"`);
  await desk.sees("vertrauenswürdig");
}

/** The mail server takes a mail, and there is a copy of the database. */
async function mailAndBackup(desk: Phone, smtp: SmtpPeer): Promise<void> {
  await desk.open("/admin/mail");
  await desk.fill("#mail-to", "bob@example.org");
  await desk.press("Testmail senden");
  await desk.sees("Die Mail an bob@example.org wurde");
  assert.match(await smtp.mail(1), /^To: bob@example\.org$[\s\S]*Mail works\./m);
  await desk.open("/admin/ground");
  await desk.sees("Es gibt noch keine Kopie.");
  await desk.press("Jetzt sichern");
  await desk.sees("ist fertig und geprüft");
}

/** A setting is changed, says where it comes from and who changed it, and goes back; the host's are lines, not fields. */
async function settings(desk: Phone): Promise<void> {
  await desk.open("/admin/settings?find=OPERATOR_NAME");
  await desk.sees("1 Einstellung");
  await desk.sees("Hier gespeichert");
  await desk.tab.until(`document.querySelector("#OPERATOR_NAME-value").value === "Ann Operator"`);
  await desk.tab.evaluate(`document.querySelector("#OPERATOR_NAME-value").select()`);
  await desk.fill("#OPERATOR_NAME-value", "Bob Operator");
  await desk.press("Speichern");
  await desk.sees("Gespeichert und ab jetzt gültig.");
  await desk.press("Verlauf");
  await desk.sees("set to Bob Operator");
  await desk.press("Zurück zur Vorgabe");
  await desk.sees("Vorgabe");
  await desk.tab.until(`document.querySelector("#OPERATOR_NAME .mark").innerText === "Vorgabe"`);
  await desk.open("/admin/settings?find=SESSION_SECRET");
  await desk.sees("SESSION_SECRET=…");
  await desk.sees("gateway.env");
  await desk.tab.count(".setting input, .setting select, .setting textarea", 0);
}

/** The box is ended: what that touches is said, its name is asked for, and nothing happens before. */
async function end(desk: Phone): Promise<void> {
  await desk.open("/admin/receivers");
  await desk.press("Hut on the hill");
  await desk.press("Diese Box stilllegen");
  await desk.sees(`Was 1 Station hört, zählt nicht mehr: ${SITE}.`);
  await desk.tab.until(`document.querySelector(".danger-ask [type=submit]").disabled`);
  const id = await desk.tab.text("h1");
  await desk.fill("#end-box-word", id);
  await desk.press("Ja: Diese Box stilllegen");
  await desk.sees("Stillgelegt von OE1SYS am");
}
