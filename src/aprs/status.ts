/** Status reports, queries, capabilities and the old locator beacon: APRS101 chapters 9, 15 and 16. */
import { boxOfLocator } from "../base/mod.ts";
import type { Content, Reading, StatusReport } from "./packet.ts";
import { roundDegrees } from "./position.ts";
import { readTime } from "./time.ts";
import { shown } from "./text.ts";

const LOCATED = /^([A-R]{2}\d{2}(?:[A-X]{2})?)([/\\0-9A-Z])(.)(?: |$)/i;
const BEACON = /^\[([A-R]{2}\d{2}(?:[A-X]{2})?)\]/i;

/** Reads the information field of a status report: the time or the locator at its beginning, then the text. */
export function readStatus(info: string, reading: Reading): StatusReport {
  const time = info[7] === "z" ? readTime(info, 1, reading.heardAt) : undefined;
  const status: StatusReport = { kind: "status", text: "" };
  let rest = info.slice(1);
  if (time) {
    status.time = time;
    rest = info.slice(8);
  } else {
    const located = LOCATED.exec(rest);
    if (located) {
      status.locator = located[1]!.slice(0, 4).toUpperCase() + located[1]!.slice(4).toLowerCase();
      status.symbol = located[2]! + located[3]!;
      rest = rest.slice(located[0].length);
    }
  }
  status.text = shown(rest);
  return status;
}

/** `?APRS?`: a question to everyone. */
export function readQuery(info: string, reading: Reading): Content {
  const query = /^\?([A-Za-z0-9]{1,10})\?/.exec(info);
  if (query) return { kind: "query", query: query[1]!.toUpperCase() };
  reading.problems.push("the query has no name between two '?'");
  return { kind: "broken", as: "query" };
}

/** `<IGATE,MSG_CNT=12,LOC_CNT=3`. */
export function readCapabilities(info: string): Content {
  const values: Record<string, string | true> = Object.create(null);
  for (const part of info.slice(1).split(",")) {
    const equals = part.indexOf("=");
    const name = shown(equals < 0 ? part : part.slice(0, equals));
    if (name !== "") values[name] = equals < 0 ? true : shown(part.slice(equals + 1));
  }
  return { kind: "capabilities", values };
}

/** `[IO91SX] text`: obsolete, and heard. */
export function readLocatorBeacon(info: string): Content | undefined {
  const beacon = BEACON.exec(info);
  const box = beacon ? boxOfLocator(beacon[1]!) : undefined;
  if (!beacon || !box) return undefined;
  return {
    kind: "position",
    lat: roundDegrees((box.minLat + box.maxLat) / 2),
    lon: roundDegrees((box.minLon + box.maxLon) / 2),
    ambiguityM: Math.round((box.maxLat - box.minLat) / 2 * 111_120),
    resolutionM: Math.round((box.maxLat - box.minLat) * 111_120),
    encoding: "locator",
    symbol: "",
    comment: shown(info.slice(beacon[0].length)),
    messaging: false,
  };
}
