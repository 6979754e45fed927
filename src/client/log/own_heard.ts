/** Whether a station of one's own was heard where the find is, as far as the gateway has told: then it can count by radio. Pure. */
import { ownerCall } from "../../base/callsigns.ts";
import { BEFORE_S, RADIUS_M } from "../../caches/rules/tier_limits.ts";
import { distanceM, type Point } from "../ui/places/arrow.ts";

/** A station as the gateway lists it. */
interface Listed extends Point {
  readonly call: string;
  readonly via: string | null;
  /** When it was heard last, unix seconds. */
  readonly lastSeen: number | null;
}

export interface OwnHeard {
  call: string;
  at: number;
  awayM: number;
  /** Whether it was near enough to count. */
  near: boolean;
}

/** What is heard over the Internet alone, or comes from an app, proves nothing by radio. */
const BY_RADIO = ["rf", "meshcom"];

/** The station of `call`, with any SSID, that was heard last; one that is near comes before those that are not. */
export function ownHeard(
  stations: readonly Listed[],
  call: string,
  cache: Point,
  now: number,
): OwnHeard | undefined {
  const own = stations.flatMap(({ call: heard, via, lastSeen, lat, lon }) => {
    if (ownerCall(heard) !== call || lastSeen === null || now - lastSeen > BEFORE_S) return [];
    if (!BY_RADIO.includes(via ?? "")) return [];
    const awayM = distanceM({ lat, lon }, cache);
    return [{ call: heard, at: lastSeen, awayM, near: awayM <= RADIUS_M }];
  });
  return own.toSorted((a, b) => Number(b.near) - Number(a.near) || b.at - a.at)[0];
}
