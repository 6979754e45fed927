/**
 * What a find would be worth at another place or time: the tier rule over what was heard there and then, for the operator
 * who is asked "why not". Nothing is written and nobody is asked.
 */
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { cacheRows } from "../tables/cache_store.ts";
import { reachesTier } from "../views/log_view.ts";
import type { Evidence, Why } from "../rules/evidence.ts";
import { AHEAD_S, BACK_S } from "./field_time.ts";
import { placeAt } from "../rules/find_place.ts";
import { evidenceOf } from "./gather_evidence.ts";
import { type LogRow, logRows } from "../tables/log_store.ts";
import { judge } from "../rules/tier.ts";
import { BEFORE_S } from "../rules/tier_limits.ts";

interface Tried {
  place?: { lat: number; lon: number };
  /** Unix seconds. */
  at?: number;
}

/** The verdict on a find as it would be there and then. */
export function whatIf(game: Game, logId: number, { place, at }: Tried) {
  const log = logRows(game).byId({ id: logId });
  const cache = log && cacheRows(game).byId({ id: log.cacheId });
  if (!log || !cache || log.removedAt !== null) throw gameFailure.log_not_found();
  const person = log.accountId === null ? undefined : game.accounts.person(log.accountId);
  if (log.kind !== "found" || !person) throw gameFailure.not_judged();
  const now = game.world.now(), foundAt = at ?? log.foundAt;
  if (Math.abs(foundAt - log.foundAt) > BACK_S || foundAt > Math.max(log.foundAt, now + AHEAD_S)) {
    throw gameFailure.what_if_time();
  }
  const reading = readingOf(log);
  const input = { person, call: log.call, via: log.via, ...(reading.kept && { position: reading.kept }) };
  const gathered = evidenceOf(game, input, cache, foundAt);
  const evidence: Evidence = {
    ...gathered,
    ...(place && { place: { kind: "fixed" as const, ...place, lastStage: false } }),
  };
  // Peers were asked about one place and one time: of any other they have said nothing.
  const asLogged = !place && foundAt === log.foundAt;
  const peers = asLogged && judge(evidence).tier !== "A" ? game.corroborator?.verdict(log.id) : undefined;
  const { tier, why } = judge(peers ? { ...evidence, peers } : evidence);
  const where = placeAt(evidence.place, foundAt, evidence.logger);
  return {
    tier,
    verified: reachesTier(tier, game.leastTrustOf(cache)),
    why,
    place: where ? { lat: where.lat, lon: where.lon } : null,
    at: foundAt,
    before: { tier: log.tier, at: log.foundAt },
    // Positions are kept for as long as a log may come late.
    forgotten: foundAt - BEFORE_S < now - BACK_S,
    readingLost: reading.lost,
  };
}

/** The device's reading as the log's explanation kept it; `lost` where it was kept without how exact it was. */
function readingOf({ why }: LogRow) {
  const { candidates } = (why === null ? { candidates: [] } : JSON.parse(why)) as Pick<Why, "candidates">;
  const device = candidates.find(({ kind }) => kind === "device");
  const { lat, lon, accuracyM, at } = device ?? {};
  return lat === undefined || lon === undefined || accuracyM === undefined || at === undefined
    ? { lost: device !== undefined }
    : { lost: false, kept: { lat, lon, accuracyM, at } };
}
