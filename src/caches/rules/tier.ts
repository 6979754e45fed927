/**
 * What a find is worth, and why. Pure: evidence in, verdict out; its table of cases is
 * `tests/areas/caches/tier_test.ts`.
 *
 * API "What the service does": A is radio-verified, B location-verified. A is default-deny: every condition below has to
 * hold, and whatever is not known to hold does not.
 */
import { baseCall, distanceM, type EnglishSentence, madeOf, type Place } from "../../base/mod.ts";
import type { Candidate, Evidence, Fix, Hearing, Logger, Method, Reading, Verdict } from "./evidence.ts";
import { placeThen, placing } from "./find_place.ts";
import {
  ACCURACY_CAP_M,
  AFTER_S,
  BEFORE_S,
  MAX_SPEED_KMH,
  RADIUS_M,
  READING_S,
  STRONG_CODE_BITS,
} from "./tier_limits.ts";
import { sentencesOf, words } from "./tier_words.ts";
import { flawOfHearing, isAttested } from "./hearing.ts";
import { flawOfTrack, speedKmh } from "./track.ts";

// Tier A by radio: every hearing of every position of the logger, judged. Pure.

/** Candidates shown at most. */
const SHOWN = 12;

/**
 * Every hearing of every fix, judged; the counted one first, or the one that the proof of the call is missing to, then the
 * nearest in space. Of the place only those positions are left that place it (`placing`).
 */
function judgeRadio(evidence: Evidence): Candidate[] {
  const judged: Candidate[] = [];
  for (const fix of evidence.fixes) {
    const at = placeThen(evidence.place, fix.at);
    const flaw = flawOfFix(evidence, fix, at);
    const hearings = fix.hearings.length ? fix.hearings : [undefined];
    for (const hearing of flaw ? hearings.slice(0, 1) : hearings) {
      const found = flaw ?? flawOfHearing(evidence.logger, fix, hearing) ??
        flawOfTrack(evidence.fixes, fix) ??
        unproven(evidence.logger);
      judged.push({
        kind: fix.via,
        at: fix.at,
        call: fix.call,
        lat: fix.lat,
        lon: fix.lon,
        ...(at && { distanceM: Math.round(distanceM(fix, at)) }),
        ...(hearing && hearing.site !== "" && { receiver: receiverOf(hearing) }),
        counted: found === undefined,
        ...(found && { reason: found.text, said: madeOf(found) }),
      });
    }
  }
  const order = (one: Candidate) =>
    one.counted || one.said?.code === "call_unproven" ? 0 : inWindow(evidence, one.at) ? 1 : 2;
  judged.sort((a, b) =>
    order(a) - order(b) || (a.distanceM ?? Infinity) - (b.distanceM ?? Infinity) || b.at - a.at
  );
  return judged.slice(0, SHOWN);
}

const receiverOf = ({ site, lat, lon }: Hearing) => ({
  site,
  ...(lat !== undefined && lon !== undefined && { lat, lon }),
});

/** Tier A needs a call that is proven to be the logger's: anybody can log under a call that others send. */
const unproven = (logger: Logger): EnglishSentence | undefined =>
  logger.proven ? undefined : words("call_unproven", { call: baseCall(logger.call) });

const inWindow = (evidence: Evidence, at: number): boolean =>
  at >= evidence.foundAt - BEFORE_S && at <= evidence.foundAt + AFTER_S;

/** What is wrong with the report itself, whoever heard it. */
function flawOfFix(evidence: Evidence, fix: Fix, place: Place | undefined): EnglishSentence | undefined {
  const { logger, foundAt } = evidence;
  if (baseCall(fix.call) !== baseCall(logger.call)) return words("other_call", { call: fix.call });
  if (fix.at < foundAt - BEFORE_S) return words("too_old", { ageS: foundAt - fix.at, mostS: BEFORE_S });
  if (fix.at > foundAt + AFTER_S) return words("too_late", { lateS: fix.at - foundAt, mostS: AFTER_S });
  if (!place) return words("nowhere");
  const away = distanceM(fix, place);
  if (away > RADIUS_M) return words("too_far", { awayM: away, mostM: RADIUS_M });
  if (fix.ambiguityM > 0) return words("ambiguous", { byM: fix.ambiguityM });
  if (fix.commanded) return words("commanded");
  return undefined;
}

// Tier A by peers. Pure. FED "Events", Corroboration.

/** Tier A by a quorum of peers, unless a position here shows that the logger cannot have been there (FED "Events"). */
function judgePeers(evidence: Evidence): Candidate | undefined {
  const { peers } = evidence;
  if (!peers) return undefined;
  const place = placeThen(evidence.place, peers.at);
  let flaw: EnglishSentence | undefined;
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
  flaw ??= unproven(evidence.logger);
  return {
    kind: "peers",
    at: peers.at,
    distanceM: Math.round(peers.distanceM),
    counted: flaw === undefined,
    ...(flaw && { reason: flaw.text, said: madeOf(flaw) }),
  };
}

/** The verdict on one find. */
export function judge(gathered: Evidence): Verdict {
  const evidence = { ...gathered, place: placing(gathered.place, gathered.logger) };
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
    why: { method, ...sentencesOf({ evidence, method, won, radio, reading, nfc, peers }), candidates },
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

/** Tier B by the device of the signed-in logger. */
function judgeReading(evidence: Evidence, reading: Reading): Candidate {
  const place = placeThen(evidence.place, reading.at);
  const away = place && distanceM(reading, place);
  const late = Math.abs(reading.at - evidence.foundAt);
  const limit = RADIUS_M + Math.min(Math.max(0, reading.accuracyM), ACCURACY_CAP_M);
  const flaw = !reading.session
    ? words("no_session")
    : late > READING_S
    ? words(reading.at < evidence.foundAt ? "taken_before" : "taken_after", { lateS: late, mostS: READING_S })
    : away === undefined
    ? words("nowhere")
    : away > limit
    ? words("too_far_for_device", { awayM: away, mostM: RADIUS_M, accuracyM: limit - RADIUS_M })
    : undefined;
  return {
    kind: "device",
    at: reading.at,
    lat: reading.lat,
    lon: reading.lon,
    accuracyM: reading.accuracyM,
    ...(away !== undefined && { distanceM: Math.round(away) }),
    counted: flaw === undefined,
    ...(flaw && { reason: flaw.text, said: madeOf(flaw) }),
  };
}

/**
 * Of what a device said with the log and when it sent it again, the reading to judge by: one that counts, else the one
 * nearest to the find in time, then in space, in whatever order they came.
 */
export function readingOf(evidence: Evidence, readings: readonly Reading[]): Reading | undefined {
  const at = { ...evidence, place: placing(evidence.place, evidence.logger) };
  const judged = readings.map((reading) => ({ reading, as: judgeReading(at, reading) }));
  const late = (reading: Reading) => Math.abs(reading.at - evidence.foundAt);
  return judged.sort((a, b) =>
    Number(b.as.counted) - Number(a.as.counted) || late(a.reading) - late(b.reading) ||
    (a.as.distanceM ?? Infinity) - (b.as.distanceM ?? Infinity) ||
    a.reading.accuracyM - b.reading.accuracyM || a.reading.lat - b.reading.lat ||
    a.reading.lon - b.reading.lon
  )[0]?.reading;
}

/** Tier B by a tag's code: only somebody who held a phone to the tag knows it, if it is too long to guess. */
function judgeNfc({ nfc }: Evidence): Candidate | undefined {
  if (!nfc) return undefined;
  const counted = nfc.bits >= STRONG_CODE_BITS;
  const flaw = counted ? undefined : words("weak_code", { bits: nfc.bits, least: STRONG_CODE_BITS });
  return {
    kind: "nfc",
    at: nfc.at,
    counted,
    ...(flaw && { reason: flaw.text, said: madeOf(flaw) }),
  };
}

/** Whether any position of the logger, however it came, lay near the place in time. */
const nearbyAtAll = (evidence: Evidence, radio: Candidate[]): boolean =>
  radio.some((one) =>
    one.distanceM !== undefined && one.distanceM <= RADIUS_M && inWindow(evidence, one.at) &&
    baseCall(one.call ?? "") === baseCall(evidence.logger.call)
  );
