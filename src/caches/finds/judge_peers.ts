/** Tier A by peers. Pure. FED "Events", Corroboration. */
import { distanceM } from "../../base/mod.ts";
import type { Candidate, Evidence } from "./evidence.ts";
import { NOWHERE, placeAt } from "./find_place.ts";
import { isAttested } from "./hearing.ts";
import { MAX_SPEED_KMH } from "./tier_limits.ts";
import { metres } from "./tier_words.ts";
import { speedKmh } from "./track.ts";

/** Tier A by a quorum of peers, unless a position here shows that the logger cannot have been there (FED "Events"). */
export function judgePeers(evidence: Evidence): Candidate | undefined {
  const { peers } = evidence;
  if (!peers) return undefined;
  const place = placeAt(evidence.place, peers.at, evidence.logger);
  let reason: string | undefined;
  if (!peers.confirmed) {
    reason = `${peers.instances.length} of the ${peers.quorum} peers needed confirmed it`;
  } else if (!place) reason = NOWHERE;
  else {
    let fastest = 0, away = 0;
    for (const fix of evidence.fixes) {
      if (fix.call !== evidence.logger.call || fix.commanded || !isAttested(fix)) continue;
      const apart = Math.max(0, distanceM(fix, place) - fix.ambiguityM);
      const kmh = speedKmh(apart, Math.abs(fix.at - peers.at) + peers.bucketS);
      if (kmh > fastest) [fastest, away] = [kmh, apart];
    }
    if (fastest > MAX_SPEED_KMH) {
      reason = `a position heard here, ${metres(away)} away, would need ${
        Math.round(fastest)
      } km/h, more than ${MAX_SPEED_KMH}`;
    }
  }
  return {
    kind: "peers",
    at: peers.at,
    distanceM: Math.round(peers.distanceM),
    counted: reason === undefined,
    ...(reason !== undefined && { reason }),
  };
}
