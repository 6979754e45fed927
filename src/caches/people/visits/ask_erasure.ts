/**
 * Erasure at home: the instances where the member's keys had logged are asked to erase that, signed by this instance. By https,
 * again until they have done it, and once as mail where that takes hours. API "Caches, logs, media".
 */
import type { Tx } from "../../../db/mod.ts";
import type { Game } from "../../game.ts";
import { erasureRows } from "../../tables/own_visit_store.ts";

const PATH = "/federation/visits/erase";
/** Asked in one run of the job. */
const AT_ONCE = 50;
const FIRST_S = 300, DAY_S = 86_400, GIVEN_UP_S = 30 * DAY_S;
/** At its fourth try, some hours later, it goes as mail as well. */
const MAILED_AT = 3;

/** Notes what has to be erased elsewhere, inside the write that erases the account here. */
export const noteErasures = (game: Game, tx: Tx, account: number): void =>
  void erasureRows(game).askOf(tx, { account, at: game.world.now() });

/** Asks for what is due, and gives up what nobody would do for thirty days. */
export async function askErasures(game: Game): Promise<void> {
  const started = game.world.now(), rows = erasureRows(game);
  await game.db.write((tx) => void rows.dropOld(tx, { before: started - GIVEN_UP_S }));
  for (const { origin, key, call, tries } of rows.due({ now: started, limit: AT_ONCE })) {
    const at = game.world.now();
    const sig = game.ownHome?.sign({ at, call, instance: origin, key, path: PATH });
    const act = sig === undefined ? undefined : { home: game.instance, key, at, sig };
    const reply = act && await game.bringVisit?.(origin, PATH, act);
    await game.db.write((tx) => {
      if (reply?.status === 200) return void rows.drop(tx, { origin, key });
      rows.putOff(tx, { origin, key, dueAt: at + Math.min(FIRST_S * 4 ** tries, DAY_S) });
      if (act && tries === MAILED_AT) game.ownHome?.mail(tx, origin, JSON.stringify(act));
    });
  }
}
