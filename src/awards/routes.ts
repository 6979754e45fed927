/** Awards of a member, and certificates for whoever was given their address. API "Caches, logs, media". */
import { z } from "#schemas";
import { among, DRAWN, type Incoming, langOf, type Limit, open, route, session, text } from "../http/mod.ts";
import { pageWords } from "../words/mod.ts";
import type { AwardLang, Awards } from "./awards.ts";
import { Certificate } from "./certificate.ts";
import { awardFailure } from "./errors.ts";
import type { AwardNeeds } from "./parts.ts";
import { AwardRule } from "./rules.ts";

const WORDS = pageWords("pages/awards");
const SPEC = 'API "Caches, logs, media"';
const TAKING: Limit<{ account: number }> = {
  name: "certificates",
  points: 60,
  seconds: 3600,
  per: ({ who }) => String(who.account),
};
/** Whether a certificate stands is found out from its member's finds, and kept for all who ask: nobody is refused for others. */
const PROOFS: Limit = { name: "certificate-proofs", points: 60, seconds: 60 };
/** Pixels of a picture: enough for a sheet of paper. */
const PICTURE_WIDTH = 1600;

/** The language that is named, else the browser's. */
export const langOfReader = (incoming: Pick<Incoming, "header">, named?: string): AwardLang =>
  among(WORDS, langOf(named, incoming.header("accept-language") ?? ""));
export const idOf = (text: string): number => /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;

/** What somebody can reach, and how far they are. */
export const Reachable = z.object({
  awards: z.array(z.object({
    id: z.number(),
    name: z.string(),
    about: z.string(),
    rule: AwardRule,
    have: z.number(),
    of: z.number(),
    reachedAt: z.number().nullable(),
    things: z.array(z.string()).describe(
      "What counts towards it: kinds, squares, months, countries or codes, as the rule has it",
    ),
    code: z.string().nullable().describe("Of the certificate; null: none was taken"),
  })),
});

/** The routes of members and readers. */
export function awardRoutes({ db, instance, draw, drawRefuses, awards }: AwardNeeds & { awards: Awards }) {
  // What draws is loaded with the first certificate that somebody looks at.
  const svgOf = async (certificate: Certificate, incoming: Incoming): Promise<string> => {
    const { certificateSvg } = await import("./drawing.ts"), { toldOf } = await import("./told.ts");
    return certificateSvg(certificate, toldOf(certificate, langOfReader(incoming), incoming.origin));
  };
  const proof = {
    gate: open("whoever was given the code of a certificate may see it"),
    spec: SPEC,
    limit: PROOFS,
    params: { code: "The certificate's code, ten capital letters and digits" },
  };
  return [
    route("GET /api/my/awards", {
      gate: session(),
      spec: SPEC,
      summary: "What the member can reach, how far they are, and the codes of certificates they have taken",
      reply: Reachable,
      handle: ({ who, incoming }) => ({ awards: awards.of(who.account, langOfReader(incoming)) }),
    }),
    route("POST /api/my/awards/:id/certificate", {
      gate: session(),
      spec: SPEC,
      summary:
        "Have a certificate signed for an award that one has reached: whoever gets its code may see it",
      limit: TAKING,
      params: { id: "Number of the award, as the member's list has it" },
      status: 201,
      reply: z.object({ code: z.string() }),
      errors: [awardFailure.award_missing, awardFailure.award_not_reached, awardFailure.award_unsigned],
      handle: async ({ who, params, incoming }) => ({
        code: await db.write((tx) => awards.take(tx, who, idOf(params.id), langOfReader(incoming))),
      }),
    }),
    route("DELETE /api/my/certificates/:code", {
      gate: session(),
      spec: SPEC,
      summary: "Take one's own certificate back: its page is gone",
      limit: TAKING,
      params: proof.params,
      reply: z.object({ ok: z.literal(true) }),
      errors: [awardFailure.certificate_missing],
      handle: async ({ who, params }) => {
        await db.write((tx) => awards.takeBack(tx, who.account, params.code));
        return { ok: true } as const;
      },
    }),
    // Before the page, which would take a suffix for a part of the code.
    route("GET /award/:code.json", {
      ...proof,
      summary: "A certificate as it was signed: it can be checked without this instance",
      reply: Certificate,
      errors: [awardFailure.certificate_missing],
      handle: ({ params }) => awards.proof(params.code).certificate,
    }),
    route("GET /award/:code.svg", {
      ...proof,
      summary: "A certificate as a drawing",
      produces: "image/svg+xml",
      errors: [awardFailure.certificate_missing],
      handle: async ({ params, incoming }) => {
        const { certificate } = awards.proof(params.code);
        return text(await svgOf(certificate, incoming), "image/svg+xml", DRAWN);
      },
    }),
    route("GET /award/:code.png", {
      ...proof,
      summary: "A certificate as a picture",
      produces: "image/png",
      errors: [awardFailure.certificate_missing, ...drawRefuses],
      handle: async ({ params, incoming }) => {
        const { certificate } = awards.proof(params.code);
        const png = await draw(await svgOf(certificate, incoming), PICTURE_WIDTH);
        return new Response(png as Uint8Array<ArrayBuffer>, { headers: { "content-type": "image/png" } });
      },
    }),
    route("GET /award/:code", {
      ...proof,
      summary: "A certificate as a page, with the proof whether it stands",
      produces: "text/html",
      errors: [awardFailure.certificate_missing],
      handle: async ({ params, incoming }) => {
        const lang = langOfReader(incoming), { certificate, standing } = awards.proof(params.code);
        const { certificatePage } = await import("./page.ts"), { toldOf } = await import("./told.ts");
        const told = toldOf(certificate, lang, incoming.origin);
        return certificatePage({ certificate, standing, told, lang, instance });
      },
    }),
  ];
}
