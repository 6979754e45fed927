/** Messages and the mailbox as an operator uses them: real Chromium over the real WebSocket of a real gateway. */
import assert from "node:assert/strict";
import { rf } from "../kit/boxes.ts";
import { journey } from "../kit/journey.ts";
import type { Field, Phone } from "../kit/phone.ts";

const HOSTILE = "<img src=x onerror=alert(1)>\u202Etxet";
const ENV = { env: { FIRST_PARTY_SITES: "OE1GATE-1" } };
const say = (field: Field, from: string, to: string, text: string) =>
  field.app.ingest.post("/ingest", {
    packets: [rf(field.app, `${from}>APRS::${to.padEnd(9)}:${text}`, "OE1GATE-1")],
  });
const outbox = async ({ app }: Field) =>
  (await app.ingest.get("/outbox")).body.items as { id: number; payload: string }[];
const titled = (phone: Phone, begins: string) =>
  phone.tab.until(`document.title.startsWith(${JSON.stringify(begins)})`);
const connected = (phone: Phone) => phone.tab.until(`document.querySelector(".top .call") !== null`);

journey(
  "a message comes, cannot be missed, is answered, and where the answer stands is followed",
  async (field, screen) => {
    const phone = await field.phone({ call: "OE3FND", screen });
    await phone.open("/ranks");
    await connected(phone);
    const top = () => phone.tab.evaluate(`document.querySelector("main h1").getBoundingClientRect().top`);
    const stood = await top();
    // The part that listens is loaded later: what is heard before it does is said all the same.
    await say(field, "OE1AAA-7", "OE3FND-9", `first ${HOSTILE}{1`);
    await titled(phone, "(1)");
    await phone.sees("OE1AAA-7 wrote: first");
    assert.equal(await top(), stood, "nothing moves under a finger when it comes");
    await say(field, "OE1AAA-7", "OE3FND", "second{2");
    await phone.sees("OE1AAA-7 wrote: second");
    await titled(phone, "(2)");
    assert.equal(await phone.tab.evaluate(`document.querySelector(".bar .count").textContent`), "2");
    await phone.press("OE1AAA-7 wrote:");
    await phone.sees("first <img src=x");
    // Its heading has the focus; on a wide screen all conversations stay beside it.
    await phone.tab.until(`document.activeElement?.matches("h1") &&
      document.activeElement.innerText === "OE1AAA-7"`);
    await phone.tab.count('.pane-list .entry[aria-current="page"]', screen.width < 600 ? 0 : 1);
    // Read here, read everywhere.
    await phone.tab.until(
      `!document.title.startsWith("(") && document.querySelector(".new-message") === null`,
    );
    // What fits, and that nothing fetches what is sent, is said before it is sent.
    await phone.sees("No radio is connected.");
    await phone.sees("No member here has verified OE1AAA: nobody reads this in the app, only at a radio.");
    assert.ok(
      !await phone.tab.evaluate(`document.body.innerText.includes("where nobody listens")`),
      "it was just heard",
    );
    // Too long a text goes nowhere, not by Enter either.
    await phone.fill("#message-text", "x".repeat(69));
    await phone.sees("2 characters too many: 67 fit.");
    await phone.tab.send("Input.dispatchKeyEvent", {
      type: "keyDown",
      key: "Enter",
      windowsVirtualKeyCode: 13,
    });
    await phone.tab.send("Input.dispatchKeyEvent", {
      type: "keyUp",
      key: "Enter",
      windowsVirtualKeyCode: 13,
    });
    await phone.write("#message-text", "TNX 73");
    await phone.sees("61 of 67 characters are left.");
    assert.deepEqual(phone.tab.complaints, [], "nothing was refused");
    await phone.press("Send");
    await phone.sees("waits for a radio");
    const [item] = await outbox(field);
    const number = /^:OE1AAA-7 :TNX 73\{(\d{1,5})$/.exec(item!.payload)?.[1];
    assert.ok(number, item!.payload);
    await field.app.ingest.post("/outbox/ack", { ids: [item!.id] });
    await phone.sees("on the air, not acked yet");
    await say(field, "OE1AAA-7", "OE3FND", `ack${number}`);
    await phone.tab.until(
      `document.querySelector("[data-delivery=acked] .go")?.textContent === "acked"`,
    );
    // What failed is taken up again, and goes nowhere by itself.
    await phone.fill("#message-text", "QSY 145.5");
    await phone.press("Send");
    await phone.sees("waits for a radio");
    const [refused] = await outbox(field);
    await field.app.ingest.post("/outbox/ack", { ids: [refused!.id] });
    await say(field, "OE1AAA-7", "OE3FND", `rej${/\{(\d+)$/.exec(refused!.payload)?.[1]}`);
    await phone.sees("not acked: not sent in an hour, or refused");
    await phone.fill("#message-text", "Again:");
    await phone.press("Write it again");
    await phone.tab.until(`document.activeElement?.id === "message-text" &&
      document.activeElement.value === "Again: QSY 145.5"`);
    assert.deepEqual(await outbox(field), []);
    // A station that nobody has heard may well not be there: what becomes of a message is said before it is written.
    // An address that older notices bear.
    // The page leads on at once, to an address of the conversation's own.
    await phone.tab.send("Page.navigate", { url: `${field.url}/messages?with=OE9NIX-3` });
    await phone.tab.until(`location.pathname === "/messages/OE9NIX-3"`);
    await phone.sees(
      "OE9NIX-3 was never heard here. A message goes out once. If nobody listens there",
    );
    // What was written comes along to the mailbox.
    await phone.fill("#message-text", "at the hut");
    await phone.press("The mailbox keeps a text until the station is heard.");
    await phone.tab.until(`document.querySelector("#mailbox-to")?.value === "OE9NIX-3" &&
      document.querySelector("#mailbox-text").value === "at the hut"`);
    assert.deepEqual(phone.tab.complaints, []);
    // Its page has nothing to show, but the ways to reach it.
    await phone.open("/s/OE9NIX-3");
    await phone.sees("This station was not heard here.");
    await phone.tab.count('main a[href="/messages/OE9NIX-3"]');
    await phone.press("Watch");
    await phone.sees("You watch OE9NIX, with all its SSIDs.");
  },
  { devices: ["phone", "desktop"], ...ENV },
);

journey("without the gateway a text stays a draft and nothing is sent by itself", async (field, screen) => {
  await say(field, "OE1AAA-7", "OE3FND", "first{1");
  const phone = await field.phone({ call: "OE3FND", screen });
  await phone.open("/");
  await phone.ready();
  await phone.open("/messages");
  await phone.press("OE1AAA-7");
  await phone.sees("over radio");
  await field.unplug();
  await phone.fill("#message-text", "are you there?");
  await phone.press("Send");
  await phone.sees("nothing is sent by itself");
  await phone.open("/messages/OE1AAA-7");
  await phone.sees("Not connected. You see what was known at");
  await phone.sees("first");
  await phone.tab.until(`document.querySelector("#message-text")?.value === "are you there?"`);
  field.plugIn();
  await phone.open("/messages/OE1AAA-7");
  await phone.tab.until(`document.querySelector("#message-text")?.value === "are you there?"`);
  assert.deepEqual(await outbox(field), [], "nothing went by itself");
  // The answer to the next try is lost: it is not sent twice.
  let lost = 0;
  field.lose = ({ method, url }) => method === "POST" && url.endsWith("/api/tx/aprs") && lost++ < 2;
  await phone.press("Send");
  await phone.sees("nothing is sent by itself");
  field.lose = () => false;
  await phone.press("Send");
  await phone.sees("The message is queued.");
  assert.equal((await outbox(field)).length, 1);
}, { ...ENV, devices: ["phone"] });

journey(
  "a text for a station out of range is left, taken back, sent and delivered; in German",
  async (field) => {
    const phone = await field.phone({ call: "OE3FND", lang: "de" });
    await phone.open("/mailbox");
    await phone.sees("Du hast nichts hinterlegt.");
    await phone.sees("Kein Funkgerät ist verbunden: Der Text wartet");
    const leave = async (text: string) => {
      await phone.fill("#mailbox-to", "oe1aaa");
      await phone.fill("#mailbox-text", text);
      await phone.sees("Gesendet wird:");
      await phone.press("Text hinterlegen");
      await phone.sees("wartet, bis OE1AAA gehört wird");
    };
    await leave("komme später");
    await phone.press("Zurücknehmen");
    await phone.sees("zurückgenommen");
    await leave("grüße vom Berg");
    await say(field, "OE1AAA-7", "OE9XYZ", "hello{1");
    await phone.open("/mailbox");
    await phone.sees("1-mal gesendet, noch nicht quittiert");
    const [item] = await outbox(field);
    const number = /de OE3FND: gruesse vom Berg\{(\w+)$/.exec(item!.payload)?.[1];
    await say(field, "OE1AAA-7", "OE1SYS-15", `ack${number}`);
    await phone.open("/mailbox");
    await phone.sees("zugestellt: OE1AAA-7 hat quittiert");
  },
  { ...ENV, devices: ["phone"] },
);

journey(
  "whoever is not signed in is told what it is good for; whoever has not verified the call, how",
  async (field) => {
    const visitor = await field.phone({});
    for (
      const [path, words] of [
        ["/messages", "Sign in to write to stations"],
        ["/mailbox", "Sign in to leave texts"],
        ["/bbs", "Bulletins are for everybody."],
      ]
    ) {
      await visitor.open(path!);
      await visitor.sees(words!);
    }
    const phone = await field.phone({ call: "OE3FND" });
    field.app.db.writeNow((tx) => field.app.accounts.unverify(tx, "OE3FND"));
    await phone.open("/messages/OE1AAA-7");
    await phone.sees("To transmit under a callsign, verify it first.");
  },
  { ...ENV, devices: ["phone"] },
);
