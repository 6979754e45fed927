/** Visits whose key was not here: taken when their home tells of it, given up after seven days. API "Caches, logs, media". */
import { Failure } from "../../../base/mod.ts";
import type { Tx } from "../../../db/mod.ts";
import { BACK_S } from "../../finds/field_time.ts";
import type { Game } from "../../game.ts";
import { visitRows, type WaitingRow } from "../../tables/visit_store.ts";
import { giveUpCircuits } from "./circuits.ts";
import { readPosted } from "./posted.ts";
import { takeNow } from "./take_visit.ts";

/** Looked at in one write. */
const AT_ONCE = 100;

/** A key has come: what waits for it is judged once this write is over. */
export function keyCame(game: Game, tx: Tx, home: string, key: string): void {
  if (visitRows(game).waitingOf({ home, key }).length === 0) return;
  tx.after(() => {
    retry(game, visitRows(game).waitingOf({ home, key })).catch((error) =>
      game.world.log.getChild("caches").error("visits that waited were not taken: {error}", { error })
    );
  });
}

/** Looks again at all that wait, forgets those that waited too long, and asks their homes once more. */
export async function lookAtWaiting(game: Game): Promise<void> {
  const now = game.world.now(), rows = visitRows(game);
  await giveUpCircuits(game, now - BACK_S);
  if (rows.waiting({})!.n === 0) return;
  await game.db.write((tx) => void rows.dropWaiting(tx, { before: now - BACK_S }));
  await retry(
    game,
    rows.allWaiting({ limit: AT_ONCE }).filter(({ home, key }) => game.homes.keyOf(home, key)),
  );
  for (const { home } of rows.waitingFor({ now })) game.events.keyWanted(home);
}

/** Takes those that can be taken now; what is refused is given up, what still waits goes on waiting. */
async function retry(game: Game, waiting: readonly WaitingRow[]): Promise<void> {
  for (const { key, sentId, at, document } of waiting) {
    const posted = readPosted(document);
    if (typeof posted === "string") continue;
    try {
      await game.db.write((tx) => takeNow(game, tx, posted, true));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.kind === "limited") continue;
      game.world.log.getChild("caches").info("a visit that waited was refused: {reason}", {
        reason: error.reason,
      });
      await game.db.write((tx) => void visitRows(game).stopWaiting(tx, { key, sentId, at }));
    }
  }
}
