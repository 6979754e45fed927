/** A verdict in words. Pure. */
import { baseCall } from "../../base/mod.ts";
import type { Candidate, Evidence, Method } from "./evidence.ts";

/** The verdict in one or two sentences for a person. */
export function sentenceOf(
  evidence: Evidence,
  method: Method,
  won: Candidate | undefined,
  radio: Candidate[],
  reading: Candidate | undefined,
  nfc: Candidate | undefined,
  peers: Candidate | undefined,
): string {
  const { logger, foundAt, place } = evidence;
  const where = place.kind === "living"
    ? "the living cache"
    : place.lastStage
    ? "the last stage"
    : "the cache";
  const when = won &&
    (won.at <= foundAt
      ? `${spell(foundAt - won.at)} before the find`
      : `${spell(won.at - foundAt)} after the find`);
  const noRadio = radio[0]?.reason
    ? `The nearest report of ${radio[0].call} did not count: ${radio[0].reason}`
    : `No position of ${baseCall(logger.call)} was heard from 30 min before the find to 60 s after it`;
  const others = [
    noRadio,
    peers?.reason && `The peers did not confirm it: ${peers.reason}`,
    reading?.reason && `The device reading did not count: ${reading.reason}`,
    nfc?.reason && `The unlocked stage is no proof: ${nfc.reason}`,
  ].filter(Boolean);
  switch (method) {
    case "aprs_rf":
      return `Radio-verified: ${won!.receiver!.site} heard ${won!.call} directly, ${
        metres(won!.distanceM!)
      } from ${where}, ${when}.`;
    case "aprs_rf_peer":
      return `Radio-verified by peers: ${
        list(evidence.peers!.instances)
      } heard ${logger.call} near ${where}.`;
    case "app_geo":
      return `Location-verified: the device reading was ${
        metres(won!.distanceM!)
      } from ${where}, ${when}. ${noRadio}.`;
    case "nfc":
      return `Location-verified: the last stage was opened with its NFC code of ${
        evidence.nfc!.bits
      } bits. ${noRadio}.`;
    default:
      if (!reading) others.push("The log carried no device reading");
      return `Logged without proof of place. ${others.join(". ")}.`;
  }
}

/** "120 m", "3.4 km". */
export const metres = (m: number): string => m < 1000 ? `${Math.round(m)} m` : `${(m / 1000).toFixed(1)} km`;

/** Seconds, or minutes from two of them on, or hours: "45 s", "12 min", "3 h". */
export const spell = (s: number): string =>
  s < 120 ? `${s} s` : s < 2 * 3600 ? `${Math.floor(s / 60)} min` : `${Math.floor(s / 3600)} h`;

const list = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
