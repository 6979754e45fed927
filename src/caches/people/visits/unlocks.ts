/** The unlock that travels with a visit: the last stage's word or tag, or the place where it opens. API "Caches, logs, media". */
import { distanceM, sameSecret } from "../../../base/mod.ts";
import type { Tx } from "../../../db/mod.ts";
import type { Limit } from "../../../http/mod.ts";
import type { Game } from "../../game.ts";
import type { Person } from "../../ports.ts";
import { normalCode } from "../../stages/normal_code.ts";
import type { CacheRow } from "../../tables/cache_store.ts";
import { type StageRow, stageRows } from "../../tables/stage_store.ts";
import type { Posted, Private } from "./posted.ts";

/** As many as a finder has who stands there signed in. */
const TRIES: Limit<never> = { name: "visit-tries", points: 10, seconds: 3600 };
/** Radius around the cache itself that a first stage opens in, metres. */
const START_RADIUS_M = 60;

/** Opens the last stage for a visitor where what was signed opens it. A wrong word counts a try, and opens nothing. */
export function unlockWith(game: Game, tx: Tx, person: Person, cache: CacheRow, posted: Posted): void {
  const { beside, document } = posted, stages = stageRows(game).of({ cache: cache.id }), last = stages.at(-1);
  if (!last || !beside) return;
  const open = stageRows(game).unlocksOf({ cache: cache.id, account: person.accountId });
  if (open.some(({ n, method }) => n === last.n && method === last.unlock)) return;
  if (!opens(game, { beside, last, stages, cache, who: `${document.home} ${person.call}` })) return;
  stageRows(game).unlock(tx, {
    ...{ cacheId: cache.id, n: last.n, accountId: person.accountId, call: document.call },
    ...{ at: Math.min(document.at, game.world.now()), method: last.unlock, bits: last.bits },
  });
}

interface Opening {
  beside: Private;
  last: StageRow;
  stages: readonly StageRow[];
  cache: CacheRow;
  who: string;
}

function opens(game: Game, { beside, last, stages, cache, who }: Opening): boolean {
  const word = beside.tag ?? beside.code;
  if (last.unlock === "nfc") {
    if (last.code === null || word === undefined) return false;
    game.limits.use(TRIES, `${who} ${cache.id}`);
    return sameSecret(normalCode(word), normalCode(last.code));
  }
  if (last.unlock !== "geo") return true;
  const { lat, lon } = beside;
  const before = stages.findLast((stage) => stage.n < last.n && stage.lat !== null && stage.lon !== null);
  const place = before ?? cache;
  if (lat === undefined || lon === undefined || place.lat === null || place.lon === null) return false;
  return distanceM({ lat: place.lat, lon: place.lon }, { lat, lon }) <= (before?.radiusM ?? START_RADIUS_M);
}
