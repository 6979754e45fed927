/**
 * A person's receivers in the finds of others. What a receiver heard made those finds what they are: they keep their tier, and lose
 * the call that heard them and where its station stands. FED "Events", erasure.
 */
import { baseCall, callAsWord } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import type { Candidate, Why } from "../rules/evidence.ts";
import { logRows } from "../tables/log_store.ts";
import { WITHDRAWN } from "../views/cache_view.ts";

/** So many are read at a time: a receiver on a mountain heard thousands. */
const PAGE = 500;

/**
 * Takes the calls of an erased person out of what others' finds say of their receivers. Only calls that the person has proven, and
 * finds of their time with the call: whoever merely says that a call is theirs takes nobody's receiver away.
 */
export function withdrawReceivers(
  game: Game,
  tx: Tx,
  { account, bases }: { account: number; bases: readonly string[] },
): void {
  const { accounts } = game, rows = logRows(game);
  for (const base of bases) {
    if (!accounts.isVerified(base)) continue;
    const since = accounts.formerUntil(account, base), word = callAsWord(base);
    const is = (call: string | null): boolean => call !== null && baseCall(call) === base;
    for (let after = 0;;) {
      const page = rows.namingReceiver({ base, since, after });
      for (const { id, site, box, why } of page) {
        rows.withdrawReceiver(tx, {
          id,
          site: is(site) ? null : site,
          box: is(box) ? null : box,
          why: why === null
            ? null
            : JSON.stringify(withoutReceiver(JSON.parse(why), is)).replace(word, WITHDRAWN),
        });
      }
      if (page.length < PAGE) break;
      after = page.at(-1)!.id;
    }
  }
}

/** An explanation that no longer says where these receivers stand. */
const withoutReceiver = (why: Why, is: (call: string) => boolean): Why => ({
  ...why,
  candidates: why.candidates.map((one): Candidate =>
    one.receiver && is(one.receiver.site) ? { ...one, receiver: { site: WITHDRAWN } } : one
  ),
});
