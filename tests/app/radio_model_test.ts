/**
 * The locks of the app's radio against a model: random histories of tabs, radios, consents, answers of the gateway and clocks.
 * The model knows every event that ever was and works out from the rules' words which of them each sending breaks; the decision
 * has to name exactly those, so that nothing leaves against a rule and no refusal names one that does not stand.
 *
 * Short by default; RADIO_MODEL_STEPS=1000000 runs it long.
 */
import assert from "node:assert/strict";
import { decodeAx25, type LinkFrame, writeLinkFrame } from "../../src/aprs/mod.ts";
import {
  after,
  type Asked,
  type AskedFrame,
  decide,
  decideFrame,
  type Facts,
  type Happening,
  isGateDue,
  LOCKS,
  NOTHING_YET,
  type Rule,
  shutForFrame,
  shutLocks,
  type TxState,
} from "../../src/client/rig/transmit/locks.ts";
import { random } from "../kit/random.ts";

const STEPS = Number(Deno.env.get("RADIO_MODEL_STEPS") ?? 40_000);
const RADIOS = ["ble:1", "ble:2", "usb:1"];
const PLACE = "=4812.50N/01622.43E[";

/** What the model remembers: everything, and nothing worked out. */
interface Past {
  radio?: string | undefined;
  /** Each allowing and whatever ended it, in order. */
  allowed: { radio: string } | undefined;
  sent: { at: number; airMs: number; link?: true }[];
  answers: { call: string; ok: boolean; at: number }[];
  lost: number[];
}

const airOf = ({ path, info }: Asked, { bitsPerSecond, keyUpMs }: Facts) =>
  Math.ceil(keyUpMs + (14 + 7 * path.length + 2 + info.length + 4) * 8 * 1200 / bitsPerSecond);

/** How a thing has to be by its form, whether it is sent to all, and whether it is the goodbye of a tab that is left. */
interface Form {
  path: boolean;
  text: boolean;
  link?: boolean;
  goodbye?: boolean;
}

/** The rules that it breaks, by the words of the rules. */
function broken(
  asked: Pick<Asked, "source">,
  airMs: number,
  past: Past,
  facts: Facts,
  fit: Form,
): Set<Rule> {
  const rules = new Set<Rule>(), { now } = facts, isSeen = facts.seen || fit.goodbye;
  if (!past.allowed || past.allowed.radio !== past.radio || past.radio === undefined || !isSeen) {
    rules.add("consent");
  }
  if (facts.proven === undefined) rules.add("proven");
  else if (
    !/^[A-Z0-9]+(-([1-9]|1[0-5]))?$/.test(asked.source) || asked.source.split("-")[0] !== facts.proven
  ) {
    rules.add("call");
  }
  const lately = past.sent.filter(({ at }) => now - at < 600);
  const toAll = lately.filter(({ link }) => !link), most = fit.link ? 30_000 : 10_000;
  if (!fit.link && toAll.some(({ at }) => now - at < 30)) rules.add("pace");
  if (!fit.link && toAll.length >= 6) rules.add("often");
  if (lately.reduce((sum, one) => sum + one.airMs, 0) + airMs > most) rules.add("airtime");
  const said = past.answers.at(-1), lost = past.lost.at(-1);
  const isFresh = said !== undefined && said.at <= now && now - said.at <= 180;
  const isGrace = said !== undefined && said.at <= now && now - said.at <= 86_400 && lost !== undefined &&
    lost >= said.at && lost <= now && now - lost <= 180;
  if (!said?.ok || said.call !== asked.source || !isFresh && !isGrace) rules.add("gate");
  if (!fit.path) rules.add("path");
  if (!fit.text) rules.add("text");
  return rules;
}

/** Some frame of a connection or line to all, as often wrong as right; and whether it is right. */
function someFrame(one: <T>(list: readonly T[]) => T, odds: (share: number) => boolean): AskedFrame & Form {
  const isUi = odds(0.3), isPath = odds(0.9), isText = odds(0.9), type = one(["SABM", "DISC"] as const);
  const via = isUi
    ? one(isPath ? [["WIDE1-1"], []] : [["OE1XAR"], ["WIDE2-2"]])
    : one(isPath ? [[], ["OE1XAR"], ["OE1XAR", "OE3XBR-2"]] : [["A1A", "B1B", "C1C"], ["TOOLONG-3"]]);
  const bytes = (length: number) => new Uint8Array(length).fill(65);
  const head = {
    from: odds(0.95) ? "OE1ABC-7" : one(["OE1XYZ", "OE1ABC-16"]),
    via: via.map((call) => ({ call, used: false })),
    command: true,
    poll: odds(0.5),
  };
  const frame: LinkFrame = isUi
    ? {
      ...head,
      to: "CQ",
      type: "UI",
      pid: 0xf0,
      info: isText ? bytes(one([1, 128])) : one([bytes(0), bytes(129), Uint8Array.of(13)]),
    }
    : odds(0.5)
    ? {
      ...head,
      to: "OE1XAB",
      type: "I",
      ns: 1,
      nr: 2,
      pid: 0xf0,
      info: bytes(isText ? one([1, 128, 256]) : 257),
    }
    : { ...head, to: isText ? "OE1XAB" : one([head.from, "cq"]), type };
  const leaving = odds(0.2);
  return {
    frame,
    leaving,
    path: isPath,
    text: isText,
    link: !isUi,
    goodbye: leaving && frame.type === "DISC",
  };
}

function run(seed: number, steps: number, seen: Map<string, number>) {
  const next = random(seed);
  const odds = (share: number) => next() < share;
  const one = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const count = (what: string) => void seen.set(what, (seen.get(what) ?? 0) + 1);
  // Every third history is in the field, where the gateway is seldom reached.
  const isField = seed % 3 === 0, isBusy = seed % 2 === 0;
  let now = 1_800_000_000, state: TxState = NOTHING_YET;
  const past: Past = { allowed: undefined, sent: [], answers: [], lost: [] };
  /** What the clock puts ahead was sent now at the latest: it says so where it is asked anything. */
  const setBack = (to: number) => {
    past.sent = past.sent.map((each) => ({ ...each, at: Math.min(each.at, to) }));
  };
  /** What was longer ago than ten minutes, by the clock of then, is forgotten for good. */
  const forget = () => past.sent = past.sent.filter(({ at }) => now - at < 600);
  const happen = (happening: Happening) => {
    state = after(state, happening);
    switch (happening.what) {
      case "radio":
        past.radio = happening.radio;
        if (happening.radio !== undefined && past.allowed?.radio !== happening.radio) {
          past.allowed = undefined;
        }
        break;
      case "allowed":
        if (past.radio !== undefined) past.allowed = { radio: past.radio };
        break;
      case "left":
      case "forbidden":
        past.allowed = undefined;
        break;
      case "gate":
        past.answers.push(happening);
        past.lost = [];
        setBack(happening.at);
        break;
      case "unanswered":
        past.lost.push(happening.at);
        setBack(happening.at);
    }
  };
  for (let step = 0; step < steps; step++) {
    if (odds(isBusy ? 0.3 : 0.7)) now += one([0, 1, 5, 29, 30, 31, 60, 100, 179, 180, 181]);
    if (odds(0.01)) now += one([600, 601, 3600, 43_200, 86_400, 86_401]);
    // A phone's clock is set back.
    if (odds(0.002)) now -= one([10, 100, 5000]);
    if (odds(0.02)) happen({ what: "radio", radio: odds(0.3) ? undefined : one(RADIOS) });
    if (odds(past.allowed ? 0.02 : 0.3)) happen({ what: "allowed", at: now });
    if (odds(0.01)) happen({ what: "left" });
    if (odds(0.005)) happen({ what: "forbidden" });
    if (odds(isField ? 0.01 : 0.3)) {
      happen({ what: "gate", call: odds(0.9) ? "OE1ABC-7" : "OE1ABC", ok: odds(0.95), at: now });
    }
    if (odds(isField ? 0.4 : 0.02)) happen({ what: "unanswered", at: now });
    // The app is opened anew: consent is of the tab that is gone, what was sent and answered was kept.
    if (odds(0.004)) {
      const { gate, sent } = JSON.parse(JSON.stringify(state)) as TxState;
      state = NOTHING_YET;
      past.radio = past.allowed = undefined;
      happen({ what: "recalled", gate, sent, now });
      setBack(now);
      forget();
    }
    if (odds(0.5)) {
      const asked = someFrame(one, odds), { frame } = asked;
      const facts: Facts = {
        now,
        seen: odds(0.9),
        proven: odds(0.97) ? "OE1ABC" : one([undefined, "OE1XYZ"]),
        bitsPerSecond: isBusy ? 300 : 1200,
        keyUpMs: 400,
      };
      const info = "info" in frame ? frame.info.length : 0;
      const airMs = Math.ceil(400 + (14 + 7 * frame.via.length + 2 + info + 4) * 9600 / facts.bitsPerSecond);
      const expected = broken({ source: frame.from }, airMs, past, facts, asked);
      const named = new Set(shutForFrame(asked, state, facts).map(({ rule }) => rule));
      const context = `seed ${seed} step ${step}: ${JSON.stringify({ asked, facts, state })}`;
      assert.deepEqual([...named].sort(), [...expected].sort(), context);
      for (const rule of named) count(`frame: ${rule}`);
      const verdict = decideFrame(asked, state, facts);
      assert.equal(verdict.may, expected.size === 0, context);
      if (!verdict.may) continue;
      count(asked.link ? asked.goodbye ? "goodbye" : "link" : "line");
      assert.deepEqual(verdict.clearance.take(), Uint8Array.from(writeLinkFrame(frame)!));
      assert.throws(() => verdict.clearance.take(), TypeError);
      assert.equal(verdict.airMs, airMs);
      setBack(now);
      forget();
      past.sent.push({ at: now, airMs, ...(asked.link && { link: true }) });
      state = verdict.state;
      continue;
    }
    const path = odds(0.9)
      ? one([["WIDE1-1"], []])
      : one([["WIDE2-2"], ["WIDE1-1", "WIDE2-1"], ["OE1XAR"], ["wide1-1"]]);
    const isText = odds(0.95);
    const info = isText
      ? one([PLACE, `${PLACE}on foot`])
      : one(["", ">status", ":OE1ABC   :hi", `${PLACE}\r`, `${PLACE}ä`, PLACE + "x".repeat(70)]);
    const asked: Asked = {
      source: odds(0.95)
        ? one(["OE1ABC-7", "OE1ABC-7", "OE1ABC"])
        : one(["OE1XYZ", "OE1ABC-16", "oe1abc-7", "OE1ABCD"]),
      path,
      info,
    };
    const facts: Facts = {
      now,
      seen: odds(0.97),
      proven: odds(0.97) ? "OE1ABC" : one([undefined, "OE1XYZ"]),
      bitsPerSecond: isBusy ? 300 : 1200,
      keyUpMs: 400,
    };
    const wide = path.length === 0 || path.join() === "WIDE1-1";
    const expected = broken(asked, airOf(asked, facts), past, facts, { path: wide, text: isText });
    const shut = shutLocks(asked, state, facts), named = new Set(shut.map(({ rule }) => rule));
    const context = `seed ${seed} step ${step}: ${
      JSON.stringify({ asked, facts, state, past: past.sent.slice(-8) })
    }`;
    assert.deepEqual([...named].sort(), [...expected].sort(), context);
    for (const { rule, againS } of shut) {
      count(rule);
      if (againS === undefined) continue;
      // What opens by itself opens then and not a second before, if nothing else happens.
      const at = (seconds: number) =>
        shutLocks(asked, state, { ...facts, now: now + seconds }).some((other) => other.rule === rule);
      assert.ok(againS > 0 && at(againS - 1) && !at(againS), context);
    }
    const verdict = decide(asked, state, facts);
    assert.equal(verdict.may, expected.size === 0, context);
    if (!verdict.may) continue;
    count("sent");
    if (now - past.answers.at(-1)!.at > 180) count("by grace");
    const frame = decodeAx25(verdict.clearance.take());
    assert.throws(() => verdict.clearance.take(), TypeError);
    assert.ok(!("unreadable" in frame), context);
    assert.deepEqual([frame.source, frame.path.map(({ call }) => call)], [asked.source, path]);
    assert.equal(verdict.airMs, airOf(asked, facts));
    setBack(now);
    forget();
    past.sent.push({ at: now, airMs: verdict.airMs });
    state = verdict.state;
    assert.ok(state.sent.filter(({ link }) => !link).length <= 6, context);
    assert.ok(state.sent.reduce((sum, one) => sum + one.airMs, 0) <= 30_000, context);
    assert.equal(isGateDue(state, asked.source, now), now - past.answers.at(-1)!.at > 180, context);
  }
}

Deno.test(`a radio in the app: nothing leaves against a lock, each refusal names its own, ${STEPS} steps`, () => {
  const seen = new Map<string, number>();
  const runs = Math.max(6, Math.ceil(STEPS / 20_000));
  for (let seed = 1; seed <= runs; seed++) run(seed, Math.ceil(STEPS / runs), seen);
  const frames = [
    "link",
    "line",
    "goodbye",
    ...[...LOCKS, "call", "path", "text"].map((rule) => `frame: ${rule}`),
  ];
  for (const what of [...LOCKS, "call", "path", "text", "sent", "by grace", ...frames]) {
    assert.ok((seen.get(what) ?? 0) > 0, `${what} never happened`);
  }
  if (Deno.env.get("RADIO_MODEL_STEPS")) console.log(Object.fromEntries(seen));
});
