/**
 * The one decision about transmitting, made of plain facts and of what was sent before, and of nothing else. Every
 * rule that stands against it is named; no setting switches one off. `dry` goes the same way up to the line: the
 * frame is shown instead of sent.
 */
import { formRefusals, unwrap } from "./form.ts";
import { gateClosed } from "./gate.ts";
import {
  AHEAD_S,
  AIR_MOST_MS,
  AIR_WINDOW_S,
  BEACON_FLOOR_S,
  LOCAL_S,
  MOVING_FLOOR_S,
  paceOf,
  PURPOSES,
  SAME_TEXT_S,
} from "./purposes.ts";
import { airtimeMs, frameBytes, noted, tokenIn, type TxRecord } from "./record.ts";
import type { Lock } from "../words.ts";
import type { Asked, Facts, Refusal } from "./words.ts";
import { baseCall } from "../../base/mod.ts";
import { isUnreadable, type Packet } from "../../aprs/mod.ts";

// From the Internet to the radio goes only a message for a station that was heard here, from a sender that was not.

/** A path with one of these asks not to be sent on the air (domain: IGate rules). */
const KEEPS_OFF: ReadonlySet<string> = new Set(["TCPXX", "NOGATE", "RFONLY"]);

/** The addressee of a message, ack or rej. */
const addresseeOf = (packet: Packet | undefined): string | undefined =>
  packet && !isUnreadable(packet) && "addressee" in packet.content ? packet.content.addressee : undefined;

/** Whether a station was heard directly here within the half hour. */
const isLocal = (call: string, { heardDirect, now }: Facts): boolean => {
  const at = heardDirect(call);
  return at !== undefined && at <= now && now - at <= LOCAL_S;
};

/** Every rule of gating that is broken; none for what does not come from the Internet. */
function gatingRefusals({ purpose, frame, original }: Asked, facts: Facts): Refusal[] {
  if (purpose !== "gated" && !(purpose === "outbox" && facts.port.kind === "rf")) return [];
  const refusals: Refusal[] = [];
  const refuse = (rule: Refusal["rule"], why: string) => void refusals.push({ rule, why });
  const inner = unwrap(frame);
  const addressee = addresseeOf(inner);
  if (addressee === undefined || !isLocal(addressee, facts)) {
    refuse("not_heard", `${addressee ?? "the addressee"} was not heard directly here within half an hour`);
  }
  if (purpose === "outbox") return refusals;
  if (!facts.port.igate) refuse("igate_off", "from the Internet to this radio is not switched on");
  if (!original || isLocal(original.source, facts)) {
    refuse("sender_local", `${original?.source ?? "the sender"} was heard here itself`);
  }
  if (original?.via.some((call) => KEEPS_OFF.has(call))) {
    refuse("not_for_rf", "its path says that it stays off the air");
  }
  const own = baseCall(facts.own);
  const isOwn = (call: string | undefined) => call !== undefined && baseCall(call) === own;
  if (isOwn(original?.source) || isOwn(addressee) || original?.via.some(isOwn)) {
    refuse("loop", "it is this box's own, or passed it before");
  }
  return refusals;
}

type Verdict =
  | { may: true; show: boolean; airMs: number; record: TxRecord }
  | { may: false; refusals: Refusal[] };

/** Locks that are closed now, `dry` among them. */
export function closedLocks(
  facts: Pick<Facts, "box" | "doubt" | "quiet" | "port" | "gate" | "now" | "graceS">,
): Lock[] {
  const closed: Lock[] = [];
  if (facts.box === "off" || facts.doubt !== undefined) closed.push("box_off");
  if (!facts.port.tx) closed.push("port_off");
  if (gateClosed(facts) !== undefined) closed.push("gate");
  if (facts.quiet) closed.push("quiet");
  if (facts.box === "dry") closed.push("dry");
  return closed;
}

function lockRefusals(facts: Facts): Refusal[] {
  const why = {
    box_off: facts.doubt ?? "transmitting is switched off on this box",
    port_off: `transmitting is not switched on for ${facts.port.address}`,
    gate: gateClosed(facts) ?? "",
    quiet: "the box was told to be quiet",
  };
  return closedLocks(facts).flatMap((rule) => rule === "dry" ? [] : [{ rule, why: why[rule] }]);
}

const onAir = (asked: Asked, facts: Facts): number => {
  const { purpose, frame, bytes = 0 } = asked;
  if (facts.port.kind === "aprsis" || purpose === "listen") return 0;
  const info = PURPOSES[purpose].form === "session" ? bytes : frame.info.length;
  return airtimeMs(frameBytes(frame.path.length, info), facts.port);
};

/** Seconds until something is allowed again, as people read them. */
const wait = (seconds: number): string => `again in ${Math.ceil(seconds)} s`;

function timeRefusals(asked: Asked, facts: Facts, { full, sent }: TxRecord, airMs: number): Refusal[] {
  const { purpose, frame, madeAt } = asked;
  const { now, port } = facts;
  const refusals: Refusal[] = [];
  const refuse = (rule: Refusal["rule"], why: string) => void refusals.push({ rule, why });
  const { oldest, floor, bucket, form } = PURPOSES[purpose];
  const here = sent.filter((one) => one.port === port.address);

  if (oldest !== undefined) {
    if (madeAt === undefined || madeAt - now > AHEAD_S) refuse("age", "nobody can tell how old it is");
    else if (now - madeAt > oldest) refuse("age", `it is over ${oldest} s old`);
  }
  if (floor !== undefined) {
    for (const before of here) {
      if (PURPOSES[before.purpose].floor !== floor) continue;
      // A station that moves reports another place each time; the same text again is that of a station that stands
      // still.
      const least = asked.moving && before.info !== frame.info ? MOVING_FLOOR_S : BEACON_FLOOR_S;
      if (now - before.at >= least) continue;
      refuse("beacon_floor", wait(before.at + least - now));
      break;
    }
  }
  if (form !== "session") {
    const text = withoutNumber(frame.info, port.kind === "mesh");
    const before = here.findLast(({ info, at }) =>
      now - at < SAME_TEXT_S && withoutNumber(info, port.kind === "mesh") === text
    );
    if (before) refuse("same_text", wait(before.at + SAME_TEXT_S - now));
  }
  const pace = paceOf(purpose, facts.pace);
  if (pace) {
    const seconds = tokenIn(full[bucket!], pace, now);
    if (seconds > 0) refuse("pace", wait(seconds));
  }
  const used = here.reduce((sum, { at, airMs }) => now - at < AIR_WINDOW_S ? sum + airMs : sum, 0);
  if (used + airMs > AIR_MOST_MS) {
    refuse("airtime", "5 % of ten minutes are used up on this port");
  }
  return refusals;
}

/** A message, also in third-party form, up to its text. */
const MESSAGE = /^(?:\}[^:]{1,128}:)?:.{9}:/s;
/** The number at a message's end, which differs each time that one text is sent. */
const NUMBER = /\{[A-Za-z0-9]{1,5}(?:\}[A-Za-z0-9]{0,5})?\s{0,20}$/;
/** What an information field says, whatever its message's number. A mesh's texts stand alone and number alike. */
const withoutNumber = (info: string, isMesh: boolean): string =>
  isMesh || MESSAGE.test(info) ? info.replace(NUMBER, "") : info;

/** Whether it may be transmitted, and what is remembered of it then; else every rule that stands against it. */
export function decide(asked: Asked, facts: Facts, record: TxRecord): Verdict {
  const airMs = onAir(asked, facts);
  const refusals = [
    ...lockRefusals(facts),
    ...(facts.port.verified
      ? []
      : [{ rule: "receive_only" as const, why: "the login of this port is not verified" }]),
    ...formRefusals(asked, facts),
    ...gatingRefusals(asked, facts),
    ...timeRefusals(asked, facts, record, airMs),
  ];
  if (refusals.length > 0) return { may: false, refusals };
  const { purpose, frame: { info } } = asked;
  const sent = { port: facts.port.address, purpose, info, at: facts.now, airMs };
  return {
    may: true,
    show: facts.box === "dry",
    airMs,
    // To be reachable is not yet a transmission.
    record: purpose === "listen" ? record : noted(record, sent, paceOf(purpose, facts.pace)),
  };
}
