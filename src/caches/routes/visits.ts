/** Visits of other instances' members, and whose visits operators refuse. */
import { z } from "#schemas";
import { baseCall, isCall, normalCall } from "../../base/mod.ts";
import { type Asked, json, type Limit, open, route, sysopOrOperator } from "../../http/mod.ts";
import { gameFailure, visitFailure, visitFormFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { holdOpinion, OPINIONS } from "../people/visits/opinions.ts";
import { carryPhoto } from "../people/visits/photos.ts";
import {
  Erasure,
  instanceName,
  PostedVisit,
  readPosted,
  readPostedCbor,
  SignedAct,
  VISIT_BYTES,
} from "../people/visits/posted.ts";
import { type Taken, takeVisit, visitView } from "../people/visits/take_visit.ts";
import { eraseVisits, withdrawVisit } from "../people/visits/undo.ts";
import { PHOTO_BYTES } from "../rules/media_kind.ts";
import { visitRows } from "../tables/visit_store.ts";
import { line } from "../views/fields.ts";
import { LogView } from "../views/log_view.ts";
import { MediaView } from "../views/media_view.ts";
import { ADMIN_SPEC, Ok, STORED } from "./shared.ts";

const SPEC = 'FED "Public federation"';
/** Phones of one club often share an address, and an instance hands on the visits of all of its members. */
const visits: Limit = { name: "visits", points: 120, seconds: 60 };
const photos: Limit = { name: "visit-photos", points: 60, seconds: 60 };

const VisitView = z.object({
  visit: z.string().describe("Names it in further requests"),
  gid: z.string().nullable().describe("Global id of the find's record"),
  ...LogView.pick({ foundAt: true, tier: true, verified: true, why: true, open: true }).shape,
  withdrawn: z.literal(true).optional().describe("It was taken back, or removed by an operator"),
});
const Waiting = z.object({ waiting: z.literal("key") });

/** Refusals of whoever may not log here, before the log is looked at. */
const ORIGIN = [
  visitFailure.visitors_off,
  visitFailure.origin_untrusted,
  visitFailure.origin_blocked,
  visitFailure.visitor_refused,
  visitFailure.suspended,
];

export const visitRoutes = (game: Game) => [...signedRoutes(game), ...adminRoutes(game)];

function signedRoutes(game: Game) {
  return [
    route("POST /federation/visits", {
      gate: open("a visit is signed by its writer's key, for which the writer's own instance vouches"),
      spec: SPEC,
      summary:
        "Log a find, a DNF or a note as a member of another instance: JSON, or its canonical form in CBOR",
      limit: visits,
      raw: "application/json, application/cbor",
      rawShape: PostedVisit,
      maxBytes: VISIT_BYTES,
      status: 201,
      reply: VisitView,
      also: {
        200: "The same visit as before; its text is that of the later document",
        202: {
          says: "Its writer's instance is asked for the key; the visit waits for seven days",
          reply: Waiting,
        },
      },
      errors: [
        ...ORIGIN,
        visitFormFailure.invalid_body,
        gameFailure.cache_not_found,
        visitFailure.wrong_instance,
        gameFailure.already_found,
        gameFailure.own_cache,
        gameFailure.cache_inactive,
        gameFailure.last_stage_locked,
        gameFailure.log_mend_late,
        gameFailure.note_needs_text,
        gameFailure.log_limit,
        visitFailure.bad_visit_signature,
        visitFailure.key_revoked,
        visitFailure.too_old,
        visitFailure.too_early,
        visitFailure.before_cache,
        visitFailure.before_key,
        visitFailure.visit_quota,
      ],
      handle: async ({ incoming }) => answered(game, await takeVisit(game, posted(incoming))),
    }),
    route("POST /federation/visits/erase", {
      gate: open("an erasure is signed by the key of the instance where the visitor lives"),
      spec: SPEC,
      summary: "Remove the visits of a key, as its home asks for when the member erases the account",
      limit: visits,
      body: Erasure,
      reply: z.object({ removed: z.number() }),
      errors: [
        visitFailure.origin_untrusted,
        visitFailure.bad_erasure_signature,
        visitFailure.too_old,
        visitFailure.too_early,
      ],
      handle: async ({ body }) => ({ removed: await game.db.write((tx) => eraseVisits(game, tx, body)) }),
    }),
    route("POST /federation/visits/:visit/withdraw", {
      gate: open("taking a visit back is signed by its writer's key"),
      spec: SPEC,
      summary: "Take a visit back, within a day; neighbours get a tombstone",
      params: { visit: "The visit, as the answer to it names it" },
      limit: visits,
      body: SignedAct,
      reply: Ok,
      errors: [
        visitFailure.visit_not_found,
        visitFailure.bad_visit_signature,
        visitFailure.key_revoked,
        visitFailure.too_old,
        visitFailure.too_early,
        visitFailure.visit_late,
        gameFailure.log_not_found,
      ],
      handle: async ({ params, body }) => {
        await game.db.write((tx) => withdrawVisit(game, tx, params.visit, body));
        return { ok: true };
      },
    }),
    route("POST /federation/visits/:visit/opinions/:opinion", {
      gate: open("what a visitor thinks of a cache is signed by the key of their visit"),
      spec: SPEC,
      summary: "Make the cache that was found a favourite or not, or give it stars",
      params: {
        visit: "The visit, as the answer to it names it",
        opinion: "favourite, unfavourite, or stars from 1 to 5",
      },
      limit: visits,
      body: SignedAct,
      reply: Ok,
      errors: [
        ...ORIGIN,
        visitFailure.visit_not_found,
        visitFailure.bad_visit_signature,
        visitFailure.key_revoked,
        visitFailure.too_old,
        visitFailure.too_early,
        gameFailure.log_not_found,
        gameFailure.cannot_rate,
      ],
      handle: async ({ params, body }) => {
        const opinion = OPINIONS.find((one) => one === params.opinion);
        if (!opinion) throw visitFailure.visit_not_found();
        await game.db.write((tx) => holdOpinion(game, tx, params.visit, opinion, body));
        return { ok: true };
      },
    }),
    route("PUT /federation/visits/:visit/photos/:n", {
      gate: open("a photo of a visit is signed by its writer's key in x-visit-signature"),
      spec: SPEC,
      summary:
        "Put a photo beside a visit, in place of the one with its number; what cameras note is not stored",
      params: { visit: "The visit, as the answer to it names it", n: "Which of its photos, from 1" },
      limit: photos,
      raw: "image/*",
      maxBytes: PHOTO_BYTES,
      status: 201,
      also: { 200: "The file was there already" },
      reply: MediaView,
      errors: [
        ...ORIGIN,
        ...STORED,
        gameFailure.media_count,
        visitFailure.visit_not_found,
        visitFailure.bad_visit_signature,
        visitFailure.key_revoked,
        visitFailure.too_old,
      ],
      handle: async ({ params, incoming }) => {
        if (!/^[1-9]\d{0,2}$/.test(params.n)) throw visitFailure.visit_not_found();
        const signed = incoming.header("x-visit-signature");
        const carried = { visit: params.visit, n: Number(params.n), bytes: incoming.bytes };
        const { file, duplicate } = await carryPhoto(game, { ...carried, signed });
        return duplicate ? json(file) : file;
      },
    }),
  ];
}

/** The visit in a body, by what its media type says that it is. */
function posted(incoming: Asked) {
  const type = incoming.header("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  const read = type === "application/cbor"
    ? readPostedCbor(incoming.bytes)
    : readPosted(text(incoming.bytes));
  if (typeof read !== "string") return read;
  throw visitFormFailure.invalid_body({ issues: [{ path: "", message: read }] }, read);
}

function text(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return "";
  }
}

const answered = (game: Game, taken: Taken) =>
  "waiting" in taken ? json(taken, 202) : json(visitView(game, taken.visit), taken.isNew ? 201 : 200);

const Wish = z.strictObject({
  allowed: z.boolean(),
  reason: line(500).optional().describe("Why not; shown to whoever is refused"),
});
const Standing = z.object({ home: z.string(), call: z.string().nullable(), allowed: z.boolean() });

function adminRoutes(game: Game) {
  const decide = (home: string, base: string, wish: z.infer<typeof Wish>, actor: string) =>
    game.db.write((tx) => {
      const { allowed, reason = "" } = wish, at = game.world.now();
      if (allowed) visitRows(game).allow(tx, { home, base });
      else visitRows(game).refuse(tx, { home, base, reason, at });
      game.audit.note(tx, at, {
        ...{ actor, action: allowed ? "visitors_allow" : "visitors_refuse", kind: "visitor", reason },
        ...{
          targetId: base === "" ? home : `${base} ${home}`,
          label: base === "" ? home : `${base} · ${home}`,
        },
      });
      return { home, call: base === "" ? null : base, allowed };
    });
  const gate = () => sysopOrOperator({ anyAge: "it removes nothing, and is taken back as it was done" });
  const named = (home: string): string => {
    if (!instanceName.safeParse(home).success) throw visitFailure.visitor_not_found();
    return home;
  };
  return [
    route("GET /api/admin/visitors", {
      gate: sysopOrOperator(),
      spec: ADMIN_SPEC,
      summary: "Whose visits operators refuse",
      reply: z.object({
        refused: z.array(z.object({
          home: z.string(),
          call: z.string().nullable().describe("`null`: everybody of that instance"),
          reason: z.string(),
          at: z.number(),
        })),
      }),
      handle: () => ({
        refused: visitRows(game).allRefused({}).map(({ home, base, reason, at }) => ({
          ...{ home, call: base === "" ? null : base, reason, at },
        })),
      }),
    }),
    route("PUT /api/admin/visitors/:home", {
      gate: gate(),
      spec: ADMIN_SPEC,
      summary: "Refuse all visitors of an instance, or take them again; what they logged stays",
      params: { home: "Name of the visitors' instance" },
      body: Wish,
      reply: Standing,
      errors: [visitFailure.visitor_not_found],
      handle: ({ who, params, body }) => decide(named(params.home), "", body, who.actor),
    }),
    route("PUT /api/admin/visitors/:home/:call", {
      gate: gate(),
      spec: ADMIN_SPEC,
      summary: "Refuse one visitor, or take them again; what they logged stays",
      params: {
        home: "Name of the visitor's instance",
        call: "The visitor's callsign, with or without SSID",
      },
      body: Wish,
      reply: Standing,
      errors: [visitFailure.visitor_not_found],
      handle: ({ who, params, body }) => {
        const call = normalCall(params.call);
        if (!isCall(call)) throw visitFailure.visitor_not_found();
        return decide(named(params.home), baseCall(call), body, who.actor);
      },
    }),
  ];
}
