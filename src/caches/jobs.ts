/** Jobs of the game: deleting what is old. */
import type { Job } from "../jobs/mod.ts";
import { mendSums, moveWindows } from "./community/finder_sums.ts";
import { readTitles } from "./exchange/search_mirrors.ts";
import { askWaiting } from "./finds/ask_again.ts";
import { lookAgain } from "./finds/judge_again.ts";
import { openFinds } from "./finds/open_finds.ts";
import { settleAll } from "./finds/settle_finds.ts";
import type { Game } from "./game.ts";
import { sealerOf } from "./stages/seal_stages.ts";
import { askStages } from "./offline/mirror_stages.ts";
import { pruneCleared } from "./newcomers/clear.ts";
import { askErasures } from "./people/visits/ask_erasure.ts";
import { lookAtWaiting } from "./people/visits/waiting.ts";
import { stageRows } from "./tables/stage_store.ts";
import { commandRows } from "./tables/radio_store.ts";
import { filesOf } from "./media/media_files.ts";

const DAY_S = 86_400;
/** A command over the internet waits this long for its confirmation; decided ones are shown for thirty days. */
const PENDING_S = 7 * DAY_S;
const DECIDED_S = 30 * DAY_S;

/** Expires waiting commands, forgets old ones, tries of codes, notes of what was sent, and files that were cleared. */
function prune(game: Game): Promise<void> {
  const now = game.world.now();
  return game.db.write((tx) => {
    commandRows(game).expire(tx, { before: now - PENDING_S, now });
    commandRows(game).prune(tx, { before: now - DECIDED_S });
    commandRows(game).pruneNear(tx, { before: now - DAY_S });
    pruneCleared(game, tx);
    stageRows(game).pruneTries(tx, { before: now - 3600 });
  });
}

/** What the game does by itself; `when` is a cron line in UTC. */
export const gameJobs = (game: Game): Job[] => [
  { name: "game-prune", when: "23 * * * *", judgesTime: true, run: () => prune(game) },
  // What neighbours tell of the stages of their caches, for packs.
  { name: "mirror-stages", when: "*/5 * * * *", judgesTime: true, run: () => askStages(game) },
  { name: "mirror-titles", when: "* * * * *", run: () => readTitles(game) },
  // Stages that a stopped program left unsealed.
  { name: "seal-stages", when: "7 * * * *", run: () => Promise.resolve(sealerOf(game).wake()) },
  // Finds that a stopped program left unjudged, or a failure; what is open is known by its time.
  { name: "open-finds", when: "*/5 * * * *", judgesTime: true, run: () => lookAgain(game) },
  { name: "open-finds-ask", when: "* * * * *", judgesTime: true, run: () => askWaiting(game) },
  {
    name: "open-finds-close",
    when: "37 * * * *",
    judgesTime: true,
    run: async () => {
      await game.db.write((tx) => void openFinds(game).close(tx, game.world.now()));
      await settleAll(game);
    },
  },
  // Visits whose writer's instance has not told of the key yet.
  { name: "visits-waiting", when: "* * * * *", judgesTime: true, run: () => lookAtWaiting(game) },
  // What members who erased their accounts had logged elsewhere.
  { name: "visit-erasures", when: "* * * * *", judgesTime: true, run: () => askErasures(game) },
  { name: "finder-windows", when: "41 * * * *", judgesTime: true, run: () => moveWindows(game) },
  {
    name: "finder-sums",
    when: "17 3 * * *",
    judgesTime: true,
    run: async () => {
      const mended = await mendSums(game);
      if (mended > 0) game.world.log.warn("the finds of {mended} persons were counted anew", { mended });
    },
  },
  {
    name: "media-sweep",
    when: "53 3 * * *",
    judgesTime: true,
    run: async () => {
      const swept = await filesOf(game).sweep();
      if (swept > 0) game.world.log.info("removed {swept} files that nothing needs", { swept });
    },
  },
];
