/** Where would this go, and where does somebody live (API "BBS"). */
import { z } from "#schemas";
import { baseCall, normalCall } from "../../base/mod.ts";
import { open, route, servicesOrOperator, sysopOrOperator } from "../../http/mod.ts";
import { bbsFailure } from "../errors.ts";
import { explainRoute, RouteView } from "../forwarding/explain_route.ts";
import { rerouteFor } from "../mail/send_on.ts";
import { mailboxOf } from "../mail/addressee.ts";
import { setHome } from "../white_pages/white_pages.ts";
import { type RouteParts, SPEC } from "./shared.ts";

const address = z.string().max(64).optional();
/** Entries of one page. */
const SHOWN_PAGES = 50;

export function lookupRoutes({ office }: RouteParts) {
  const { parts: { db }, pages } = office;
  return [
    route("GET /api/bbs/route", {
      gate: open("how mail is routed is not secret"),
      spec: SPEC,
      summary: "Where mail to an address would go, and why",
      query: z.object({
        to: address.describe("CALL, CALL@OE1XBB.#OE1.AUT.EU, or ALL@EU"),
        addr: address.describe("Another name of `to`; read where `to` is absent"),
        type: z.enum(["P", "B", "T"]).optional().describe(
          "P: personal, B: bulletin, T: traffic; absent: told by the address, as when a message is posted",
        ),
      }),
      reply: RouteView,
      errors: [bbsFailure.bad_addressee],
      handle: ({ query }) => explainRoute(office, query.to ?? query.addr ?? "", query.type),
    }),
    route("GET /api/bbs/wp", {
      gate: open("White Pages are public"),
      spec: SPEC,
      summary: "White Pages: the home mailbox of a callsign",
      query: z.object({
        call: z.string().min(1).max(64).describe("Callsign, with or without SSID, at most 64 characters"),
      }),
      reply: z.object({
        callsign: z.string(),
        homeBbs: z.string().nullable(),
        source: z.string().optional().describe(
          "How the home is known: operator, box (registered here), told (by White Pages mail) or guessed (from mail)",
        ),
        toldAt: z.number().optional(),
        name: z.string().optional(),
        town: z.string().optional(),
        zip: z.string().optional(),
      }),
      errors: [bbsFailure.bad_call],
      handle: ({ query }) => {
        const callsign = mailboxOf(query.call);
        if (callsign === undefined) throw bbsFailure.bad_call({ callsign: query.call });
        const page = pages.of({ call: baseCall(callsign) });
        if (!page) return { callsign, homeBbs: null };
        const { home, source, toldAt, name, town, zip } = page;
        return { callsign, homeBbs: home, source, toldAt, name, town, zip };
      },
    }),
    route("GET /api/bbs/wp/pages", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "White Pages by call, a page at a time",
      query: z.object({
        call: z.string().max(16).default("").describe(
          "Only calls that begin so, at most 16 characters; all without it",
        ),
        after: z.string().max(16).default("").describe(
          "Only entries that come after this call: `nextAfter` of the page before",
        ),
      }),
      reply: z.object({
        pages: z.array(z.object({
          callsign: z.string(),
          homeBbs: z.string(),
          source: z.string().describe(
            "How the home is known: operator, box (registered here), told (by White Pages mail) or guessed (from mail)",
          ),
          toldAt: z.number(),
          seenAt: z.number().describe("When it was last confirmed; unix seconds"),
        })),
        nextAfter: z.string().nullable(),
      }),
      handle: ({ query }) => {
        const prefix = normalCall(query.call);
        const from = query.after === "" ? prefix : `${normalCall(query.after)}\0`;
        const found = pages.from({
          from: from > prefix ? from : prefix,
          upTo: `${prefix}\uffff`,
          limit: SHOWN_PAGES + 1,
        });
        const shown = found.slice(0, SHOWN_PAGES);
        return {
          pages: shown.map(({ call, home, source, toldAt, seenAt }) => ({
            callsign: call,
            homeBbs: home,
            source,
            toldAt,
            seenAt,
          })),
          nextAfter: found.length > SHOWN_PAGES ? shown.at(-1)!.call : null,
        };
      },
    }),
    route("POST /api/bbs/wp", {
      gate: servicesOrOperator(),
      spec: SPEC,
      summary: "Enter somebody's home mailbox; an operator's entry stands",
      body: z.object({ callsign: z.string().min(1).max(16), homeBbs: z.string().min(1).max(64) }),
      reply: z.object({ ok: z.literal(true), callsign: z.string(), homeBbs: z.string() }),
      errors: [bbsFailure.bad_call, bbsFailure.bad_home],
      handle: async ({ who, body }) => {
        const source = who.kind === "operator" || who.kind === "sysop" ? "operator" : "box";
        const page = await db.write((tx) => {
          const call = mailboxOf(body.callsign);
          if (call === undefined) throw bbsFailure.bad_call({ callsign: body.callsign });
          const set = setHome(office, tx, { call, home: body.homeBbs, source });
          if (set.changed) rerouteFor(office, tx, set.page.call);
          return set.page;
        });
        return { ok: true, callsign: page.call, homeBbs: page.home };
      },
    }),
  ];
}
