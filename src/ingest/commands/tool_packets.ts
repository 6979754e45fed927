/**
 * What tools of the web app may say on the air, and how often: a status or a message of a member's own, as one would write it,
 * and nothing that is taken for a position, a bulletin or telemetry (API "Remote box").
 */
import { decodeTnc2, isUnreadable } from "../../aprs/mod.ts";
import { ingestFailure } from "../errors.ts";

/** Bytes of a packet's text, and characters of a status and of a message. */
export const MOST_INFO = 256;
const MOST_STATUS = 62, MOST_MESSAGE = 67;
/** Seconds between two transmissions of one tool, and how many it has in an hour, beacons and scripts among them. */
const PACE_S = 60, HOUR_S = 3600;
export const MOST_IN_HOUR = 6;

/** `:ADDRESSEE:text{number`: one word of printable ASCII, padded to nine; a reply-ack may follow the number. */
const MESSAGE = /^:([\x21-\x7e]{1,9}) {0,8}:([^|~{]{1,256})(?:\{[A-Za-z0-9]{1,5}(?:\}[A-Za-z0-9]{0,5})?)?$/;
/** Addressees that are everybody: bulletins, announcements, and what weather and traffic services say. */
const FOR_ALL = /^(?:BLN|NWS|SKY|CWA|BOM|NTS)/i;
/** Definitions of telemetry are addressed like messages. */
const TELEMETRY = /^(?:PARM|UNIT|EQNS|BITS)\./i;
/** A locator at the beginning of a status is a place. */
const LOCATOR = /^[A-R]{2}\d{2}(?:[A-X]{2})?(?![A-Za-z0-9])/i;

/** Whether a text is a packet that a tool may send: of printable characters, and read as what it was meant for. */
export function isToolPacket(info: unknown): info is string {
  if (typeof info !== "string" || /\p{C}/u.test(info) || !info.isWellFormed()) return false;
  if (new TextEncoder().encode(info).length > MOST_INFO) return false;
  const packet = decodeTnc2(`N0CALL>APRS:${info}`);
  if (isUnreadable(packet)) return false;
  const { content } = packet;
  switch (content.kind) {
    case "status": {
      const text = info.slice(1);
      return text.trim() !== "" && [...text].length <= MOST_STATUS && content.locator === undefined &&
        !LOCATOR.test(text);
    }
    case "message":
    case "ack":
    case "rej": {
      const [, addressee = "", text = ""] = MESSAGE.exec(info) ?? [];
      return info[10] === ":" && addressee !== "" && [...text].length <= MOST_MESSAGE &&
        !FOR_ALL.test(addressee) && !TELEMETRY.test(text);
    }
    default:
      return false;
  }
}

/** Throws `tool_pace` where a tool has asked too often. `before`: when it asked within the last hour, newest first. */
export function heedPace(tool: string, before: readonly { at: number }[], now: number): void {
  const minute = (before[0]?.at ?? -Infinity) + PACE_S,
    hour = (before[MOST_IN_HOUR - 1]?.at ?? -Infinity) + HOUR_S;
  const retryAfter = Math.max(minute, hour) - now;
  if (retryAfter > 0) throw ingestFailure.tool_pace({ tool, retryAfter });
}
/** From when on it counts what a tool has asked for. */
export const paceSince = (now: number): number => now - HOUR_S;
