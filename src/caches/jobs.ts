/** What the game does by itself: letting old things go. */
import type { Job } from "../jobs/mod.ts";
import type { Game } from "./game.ts";

const DAY_S = 86_400;
/** A command over the internet waits this long for its confirmation; decided ones are shown for thirty days. */
const PENDING_S = 7 * DAY_S;
const DECIDED_S = 30 * DAY_S;

/** Expires waiting commands, forgets old ones, tries of codes and notes of what was sent. */
export function prune(game: Game): Promise<void> {
  const now = game.world.now();
  return game.db.write((tx) => {
    game.commands.expire(tx, now - PENDING_S, now);
    game.commands.prune(tx, now - DECIDED_S);
    game.commands.pruneNear(tx, now - DAY_S);
    game.stages.pruneTries(tx, now - 3600);
  });
}

export const gameJobs = (game: Game): Job[] => [
  { name: "game-prune", when: "23 * * * *", run: () => prune(game) },
  {
    name: "media-sweep",
    when: "53 3 * * *",
    run: async () => {
      const swept = await game.files.sweep(game.media.uses);
      if (swept > 0) game.world.log.info("removed {swept} files that nothing needs", { swept });
    },
  },
];
