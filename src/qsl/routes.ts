/** Cards of a member, what receivers' owners answer, and each card for whoever was given its code. API "Caches, logs, media". */
import { z } from "#schemas";
import { among, DRAWN, type Incoming, langOf, type Limit, open, route, session, text } from "../http/mod.ts";
import { shownName } from "../settings/mod.ts";
import { oneLine } from "../things/mod.ts";
import { Card, LINE_MOST } from "./card.ts";
import { PAGE_MOST } from "./cards.ts";
import { qslFailure } from "./errors.ts";
import type { QslKeeps, QslNeeds } from "./parts.ts";
import { DESIGNS } from "./store.ts";

const SPEC = 'API "Caches, logs, media"';
/** Pixels of a picture: three hundred to an inch of a postcard. */
const PICTURE_WIDTH = 1800;
const perMember = (name: string, points: number): Limit<{ account: number }> => ({
  name,
  points,
  seconds: 3600,
  per: ({ who }) => String(who.account),
});
/** A box of cards asks for each of its drawings. */
const PROOFS: Limit = { name: "card-proofs", points: 300, seconds: 60 };
const Ok = z.object({ ok: z.literal(true) });
const FIND = { find: "Number of the find that the card is of" };
const numberOf = (text: string): number => /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;

const OwnCard = Card.omit({ instance: true, signedAt: true, key: true, sig: true }).extend({
  find: z.number(),
  design: z.enum(DESIGNS),
  cache: z.string().describe("Title of the cache; unlisted ones are named here alone, not on the card"),
  cacheCode: z.string(),
});

/** The routes. */
export function qslRoutes(
  { db, settings, instance, club, draw, drawRefuses, qr, qslCards: cards }: QslNeeds & QslKeeps,
) {
  /** A card as it is drawn: what draws is loaded with the first one that somebody looks at. */
  const drawn = async (
    code: string,
    { design, lang: named }: { design?: typeof DESIGNS[number] | undefined; lang?: string | undefined },
    incoming: Pick<Incoming, "header" | "origin">,
  ) => {
    const proof = cards.proof(code), { card } = proof;
    const { toldOf, WORDS } = await import("./told.ts"), { cardSvg, QR_SIDE } = await import("./drawing.ts");
    const { DESIGNED } = await import("./designs.ts");
    const lang = among(WORDS, langOf(named, incoming.header("accept-language") ?? ""));
    const words = toldOf(card, lang, shownName(settings), incoming.origin);
    const svg = cardSvg(DESIGNED[design ?? proof.design], {
      words,
      way: proof.way,
      marks: club.marks(),
      qr: await qr(`${incoming.origin}/qsl/${code}`, QR_SIDE),
    });
    return { card, words, lang, svg };
  };
  const proof = {
    gate: open("whoever was given the code of a card may see it"),
    spec: SPEC,
    limit: PROOFS,
    params: { code: "The card's code, ten capital letters and digits" },
    errors: [qslFailure.card_missing, qslFailure.card_unsigned],
  } as const;
  const look = z.object({
    design: z.enum(DESIGNS).optional().describe("Another one than its member has chosen"),
    lang: z.string().max(8).optional().describe("Language of the card's words: en, de or es"),
  });
  const mine = { gate: session(), spec: SPEC } as const;
  const answering = { ...mine, limit: perMember("card-lines", 60), params: FIND } as const;
  const NOT_HEARD = [qslFailure.card_missing, qslFailure.card_not_heard] as const;
  return [
    route("GET /api/my/cards", {
      ...mine,
      summary: `The member's cards, the latest first, ${PAGE_MOST} at a time, and whom their receivers heard`,
      query: z.object({
        before: z.string().regex(/^\d{1,15}\.\d{1,15}$/).optional()
          .describe("Where the next page begins, as the last answer says"),
      }),
      reply: z.object({
        cards: z.array(OwnCard),
        next: z.string().optional().describe("Names the next page, where there is one"),
        year: z.object({ year: z.number(), n: z.number() }).describe(
          "This year, and how many cards it has so far",
        ),
        heard: z.array(z.object({
          find: z.number(),
          call: z.string(),
          site: z.string(),
          at: z.number(),
          distanceM: z.number().nullable(),
          cache: z.string().nullable(),
          line: z.string().nullable().describe("What the member wrote back"),
        })).describe("Of the last thirty days, those that wait for a line first"),
      }),
      handle: ({ who: { account }, query: { before } }) => {
        const [at, find] = before?.split(".").map(Number) ?? [];
        const after = at === undefined || find === undefined ? undefined : { at, find };
        return {
          ...cards.of(account, after),
          year: cards.inYear(account),
          heard: cards.ofReceivers(account),
        };
      },
    }),
    route("GET /api/my/cards/:find", {
      ...mine,
      summary: "One card of the member",
      params: FIND,
      reply: OwnCard,
      errors: [qslFailure.card_missing],
      handle: ({ who, params }) => cards.own(who.account, numberOf(params.find)),
    }),
    route("PATCH /api/my/cards/:find", {
      ...mine,
      summary: "Choose how a card looks, for everybody who has its code",
      limit: perMember("card-designs", 300),
      params: FIND,
      body: z.object({ design: z.enum(DESIGNS) }),
      reply: Ok,
      errors: [qslFailure.card_missing],
      handle: async ({ who, params, body }) => {
        await db.write((tx) => cards.choose(tx, who.account, numberOf(params.find), body.design));
        return { ok: true } as const;
      },
    }),
    route("PUT /api/my/cards/heard/:find/line", {
      ...answering,
      summary:
        "Write a line on the card of somebody whom the member's receiver heard; it is told of the first",
      body: z.object({ line: oneLine(LINE_MOST).min(1) }),
      reply: Ok,
      errors: [...NOT_HEARD, qslFailure.card_late],
      handle: async ({ who, params, body }) => {
        await db.write((tx) => cards.answer(tx, who.account, numberOf(params.find), body.line));
        return { ok: true } as const;
      },
    }),
    route("DELETE /api/my/cards/heard/:find/line", {
      ...answering,
      summary: "Take one's own line back from a card",
      reply: Ok,
      errors: NOT_HEARD,
      handle: async ({ who, params }) => {
        await db.write((tx) => cards.takeBack(tx, who.account, numberOf(params.find)));
        return { ok: true } as const;
      },
    }),
    // Before the page, which would take a suffix for a part of the code.
    route("GET /qsl/:code.json", {
      ...proof,
      summary: "A card as it is signed: it can be checked without this instance",
      reply: Card,
      handle: ({ params }) => cards.proof(params.code).card,
    }),
    route("GET /qsl/:code.svg", {
      ...proof,
      summary: "A card as a drawing that scales (SVG)",
      query: look,
      produces: "image/svg+xml",
      handle: async ({ params, query, incoming }) =>
        text((await drawn(params.code, query, incoming)).svg, "image/svg+xml", DRAWN),
    }),
    route("GET /qsl/:code.png", {
      ...proof,
      summary: "A card as a picture, large enough to be printed as a postcard",
      query: look,
      produces: "image/png",
      errors: [...proof.errors, ...drawRefuses],
      handle: async ({ params, query, incoming }) => {
        const { svg } = await drawn(params.code, query, incoming);
        return new Response(await draw(svg, PICTURE_WIDTH), { headers: { "content-type": "image/png" } });
      },
    }),
    route("GET /qsl/:code", {
      ...proof,
      summary: "A card as a page that prints, with the proof that it stands",
      query: look,
      produces: "text/html",
      handle: async ({ params, query, incoming }) => {
        const { cardPage } = await import("./page.ts");
        const design = query.design === undefined ? "" : `?design=${query.design}`;
        return await cardPage({ ...await drawn(params.code, query, incoming), instance, query: design });
      },
    }),
  ];
}
