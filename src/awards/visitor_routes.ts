/**
 * Awards of visitors: members of other instances reach them here as members do, by their finds here, and ask by acts that the
 * key of a visit of theirs signed. API "Caches, logs, media".
 */
import { z } from "#schemas";
import { SignedAct, visitFailure } from "../caches/mod.ts";
import { type Limit, open, route } from "../http/mod.ts";
import type { Awards } from "./awards.ts";
import { awardFailure } from "./errors.ts";
import type { AwardNeeds } from "./parts.ts";
import { idOf, langOfReader, Reachable } from "./routes.ts";

const SPEC = 'FED "Public federation"';
/** An instance hands on what its members ask. */
const ASKING: Limit = { name: "visitor-awards", points: 60, seconds: 60 };

/** Refusals of whoever may not log here, and of what the visit's key did not sign so, about now. */
const SIGNED = [
  visitFailure.visitors_off,
  visitFailure.origin_untrusted,
  visitFailure.origin_blocked,
  visitFailure.visitor_refused,
  visitFailure.suspended,
  visitFailure.visit_not_found,
  visitFailure.bad_visit_signature,
  visitFailure.key_revoked,
  visitFailure.too_old,
  visitFailure.too_early,
];

/** The routes of visitors. */
export function visitorAwardRoutes({ db, signedVisitor, awards }: AwardNeeds & { awards: Awards }) {
  const asked = {
    gate: open("what a visitor asks of their awards is signed by the key of their visit"),
    spec: SPEC,
    limit: ASKING,
    query: z.object({
      lang: z.string().max(8).optional().describe("The reader's language, in which awards are named"),
    }),
    body: SignedAct,
  };
  const visit = "The visit, as the answer to it names it";
  return [
    route("POST /federation/visits/:visit/awards", {
      ...asked,
      summary:
        "What a visitor can reach here, how far they are, and the codes of certificates they have taken",
      params: { visit },
      reply: Reachable,
      errors: SIGNED,
      handle: ({ params, query, body, incoming }) => {
        const { account } = signedVisitor(params.visit, `/federation/visits/${params.visit}/awards`, body);
        return { awards: awards.of(account, langOfReader(incoming, query.lang)) };
      },
    }),
    route("POST /federation/visits/:visit/awards/:award/:wish", {
      ...asked,
      summary: "Have a certificate signed for an award that the visitor has reached, or give it back",
      params: {
        visit,
        award: "Number of the award, as the visitor's list has it",
        wish: "take to have it signed, drop to give it back",
      },
      reply: z.object({
        code: z.string().nullable().describe("Leads to the page of proof; null: given back"),
      }),
      errors: [
        ...SIGNED,
        awardFailure.award_missing,
        awardFailure.award_not_reached,
        awardFailure.award_unsigned,
        awardFailure.certificate_missing,
      ],
      handle: ({ params, query, body, incoming }) =>
        db.write((tx) => {
          const path = `/federation/visits/${params.visit}/awards/${params.award}/${params.wish}`;
          const who = signedVisitor(params.visit, path, body), id = idOf(params.award);
          if (params.wish === "take") {
            return { code: awards.take(tx, who, id, langOfReader(incoming, query.lang)) };
          }
          if (params.wish !== "drop") throw awardFailure.award_missing();
          awards.giveBack(tx, who.account, id);
          return { code: null };
        }),
    }),
  ];
}
