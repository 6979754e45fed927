/** A verdict in words. Pure. */
import { baseCall, type EnglishSentence, madeOf, sayings, type Sentence } from "../../base/mod.ts";
import type { Candidate, Evidence, Method } from "./evidence.ts";
import { AFTER_S, BEFORE_S } from "./tier_limits.ts";

/** Everything that is said of evidence, by code: verdicts, places and times within them, and why something does not count. */
export const EVIDENCE_WORDS = {
  by_radio: "Radio-verified: {site} heard {call} directly, {awayM} from {place}, {time}.",
  by_peers: "Radio-verified by neighbours: {peers} heard {call} near {place}.",
  by_device: "Location-verified: the device reading was {awayM} from {place}, {time}.",
  by_tag: "Location-verified: the last stage was opened with its NFC code of {bits} bits.",
  heard_unproven: "Heard by {site}. It counts once {call} is proven yours.",
  no_proof: "Logged without proof of place.",
  confirmed_later: "It was confirmed {afterS} after it was logged.",
  unheard: "No position of {call} was heard from {beforeS} before the find to {afterS} after it.",
  nearest: "The nearest report of {call} did not count: {flaw}.",
  peers_did_not: "The neighbours did not confirm it: {flaw}.",
  reading_did_not: "The device reading did not count: {flaw}.",
  tag_did_not: "The unlocked stage is no proof: {flaw}.",
  no_reading: "The log carried no device reading.",
  all_of: "{first} and {last}",
  living_cache: "the living cache",
  last_stage: "the last stage",
  cache: "the cache",
  before: "{gapS} before the find",
  after: "{gapS} after the find",
  other_call: "it is {call}'s, not the logger's",
  too_old: "it is {ageS} older than the find, more than {mostS}",
  too_late: "it came {lateS} after the find, more than {mostS}",
  nowhere: "nobody knows where the living cache was: no attested position of its station within 5 min",
  too_far: "it is {awayM} away, more than {mostM}",
  call_unproven: "it counts once {call} is proven the logger's",
  ambiguous: "its position is ambiguous by {byM}",
  commanded: "this instance had told a box to transmit just then",
  over_aprsis: "it came over APRS-IS, which anyone can write to",
  own_device: "the logger's own device sent it in, no receiving site heard it",
  mesh_unheard: "it came through the mesh server or a relay, no site heard it",
  no_site: "no receiving site is named",
  mesh_server: "{site} had it from the mesh server, not from its radio",
  not_by_radio: "{site} had it over {port}, which is not a radio",
  mesh_relay: "{site} heard a mesh relay, not the sender",
  digipeater: "{site} heard a digipeater, not the sender",
  not_trusted: "{site} is not trusted: {flaw}",
  nobody_trusted: "nobody trusted it",
  own_call: "{site} is the logger's own call",
  own_station: "{site} is a station of the logger",
  own_box: "the box {box} belongs to the logger",
  own_call_box: "the box {box} is enrolled for {call}, a call of the logger",
  too_fast: "another position {gapS} apart would need {kmh} km/h, more than {most}",
  no_quorum: "{peers} of the {quorum} neighbours needed confirmed it",
  too_fast_for_peers: "a position heard here, {awayM} away, would need {kmh} km/h, more than {most}",
  no_session: "only the signed-in logger's own device counts",
  taken_before: "it was taken {lateS} before the find, more than {mostS}",
  taken_after: "it was taken {lateS} after the find, more than {mostS}",
  too_far_for_device: "it is {awayM} away, more than {mostM} and {accuracyM} for its accuracy",
  weak_code: "its NFC code has {bits} bits, {least} are needed",
  more_peers: "more neighbours have to confirm it",
  peer_not_trusted: "{peer} is not trusted here",
  peer_heard_nothing: "{peer} did not hear it",
  peer_refused: "{peer} gave no answer that counts",
  peer_waits: "{peer} fetches the question from its hub; its answer is read as soon as it is there",
  peer_unreached: "{peer} was not reached",
  peer_asked_again: "{peer} was not reached; it is asked again at {time}",
} as const;

/** Says one of them. */
export const words = sayings(EVIDENCE_WORDS);

interface Judged {
  evidence: Evidence;
  method: Method;
  /** What counted, if anything did. */
  won: Candidate | undefined;
  radio: Candidate[];
  reading: Candidate | undefined;
  nfc: Candidate | undefined;
  peers: Candidate | undefined;
}

/** The verdict in a few sentences for a person, and what each is made of. */
export function sentencesOf(judged: Judged): { sentence: string; said: Sentence[] } {
  const told = verdictOf(judged);
  return { sentence: told.map(({ text }) => text).join(" "), said: told.map(madeOf) };
}

function verdictOf({ evidence, method, won, radio, reading, nfc, peers }: Judged): EnglishSentence[] {
  const { logger, foundAt } = evidence, place = placeOf(evidence);
  const time = won &&
    (won.at <= foundAt
      ? words("before", { gapS: foundAt - won.at })
      : words("after", { gapS: won.at - foundAt }));
  const nearest = radio[0] && flawOf(radio[0]);
  const unproven = [...radio, peers].find((one) => one?.said?.code === "call_unproven");
  const noRadio = unproven
    ? words("heard_unproven", {
      site: unproven.receiver?.site ?? list(evidence.peers?.instances ?? []),
      call: baseCall(logger.call),
    })
    : nearest
    ? words("nearest", { call: radio[0]!.call!, flaw: nearest })
    : words("unheard", { call: baseCall(logger.call), beforeS: BEFORE_S, afterS: AFTER_S });
  switch (method) {
    case "aprs_rf":
      return [
        words("by_radio", {
          site: won!.receiver!.site,
          call: won!.call!,
          awayM: won!.distanceM!,
          place,
          time: time!,
        }),
      ];
    case "aprs_rf_peer":
      return [words("by_peers", {
        peers: list(evidence.peers!.instances),
        call: evidence.peers!.call,
        place,
      })];
    case "app_geo":
      return [words("by_device", { awayM: won!.distanceM!, place, time: time! }), noRadio];
    case "nfc":
      return [words("by_tag", { bits: evidence.nfc!.bits }), noRadio];
    default: {
      const others = ([
        ["peers_did_not", peers === unproven ? undefined : peers],
        ["reading_did_not", reading],
        ["tag_did_not", nfc],
      ] as const)
        .flatMap(([code, one]) => {
          const flaw = one && flawOf(one);
          return flaw ? [words(code, { flaw })] : [];
        });
      return [words("no_proof"), noRadio, ...others, ...(reading ? [] : [words("no_reading")])];
    }
  }
}

const placeOf = ({ place }: Evidence): EnglishSentence =>
  words(place.kind === "living" ? "living_cache" : place.lastStage ? "last_stage" : "cache");

/** Why a candidate did not count, as it says itself. */
const flawOf = ({ reason, said }: Candidate): EnglishSentence | undefined =>
  reason === undefined || !said ? undefined : { ...said, text: reason } as EnglishSentence;

const list = (names: readonly string[]): string | EnglishSentence =>
  names.length < 2
    ? names.join("")
    : words("all_of", { first: names.slice(0, -1).join(", "), last: names.at(-1)! });
