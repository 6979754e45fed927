/**
 * What a find is worth, and why. Pure: evidence in, verdict out; its table of cases is
 * `tests/areas/caches/tier_test.ts`.
 *
 * API "What the service does": A is radio-verified, B location-verified. A is default-deny: every condition below has to
 * hold, and whatever is not known to hold does not.
 */
import { baseCall, distanceM, madeOf } from "../../base/mod.ts";
import type { Candidate, Evidence, Method, Reading, Verdict } from "./evidence.ts";
import { placeAt } from "./find_place.ts";
import { judgePeers } from "./judge_peers.ts";
import { inWindow, judgeRadio } from "./judge_radio.ts";
import { ACCURACY_CAP_M, RADIUS_M, READING_S, STRONG_CODE_BITS } from "./tier_limits.ts";
import { sentencesOf, words } from "./tier_words.ts";

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
  const place = placeAt(evidence.place, reading.at, evidence.logger);
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
