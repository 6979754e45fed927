/** Tier A by peers. Pure. FED "Events", Corroboration. */
import { distanceM, madeOf, type Told } from "../../base/mod.ts";
import type { Candidate, Evidence } from "./evidence.ts";
import { placeAt } from "./find_place.ts";
import { isAttested } from "./hearing.ts";
import { MAX_SPEED_KMH } from "./tier_limits.ts";
import { words } from "./tier_words.ts";
import { speedKmh } from "./track.ts";

/** Tier A by a quorum of peers, unless a position here shows that the logger cannot have been there (FED "Events"). */
export function judgePeers(evidence: Evidence): Candidate | undefined {
  const { peers } = evidence;
  if (!peers) return undefined;
  const place = placeAt(evidence.place, peers.at, evidence.logger);
  let flaw: Told | undefined;
  if (!peers.confirmed) {
    flaw = words("no_quorum", { peers: peers.instances.length, quorum: peers.quorum });
  } else if (!place) flaw = words("nowhere");
  else {
    let fastest = 0, away = 0;
    for (const fix of evidence.fixes) {
      if (fix.call !== peers.call || fix.commanded || !isAttested(fix)) continue;
      const apart = Math.max(0, distanceM(fix, place) - fix.ambiguityM);
      const kmh = speedKmh(apart, Math.abs(fix.at - peers.at) + peers.bucketS);
      if (kmh > fastest) [fastest, away] = [kmh, apart];
    }
    if (fastest > MAX_SPEED_KMH) {
      flaw = words("too_fast_for_peers", { awayM: away, kmh: Math.round(fastest), most: MAX_SPEED_KMH });
    }
  }
  return {
    kind: "peers",
    at: peers.at,
    distanceM: Math.round(peers.distanceM),
    counted: flaw === undefined,
    ...(flaw && { reason: flaw.text, said: madeOf(flaw) }),
  };
}
