/** Everything that the tier rule looks at, gathered: what was heard, the device's reading, the last stage, peers. */
import { baseCall } from "../../base/mod.ts";
import type { CacheRow } from "../tables/cache_store.ts";
import type { Evidence, FindPlace, Fix, PeerWord } from "../rules/evidence.ts";
import type { Game } from "../game.ts";
import type { PeerAnswers, Person } from "../ports.ts";
import { AFTER_S, BEFORE_S, LIVING_SKEW_S, RADIUS_M } from "../rules/tier_limits.ts";
import { placeAt } from "../rules/find_place.ts";
import { stageRows } from "../tables/stage_store.ts";

/** How much of the track around a find is read to judge whether its speed is possible, in seconds each way. */
const TRACK_S = 2 * 3600;

/** Who logs, and how it came. */
export interface EvidenceInput {
  person: Person;
  call: string;
  via: string;
  position?: { lat: number; lon: number; accuracyM: number; at: number };
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

/** Everything that the rule looks at. */
export function evidenceOf(game: Game, input: EvidenceInput, cache: CacheRow, foundAt: number): Evidence {
  const { person, call, position, via } = input;
  const stages = stageRows(game).of({ cache: cache.id });
  const last = stages.at(-1);
  const unlock = last &&
    stageRows(game).unlocksOf({ cache: cache.id, account: person.accountId }).find((one) => one.n === last.n);
  return {
    place: findPlace(game, cache, foundAt),
    foundAt,
    logger: {
      accountId: person.accountId,
      call,
      bases: person.bases,
      stations: game.stations.ownedBy(person.accountId).map((station) => station.call),
    },
    fixes: game.stations.fixes([baseCall(call)], foundAt - TRACK_S, foundAt + TRACK_S),
    ...(position && { reading: { ...position, session: via === "web" } }),
    ...(unlock?.method === "nfc" && { nfc: { stage: unlock.n, bits: unlock.bits, at: unlock.at } }),
  };
}

/** The last stage with coordinates, else the cache; a living cache is where its station was. */
function findPlace(game: Game, cache: CacheRow, foundAt: number): FindPlace {
  if (cache.type === "living") {
    const station = cache.stationCall ?? "";
    const margin = BEFORE_S + LIVING_SKEW_S;
    return {
      kind: "living",
      station,
      ownerBases: cache.ownerAccount === null ? [] : game.accounts.person(cache.ownerAccount)?.bases ?? [],
      fixes: game.stations.fixes([baseCall(station)], foundAt - margin, foundAt + margin),
    };
  }
  const last = stageRows(game).of({ cache: cache.id }).at(-1);
  return last && last.lat !== null && last.lon !== null
    ? { kind: "fixed", lat: last.lat, lon: last.lon, lastStage: true }
    : { kind: "fixed", lat: cache.lat!, lon: cache.lon!, lastStage: false };
}
