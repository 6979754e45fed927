/** The terminal over a radio in the hand: a mailbox at the other end of the air, by keys and by fingers; and what never leaves. */
import assert from "node:assert/strict";
import {
  DataLink,
  encodeKiss,
  KissReader,
  type LinkFrame,
  readLinkFrame,
  writeLinkFrame,
} from "../../src/aprs/mod.ts";
import { History, LineReader, pastedLines, textOf, withLines } from "../../src/client/rig/terminal/lines.ts";
import { type HeardCall, monitorText, withFrame } from "../../src/client/rig/terminal/heard_calls.ts";
import { eventually } from "../kit/eventually.ts";
import { fakeRadio } from "../kit/fake_radio.ts";
import { journey } from "../kit/journey.ts";
import { judged } from "../kit/judged.ts";
import type { Phone } from "../kit/phone.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("a stream becomes lines wherever it is cut, whatever ends them; without an end it is bounded", () => {
  const all = bytes("Grüß dich\rzwei\r\ndrei\n\n\x07\x1b[1;31mrot\x1b[0m\r>");
  for (let at = 0; at <= all.length; at++) {
    const reader = new LineReader();
    const lines = [...reader.push(all.slice(0, at)), ...reader.push(all.slice(at))];
    assert.deepEqual([lines, reader.rest], [["Grüß dich", "zwei", "drei", "", "rot"], ">"], `cut at ${at}`);
  }
  const reader = new LineReader();
  assert.deepEqual(reader.push(new Uint8Array(1200).fill(65)).map(({ length }) => length), [512, 512]);
  // Old mailboxes write ISO 8859-1.
  assert.deepEqual(new LineReader().push(Uint8Array.of(0x47, 0x72, 0xfc, 0xdf, 13)), ["Grüß"]);
});

Deno.test("a screen keeps its newest lines, a paste its first ones, a history what was typed", () => {
  const many = Array.from({ length: 2100 }, (_, n) => `l${n}`);
  const lines = withLines([], "in", many, 0);
  assert.deepEqual([lines.length, lines[0]!.text, lines.at(-1)!.n], [2000, "l100", 2100]);
  assert.equal(textOf(withLines(withLines([], "in", [">"], 0), "out", ["lm"], 0)), ">\r\n> lm\r\n");
  assert.equal(pastedLines("one line\n"), undefined, "that goes where one types");
  assert.deepEqual(pastedLines("a\r\nb\rc\n\n"), ["a", "b", "c"]);
  assert.equal(pastedLines(many.join("\n"))!.length, 200);
  const history = new History();
  ["lm", "r 1", "r 1"].forEach((line) => history.add(line));
  assert.deepEqual(
    [
      history.step(1, "half"),
      history.step(1, ""),
      history.step(1, ""),
      history.step(-1, ""),
      history.step(-1, ""),
    ],
    ["r 1", "lm", "lm", "r 1", "half"],
  );
});

Deno.test("who is heard is what its frames say, and stays that", () => {
  const ui = (from: string, to: string, pid = 0xf0, ...via: string[]): LinkFrame => ({
    ...{ from, to, command: true, poll: false, type: "UI", pid, info: bytes("x\ry") },
    via: via.map((call) => ({ call: call.replace("*", ""), used: call.endsWith("*") })),
  });
  const frames = [
    ui("OE5XBL-4", "NODES", 0xcf),
    ui("OE1XAB", "MAIL"),
    ui("OE3DAN", "CQ", 0xf0, "OE1XTM*", "WIDE2-1"),
  ];
  const list = frames.reduce<readonly HeardCall[]>((before, frame, at) => withFrame(before, frame, at), []);
  assert.deepEqual(list.map(({ call, is, at }) => `${call} ${is} ${at}`), [
    ...["OE1XTM digi 2", "OE3DAN station 2", "OE1XAB bbs 1", "OE5XBL-4 node 0"],
  ]);
  assert.equal(withFrame(list, ui("OE1XAB", "CQ"), 9).find(({ call }) => call === "OE1XAB")!.is, "bbs");
  assert.equal(monitorText(frames[2]!), "OE3DAN>CQ,OE1XTM*,WIDE2-1 UI: x y");
  const crowd = Array.from({ length: 80 }, (_, n) => ui(`OE1A${n}`, "CQ"));
  assert.equal(
    crowd.reduce<readonly HeardCall[]>((before, frame) => withFrame(before, frame, 1), []).length,
    50,
  );
});

/** A mailbox at the other end: it hears what the app gave its radio, and answers by a connection of its own. */
class Mailbox {
  readonly link: DataLink;
  readonly frames: LinkFrame[] = [];
  said = "";
  isDeaf = false;
  readonly #kiss = new KissReader();
  #isOpen = true;
  readonly #done: Promise<void>;

  constructor(readonly phone: Phone, readonly call = "OE1XAB", readonly caller = "OE3FND-7") {
    this.link = new DataLink({ own: call, peer: caller, via: [] }, { t1Ms: 60_000, t2Ms: 50 });
    this.#done = this.#run();
  }

  async #run(): Promise<void> {
    while (this.#isOpen) {
      await this.turn().catch(() => {});
      let turns = 0;
      await eventually("a moment", () => turns++ > 0);
    }
  }

  async turn(): Promise<void> {
    const sent = await this.phone.tab.evaluate("globalThis.radio?.sent.splice(0) ?? []") as number[];
    const now = performance.now(), out: number[] = [];
    for (const { command, data } of this.#kiss.push(Uint8Array.from(sent))) {
      const frame = command === 0 ? readLinkFrame(data) : undefined;
      if (!frame) continue;
      this.frames.push(frame);
      if (this.isDeaf || frame.to !== this.call) continue;
      for (const news of this.link.take(frame, now)) {
        if (news.what === "data") this.said += new TextDecoder().decode(news.bytes);
        if (news.what === "connected" && news.by === "peer") {
          this.link.send(bytes("[OE1XAB-8.1.0 BBS]\rServus!\r>"));
        }
      }
    }
    for (let frame; !this.isDeaf && (frame = this.link.next(now));) {
      out.push(...encodeKiss(writeLinkFrame(frame)!));
    }
    if (out.length > 0) await this.phone.tab.evaluate(`globalThis.radio.hears(${JSON.stringify(out)})`);
  }

  types = (): string[] => this.frames.map(({ type }) => type);

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#done;
  }
}

const ALLOW =
  `[...document.querySelectorAll("label.switch")].find((one) => one.innerText.includes("may send"))`;

/** The terminal of somebody who has picked a radio, and allowed it where `allows` says so. */
async function atTerminal(phone: Phone, allows = true): Promise<void> {
  await phone.tab.send("Page.addScriptToEvaluateOnNewDocument", { source: fakeRadio() });
  await phone.open("/radio");
  await phone.press("Pick by Bluetooth");
  await phone.tab.count(".rig-held .lamp-good");
  await phone.press("Terminal");
  await phone.sees("Unproto");
  await phone.tab.until(`document.title.startsWith("Terminal")`);
  if (!allows) return;
  await phone.tab.press(ALLOW);
  await phone.sees("Stations may call");
}

async function key(phone: Phone, key: string, code: string, modifiers = 0, text?: string): Promise<void> {
  const press = {
    key,
    code,
    modifiers,
    windowsVirtualKeyCode: key.length === 1
      ? key.toUpperCase().charCodeAt(0)
      : { Enter: 13, ArrowUp: 38, Escape: 27 }[key],
  };
  await phone.tab.send("Input.dispatchKeyEvent", {
    type: text ? "keyDown" : "rawKeyDown",
    ...press,
    ...(text && { text }),
  });
  await phone.tab.send("Input.dispatchKeyEvent", { type: "keyUp", ...press });
}
const CTRL = 2, ALT = 1;
const enter = (phone: Phone) => key(phone, "Enter", "Enter", 0, "\r");

journey(
  "a mailbox is called, read and left by keys alone; what it said is there, and each frame was ours to send",
  async (field, screen) => {
    const phone = await field.phone({ call: "OE3FND", screen });
    await atTerminal(phone);
    const mailbox = new Mailbox(phone);
    try {
      assert.deepEqual(await judged(phone), []);
      await key(phone, "k", "KeyK", CTRL);
      await phone.tab.until(`document.activeElement?.id === "terminal-call"`);
      await phone.tab.send("Input.insertText", { text: "oe1xab" });
      await enter(phone);
      await phone.sees("Servus!");
      await phone.sees("Connected to OE1XAB");
      await phone.tab.until(`document.getElementById("terminal-line") !== null`);
      await phone.write("#terminal-line", "lm");
      await enter(phone);
      await eventually("the line", () => mailbox.said === "lm\r");
      mailbox.link.send(
        bytes(
          "Msg#  TSLD  Size  To      @BBS     From    Date   Subject\r 412  PN     640  OE3FND  OE1XAB   OE1FLO  28Nov  Clubabend\r>",
        ),
      );
      await phone.sees("Clubabend");
      assert.deepEqual(await judged(phone), []);
      await key(phone, "ArrowUp", "ArrowUp");
      assert.equal(await phone.tab.evaluate(`document.getElementById("terminal-line").value`), "lm");
      // Another channel is shown: what comes is counted there.
      await key(phone, "m", "KeyM", ALT);
      await phone.sees("OE1XAB>OE3FND-7 I");
      mailbox.link.send(bytes("News for you\r"));
      await phone.tab.count(".term-ch .count");
      await key(phone, "1", "Digit1", ALT);
      await phone.sees("News for you");
      await phone.tab.count(".term-ch .count", 0);
      await key(phone, "d", "KeyD", CTRL);
      await phone.sees("Disconnected from OE1XAB");
      await eventually("its end", () => mailbox.link.word === "idle");
      assert.deepEqual(
        new Set(mailbox.frames.map(({ from, to }) => `${from}>${to}`)),
        new Set(["OE3FND-7>OE1XAB"]),
      );
      assert.deepEqual(mailbox.types().filter((type) => type === "SABM" || type === "DISC"), [
        "SABM",
        "DISC",
      ]);
      assert.deepEqual(phone.tab.complaints, []);
    } finally {
      await mailbox.close();
    }
  },
  { devices: ["phone", "desktop"] },
);

journey("a tab that is left says goodbye once, and then nothing leaves, whatever comes", async (field) => {
  const phone = await field.phone({ call: "OE3FND" });
  await atTerminal(phone);
  const mailbox = new Mailbox(phone);
  try {
    await phone.press("Connect");
    await phone.write("#terminal-call", "OE1XAB");
    await enter(phone);
    await phone.sees("Servus!");
    await eventually("its answer", () => mailbox.link.out.isEmpty);
    // Three lines are pasted: one after the other, and the rest stays here.
    await phone.tab.evaluate(`(() => {
      const data = new DataTransfer();
      data.setData("text/plain", "one\\ntwo\\nthree");
      document.getElementById("terminal-line").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    })()`);
    await mailbox.turn();
    assert.equal(mailbox.said, "", "a script's paste is nobody's hand");
    mailbox.isDeaf = true;
    await phone.write("#terminal-line", "still there?");
    await enter(phone);
    await eventually("the line", () => mailbox.types().filter((type) => type === "I").length === 1);
    const before = mailbox.frames.length;
    await phone.tab.evaluate(
      `Object.defineProperty(document, "hidden", { configurable: true, get: () => true }), document.dispatchEvent(new Event("visibilitychange"))`,
    );
    await eventually("the goodbye", () => mailbox.types().at(-1) === "DISC");
    assert.equal(mailbox.frames.length, before + 1);
    await phone.tab.evaluate("delete document.hidden, document.dispatchEvent(new Event('visibilitychange'))");
    await phone.sees("one goodbye went to OE1XAB");
    // Polls, calls and data of a peer that did not hear it: silence, and consent is gone.
    mailbox.link.send(bytes("are you there?"));
    for (const type of ["RR", "SABM", "DISC"] as const) {
      const head = { from: "OE1XAB", to: "OE3FND-7", via: [], command: true, poll: true };
      const frame: LinkFrame = type === "RR" ? { ...head, type, nr: 1 } : { ...head, type };
      await phone.tab.evaluate(
        `globalThis.radio.hears(${JSON.stringify([...encodeKiss(writeLinkFrame(frame)!)])})`,
      );
    }
    await phone.sees("may send with this radio");
    await mailbox.turn();
    assert.equal(mailbox.frames.length, before + 1, "nothing after the goodbye");
  } finally {
    await mailbox.close();
  }
});

journey(
  "without consent, a hand or a proven call nothing leaves: no call, no answer, no line to all",
  async (field) => {
    const phone = await field.phone({ call: "OE3FND" });
    await atTerminal(phone, false);
    const mailbox = new Mailbox(phone);
    try {
      const calls = (): Promise<unknown> => {
        const frame: LinkFrame = {
          from: "OE1XAB",
          to: "OE3FND-7",
          via: [],
          command: true,
          poll: true,
          type: "SABM",
        };
        return phone.tab.evaluate(
          `globalThis.radio.hears(${JSON.stringify([...encodeKiss(writeLinkFrame(frame)!)])})`,
        );
      };
      await calls();
      await phone.sees("OE1XAB>OE3FND-7 SABM P");
      await phone.tab.press(ALLOW);
      await phone.sees("Stations may call");
      await calls();
      // A script's call is nobody's hand.
      await phone.press("Connect");
      await phone.tab.fill("#terminal-call", "OE1XAB");
      await phone.tab.evaluate(`document.querySelector(".term-call").requestSubmit()`);
      await phone.tab.evaluate(
        `document.querySelector(".term-call button").click()`,
      );
      await mailbox.turn();
      assert.deepEqual(mailbox.types().filter((type) => type !== "SABM"), [], "no answer");
      // What cannot be called is said at its field, and nothing is sent.
      const before = mailbox.frames.length;
      await phone.write("#terminal-call", "OE1");
      await phone.tab.fill("#terminal-via", "A1A B1B C1C");
      await enter(phone);
      await phone.sees("At most 2 calls");
      assert.equal(mailbox.frames.length, before);
      // Now stations may call: this one is answered.
      await phone.tab.evaluate("history.pushState(null, '', '/radio?terminal=M')");
      await key(phone, "m", "KeyM", ALT);
      await phone.press("Stations may call");
      await calls();
      await eventually("an answer", () => mailbox.types().includes("UA"));
      // One line to all, and the next one waits.
      await key(phone, "u", "KeyU", ALT);
      await phone.write("#terminal-line", "CQ de OE3FND");
      await enter(phone);
      await eventually("the line", () => mailbox.types().filter((type) => type === "UI").length === 1);
      await phone.write("#terminal-line", "CQ again");
      await enter(phone);
      await phone.sees("One was sent a moment ago.");
      await mailbox.turn();
      const lines = mailbox.frames.filter(({ type }) => type === "UI");
      assert.deepEqual(lines.map((one) => [one.from, one.to, one.via.map(({ call }) => call).join()]), [[
        "OE3FND-7",
        "CQ",
        "WIDE1-1",
      ]]);
    } finally {
      await mailbox.close();
    }
  },
);
