/**
 * Packet mail in real Chromium with a real F6FBB as the partner: a letter and a bulletin written on a page arrive there, what
 * is written there is read here, and what others write does nothing but stand there.
 */
import assert from "node:assert/strict";
import { callPartner } from "../../src/bbs/mod.ts";
import { partner } from "../kit/bbs.ts";
import { until } from "../kit/box.ts";
import { NEEDS_FBB, Xfbbd } from "../kit/fbb_peer.ts";
import { chromiumThere, HOW_TO_GET_CHROMIUM } from "../kit/browser.ts";
import { has } from "../kit/peers.ts";
import { count } from "../kit/people.ts";
import { SCREENS, screensOf } from "../kit/journey.ts";
import { DESKTOP, type Field, inField, type Phone } from "../kit/phone.ts";
import { missing } from "../kit/test_data.ts";
import { wordsIn } from "../kit/words.ts";

const HOSTILE = "<img src=x onerror=alert(1)>";
const SCRIPT = "W Callsign :\nS OE1SYS\nW Password :\nS OE1SYSPW";
const OPTIONS = { env: { ADMIN_CALLSIGNS: "OE1SYS", BBS_REGION: "#TST.AUT.EU" } };

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

for (const device of screensOf(["desktop"], ["phone"])) {
  const screen = SCREENS[device], lang = device === "phone" ? "en" : "de";
  Deno.test({
    name: `a letter and a bulletin go to a real F6FBB, its letter comes and is answered by key (${device})`,
    ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM),
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      inField(async (field) => {
        if (!has(...NEEDS_FBB)) return;
        const say = wordsIn(lang);
        const fbb = await Xfbbd.start("N0FBB", [{ call: "OE1SYS", password: "OE1SYSPW", mask: 15 }]);
        try {
          await partner(field.app, "N0FBB", ["*"], { connectScript: SCRIPT });
          const phone = await field.phone({ call: "OE3FND", screen, lang });
          await phone.open("/bbs");
          await phone.sees(say("bbs.inbox.none"));
          await phone.press(say("bbs.write"));
          await write(
            phone,
            "n0xyz@n0fbb",
            `Hello ${HOSTILE}`,
            "From the hill.",
            say("bbs.way.partner", { to: "N0FBB" }),
            say("bbs.send"),
          );
          // What was sent is in sight with its state, and the keyboard goes on where it was.
          await phone.sees(say("bbs.delivery.queued"));
          await phone.tab.until(`document.activeElement?.id === "mail-write"`);
          await phone.press(say("bbs.write"));
          await write(
            phone,
            "TEST@WW",
            "Field day",
            "On Saturday.",
            say("bbs.way.bulletin"),
            say("bbs.send"),
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
          await phone.sees("N0SYS");
          await letter(phone, "p");
          await phone.tab.until(`document.activeElement?.id === "wp-call"`);
          await phone.tab.evaluate(`document.activeElement.blur()`);
          await letter(phone, "s");
          await phone.sees(say("bbs.delivery.sent", { to: "N0FBB" }));
          await letter(phone, "b");
          await phone.tab.until(`document.querySelector(".talk-boxes label:has(:checked)")?.innerText ===
            ${JSON.stringify(say("bbs.bulletins"))}`);
          await letter(phone, "i");
          await phone.press("From the valley");
          await phone.sees(`Gruss ${HOSTILE}`);
          await phone.sees(say("bbs.by", { call: "N0FBB" }));
          await phone.tab.until(`!document.title.startsWith("(")`);
          // On a wide screen the list beside it knows that it was read.
          if (screen === DESKTOP) {
            await phone.tab.until(
              `document.querySelector(".pane-list .mails .entry[aria-current]") !== null &&
              document.querySelector(".pane-list .mails .count") === null`,
            );
          }
          // Another member reads the bulletin in German, on a wide screen: it is new, and then it is not.
          const wide = await field.phone({ call: "OE5LIS", screen: DESKTOP, lang: "de" });
          await wide.open("/bbs/b/TEST");
          await wide.sees("Bulletins an TEST");
          await wide.tab.count(".mails .count");
          await wide.press("Field day");
          await wide.sees("On Saturday.");
          await wide.tab.until(`document.querySelector('.bar a[href="/bbs"] .count') === null`);
          await wide.open("/bbs/b/TEST");
          await wide.tab.until(
            `document.querySelector(".mails .entry") !== null && document.querySelector(".mails .count") === null`,
          );
          // Answered from the keyboard; thrown away it is nowhere, kept it is there after a reload.
          await letter(phone, "r");
          await phone.tab.until(`document.activeElement?.id === "mail-text"`);
          assert.equal(await phone.tab.evaluate(`document.querySelector("#mail-to").value`), "N0SYS");
          await phone.fill("#mail-text", "TNX");
          // Thrown away only when asked again.
          await phone.press(say("bbs.drop"));
          await phone.press(say("ask.keep"));
          await phone.press(say("bbs.later"));
          await phone.tab.until(`document.querySelector("#mail-text") === null &&
            document.activeElement?.matches(".letter") === true`);
          await letter(phone, "r");
          await phone.tab.until(`document.querySelector("#mail-text")?.value === "TNX"`);
          await phone.press(say("bbs.send"));
          await phone.sees("OE3FND › N0SYS");
          // Removed only after a while in which it is taken back with a press.
          await letter(phone, "j");
          await phone.tab.until(`document.activeElement?.matches(".letter") === true`);
          await letter(phone, "d");
          await phone.sees(say("bbs.killed"));
          await letter(phone, "z");
          await phone.tab.until(`!document.body.innerText.includes(${JSON.stringify(say("bbs.killed"))})`);
          await phone.press(say("bbs.kill"));
          await phone.sees(say("bbs.killed"));
          await phone.press(say("bbs.back"));
          await until(
            "the letter's removal",
            () => count(field.app, "bbs_message", "to_base = 'OE3FND'") === 0,
          );
          await phone.open("/bbs");
          await phone.sees(say("bbs.inbox.none"));
          for (const one of [phone, wide]) {
            assert.deepEqual(one.tab.complaints, []);
          }
          assert.equal(await phone.tab.evaluate(`document.querySelectorAll("main img").length`), 0);
        } finally {
          await fbb.stop();
        }
      }, OPTIONS),
  });
}
