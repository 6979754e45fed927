/**
 * What a find would be worth now by what was heard of somebody, so that it is said before it is logged: the tier rule itself over
 * what is here. The reading of their device is not sent for it, peers are not asked, and nothing is written.
 */
import type { Game } from "../game.ts";
import type { Person } from "../ports.ts";
import { judge } from "../rules/tier.ts";
import { stageRows } from "../tables/stage_store.ts";
import { reachesTier } from "../views/log_view.ts";
import { evidenceOf } from "./gather_evidence.ts";
import { loggable } from "./loggable.ts";

export function wouldBe(game: Game, ref: string, { person, call }: { person: Person; call: string }) {
  const cache = loggable(game, { cache: ref, person }), at = game.world.now();
  const { tier, why } = judge(evidenceOf(game, { person, call, readings: [] }, cache, at));
  const stages = stageRows(game);
  const last = stages.of({ cache: cache.id }).at(-1);
  const locked = last &&
    !stages.unlocksOf({ cache: cache.id, account: person.accountId }).some(({ n }) => n === last.n);
  return {
    at,
    tier,
    verified: reachesTier(tier, game.leastTrustOf(cache)),
    why,
    ...(locked && { locked: last.n }),
  };
}
