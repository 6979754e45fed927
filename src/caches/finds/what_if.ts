/**
 * What a find would be worth at another place or time: the tier rule over what was heard there and then, for the operator
 * who is asked "why not". Nothing is written and nobody is asked.
 */
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { cacheRows } from "../tables/cache_store.ts";
import { reachesTier } from "../views/log_view.ts";
import type { Evidence, Reading, Why } from "../rules/evidence.ts";
import { AHEAD_S, BACK_S } from "./field_time.ts";
import { placeAt } from "../rules/find_place.ts";
import { evidenceOf } from "./gather_evidence.ts";
import { readingIn } from "./judge_again.ts";
import { openFinds } from "./open_finds.ts";
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
  const row = openFinds(game).byLog({ log: log.id });
  const kept = row ? JSON.parse(row.readings) as Reading[] : [];
  const readings = kept.length > 0 ? kept : readingIn(log);
  const gathered = evidenceOf(game, { person, call: log.call, readings }, cache, foundAt);
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
    readingLost: readings.length === 0 && hasReading(log),
  };
}

/** Whether the log's explanation tells of a device's reading. */
const hasReading = ({ why }: LogRow): boolean =>
  why !== null && (JSON.parse(why) as Why).candidates.some(({ kind }) => kind === "device");
