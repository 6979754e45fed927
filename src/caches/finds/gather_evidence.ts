/** Everything that the tier rule looks at, gathered: what was heard, the device's reading, the last stage, peers. */
import { baseCall } from "../../base/mod.ts";
import type { Own, PlaceThen } from "./open_finds.ts";
import type { CacheRow } from "../tables/cache_store.ts";
import type { Evidence, FindPlace, Fix, Logger, PeerWord, Reading } from "../rules/evidence.ts";
import type { Game } from "../game.ts";
import type { PeerAnswers, Person } from "../ports.ts";
import { AFTER_S, BEFORE_S, RADIUS_M, TRACK_S } from "../rules/tier_limits.ts";
import { placeAt } from "../rules/find_place.ts";
import { readingOf } from "../rules/tier.ts";
import { stageRows } from "../tables/stage_store.ts";

/** Who logs, and what their device said. */
export interface EvidenceInput {
  person: Person;
  call: string;
  readings: readonly Reading[];
  /** Where it had to happen when the log was written; as the cache stands now where that is not given. */
  place?: PlaceThen;
  /** The calls and stations that were theirs then; what is theirs now is none the less. */
  own?: Own;
}

/** Asks peers about a find that is short of Tier A. */
export async function askPeers(game: Game, evidence: Evidence): Promise<PeerAnswers | undefined> {
  const { foundAt, logger } = evidence;
  const place = placeAt(evidence.place, foundAt, logger);
  if (!game.corroborator || !place) return undefined;
  const since = foundAt - BEFORE_S, until = foundAt + AFTER_S;
  return await game.corroborator.ask({
    call: logger.call,
    others: otherCalls(logger.call, evidence.fixes, since, until),
    lat: place.lat,
    lon: place.lon,
    radiusM: RADIUS_M,
    since,
    until,
    excludeIgates: ownBases(logger.bases, logger.stations),
  });
}

/** The SSIDs that people carry most, for where nothing was heard: handheld, car, phone, none. */
const COMMONEST = ["-7", "-9", "-5", ""];

/**
 * The SSIDs of the call's base that were heard between two times, on radio or over the internet, the latest first; else
 * the commonest.
 */
function otherCalls(call: string, fixes: readonly Fix[], since: number, until: number): string[] {
  const base = baseCall(call);
  const heard = fixes.filter((fix) => fix.at >= since && fix.at <= until && baseCall(fix.call) === base)
    .toSorted((a, b) => b.at - a.at).map((fix) => fix.call);
  const others = (calls: readonly string[]) => [...new Set(calls)].filter((one) => one !== call);
  const carried = others(heard);
  return carried.length > 0 ? carried : others(COMMONEST.map((ssid) => base + ssid));
}

/** What peers have said of a find by now; only finds are asked about. */
export const peerWords = (game: Game, { id, kind }: { id: number; kind: string }): readonly PeerWord[] =>
  kind === "found" ? game.corroborator?.said(id) ?? [] : [];

const ownBases = (bases: readonly string[], stations: readonly string[]): string[] => [
  ...new Set([...bases, ...stations.map(baseCall)]),
];

/** Whether a person is proven to control the call's base call. */
const isProven = (game: Game, { accountId }: Person, call: string): boolean =>
  // What a visitor's home publishes as verified is proven there.
  accountId < 0 ||
  game.accounts.isVerified(call) && game.accounts.holder(call)?.accountId === accountId;

/** Everything that the rule looks at, but what peers said. */
export function evidenceOf(game: Game, input: EvidenceInput, cache: CacheRow, foundAt: number): Evidence {
  const { person, call, readings, own, place } = input;
  const stages = stageRows(game).of({ cache: cache.id });
  const last = stages.at(-1);
  const unlock = last &&
    stageRows(game).unlocksOf({ cache: cache.id, account: person.accountId }).find((one) => one.n === last.n);
  // Whoever visits under a call that a member holds here is no witness of what that member's receivers heard.
  const member = person.accountId < 0 ? game.accounts.holder(call) : undefined;
  const accountId = member?.accountId ?? person.accountId;
  const logger: Logger = {
    accountId,
    call,
    bases: [...new Set([...person.bases, ...member?.bases ?? [], ...own?.bases ?? []])],
    stations: [
      ...new Set([
        ...game.stations.ownedBy(accountId).map((station) => station.call),
        ...own?.stations ?? [],
      ]),
    ],
    proven: isProven(game, person, call),
  };
  const evidence: Evidence = {
    place: placeWith(game, place ?? placeNow(game, cache), foundAt),
    foundAt,
    logger,
    fixes: game.stations.fixes([baseCall(call)], foundAt - TRACK_S, foundAt + TRACK_S),
    ...(unlock?.method === "nfc" && { nfc: { stage: unlock.n, bits: unlock.bits, at: unlock.at } }),
  };
  const reading = readingOf(evidence, readings);
  return reading ? { ...evidence, reading } : evidence;
}

/** The last stage with coordinates, else the cache; a living cache is where its station was. */
function placeNow(game: Game, cache: CacheRow): PlaceThen {
  if (cache.type === "living") {
    return {
      kind: "living",
      station: cache.stationCall ?? "",
      ownerBases: cache.ownerAccount === null ? [] : game.accounts.person(cache.ownerAccount)?.bases ?? [],
    };
  }
  const last = stageRows(game).of({ cache: cache.id }).at(-1);
  return last && last.lat !== null && last.lon !== null
    ? { kind: "fixed", lat: last.lat, lon: last.lon, lastStage: true }
    : { kind: "fixed", lat: cache.lat!, lon: cache.lon!, lastStage: false };
}

/** The same with what was heard of a living cache's station. */
const placeWith = (game: Game, place: PlaceThen, foundAt: number): FindPlace =>
  place.kind === "fixed" ? place : {
    ...place,
    fixes: game.stations.fixes([baseCall(place.station)], foundAt - TRACK_S, foundAt + TRACK_S),
  };
