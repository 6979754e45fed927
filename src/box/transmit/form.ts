/** What a frame may look like: whom it says it is from, whom it is for, and what it says. Time plays no part here. */
import { baseCall, isAx25Call, isCall } from "../../base/mod.ts";
import { decodeTnc2, fromBinary, isUnreadable, type Packet } from "../../aprs/mod.ts";
import { PURPOSES } from "./purposes.ts";
import type { Asked, Facts, Refusal } from "./words.ts";

/** The classic limit of an information field. */
const MOST_INFO = 256;
/** Digipeaters that a box may ask for: more is no APRS path that anybody should send. */
const MOST_HOPS = 4;
/** Text of one message (APRS101 chapter 14). */
const MOST_MESSAGE = 67;
/** A federation's datagram begins so (FED "Beacon tier"). */
const DATAGRAM = "SVCB1";
/** What stands in a path on the Internet alone, or forbids the air. */
const NOT_ON_AIR = /^(TCPIP|TCPXX|NOGATE|RFONLY|q[A-Za-z]{2})$/;

const strict = new TextDecoder("utf-8", { fatal: true });

/** Whether bytes are text that people can read: UTF-8 without control characters. Anything else could be a cipher. */
function isPrintable(info: string): boolean {
  try {
    return !/\p{C}/u.test(strict.decode(fromBinary(info)));
  } catch {
    return false;
  }
}

/** The packet inside `}SRC>DST,TCPIP,GATE*:`, when the wrapping is exactly that under the outer source. */
export function unwrap({ source, info }: { source: string; info: string }): Packet | undefined {
  const inner = decodeTnc2(info.slice(1));
  if (isUnreadable(inner) || inner.q || inner.info.startsWith("}")) return undefined;
  const [tcpip, gate, ...more] = inner.path;
  return tcpip?.call === "TCPIP" && gate?.call === source && gate.used && more.length === 0
    ? inner
    : undefined;
}

/** Every rule of form that the frame breaks. */
export function formRefusals({ purpose, frame, original }: Asked, { own, port }: Facts): Refusal[] {
  const refusals: Refusal[] = [];
  const refuse = (rule: Refusal["rule"], why: string) => void refusals.push({ rule, why });
  const row = PURPOSES[purpose];

  // On APRS-IS the login stands for the sender, and the server marks what another call wrote (qAS).
  const isOwn = baseCall(frame.source) === baseCall(own) && isAx25Call(frame.source);
  const isRelayed = port.kind === "aprsis" && purpose === "outbox" && isCall(frame.source);
  if (!isOwn && !isRelayed) refuse("source", `${frame.source} is not this box's own call`);

  const isMesh = port.kind === "mesh";
  const isDestination = isMesh ? /^[\x21-\x7e]{1,9}$/.test(frame.destination) : isAx25Call(frame.destination);
  if (!isDestination) refuse("destination", `${frame.destination} is not an address on this port`);

  const mayName = port.kind === "aprsis" ? ["TCPIP"] : [];
  const isPath = frame.path.length <= (isMesh || port.kind === "aprsis" ? mayName.length : MOST_HOPS) &&
    frame.path.every((hop) => mayName.includes(hop) || isAx25Call(hop) && !NOT_ON_AIR.test(hop));
  if (!isPath) refuse("path", "the path is not one that a box sends");

  if (row.form === "session") {
    if (port.kind !== "rf") refuse("content", "connected mode needs a radio");
    return refusals;
  }
  if (row.form === "datagram") {
    if (!frame.info.startsWith(DATAGRAM) || frame.info.length > MOST_INFO) {
      refuse("text", "this is not a datagram of a federation");
    }
    return refusals;
  }
  if (frame.info.length === 0 || frame.info.length > MOST_INFO || !isPrintable(frame.info)) {
    refuse("text", `only 1 to ${MOST_INFO} bytes of printable text leave this box`);
    return refusals;
  }
  if (isMesh) return refusals;

  const isWrapped = frame.info.startsWith("}");
  const inner = isWrapped ? unwrap(frame) : undefined;
  if (isWrapped ? !inner || row.form === "clear" : row.form === "wrapped") {
    refuse(
      "third_party",
      isWrapped ? "the wrapping is not this box's own" : "this leaves in third-party form only",
    );
  }
  if (original && inner && (inner.source !== original.source || inner.info !== original.info)) {
    refuse("third_party", "what is gated is not what came");
  }
  const packet = isWrapped ? inner : decodeTnc2(`N0CALL>APRS:${frame.info}`);
  if (!packet || isUnreadable(packet) || !row.kinds!.includes(packet.content.kind)) {
    refuse("content", `a ${purpose.replace("_", " ")} is ${row.kinds!.join(", ")}`);
  } else if (packet.content.kind === "message" && packet.content.text.length > MOST_MESSAGE) {
    refuse("text", `a message has at most ${MOST_MESSAGE} characters`);
  }
  return refusals;
}
