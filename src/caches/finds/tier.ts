/**
 * What a find is worth, and why. Pure: evidence in, verdict out; its table of cases is
 * `tests/areas/caches/tier_test.ts`.
 *
 * API "What the service does": A is radio-verified, B location-verified. A is default-deny: every condition below has to
 * hold, and whatever is not known to hold does not.
 */
import { baseCall, distanceM, type Place } from "../../base/mod.ts";
import type {
  Candidate,
  Evidence,
  FindPlace,
  Fix,
  Hearing,
  Logger,
  Method,
  Reading,
  Verdict,
} from "./evidence.ts";

/** A position has to lie this near the find's place, metres. */
export const RADIUS_M = 150;
/** A position report counts from this long before the find ... */
export const BEFORE_S = 30 * 60;
/** ... to this long after it. */
export const AFTER_S = 60;
/** A living cache is where its station was at most this long before or after. */
export const LIVING_SKEW_S = 5 * 60;
/** Faster than this between two positions of one station, one of them is not true. */
export const MAX_SPEED_KMH = 300;
/** A device reading counts within this long of the find. */
export const READING_S = 120;
/** A reading's inaccuracy widens the radius by at most this, metres. */
export const ACCURACY_CAP_M = 200;
/** An NFC code proves presence from this strength on, bits. */
export const STRONG_CODE_BITS = 40;
/** Candidates shown at most. */
const SHOWN = 12;

/** The verdict on one find. */
export function judge(evidence: Evidence): Verdict {
  const radio = judgeRadio(evidence);
  const reading = evidence.reading && judgeReading(evidence, evidence.reading);
  const nfc = judgeNfc(evidence);
  const peers = judgePeers(evidence);
  const candidates = [...radio, peers, reading, nfc].filter((one) => one !== undefined);
  const won = candidates.find((one) => one.counted);
  const method = won ? METHOD_OF[won.kind] : nearbyAtAll(evidence, radio) ? "aprs_is" : "none";
  return {
    tier: won ? TIER_OF[method] : null,
    method,
    distanceM: won?.distanceM,
    ...(method === "aprs_rf" && { site: won!.receiver!.site, box: boxOf(evidence, won!) }),
    ...(method === "aprs_rf_peer" && { peers: evidence.peers!.instances }),
    why: { method, sentence: sentenceOf(evidence, method, won, radio, reading, nfc, peers), candidates },
  };
}

/** The box that delivered the hearing that counted; none for the shared secret. */
function boxOf(evidence: Evidence, won: Candidate): string | undefined {
  const by = evidence.fixes.find((fix) => fix.call === won.call && fix.at === won.at && fix.lat === won.lat)
    ?.hearings.find((hearing) => hearing.site === won.receiver!.site && hearing.trusted)?.deliveredBy;
  return by?.kind === "box" ? by.box : undefined;
}

const METHOD_OF: Record<Candidate["kind"], Method> = {
  rf: "aprs_rf",
  meshcom: "aprs_rf",
  aprsis: "aprs_rf",
  app: "aprs_rf",
  peers: "aprs_rf_peer",
  device: "app_geo",
  nfc: "nfc",
};
const TIER_OF: Record<Method, "A" | "B" | null> = {
  aprs_rf: "A",
  aprs_rf_peer: "A",
  app_geo: "B",
  nfc: "B",
  aprs_is: null,
  none: null,
};

/** Every hearing of every fix, judged; the counted one first, then the nearest in space. */
function judgeRadio(evidence: Evidence): Candidate[] {
  const judged: Candidate[] = [];
  for (const fix of evidence.fixes) {
    const at = placeAt(evidence.place, fix.at, evidence.logger);
    const flaw = flawOfFix(evidence, fix, at);
    const hearings = fix.hearings.length ? fix.hearings : [undefined];
    for (const hearing of flaw ? hearings.slice(0, 1) : hearings) {
      const reason = flaw ?? flawOfHearing(evidence.logger, fix, hearing) ?? flawOfTrack(evidence, fix);
      judged.push({
        kind: fix.via,
        at: fix.at,
        call: fix.call,
        lat: fix.lat,
        lon: fix.lon,
        ...(at && { distanceM: Math.round(distanceM(fix, at)) }),
        ...(hearing && { receiver: receiverOf(hearing) }),
        counted: reason === undefined,
        ...(reason !== undefined && { reason }),
      });
    }
  }
  const order = (one: Candidate) => (one.counted ? 0 : inWindow(evidence, one.at) ? 1 : 2);
  judged.sort((a, b) =>
    order(a) - order(b) || (a.distanceM ?? Infinity) - (b.distanceM ?? Infinity) || b.at - a.at
  );
  return judged.slice(0, SHOWN);
}

const receiverOf = ({ site, lat, lon }: Hearing) => ({
  site,
  ...(lat !== undefined && lon !== undefined && { lat, lon }),
});

const inWindow = (evidence: Evidence, at: number): boolean =>
  at >= evidence.foundAt - BEFORE_S && at <= evidence.foundAt + AFTER_S;

/** What is wrong with the report itself, whoever heard it. */
function flawOfFix(evidence: Evidence, fix: Fix, place: Place | undefined): string | undefined {
  const { logger, foundAt } = evidence;
  if (baseCall(fix.call) !== baseCall(logger.call)) return `it is ${fix.call}'s, not the logger's`;
  if (fix.at < foundAt - BEFORE_S) {
    return `it is ${spell(foundAt - fix.at)} older than the find, more than 30 min`;
  }
  if (fix.at > foundAt + AFTER_S) return `it came ${spell(fix.at - foundAt)} after the find, more than 60 s`;
  if (!place) return NOWHERE;
  const away = distanceM(fix, place);
  if (away > RADIUS_M) return `it is ${metres(away)} away, more than ${RADIUS_M} m`;
  if (fix.ambiguityM > 0) return `its position is ambiguous by ${metres(fix.ambiguityM)}`;
  if (fix.commanded) return "this instance told a box to send it";
  return undefined;
}

const NOWHERE = "nobody knows where the living cache was: no attested position of its station within 5 min";

/** What is wrong with one hearing of it. `undefined` for nothing. */
function flawOfHearing(logger: Logger, fix: Fix, hearing: Hearing | undefined): string | undefined {
  const flaw = flawOfReception(fix, hearing);
  return flaw ?? (hearing && flawOfIndependence(logger, hearing));
}

/** Attested: heard on radio, directly, by a site trusted under the credential that delivered it. */
function flawOfReception(fix: Fix, hearing: Hearing | undefined): string | undefined {
  if (fix.via === "aprsis") return "it came over APRS-IS, which anyone can write to";
  if (!hearing && (fix.signedByDevice || fix.via === "app")) {
    return "the logger's own device sent it in, no receiving site heard it";
  }
  if (!hearing) {
    return fix.via === "meshcom"
      ? "it came through the mesh server or a relay, no site heard it"
      : "no receiving site is named";
  }
  if (!hearing.radioPort) {
    return fix.via === "meshcom"
      ? `${hearing.site} had it from the mesh server, not from its radio`
      : `${hearing.site} had it over ${fix.port}, which is not a radio`;
  }
  if (!hearing.direct || !fix.direct) {
    return fix.via === "meshcom"
      ? `${hearing.site} heard a mesh relay, not the sender`
      : `${hearing.site} heard a digipeater, not the sender`;
  }
  if (!hearing.trusted) return `${hearing.site} is not trusted: ${hearing.reason ?? "nobody trusted it"}`;
  return undefined;
}

/** Nobody vouches for himself: not by a station of his, not by a box of his. */
function flawOfIndependence(logger: Logger, hearing: Hearing): string | undefined {
  const site = baseCall(hearing.site);
  if (logger.bases.includes(site) || baseCall(logger.call) === site) {
    return `${hearing.site} is the logger's own call`;
  }
  if (logger.stations.some((call) => baseCall(call) === site)) {
    return `${hearing.site} is a station of the logger`;
  }
  const by = hearing.deliveredBy;
  if (by.kind === "box") {
    if (by.ownerAccountId === logger.accountId) return `the box ${by.box} belongs to the logger`;
    if (by.enrolledFor && logger.bases.includes(baseCall(by.enrolledFor))) {
      return `the box ${by.box} is enrolled for ${by.enrolledFor}, a call of the logger`;
    }
  }
  return undefined;
}

/**
 * Whether the same station could have been at its other position nearest in time. Of the same SSID only: the home station
 * of a person who is out with a handheld stays at home.
 */
function flawOfTrack(evidence: Evidence, fix: Fix): string | undefined {
  let gap = Infinity, speed = 0;
  for (const other of evidence.fixes) {
    if (other === fix || other.call !== fix.call || other.commanded) continue;
    const apart = Math.abs(other.at - fix.at);
    if (apart > gap) continue;
    const kmh = speedKmh(Math.max(0, distanceM(fix, other) - other.ambiguityM), apart);
    speed = apart < gap ? kmh : Math.max(speed, kmh);
    gap = apart;
  }
  if (speed <= MAX_SPEED_KMH) return undefined;
  return `another position ${spell(gap)} apart would need ${
    Math.round(speed)
  } km/h, more than ${MAX_SPEED_KMH}`;
}

/** Speed in km/h; under one second counts as one second. */
const speedKmh = (metresApart: number, seconds: number): number => metresApart / Math.max(1, seconds) * 3.6;

/**
 * Where the find has to happen, at one time. A living cache is where its station was: by an attested fix, or one that the
 * owner's own device signed, nearest in time. The finder's own sites and boxes place it no more than they place him.
 */
export function placeAt(place: FindPlace, at: number, logger: Logger): Place | undefined {
  if (place.kind === "fixed") return place;
  let nearest: Fix | undefined;
  for (const fix of place.fixes) {
    const gap = Math.abs(fix.at - at);
    if (fix.call !== place.station || gap > LIVING_SKEW_S || fix.ambiguityM > 0 || fix.commanded) continue;
    const signed = fix.signedByDevice && place.ownerBases.includes(baseCall(fix.call));
    if (!signed && !fix.hearings.some((hearing) => !flawOfHearing(logger, fix, hearing))) continue;
    if (!nearest || gap < Math.abs(nearest.at - at)) nearest = fix;
  }
  return nearest;
}

/** Tier B by the device of the signed-in logger. */
function judgeReading(evidence: Evidence, reading: Reading): Candidate {
  const place = placeAt(evidence.place, reading.at, evidence.logger);
  const away = place && distanceM(reading, place);
  const late = Math.abs(reading.at - evidence.foundAt);
  const limit = RADIUS_M + Math.min(Math.max(0, reading.accuracyM), ACCURACY_CAP_M);
  const reason = !reading.session
    ? "only the signed-in logger's own device counts"
    : late > READING_S
    ? `it was taken ${spell(late)} ${
      reading.at < evidence.foundAt ? "before" : "after"
    } the find, more than ${READING_S} s`
    : away === undefined
    ? NOWHERE
    : away > limit
    ? `it is ${metres(away)} away, more than ${RADIUS_M} m and ${metres(limit - RADIUS_M)} for its accuracy`
    : undefined;
  return {
    kind: "device",
    at: reading.at,
    lat: reading.lat,
    lon: reading.lon,
    ...(away !== undefined && { distanceM: Math.round(away) }),
    counted: reason === undefined,
    ...(reason !== undefined && { reason }),
  };
}

/** Tier B by a tag's code: only somebody who held a phone to the tag knows it, if it is too long to guess. */
function judgeNfc({ nfc }: Evidence): Candidate | undefined {
  if (!nfc) return undefined;
  const counted = nfc.bits >= STRONG_CODE_BITS;
  return {
    kind: "nfc",
    at: nfc.at,
    counted,
    ...(!counted && { reason: `its NFC code has ${nfc.bits} bits, ${STRONG_CODE_BITS} are needed` }),
  };
}

/** Tier A by a quorum of peers, unless a position here shows that the logger cannot have been there (FED "Events"). */
function judgePeers(evidence: Evidence): Candidate | undefined {
  const { peers } = evidence;
  if (!peers) return undefined;
  const place = placeAt(evidence.place, peers.at, evidence.logger);
  let reason: string | undefined;
  if (!peers.confirmed) {
    reason = `${peers.instances.length} of the ${peers.quorum} peers needed confirmed it`;
  } else if (!place) reason = NOWHERE;
  else {
    let gap = Infinity, away = 0;
    for (const fix of evidence.fixes) {
      const apart = Math.abs(fix.at - peers.at);
      if (fix.call !== evidence.logger.call || fix.commanded || apart >= gap) continue;
      gap = apart;
      away = Math.max(0, distanceM(fix, place) - fix.ambiguityM);
    }
    const kmh = gap === Infinity ? 0 : speedKmh(away, gap + peers.bucketS);
    if (kmh > MAX_SPEED_KMH) {
      reason = `a position heard here, ${metres(away)} away, would need ${
        Math.round(kmh)
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

/** Whether any position of the logger, however it came, lay near the place in time. */
const nearbyAtAll = (evidence: Evidence, radio: Candidate[]): boolean =>
  radio.some((one) =>
    one.distanceM !== undefined && one.distanceM <= RADIUS_M && inWindow(evidence, one.at) &&
    baseCall(one.call ?? "") === baseCall(evidence.logger.call)
  );

/** The verdict in one or two sentences for a person. */
function sentenceOf(
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

const metres = (m: number): string => m < 1000 ? `${Math.round(m)} m` : `${(m / 1000).toFixed(1)} km`;

/** Seconds, or minutes from two of them on, or hours: "45 s", "12 min", "3 h". */
const spell = (s: number): string =>
  s < 120 ? `${s} s` : s < 2 * 3600 ? `${Math.floor(s / 60)} min` : `${Math.floor(s / 3600)} h`;

const list = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
