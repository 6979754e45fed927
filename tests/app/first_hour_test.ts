/**
 * A sysop's first hour, from the printed link alone: a real gateway, Chromium, a box as a process of its own, and Direwolf
 * that hears a handheld as sound. On the phone in English to a trusted receiver; then on the desktop in German.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { boxCommand, startBoxProcess } from "../kit/box_process.ts";
import { chromiumThere, HOW_TO_GET_CHROMIUM, openBrowser, type Tab } from "../kit/browser.ts";
import { DIREWOLF, startDirewolf } from "../kit/direwolf.ts";
import { onceMore } from "../kit/once_more.ts";
import { DESKTOP, PHONE, Phone, type Screen } from "../kit/phone.ts";
import { FLAGS, ROOT, startServer, withFolder } from "../kit/server.ts";
import { missing, program } from "../kit/test_data.ts";

const SITE = "OE1SYS-10";
/** Where the README's pictures of the first hour go, where they are wanted. */
const PICTURES = Deno.env.get("FIRST_HOUR_PICTURES");

Deno.test({
  name: "from the printed link to a trusted receiver, without the command line but for the line to paste",
  ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM) ||
    missing("Dire Wolf", DIREWOLF.every((one) => program(one) !== undefined), "apt-get install direwolf"),
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () => onceMore("the first hour", () => withFolder(firstHour)),
});

async function firstHour(folder: string): Promise<void> {
  const dir = join(folder, "box");
  const server = await startServer({ DATA_DIR: join(folder, "data"), LOG_LEVEL: "warning" }, {
    command: [Deno.execPath(), ...FLAGS, join(ROOT, "main.ts"), "start", "--call", "OE1SYS"],
  });
  const wolf = await startDirewolf(folder);
  const browser = await openBrowser();
  let box: Awaited<ReturnType<typeof startBoxProcess>> | undefined;
  try {
    const link = /http:\S+\?token=[\w-]+/.exec(server.output())![0], { origin } = new URL(link);
    const phone = new Phone(await browser.tab(), origin);
    await shape(phone.tab, PHONE, "en");
    const picture = async (name: string) => {
      if (PICTURES) await phone.picture(join(PICTURES, `${name}.png`));
    };

    // The link leads to the first run; its first two cards are there before any script.
    await phone.tab.goto(link);
    await phone.press("Sign in");
    await phone.sees("OE1SYS is confirmed as operator of this place.");
    await phone.tab.until(
      `location.pathname === "/admin/first" && document.querySelector(".house") !== null`,
    );
    await phone.tab.count(".first-card", 5);
    await picture("first-run");
    await phone.fill("#first-name", "Ann Operator");
    await phone.fill("#first-address", "Hill 1, Vienna");
    await phone.fill("#first-email", "ann@example.org");
    await phone.tab.click("form[action='/admin/first'] [type=submit]");
    await phone.tab.until(`document.querySelector("[data-state=done][aria-label='This place']") !== null`);
    await phone.fill("#first-grid", "JN88");
    await phone.sees("FED_SYNC_REGION=48,16,49,18");
    await phone.press("Make the sample");
    await phone.sees("Look at the sample");
    await phone.tab.count("[aria-label='Try it'] button:not(:disabled)", 2);
    await phone.press("Remove the sample");
    await phone.tab.count("[data-state=done][aria-label='Try it']");
    await phone.press("Skip this");
    await phone.tab.count("[data-state=skipped]");

    // A code, the line to paste, and the page that turns green by itself.
    await phone.press("Add a receiver box");
    await phone.tab.until(`location.pathname === "/admin/receivers"`);
    await phone.fill("#add-label", "Hut on the hill");
    await phone.press("Make a code");
    await phone.sees("Waits for the box.");
    await picture("add-receiver");
    const line = await phone.tab.text(".add-receiver code");
    const [, gateway, code] = /^main\.ts box --gateway (\S+) --code (\S+)$/.exec(line)!;
    assert.equal(await phone.tab.text(".big-code"), code);
    const joined = await boxCommand([
      ...["--gateway", gateway!, "--code", code!, "--yes", "--call", SITE, "--listen", "1", "--dir", dir],
      ...["--connect", `kiss://127.0.0.1:${wolf.kissPort}`, "--site", SITE],
    ]);
    assert.equal(joined.code, 0, joined.stderr);
    await phone.sees("has joined.");
    box = await startBoxProcess(dir);
    await wolf.hears(["OE3FND-7>APRS,WIDE1-1:!4812.01N/01618.00E[on foot"]);
    await phone.sees(`heard by ${SITE}.`);
    await phone.tab.count(".steps [data-state=settled]", 2);
    await picture("receiver-green");
    await phone.press("Say whether it counts");
    await phone.sees(`${SITE} is not trusted.`);
    await phone.sees("It permits nothing else.");
    await phone.press(`Trust ${SITE}`);
    await phone.sees(`${SITE} counts.`);
    await picture("trusted");

    // The overview has nothing more to say of receivers; a line of the checklist is mended on the settings page.
    await phone.open("/admin");
    await phone.sees("1 receiver, heard of lately.");
    await picture("overview");

    const desk = new Phone(await browser.tab(), origin);
    await shape(desk.tab, DESKTOP, "de");
    const value = await phone.tab.cookie("svc_session");
    await desk.tab.send("Network.setCookie", { url: origin, name: "svc_session", value, httpOnly: true });
    await settings(desk);
    await end(desk);
    for (const { tab } of [phone, desk]) assert.deepEqual(tab.complaints, []);
  } finally {
    await browser.close();
    await box?.stop();
    await wolf.stop();
    await server.stop();
  }
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
  await desk.sees("Gespeichert und in Kraft.");
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
  await desk.press("Diese Box beenden");
  await desk.sees(`Was 1 Station hört, zählt nicht mehr: ${SITE}.`);
  await desk.tab.until(`document.querySelector(".danger-ask [type=submit]").disabled`);
  const id = await desk.tab.text("h1");
  await desk.fill("#end-box-word", id);
  await desk.press("Ja: Diese Box beenden");
  await desk.sees("Beendet von OE1SYS am");
}

async function shape(tab: Tab, screen: Screen, lang: string): Promise<void> {
  const mobile = screen.width < 600;
  await tab.send("Emulation.setDeviceMetricsOverride", { ...screen, deviceScaleFactor: 1, mobile });
  await tab.send("Emulation.setLocaleOverride", { locale: lang });
  await tab.send("Network.setExtraHTTPHeaders", { headers: { "accept-language": lang } });
  await tab.send("Emulation.setUserAgentOverride", { userAgent: "browser of a test", acceptLanguage: lang });
}
