/** An owner hands a cache on to a member, who may say no: it stays the owner's until the member has said yes. */
import { isCall, normalCall } from "../../base/mod.ts";
import { z } from "#schemas";
import { type Actor, asViewer } from "../acting.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { adoptionRows, type OpenHanding } from "../tables/adoption_store.ts";
import { cacheRows } from "../tables/cache_store.ts";
import { ownedCache, seenCache } from "../views/find_cache.ts";
import { handOver } from "./decide.ts";
import { alert, note, NOTICE_S } from "./record.ts";

/** A cache that is to change hands, as its owner and the member who is asked see it. Times are unix seconds. */
export const HandingView = z.object({
  cacheId: z.number(),
  code: z.string(),
  title: z.string(),
  type: z.string(),
  from: z.string(),
  to: z.string(),
  inPlace: z.boolean(),
  note: z.string(),
  askedAt: z.number(),
  endsAt: z.number(),
});

const viewOf = (row: OpenHanding): z.infer<typeof HandingView> => ({
  cacheId: row.cacheId,
  code: row.code,
  title: row.title,
  type: row.type,
  from: row.ownerCall,
  to: row.toCall,
  inPlace: row.inPlace === 1,
  note: row.note,
  askedAt: row.askedAt,
  endsAt: row.endsAt,
});

/** What a member is asked to take over, and what the member asks others to. */
export function handingsOf(game: Game, account: number) {
  const now = game.world.now(), rows = adoptionRows(game);
  return {
    toMe: rows.handingsTo({ account, now }).map(viewOf),
    fromMe: rows.handingsFrom({ account, now }).map(viewOf),
  };
}

/** An owner asks a member. Throws where the cache is a draft, the call nobody's proven one, or somebody is asked already. */
export function askToTake(
  game: Game,
  actor: Actor,
  ref: string,
  wish: { callsign: string; inPlace: boolean; note: string },
) {
  const { id } = ownedCache(game, ref, actor);
  const call = normalCall(wish.callsign);
  return game.db.write((tx) => {
    const cache = cacheRows(game).byId({ id })!, now = game.world.now(), rows = adoptionRows(game);
    if (cache.status === "draft") throw gameFailure.cache_inactive({ status: cache.status });
    const taker = isCall(call) ? game.accounts.holder(call) : undefined;
    if (!taker || taker.suspended || !game.accounts.isVerified(call)) throw gameFailure.adopter_unverified();
    if (taker.accountId === actor.person.accountId) throw gameFailure.request_own();
    const open = rows.handing({ cache: id, now });
    if (open) throw gameFailure.handing_open({ callsign: open.toCall, endsAt: open.endsAt });
    // One that has ended, or that an earlier owner left.
    rows.dropHanding(tx, { cache: id });
    rows.askToTake(tx, {
      cacheId: id,
      fromAccount: actor.person.accountId,
      toAccount: taker.accountId,
      toCall: call,
      inPlace: wish.inPlace ? 1 : 0,
      note: wish.note,
      askedAt: now,
      endsAt: now + NOTICE_S,
    });
    alert(game, tx, taker.accountId, "handing_asked", cache);
    return viewOf(rows.handing({ cache: id, now })!);
  });
}

/** The owner keeps the cache after all. */
export function keepAfterAll(game: Game, actor: Actor, ref: string) {
  const { id } = ownedCache(game, ref, actor);
  return game.db.write((tx) => {
    const rows = adoptionRows(game);
    if (!rows.handing({ cache: id, now: game.world.now() })) throw gameFailure.handing_not_found();
    rows.dropHanding(tx, { cache: id });
    return { ok: true as const };
  });
}

/** The member who is asked says yes, and has the cache with its finds and log book, or no. */
export function answerHanding(game: Game, actor: Actor, ref: string, says: "yes" | "no") {
  const { id } = seenCache(game, ref, asViewer(actor));
  return game.db.write((tx) => {
    const cache = cacheRows(game).byId({ id })!, rows = adoptionRows(game);
    const open = rows.handing({ cache: id, now: game.world.now() });
    if (open?.toAccount !== actor.person.accountId) throw gameFailure.handing_not_found();
    if (says === "yes") {
      // The call may have gone to somebody else since, or its proof.
      const holder = game.accounts.holder(open.toCall);
      if (holder?.accountId !== open.toAccount || !game.accounts.isVerified(open.toCall)) {
        throw gameFailure.adopter_unverified();
      }
      handOver(game, tx, cache, holder, open.toCall, open.inPlace === 1);
      const { toCall: to } = open, from = cache.ownerCall;
      note(game, tx, cache, { action: "handed_on", actor: to, note: open.note, from, to });
    } else rows.dropHanding(tx, { cache: id });
    const kind = says === "yes" ? "handing_accepted" : "handing_declined";
    alert(game, tx, open.fromAccount, kind, { ...cache, ownerCall: open.toCall });
    const owner = says === "yes" ? open.toCall : open.ownerCall;
    return { ok: true as const, cacheId: id, code: cache.code, owner };
  });
}
