/**
 * The rules of transmitting against a model: random histories of locks, gates, answers, ages and paces. The model knows
 * every event that ever was and works out from the rules' words which of them each frame breaks; the decision must name
 * exactly those, so that nothing leaves against a rule and no refusal names one that does not stand.
 *
 * Short by default; TX_MODEL_STEPS=1000000 runs it long.
 */
import assert from "node:assert/strict";
import { closedLocks, decide } from "../../src/box/transmit/decide.ts";
import { heldPace, PURPOSES } from "../../src/box/transmit/purposes.ts";
import { NOTHING_SENT, settled } from "../../src/box/transmit/record.ts";
import type { Asked, Facts, GateState, Port, Purpose, Rule } from "../../src/box/transmit/words.ts";

const STEPS = Number(Deno.env.get("TX_MODEL_STEPS") ?? 40_000);

/** Mulberry32. */
function chance(seed: number) {
  const next = () => {
    seed = seed + 0x6d2b79f5 | 0;
    let t = Math.imul(seed ^ seed >>> 15, 1 | seed);
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
    return ((t ^ t >>> 14) >>> 0) / 2 ** 32;
  };
  return {
    odds: (share: number) => next() < share,
    below: (n: number) => Math.floor(next() * n),
    one: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!,
  };
}
type Chance = ReturnType<typeof chance>;

const OWN = "OE1XYZ-10";
const PORTS: Port[] = [
  {
    address: "kiss://a",
    kind: "rf",
    tx: true,
    verified: true,
    igate: true,
    bitsPerSecond: 1200,
    keyUpMs: 350,
  },
  {
    address: "kiss://b",
    kind: "rf",
    tx: true,
    verified: true,
    igate: false,
    bitsPerSecond: 300,
    keyUpMs: 500,
  },
  {
    address: "aprsis://c",
    kind: "aprsis",
    tx: true,
    verified: true,
    igate: false,
    bitsPerSecond: 1,
    keyUpMs: 1,
  },
  {
    address: "meshcom://d",
    kind: "mesh",
    tx: true,
    verified: true,
    igate: false,
    bitsPerSecond: 1000,
    keyUpMs: 9,
  },
];
const STATIONS = ["DL1ABC-9", "DL2DEF", "OE3GHI-7", "OE1XYZ-7"];

/** What is said, and what the model knows of it. */
interface Said {
  info: string;
  kind: string;
  wrapped?: "well" | "badly";
  unfit?: boolean;
  long?: boolean;
  datagram?: boolean;
  addressee?: string;
}
const message = (to: string, text: string) => `:${to.padEnd(9)}:${text}`;

function say(c: Chance, source: string, original: string): Said {
  const to = c.one(STATIONS);
  const text = `t${c.below(12)}`;
  const inner = message(to, text);
  const wrap = (info: string, gate = source) => `}${original}>APRS,TCPIP,${gate}*:${info}`;
  return c.one<() => Said>([
    () => ({ info: inner, kind: "message", addressee: to }),
    () => ({ info: `${inner}{${c.below(9)}`, kind: "message", addressee: to }),
    () => ({ info: message(to, "ack12"), kind: "ack", addressee: to }),
    () => ({ info: `>status ${text}`, kind: "status" }),
    () => ({ info: `=4812.50N/01622.30E-${text}`, kind: "position" }),
    () => ({ info: wrap(inner), kind: "message", wrapped: "well", addressee: to }),
    () => ({ info: wrap(inner), kind: "message", wrapped: "well", addressee: to }),
    () => ({ info: wrap(message(to, "rej3")), kind: "rej", wrapped: "well", addressee: to }),
    () => ({ info: wrap("=4812.50N/01622.30E-x"), kind: "position", wrapped: "well" }),
    () => ({ info: wrap(inner, "DL9ZZZ"), kind: "", wrapped: "badly" }),
    () => ({ info: `}${original}>APRS:${inner}`, kind: "", wrapped: "badly" }),
    () => ({ info: wrap(wrap(inner)), kind: "", wrapped: "badly" }),
    () => ({ info: `${inner}\x01`, kind: "", unfit: true }),
    () => ({ info: `${inner}\xff`, kind: "", unfit: true }),
    () => ({ info: "", kind: "", unfit: true }),
    () => ({ info: `>${"x".repeat(256)}`, kind: "", unfit: true }),
    () => ({ info: message(to, "y".repeat(68)), kind: "message", long: true, addressee: to }),
    () => ({ info: ";CACHE    *111111z4812.50N/01622.30E-", kind: "object" }),
    () => ({ info: "{{Xencrypted", kind: "user-defined" }),
    () => ({ info: "?APRS?", kind: "query" }),
    () => ({ info: `SVCB1${"\x9f\x01"}${text}`, kind: "", unfit: true, datagram: true }),
  ])();
}

const KINDS: Partial<Record<Purpose, string[]>> = {
  command: ["message", "ack", "rej", "status"],
  answer: ["message", "ack", "rej"],
  outbox: ["message", "ack", "rej", "status", "position"],
  gated: ["message", "ack", "rej"],
  beacon: ["position", "status"],
  commanded_beacon: ["position", "status"],
  id: ["status"],
  test: ["status"],
};
const OLDEST: Partial<Record<Purpose, number>> = {
  command: 900,
  answer: 900,
  commanded_beacon: 900,
  outbox: 3600,
  gated: 60,
  test: 60,
};
const BUCKET: Partial<Record<Purpose, "answers" | "gated" | "outbox" | "sessions">> = {
  command: "answers",
  answer: "answers",
  commanded_beacon: "answers",
  test: "answers",
  outbox: "outbox",
  gated: "gated",
  session: "sessions",
};
const GROUP: Partial<Record<Purpose, string>> = {
  beacon: "beacon",
  commanded_beacon: "beacon",
  presence: "presence",
  id: "id",
};
const isTalk = (purpose: Purpose) => ["listen", "session", "session_data"].includes(purpose);

interface Event {
  at: number;
  port: string;
  purpose: Purpose;
  info: string;
  airMs: number;
}

/** Everything that happened, and what follows from it by the rules' words. */
class Model {
  sent: Event[] = [];
  /** Times at which something was taken from each bucket: for ever, since a bucket may never be full again. */
  taken = new Map<string, number[]>();
  heard: { port: string; call: string; at: number }[] = [];
  answers = new Map<string, GateState>();

  lastHeard = (port: string, call: string): number | undefined =>
    this.heard.findLast((one) => one.port === port && one.call === call)?.at;

  local = (port: string, call: string | undefined, now: number): boolean =>
    this.heard.some((one) => one.port === port && one.call === call && one.at <= now && now - one.at <= 1800);

  gateOpen({ answer, lostAt }: GateState, now: number, graceS: number): boolean {
    if (!answer?.ok) return false;
    const grace = Math.min(86_400, Math.max(360, graceS));
    if (now - answer.at <= 180) return true;
    return lostAt !== undefined && lostAt >= answer.at && now - lostAt <= 180 && now - answer.at <= grace;
  }

  /** A bucket of `burst`, refilled by one each `everyS`: from any transmission on, no more than that. */
  overPace(bucket: string, { burst, everyS }: { burst: number; everyS: number }, now: number): boolean {
    const times = this.taken.get(bucket) ?? [];
    return times.some((from, i) => times.length - i + 1 > burst + (now - from) / everyS + 1e-9);
  }

  send(event: Event) {
    this.sent.push(event);
    const bucket = BUCKET[event.purpose];
    if (bucket) this.taken.set(bucket, [...this.taken.get(bucket) ?? [], event.at]);
  }

  forget(now: number) {
    this.sent = this.sent.filter(({ at }) => now - at < 1000);
    this.heard = this.heard.filter(({ at }) => now - at < 4000);
  }
}

/** Whether a text is of the form that the purpose takes. */
const suits = (said: Said, purpose: Purpose): boolean =>
  purpose === "presence"
    ? said.datagram === true
    : isTalk(purpose) || !said.unfit && !said.long && said.wrapped !== "badly" &&
        KINDS[purpose]!.includes(said.kind) &&
        (said.wrapped === "well") === (purpose === "gated" || purpose === "outbox");

/** The rules that this breaks, from what the model knows. */
function broken(asked: Asked, facts: Facts, said: Said, tags: Set<Rule>, model: Model): Set<Rule> {
  const rules = new Set<Rule>(tags);
  const { purpose, frame, madeAt, moving, original } = asked;
  const { now, port } = facts;
  if (facts.box === "off" || facts.doubt) rules.add("box_off");
  if (!port.tx) rules.add("port_off");
  if (facts.quiet) rules.add("quiet");
  if (!model.gateOpen(facts.gate, now, facts.graceS)) rules.add("gate");
  if (!port.verified) rules.add("receive_only");

  if (isTalk(purpose)) {
    if (port.kind !== "rf") rules.add("content");
  } else if (purpose === "presence") {
    if (!said.datagram) rules.add("text");
  } else if (said.unfit) rules.add("text");
  else if (port.kind !== "mesh") {
    const mustWrap = purpose === "gated", mustNot = !["gated", "answer", "outbox"].includes(purpose);
    if (said.wrapped ? said.wrapped === "badly" || mustNot : mustWrap) rules.add("third_party");
    if (
      original && said.wrapped === "well" && original.info !== frame.info.slice(frame.info.indexOf("*:") + 2)
    ) {
      rules.add("third_party");
    }
    if (said.wrapped === "badly" || !KINDS[purpose]!.includes(said.kind)) rules.add("content");
    else if (said.long) rules.add("text");
  }
  const gates = purpose === "gated", toAir = purpose === "outbox" && port.kind === "rf";
  const addressee = said.wrapped === "well" ? said.addressee : undefined;
  if ((gates || toAir) && (!addressee || !model.local(port.address, addressee, now))) rules.add("not_heard");
  if (gates) {
    if (!port.igate) rules.add("igate_off");
    if (!original || model.local(port.address, original.source, now)) rules.add("sender_local");
    if (original?.via.some((call) => ["TCPXX", "NOGATE", "RFONLY"].includes(call))) rules.add("not_for_rf");
    const mine = (call = "") => call.split("-")[0] === "OE1XYZ";
    if (mine(original?.source) || mine(addressee) || original?.via.some(mine)) rules.add("loop");
  }

  const oldest = OLDEST[purpose];
  if (oldest !== undefined && (madeAt === undefined || madeAt > now + 60 || madeAt < now - oldest)) {
    rules.add("age");
  }
  const here = model.sent.filter((one) => one.port === port.address);
  const group = GROUP[purpose];
  if (
    group &&
    here.some((one) =>
      GROUP[one.purpose] === group && now - one.at < (moving && one.info !== frame.info ? 30 : 600)
    )
  ) rules.add("beacon_floor");
  const text = (info: string) => {
    const isMessage = port.kind === "mesh" || info.split(":").length > 2;
    return isMessage && /\{\w{1,5}(\}\w{0,5})?$/.test(info) ? info.slice(0, info.lastIndexOf("{")) : info;
  };
  if (!isTalk(purpose) && here.some((one) => text(one.info) === text(frame.info) && now - one.at < 30)) {
    rules.add("same_text");
  }
  const bucket = BUCKET[purpose];
  if (bucket && model.overPace(bucket, facts.pace[bucket === "outbox" ? "gated" : bucket], now)) {
    rules.add("pace");
  }
  const used = here.filter(({ at }) => now - at < 600).reduce((sum, { airMs }) => sum + airMs, 0);
  const air = airOf(asked, port);
  if (air > 0 && used + air > 30_000) rules.add("airtime");
  return rules;
}

/** Bits of the frame with flags, checksum and one stuffed bit in five, and the key-up. */
function airOf({ purpose, frame, bytes = 0 }: Asked, port: Port): number {
  if (port.kind === "aprsis" || purpose === "listen") return 0;
  const length = 14 + 7 * frame.path.length + 2 + (isTalk(purpose) ? bytes : frame.info.length) + 4;
  return Math.ceil(port.keyUpMs + length * 9600 / port.bitsPerSecond);
}

function run(seed: number, steps: number) {
  const c = chance(seed);
  const model = new Model();
  const busy = seed % 2 === 0;
  const ports = PORTS.map((port) => ({ ...port }));
  const pace = {
    answers: heldPace("answers", c.odds(0.5) ? { burst: c.below(30), everyS: c.below(100) } : undefined),
    gated: heldPace("gated", c.odds(0.5) ? { burst: c.below(30), everyS: c.below(30) } : undefined),
    sessions: heldPace("sessions", c.odds(0.5) ? { burst: c.below(30), everyS: c.below(400) } : undefined),
  };
  let now = 1_800_000_000, box: Facts["box"] = "on", quiet = false, doubt: string | undefined;
  let record = NOTHING_SENT, graceS = 360;
  const seen = new Map<string, number>(), purposes = Object.keys(PURPOSES) as Purpose[];
  const count = (what: string) => void seen.set(what, (seen.get(what) ?? 0) + 1);
  for (let step = 0; step < steps; step++) {
    // Every other history is a busy one, in which paces, airtime and repeated texts count.
    if (c.odds(busy ? 0.1 : 0.6)) now += c.one([0, 1, 1, 5, 6, 10, 30, 59, 60, 61, 170, 181]);
    if (c.odds(busy ? 0 : 0.004)) now += c.below(4000);
    // Doubts, switches and answers come and go; mostly things are open, so that the rules behind the locks get a turn.
    if (c.odds(0.03)) box = c.one(["on", "on", "on", "dry", "off"]);
    if (c.odds(0.03)) quiet = c.odds(0.2);
    if (c.odds(0.03)) doubt = c.odds(0.1) ? "the clock jumped" : undefined;
    if (c.odds(0.03)) graceS = c.one([0, 360, 3600, 10 ** 9, NaN]) || 360;
    // Many are fair but for what the moment forbids, so that they meet the rules of time.
    const fair = c.odds(0.5), rarely = fair ? 0.005 : 0.05;
    const purpose = c.one(purposes);
    const port = fair && purpose === "gated" ? ports[0]! : c.one(busy ? ports.slice(0, 2) : ports);
    if (c.odds(0.03)) port.tx = c.odds(0.85);
    if (c.odds(0.03)) port.verified = port.kind !== "aprsis" || c.odds(0.7);
    if (c.odds(0.05)) model.heard.push({ port: port.address, call: c.one(STATIONS), at: now });
    const source = c.odds(0.05)
      ? c.one(["DL1ABC", "oe1xyz-10", "OE1XYZ-16", "OE1XYZZ"])
      : c.one([OWN, "OE1XYZ-7"]);
    if (c.odds(0.3)) {
      const before = model.answers.get(source) ?? {};
      model.answers.set(
        source,
        c.odds(0.2)
          ? { ...before, lostAt: now }
          : { answer: c.odds(0.05) ? { ok: false, reason: "suspended", at: now } : { ok: true, at: now } },
      );
    }
    if (step % 200 === 0) model.forget(now);
    // A restart reads the record back as it was written.
    if (c.odds(0.01)) record = settled(JSON.parse(JSON.stringify(record)), now, pace);

    const sender = fair ? "F1QRP" : c.one([...STATIONS, "F1QRP"]);
    let said = say(c, source, sender);
    for (let tries = 0; fair && tries < 60 && !suits(said, purpose); tries++) said = say(c, source, sender);
    const tags = new Set<Rule>();
    // On APRS-IS a member's own call may stand in front.
    const relayed = port.kind === "aprsis" && purpose === "outbox" && source !== "oe1xyz-10";
    if (source !== OWN && source !== "OE1XYZ-7" && !relayed) tags.add("source");
    const destination = c.odds(rarely) ? c.one(["TOOLONGCALL", "AB CDE", ""]) : "APZSVC";
    if (destination !== "APZSVC") tags.add("destination");
    const path = c.odds(fair ? 0.02 : 0.3)
      ? c.one([
        ["TCPIP"],
        ["NOGATE"],
        ["wide1-1"],
        ["WIDE1-1", "WIDE2-1"],
        ["A1", "B1", "C1", "D1"],
        ["A1", "B1", "C1", "D1", "E1"],
      ])
      : [];
    const onAir = path.every((hop) => /^[A-Z]+\d(-1)?$/.test(hop)) && path.length < 5;
    const isPath = port.kind === "aprsis"
      ? path.length === 0 || path[0] === "TCPIP"
      : port.kind === "mesh"
      ? path.length === 0
      : onAir;
    if (!isPath) tags.add("path");
    const innerInfo = said.wrapped === "well" ? said.info.slice(said.info.indexOf("*:") + 2) : said.info;
    const asked: Asked = {
      purpose,
      frame: { source, destination, path, info: said.info },
      ...(c.odds(0.95)
        ? { madeAt: now - c.one([0, 1, 30, 60, 61, 600, 900, 901, 3600, 3601, -60, -61]) }
        : {}),
      ...(c.odds(0.5) ? { moving: true } : {}),
      ...(isTalk(purpose) && c.odds(0.9) ? { bytes: c.below(busy ? 20 : 300) } : {}),
      ...(purpose === "gated" && c.odds(0.97)
        ? {
          original: {
            source: sender,
            info: c.odds(rarely) ? `${innerInfo}!` : innerInfo,
            via: fair
              ? ["TCPIP"]
              : c.one([[], ["TCPIP", "qAC", "T2X"], ["TCPXX"], ["NOGATE"], ["RFONLY", "qAR"], [
                "OE1XYZ-3",
              ]]),
          },
        }
        : {}),
    };
    const facts: Facts = {
      now,
      box,
      ...(doubt ? { doubt } : {}),
      quiet,
      own: OWN,
      port,
      gate: model.answers.get(source) ?? {},
      graceS,
      pace,
      heardDirect: (call) => model.lastHeard(port.address, call),
    };
    const expected = broken(asked, facts, said, tags, model);
    const verdict = decide(asked, facts, record);
    const named = verdict.may ? [] : verdict.refusals.map(({ rule }) => rule);
    const context = () => `seed ${seed} step ${step}: ${JSON.stringify({ asked, said, named })}`;
    assert.deepEqual([...new Set(named)].sort(), [...expected].sort(), context());
    const locks = closedLocks(facts);
    assert.equal(locks.includes("dry"), box === "dry", context());
    for (const rule of named) count(rule);
    if (!verdict.may) {
      for (const { why } of verdict.refusals) assert.ok(why.length > 5, context());
      continue;
    }
    // What leaves, leaves with every lock open; dry shows it.
    assert.deepEqual(locks, verdict.show ? ["dry"] : [], context());
    assert.equal(verdict.airMs, airOf(asked, port), context());
    count(`may ${purpose}`);
    if (verdict.show) count("shown");
    if (purpose === "listen") assert.equal(verdict.record, record);
    else model.send({ at: now, port: port.address, purpose, info: said.info, airMs: verdict.airMs });
    record = verdict.record;
    assert.ok(record.sent.length < 500);
  }
  return seen;
}

Deno.test(`no transmission breaks a rule and each refusal names its rule, ${STEPS} steps`, () => {
  const all = new Map<string, number>();
  const runs = Math.ceil(STEPS / 20_000);
  for (let seed = 1; seed <= runs; seed++) {
    for (const [what, n] of run(seed, Math.min(20_000, STEPS))) all.set(what, (all.get(what) ?? 0) + n);
  }
  // The histories reach everything: each purpose gets through, each rule stands in the way.
  for (const purpose of Object.keys(PURPOSES)) {
    assert.ok(all.get(`may ${purpose}`)! > 0, `${purpose} never left`);
  }
  const rules: Rule[] = [
    "box_off",
    "port_off",
    "gate",
    "quiet",
    "receive_only",
    "source",
    "third_party",
    "destination",
    "path",
    "text",
    "content",
    "age",
    "beacon_floor",
    "same_text",
    "pace",
    "airtime",
    "not_heard",
    "sender_local",
    "not_for_rf",
    "loop",
    "igate_off",
  ];
  for (const rule of rules) assert.ok(all.get(rule)! > 0, `${rule} never stood in the way`);
  assert.ok(all.get("shown")! > 0);
  if (Deno.env.get("TX_MODEL_STEPS")) console.log(Object.fromEntries([...all].sort()));
});
