/**
 * Packet mail in real Chromium with a real F6FBB as the partner: a letter and a bulletin written on a page arrive there, what
 * is written there is read here, and what others write does nothing but stand there.
 */
import assert from "node:assert/strict";
import { callPartner } from "../../src/bbs/mod.ts";
import { partner } from "../kit/bbs.ts";
import { until } from "../kit/box.ts";
import { NEEDS_FBB, Xfbbd } from "../kit/fbb_peer.ts";
import { journey } from "../kit/journey.ts";
import { has } from "../kit/peers.ts";
import { count } from "../kit/people.ts";
import { DESKTOP, type Field, PHONE, type Phone } from "../kit/phone.ts";

const HOSTILE = "<img src=x onerror=alert(1)>";
const SCRIPT = "W Callsign :\nS OE1SYS\nW Password :\nS OE1SYSPW";
const OPTIONS = {
  env: { ADMIN_CALLSIGNS: "OE1SYS", BBS_REGION: "#TST.AUT.EU" },
  devices: ["phone"] as const,
};

async function meet({ app }: Field, fbb: Xfbbd): Promise<void> {
  const report = await callPartner(app.bbs.office, {
    partner: "N0FBB",
    dial: async () => {
      const connection = await fbb.connect();
      return {
        readable: connection.readable,
        writable: connection.writable,
        close: () => connection.close(),
      };
    },
    mode: "b1",
    telnet: true,
    version: "1",
  });
  assert.equal(report.outcome, "clean", report.words);
}

/** Presses a letter while nothing is typed. */
async function letter(phone: Phone, name: string): Promise<void> {
  await phone.tab.evaluate("document.activeElement.blur()");
  await phone.tab.send("Input.dispatchKeyEvent", { type: "keyDown", key: name, text: name });
  await phone.tab.send("Input.dispatchKeyEvent", { type: "keyUp", key: name });
}

async function write(phone: Phone, to: string, subject: string, text: string, way: string, send: string) {
  await phone.tab.until(`document.querySelector("#mail-to") !== null`);
  await phone.fill("#mail-to", to);
  await phone.fill("#mail-subject", subject);
  await phone.fill("#mail-text", text);
  await phone.tab.evaluate(`document.querySelector("#mail-to").focus()`);
  await phone.tab.evaluate(`document.querySelector("#mail-subject").focus()`);
  await phone.sees(way);
  await phone.press(send);
  await phone.tab.until(`document.querySelector(".write-mail") === null`);
}

journey(
  "a letter and a bulletin go to a real F6FBB, its letter comes and is answered by key",
  async (field) => {
    if (!has(...NEEDS_FBB)) return;
    const fbb = await Xfbbd.start("N0FBB", [{ call: "OE1SYS", password: "OE1SYSPW", mask: 15 }]);
    try {
      await partner(field.app, "N0FBB", ["*"], { connectScript: SCRIPT });
      const phone = await field.phone({ call: "OE3FND", screen: PHONE });
      await phone.open("/bbs");
      await phone.sees("No mail. Whoever writes to your callsign");
      await phone.press("Write mail or a bulletin");
      await write(
        phone,
        "n0xyz@n0fbb",
        `Hello ${HOSTILE}`,
        "From the hill.",
        "It goes to N0FBB, in the next session",
        "Send",
      );
      await phone.press("Sent");
      await phone.sees("not gone yet: waits for a partner's next session");
      await phone.press("Write mail or a bulletin");
      await write(
        phone,
        "TEST@WW",
        "Field day",
        "On Saturday.",
        "A bulletin to everybody. It is read here and goes to",
        "Send",
      );
      assert.match(
        await fbb.sysop("SP OE3FND @ OE1SYS", "From the valley", `Gruss ${HOSTILE}`, "/EX"),
        /is sent/,
      );
      await meet(field, fbb);
      // There.
      const stored = [...(await fbb.stored()).values()].map((bytes) =>
        new TextDecoder("latin1").decode(bytes)
      );
      assert.ok(stored.some((text) => text.includes("From the hill.")), stored.join("\n"));
      assert.ok(stored.some((text) => text.includes("On Saturday.")), stored.join("\n"));
      // Here: where the letter is now, and what came.
      await phone.open("/bbs");
      await phone.tab.until(`document.title.startsWith("(1)")`);
      await phone.press("Sent");
      await phone.sees("gone to N0FBB");
      await phone.press("Inbox");
      await phone.press("N0SYS");
      await phone.sees(`Gruss ${HOSTILE}`);
      await phone.sees("brought by N0FBB");
      await phone.tab.until(`!document.title.startsWith("(")`);
      // A visitor reads the bulletin in German, on a wide screen, and looks a mailbox up.
      const wide = await field.phone({ screen: DESKTOP, lang: "de" });
      await wide.open("/bbs/b/TEST");
      await wide.sees("Bulletins an TEST");
      await wide.press("OE3FND › TEST");
      await wide.sees("On Saturday.");
      // Answered from the keyboard; thrown away it is nowhere, kept it is there after a reload.
      await letter(phone, "r");
      await phone.tab.until(`document.activeElement?.id === "mail-text"`);
      assert.equal(await phone.tab.evaluate(`document.querySelector("#mail-to").value`), "N0SYS");
      await phone.fill("#mail-text", "TNX");
      await phone.press("Keep as a draft");
      await phone.tab.until(`document.querySelector("#mail-text") === null`);
      await letter(phone, "r");
      await phone.tab.until(`document.querySelector("#mail-text")?.value === "TNX"`);
      await phone.press("Send");
      await phone.sees("OE3FND › N0SYS");
      // Removed only after a while in which it is taken back with a press.
      await phone.press("Remove");
      await phone.press("Undo");
      await phone.press("Remove");
      await phone.sees("Removed in a moment.");
      await phone.press("Back to mail and bulletins");
      await until("the letter's removal", () => count(field.app, "bbs_message", "to_base = 'OE3FND'") === 0);
      await phone.open("/bbs");
      await phone.sees("No mail. Whoever writes to your callsign");
      for (const one of [phone, wide]) assert.deepEqual(one.tab.complaints, []);
      assert.equal(await phone.tab.evaluate(`document.querySelectorAll("main img").length`), 0);
    } finally {
      await fbb.stop();
    }
  },
  OPTIONS,
);
