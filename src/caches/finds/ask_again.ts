/** Asking peers about finds that are written. FED "Events", Corroboration. */
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { askPeers, peerWords } from "./gather_evidence.ts";
import { liftable, openFind } from "./judge_again.ts";
import { openFinds } from "./open_finds.ts";

/** Finds that one run asks about: peers answer so many questions a minute, and no more. */
const AT_ONCE = 20, LOOKED_AT = 500;

/** Asks about a find that is written; gives whether anybody could be asked. */
export async function askLater(game: Game, logId: number): Promise<boolean> {
  const open = openFind(game, logId);
  const answers = open && await askPeers(game, open.evidence);
  if (answers?.round === undefined) return false;
  await game.db.write((tx) => {
    const finds = liftable(game);
    const lifted = answers.verdict?.confirmed === true && finds.lift(tx, logId, answers.verdict);
    game.corroborator!.keep(tx, logId, answers.round, lifted, finds);
  });
  return true;
}

/** Asks peers about a find once more, by hand. Refuses finds that need none; gives whether anybody could be asked. */
export async function askByHand(game: Game, logId: number): Promise<boolean> {
  if (!openFind(game, logId)) throw gameFailure.find_not_open({ id: logId });
  return await askLater(game, logId);
}

/**
 * Asks about finds that nobody could be asked about when they were logged, now that a peer is trusted. What peers were asked
 * about already, they are asked about again by themselves.
 */
export async function askWaiting(game: Game): Promise<void> {
  const done: number[] = [];
  let asked = 0;
  for (const { log } of openFinds(game).toAsk({ limit: LOOKED_AT })) {
    if (asked === AT_ONCE) break;
    try {
      const open = openFind(game, log);
      if (open && peerWords(game, open.log).length === 0 && await askLater(game, log)) asked++;
    } catch (error) {
      game.world.log.getChild("caches").error("asking peers about {log} failed: {error}", { log, error });
    }
    done.push(log);
  }
  if (done.length === 0) return;
  // Afterwards: a program that is killed meanwhile looks again, and finds who was asked.
  await game.db.write((tx) => {
    for (const log of done) openFinds(game).setAsked(tx, { log });
  });
}
