/** An account lost a call: under which name what it made is shown from then on, and what becomes of its caches. */
import type { CachesLeft } from "../../accounts/mod.ts";
import { baseCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { offer } from "../adoption/offer.ts";
import { adoptionRows } from "../tables/adoption_store.ts";
import { type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { cacheChanged } from "../exchange/cache_changed.ts";
import { openFinds } from "../finds/open_finds.ts";
import type { Game } from "../game.ts";
import { logRows } from "../tables/log_store.ts";
import { packRows } from "../tables/pack_store.ts";
import { cachesLoggedBy, setNewcomer } from "./person.ts";

/** The name under which content is shown whose writer has lost the call and holds no other. */
const FORMER = "FORMER";

export interface LostCall {
  base: string;
  /** The account's active call afterwards; `null` when it holds no call any more. */
  left: string | null;
  caches: CachesLeft;
  /** Who took it: `licensee`, or the operator's call. */
  actor: string;
}

/** What it made under that call is shown under another of its calls, or as FORMER. */
export function callLost(game: Game, tx: Tx, account: number, lost: LostCall): void {
  const { base } = lost, name = lost.left ?? FORMER;
  for (const before of hiddenUnder(game, account, base)) {
    cacheRows(game).setOwner(tx, { id: before.id, account, call: name });
    leave(game, tx, before.id, lost);
    cacheChanged(game, tx, before.id, before);
  }
  // What was heard of the call from now on is its next holder's.
  openFinds(game).dropOf(tx, account, base);
  logRows(game).rename(tx, { account, base, ssids: `${base}-*`, name });
  for (const cache of cachesLoggedBy(game, account)) packRows(game).changed(tx, cache);
  setNewcomer(game, tx, account);
}

/** Offers a cache for adoption, or archives it, as the operator said. Drafts and what was removed stay as they are. */
function leave(game: Game, tx: Tx, id: number, { base, caches, actor }: LostCall): void {
  const row = cacheRows(game).byId({ id })!;
  if (caches === "stay" || row.source !== "native" || row.removedAt !== null || row.status === "draft") {
    return;
  }
  if (caches === "archive") {
    cacheRows(game).update(tx, { ...row, status: "archived", updatedAt: game.world.now() });
  } else if (!adoptionRows(game).offer({ cache: id })) {
    offer(game, tx, actor, row, `${base} was released`);
  }
}

/** How many caches and logs of an account are shown under a base call. */
export const madeUnder = (game: Game, account: number, base: string): { caches: number; logs: number } => ({
  caches: hiddenUnder(game, account, base).length,
  logs: logRows(game).allOf({ account }).filter(({ call }) => baseCall(call) === base).length,
});

const hiddenUnder = (game: Game, account: number, base: string): CacheRow[] =>
  cacheRows(game).byOwner({ account }).filter(({ ownerCall }) => baseCall(ownerCall) === base);
