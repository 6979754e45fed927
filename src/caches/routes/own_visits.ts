/**
 * A member's logs at caches of other instances (API "Caches, logs, media"): handed on to the instance that keeps the cache, since a page
 * of this one asks no other instance itself. What is private of a visit is passed through; where no network
 * reaches that instance, it waits here with the visit until a slow way has taken it.
 */
import { z } from "#schemas";
import { fromBase64Url } from "../../base/mod.ts";
import { json, route, session, wholeParam } from "../../http/mod.ts";
import { isInstanceId, readGid, type VisitDocument } from "../../wire/mod.ts";
import { gameFailure, visitFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import type { Answered } from "../ports.ts";
import { queueVisit } from "../people/visits/circuits.ts";
import { type Opinion, OPINIONS } from "../people/visits/opinions.ts";
import { ownVisitRows } from "../tables/own_visit_store.ts";
import { lines } from "../views/fields.ts";
import { OwnVisit, ownVisitView } from "../views/visit_view.ts";
import { PHOTO_BYTES } from "../rules/media_kind.ts";
import { Ok, perAccount, SPEC, STORED } from "./shared.ts";

/** As much as the cache's instance takes. */
export const MOST_BYTES = 16 * 1024;
/** A visit of which no record came for so long was lost on the way, or taken back. */
const LOST_S = 14 * 86_400;

const Key = z.string().refine((key) => fromBase64Url(key)?.length === 32, "is not an Ed25519 public key");
const Sig = z.string().min(80).max(100);
const at = z.number().int().min(0);
/** An act that a key signed at a time. */
export const Act = z.strictObject({ key: Key, at, sig: Sig });
const SentId = z.string().regex(/^[0-9A-Za-z-]{16,64}$/);

const Visit = z.strictObject({
  at,
  cache: z.string().max(400),
  call: z.string().max(12),
  home: z.string().max(253),
  instance: z.string().max(253).refine(isInstanceId, "is no instance"),
  key: Key,
  kind: z.enum(["found", "DNF", "note"]),
  priv: z.string().regex(/^[0-9a-f]{64}$/).optional(),
  sentId: SentId,
  text: lines(2000),
  sig: Sig,
  private: z.strictObject({
    accuracyM: z.number().optional(),
    code: z.string().max(128).optional(),
    lat: z.number().optional(),
    lon: z.number().optional(),
    salt: z.string().max(64),
    tag: z.string().max(128).optional(),
  }).optional().describe("Passed on; kept here only while the visit waits for a slow way"),
}).describe("The signed document with its signature, and what only the cache's instance sees");

/** Where what is handed on cannot be brought. */
export const BROUGHT = [
  gameFailure.log_not_found,
  gameFailure.visit_refused,
  gameFailure.visit_put_off,
  gameFailure.visit_unreached,
];

/** What the cache's instance may refuse a visit with; its own words go on to the member. */
export const THEIRS = [
  gameFailure.cache_not_found,
  gameFailure.already_found,
  gameFailure.own_cache,
  gameFailure.cache_inactive,
  gameFailure.last_stage_locked,
  gameFailure.cannot_rate,
  gameFailure.suspended,
  visitFailure.visitors_off,
  visitFailure.origin_untrusted,
  visitFailure.origin_blocked,
  visitFailure.visitor_refused,
  visitFailure.wrong_instance,
  visitFailure.bad_visit_signature,
  visitFailure.key_revoked,
  visitFailure.too_old,
  visitFailure.too_early,
  visitFailure.before_cache,
  visitFailure.before_key,
  visitFailure.visit_not_found,
  visitFailure.visit_late,
];

/** What could not be brought for so long goes by packet radio or as mail, where there is a way for it. */
const SLOWLY_AFTER_S = 3600;

/**
 * Puts a visit that could not be brought on a slower way, once: the phone need not send it again. A packet circuit is before
 * mail, since the answer comes with it.
 */
async function carried(
  game: Game,
  account: number,
  origin: string,
  visit: z.infer<typeof Visit>,
): Promise<Answered | undefined> {
  if (visit.at > game.world.now() - SLOWLY_AFTER_S) return undefined;
  const { sig, private: beside, ...signed } = visit;
  const isQueued = await game.db.write((tx) =>
    queueVisit(game, tx, account, { document: signed as VisitDocument, sig, beside })
  );
  if (isQueued) return { status: 202, body: { waiting: "circuit" } };
  const document = JSON.stringify(visit);
  const isOut = await game.db.write((tx) => game.ownHome?.mail(tx, origin, document));
  return isOut ? { status: 202, body: { waiting: "mail" } } : undefined;
}

/** Throws what the cache's instance refused, or that it did not answer; 200, 201 and 202 are left. */
export function refuse(answered: Answered | undefined, origin: string): asserts answered is Answered {
  if (answered === undefined || answered.status >= 500) throw gameFailure.visit_unreached({ origin });
  if (answered.status >= 200 && answered.status < 300) return;
  const { reason, error } = (answered.body ?? {}) as { reason?: unknown; error?: unknown };
  const words = typeof error === "string" && error.length <= 300 ? error : undefined;
  if (answered.status === 429) {
    throw gameFailure.visit_put_off({ retryAfter: answered.retryAfter ?? 60, origin }, words);
  }
  const theirs = THEIRS.find((one) => one.reason === reason);
  throw theirs ? theirs({}, words) : gameFailure.visit_refused({ origin }, words);
}

/** What the member thinks of the cache from now on. */
const held = ({ favourite, stars }: { favourite: 0 | 1; stars: number | null }, opinion: Opinion) =>
  opinion === "favourite" || opinion === "unfavourite"
    ? { favourite: opinion === "favourite" ? 1 as const : 0 as const, stars }
    : { favourite, stars: Number(opinion) };

/** Visits of members elsewhere: handed on, listed, changed and taken back. */
export const ownVisitRoutes = (game: Game) => [
  route("POST /api/my/visits", {
    gate: session(),
    spec: SPEC,
    summary: "Hand a signed log on to the instance that keeps the cache; its answer is the answer",
    status: 201,
    also: {
      200: "The same visit as before, or a visit whose text was changed",
      202:
        "It waits there until that instance has the record of the key; or it is on its way by packet radio or as mail",
    },
    limit: perAccount("visit-write", 120, 3600),
    maxBytes: MOST_BYTES,
    body: Visit,
    reply: z.looseObject({ sentId: z.string(), origin: z.string() }),
    errors: [
      ...THEIRS,
      gameFailure.key_unknown,
      gameFailure.visit_not_yours,
      gameFailure.visit_refused,
      gameFailure.visit_put_off,
      gameFailure.visit_unreached,
    ],
    handle: async ({ who: { account }, body }) => {
      const { cache, call, home, instance: origin, key, kind, sentId, text, at } = body;
      const holder = game.accounts.holder(call);
      if (home !== game.instance || holder?.accountId !== account || origin === game.instance) {
        throw gameFailure.visit_not_yours();
      }
      if (readGid(cache)?.origin !== origin) throw gameFailure.visit_not_yours();
      if (holder.suspended) throw gameFailure.suspended();
      if (!game.accounts.deviceKey(call, key)) throw gameFailure.key_unknown();
      const answered = await game.bringVisit?.(origin, "/federation/visits", body) ??
        await carried(game, account, origin, body);
      refuse(answered, origin);
      const { private: _, ...rest } = answered.body as Record<string, unknown>;
      const reply = { ...rest, sentId, origin };
      await game.db.write((tx) => {
        ownVisitRows(game).dropLost(tx, { before: game.world.now() - LOST_S });
        ownVisitRows(game).sent(tx, {
          ...{ account, signerKey: key, sentId, cacheGid: cache, origin, call, kind, text },
          ...{ foundAt: at, tier: null, answer: JSON.stringify(reply), gid: null },
        });
      });
      return json(reply, answered.status);
    },
  }),
  route("GET /api/my/visits", {
    gate: session(),
    spec: SPEC,
    summary: "What the member logged at caches of other instances, and what became of it, the newest first",
    query: z.object({
      origin: z.string().max(253).optional().describe("Only at caches of this instance"),
      limit: wholeParam(1, 200, 50).describe("At most so many, 1 to 200"),
    }),
    reply: z.object({ visits: z.array(OwnVisit) }),
    handle: ({ who: { account }, query: { origin = null, limit } }) => ({
      visits: ownVisitRows(game).latestOf({ account, origin, limit }).map((row) => ownVisitView(game, row)),
    }),
  }),
  route("POST /api/my/visits/:sentId/opinions/:opinion", {
    gate: session(),
    spec: SPEC,
    summary:
      "Make a neighbour's cache that was found a favourite or not, or give it stars: its instance takes it",
    params: {
      sentId: "The name that the phone gave the visit",
      opinion: "favourite, unfavourite, or stars from 1 to 5",
    },
    limit: perAccount("visit-write", 120, 3600),
    maxBytes: MOST_BYTES,
    body: Act,
    reply: Ok,
    errors: [
      ...THEIRS,
      ...BROUGHT,
    ],
    handle: async ({ who: { account }, params: { sentId, opinion: word }, body }) => {
      const row = ownVisitRows(game).bySent({ account, sentId }),
        opinion = OPINIONS.find((one) => one === word);
      const path = row && ownVisitView(game, { ...row, map: null }).opinions;
      if (!row || !path || !opinion) throw gameFailure.log_not_found();
      refuse(await game.bringVisit?.(row.origin, `${path}${opinion}`, body), row.origin);
      await game.db.write((tx) => ownVisitRows(game).setOpinion(tx, { id: row.id, ...held(row, opinion) }));
      return { ok: true };
    },
  }),
  route("PUT /api/my/visits/:sentId/photos/:n", {
    gate: session(),
    spec: SPEC,
    summary: "Hand a photo of a visit on to the instance that keeps the cache, which cleans and keeps it",
    params: { sentId: "The name that the phone gave the visit", n: "Which of its photos, from 1" },
    query: z.object({ signed: z.string().max(120).describe("Its signature, as `<at>.<sig>`") }),
    limit: perAccount("visit-write", 120, 3600),
    raw: "application/octet-stream, image/*",
    maxBytes: PHOTO_BYTES,
    reply: Ok,
    errors: [
      ...THEIRS,
      ...STORED,
      gameFailure.media_count,
      ...BROUGHT,
    ],
    handle: async ({ who: { account }, params: { sentId, n }, query: { signed }, incoming: { bytes } }) => {
      const row = ownVisitRows(game).bySent({ account, sentId });
      const visit = row && ownVisitView(game, { ...row, map: null }).photos;
      if (!row || visit === null || visit === undefined || !/^[1-9]$/.test(n)) {
        throw gameFailure.log_not_found();
      }
      const path = `/federation/visits/${encodeURIComponent(visit)}/photos/${n}`;
      refuse(await game.bringVisit?.(row.origin, path, { bytes, signed }), row.origin);
      return { ok: true };
    },
  }),
  route("POST /api/my/visits/:sentId/withdraw", {
    gate: session(),
    spec: SPEC,
    summary: "Take a visit back: handed on to the instance that keeps the cache, which does it within a day",
    params: { sentId: "The name that the phone gave the visit" },
    limit: perAccount("visit-write", 120, 3600),
    maxBytes: MOST_BYTES,
    body: Act,
    reply: Ok,
    errors: [
      ...THEIRS,
      ...BROUGHT,
    ],
    handle: async ({ who: { account }, params: { sentId }, body }) => {
      const row = ownVisitRows(game).bySent({ account, sentId });
      const path = row && ownVisitView(game, { ...row, map: null }).withdraw;
      if (!row || !path) throw gameFailure.log_not_found();
      refuse(await game.bringVisit?.(row.origin, path, body), row.origin);
      await game.db.write((tx) => ownVisitRows(game).dropOne(tx, { id: row.id }));
      return { ok: true };
    },
  }),
];
