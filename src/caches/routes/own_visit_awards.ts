/**
 * A member's awards at the clubs that they visited (API "Caches, logs, media"): asked for there by acts that the key of a visit signed, and
 * handed on, since a page of this instance asks no other one itself.
 */
import { z } from "#schemas";
import { browserLang, route, session } from "../../http/mod.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { ownVisitRows } from "../tables/own_visit_store.ts";
import { ownVisitView } from "../views/visit_view.ts";
import { Act, BROUGHT, MOST_BYTES, refuse, THEIRS } from "./own_visits.ts";
import { perAccount, SPEC } from "./shared.ts";

/** Awards of a club at most, and what it says of one. Its words are a stranger's. */
const AWARDS_MOST = 100;
const Code = z.string().regex(/^[A-Z0-9]{10}$/);
const count = z.number().int().min(0).max(1_000_000);
const Award = z.object({
  id: z.number().int().min(1),
  name: z.string().max(200),
  about: z.string().max(2000),
  have: count,
  of: count,
  reachedAt: z.number().int().nullable(),
  code: Code.nullable().describe("Of the certificate, whose page is at that instance; null: none was taken"),
});
const Reachable = z.object({ awards: z.array(Award).max(AWARDS_MOST) });
const Certified = z.object({ code: Code.nullable() });

/** Hands an act on to the instance where the visit is; what it answers is read as `shape`, or refused. */
async function asked<Shape extends z.ZodType>(
  game: Game,
  { account, sentId, suffix, lang, body, shape }: {
    account: number;
    sentId: string;
    suffix: string;
    lang: string;
    body: z.infer<typeof Act>;
    shape: Shape;
  },
): Promise<z.infer<Shape>> {
  const row = ownVisitRows(game).bySent({ account, sentId });
  const path = row && ownVisitView(game, { ...row, map: null }).awards;
  if (!row || !path) throw gameFailure.log_not_found();
  const answered = await game.bringVisit?.(row.origin, `${path}${suffix}?lang=${lang}`, body);
  refuse(answered, row.origin);
  const read = shape.safeParse(answered.body);
  if (!read.success) throw gameFailure.visit_refused({ origin: row.origin });
  return read.data;
}

export const ownVisitAwardRoutes = (game: Game) => [
  route("POST /api/my/visits/:sentId/awards", {
    gate: session(),
    spec: SPEC,
    summary: "What the member can reach at the club that was visited, and how far they are; it is asked now",
    params: { sentId: "The name that the phone gave the visit" },
    limit: perAccount("visit-write", 120, 3600),
    maxBytes: MOST_BYTES,
    body: Act,
    reply: Reachable,
    errors: [...THEIRS, ...BROUGHT],
    handle: ({ who: { account }, params: { sentId }, body, incoming }) =>
      asked(game, { account, sentId, suffix: "", lang: browserLang(incoming), body, shape: Reachable }),
  }),
  route("POST /api/my/visits/:sentId/awards/:award/:wish", {
    gate: session(),
    spec: SPEC,
    summary:
      "Have the club that was visited sign a certificate for an award that one has reached, or give it back",
    params: {
      sentId: "The name that the phone gave the visit",
      award: "Number of the award, as that club's list has it",
      wish: "take to have it signed, drop to give it back",
    },
    limit: perAccount("visit-write", 120, 3600),
    maxBytes: MOST_BYTES,
    body: Act,
    reply: Certified,
    errors: [...THEIRS, ...BROUGHT],
    handle: ({ who: { account }, params: { sentId, award, wish }, body, incoming }) => {
      if (!/^[1-9]\d{0,14}$/.test(award) || (wish !== "take" && wish !== "drop")) {
        throw gameFailure.log_not_found();
      }
      const suffix = `/${award}/${wish}`, lang = browserLang(incoming);
      return asked(game, { account, sentId, suffix, lang, body, shape: Certified });
    },
  }),
];
