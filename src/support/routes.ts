/** Routes of support: the page, its data, a member's wishes, and the operator's confirmations. */
import { z } from "#schemas";
import { isCall, normalCall } from "../base/mod.ts";
import { among, browserLang, html, open, operator, page, route, session, SHARED } from "../http/mod.ts";
import { instanceId, SUPPORT_LINKS } from "../settings/mod.ts";
import { BUCKETS, type Ledger, supportFailure } from "./ledger.ts";
import type { SupportParts } from "./parts.ts";
import { type SupportData, supportPage } from "./page.ts";
import { pageWords } from "../words/mod.ts";

const WORDS = pageWords("pages/support");

const SPEC = 'API "Live and misc"';

/** Largest amount of one entry, in cents. */
const MOST_CENTS = 100_000_000;

const Sum = { inCents: z.number(), outCents: z.number() };
const Data = z.object({
  model: z.string(),
  donationLinks: z.array(z.object({ label: z.string(), url: z.string() })),
  ledger: z.object({
    currency: z.string().describe("Currency of all amounts, three letters of ISO 4217, e.g. EUR"),
    totalInCents: z.number(),
    totalOutCents: z.number(),
    balanceCents: z.number(),
    buckets: z.array(z.object({ bucket: z.enum(BUCKETS), ...Sum })),
    months: z.array(
      z.object({ month: z.string().describe("Month of the amounts, as YYYY-MM in UTC"), ...Sum }),
    ),
  }),
  supporters: z.array(z.string()).describe("Calls of those who gave and may be named"),
  supporterCount: z.number(),
});
const Prefs = z.object({
  supporter: z.boolean().describe("Whether the account has said that it gave"),
  hideNag: z.boolean().describe("Whether you want never to be asked"),
  shown: z.boolean().describe("Whether the account may be named among the supporters"),
});

export function supportRoutes(
  { db, settings, world, audit, accounts, ledger }: SupportParts & { ledger: Ledger },
) {
  const data = (): SupportData => {
    const givers = ledger.supporters();
    const named = givers.flatMap(({ account, shown }) => {
      const person = shown ? accounts.person(account) : undefined;
      return person && !person.suspended ? [person.call] : [];
    });
    return {
      model: WORDS.en.model,
      donationLinks: settings.get(SUPPORT_LINKS),
      ledger: ledger.sums(),
      supporters: named,
      supporterCount: givers.length,
    };
  };
  const prefs = (account: number) => ({
    supporter: ledger.isSupporter(account),
    ...ledger.preference(account),
  });
  return [
    route("GET /support", {
      gate: open("everybody may read how the instance is paid for"),
      spec: SPEC,
      summary: "How this instance is paid for, as a page",
      produces: "text/html",
      handle: ({ incoming }) => {
        const lang = among(WORDS, browserLang(incoming));
        return page({
          title: WORDS[lang].title,
          instance: instanceId(settings),
          lang,
          body: html`${supportPage(data(), lang)}`,
        });
      },
    }),
    route("GET /api/support", {
      gate: open("everybody may read how the instance is paid for"),
      spec: SPEC,
      summary: "How this instance is paid for: ways to give, ledger, supporters",
      share: SHARED.slow,
      reply: Data,
      handle: data,
    }),
    route("GET /api/support/prefs", {
      gate: session(),
      spec: SPEC,
      summary: "Whether you gave, and what you wish",
      reply: Prefs,
      handle: ({ who }) => prefs(who.account),
    }),
    route("POST /api/support/prefs", {
      gate: session(),
      spec: SPEC,
      summary: "Say whether you want to be asked, and whether you may be named",
      body: z.object({ hideNag: z.boolean().optional(), shown: z.boolean().optional() }),
      reply: Prefs,
      handle: async ({ who, body }) => {
        await db.write((tx) => {
          const { hideNag, shown } = ledger.preference(who.account);
          ledger.prefer(tx, who.account, { hideNag: body.hideNag ?? hideNag, shown: body.shown ?? shown });
        });
        return prefs(who.account);
      },
    }),
    route("POST /api/support/confirm", {
      gate: operator(),
      spec: SPEC,
      summary: "Enter into the ledger what came in (or, below zero, was spent)",
      body: z.object({
        callsign: z.string().max(20).refine((call) => isCall(normalCall(call)), "takes a callsign")
          .optional(),
        amountCents: z.number().int().min(-MOST_CENTS).max(MOST_CENTS).default(0),
        currency: z.string().regex(/^[A-Z]{3}$/, "takes an ISO 4217 code such as EUR").optional(),
        bucket: z.enum(BUCKETS).default("operation"),
        note: z.string().max(500).optional(),
        source: z.string().max(60).optional(),
      }),
      reply: z.object({
        ok: z.literal(true),
        supporter: z.boolean().describe("Whether the call belongs to a member, who counts as supporter now"),
      }),
      errors: [supportFailure.other_currency],
      handle: async ({ who, body }) => {
        const { callsign, amountCents, currency, bucket, note = null, source = null } = body;
        const accountId = callsign === undefined
          ? null
          : accounts.holder(normalCall(callsign))?.accountId ?? null;
        await db.write((tx) => {
          ledger.confirm(tx, { accountId, amountCents, currency, bucket, note, source });
          audit.note(tx, world.now(), {
            actor: who.actor,
            action: "donation",
            kind: "ledger",
            targetId: bucket,
            label: String(amountCents),
            reason: "",
          });
        });
        return { ok: true, supporter: accountId !== null && ledger.isSupporter(accountId) };
      },
    }),
  ];
}
