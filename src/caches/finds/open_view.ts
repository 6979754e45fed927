/** What a find waits for, as its writer and operators see it. */
import { LATE_S } from "../../base/mod.ts";
import type { Game } from "../game.ts";
import type { Why } from "../rules/evidence.ts";
import { STRONG_CODE_BITS } from "../rules/tier_limits.ts";
import type { LogRow } from "../tables/log_store.ts";
import { stageRows } from "../tables/stage_store.ts";
import type { Inner, Open } from "../views/log_view.ts";
import { peerWords } from "./gather_evidence.ts";
import { openFinds } from "./open_finds.ts";

/** What only the writer of a log and operators see of it. */
export const innerOf = (game: Game, log: LogRow): Inner => {
  const words = peerWords(game, log);
  return { words, open: openOf(game, log, words) };
};

/** Until when something may come that makes the find worth more, and what; undefined where nothing can. */
function openOf(game: Game, log: LogRow, words: Inner["words"]): Open | undefined {
  if (log.kind !== "found" || log.tier === "A" || log.accountId === null || log.removedAt !== null) {
    return undefined;
  }
  const row = openFinds(game).byLog({ log: log.id }), now = game.world.now();
  if (!row || row.until < now) return undefined;
  const why = log.why === null ? undefined : JSON.parse(log.why) as Why;
  const isHeard = why?.candidates.some(({ said }) => said?.code === "call_unproven") === true;
  const isSoon = now <= log.foundAt + LATE_S;
  const missing: Open["missing"] = [];
  if (isSoon && !isHeard) missing.push("hearing");
  if (isSoon && log.tier === null) {
    missing.push("reading");
    if (hasTag(game, log.accountId, log.cacheId)) missing.push("tag");
  }
  if (!isHeard && words.some(({ said }) => said === "waiting" || said === "unreached")) missing.push("peers");
  const holder = game.accounts.holder(log.call);
  if (log.accountId < 0) return missing.length === 0 ? undefined : { until: row.until, missing };
  if (holder?.accountId !== log.accountId || !game.accounts.isVerified(log.call)) missing.push("proof");
  return missing.length === 0 ? undefined : { until: row.until, missing };
}

/** Whether the last stage has a tag that proves presence and that the person has not held a phone to yet. */
function hasTag(game: Game, account: number, cache: number): boolean {
  const last = stageRows(game).of({ cache }).at(-1);
  if (last?.unlock !== "nfc" || last.bits < STRONG_CODE_BITS) return false;
  return !stageRows(game).unlocksOf({ cache, account }).some(({ n, method }) =>
    n === last.n && method === "nfc"
  );
}
