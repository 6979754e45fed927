/** Forwarding partners and rules (API "Ingest and BBS backend"). */
import { z } from "#schemas";
import { normalCall } from "../../base/mod.ts";
import { route, servicesOrOperator, sysopOrOperator, wholeParam } from "../../http/mod.ts";
import { FED_BBS } from "../../settings/mod.ts";
import { bbsFailure } from "../errors.ts";
import {
  dropPartner,
  dropRule,
  listPartners,
  partnerView,
  savePartner,
  saveRule,
} from "../partners/partners.ts";
import type { RuleRow } from "../tables/partner_store.ts";
import { BACKEND_SPEC, OK, Ok, type RouteParts } from "./shared.ts";

const RuleView = z.object({
  id: z.number(),
  partner: z.string(),
  route: z.string(),
  transport: z.string(),
  enabled: z.boolean(),
});
const PartnerView = z.object({
  id: z.number(),
  call: z.string(),
  ha: z.string(),
  connectScript: z.string(),
  proto: z.string(),
  intervalMin: z.number(),
  timebands: z.string(),
  requestReverse: z.boolean(),
  msgtypes: z.string(),
  maxBlock: z.number(),
  enabled: z.boolean(),
  federation: z.boolean(),
  federationAt: z.string(),
  callAskedAt: z.number().nullable().describe(
    "Since when an operator wants it called, in unix seconds; null: by its interval alone",
  ),
  fault: z.enum(["failing", "waiting"]).nullable().optional().describe(
    "`failing`: its last three sessions or more failed; `waiting`: mail waits for it for longer than four of its intervals; null: neither",
  ),
  waiting: z.number().optional().describe("Number of messages that wait for the partner"),
  held: z.number().optional().describe("Number of messages for it that may not leave now"),
  lastAttempt: z.object({ startedAt: z.number(), outcome: z.string(), words: z.string() }).nullable()
    .optional(),
});
/** A rule, and a partner, as a page reads them. */
export type RuleShape = z.output<typeof RuleView>;
export type PartnerShape = z.output<typeof PartnerView>;

const Partner = z.object({
  call: z.string().max(9),
  ha: z.string().max(64).optional().describe(
    "Hierarchical address of the partner, e.g. OE1XBB.#OE1.AUT.EU; at most 64 characters",
  ),
  connectScript: z.string().max(512).optional().describe(
    "The way to the partner: one line `C [port] CALL` for each hop, at most 512 characters in all",
  ),
  proto: z.enum(["rf-fbb", "axudp", "ip-fed"]).optional(),
  intervalMin: z.number().int().min(0).max(1440).optional().describe(
    "Minutes between two sessions, 0 to 1440, 30 without it; 0: by hand only",
  ),
  timebands: z.string().max(64).optional().describe(
    "Hours in UTC at which it is called, e.g. 0-6,22-23; empty: always",
  ),
  requestReverse: z.boolean().optional().describe(
    "Ask it for mail even when none waits for it; default true",
  ),
  msgtypes: z.string().regex(/^[PBT]{1,3}$/).optional().describe(
    "Types that go to it, one to three letters: P personal, B bulletin, T traffic",
  ),
  maxBlock: z.number().int().min(1).max(5).optional().describe(
    "Messages proposed in one block of a session, 1 to 5",
  ),
  enabled: z.boolean().optional(),
  federation: z.boolean().optional().describe("Whether it takes and brings batches of federation"),
  federationAt: z.string().max(64).optional().describe(
    "Mailbox behind the partner to which batches of federation go, where the partner is not an instance",
  ),
});
const Rule = z.object({
  partner: z.string().max(16).describe("A forwarding partner's call, or `federation`"),
  route: z.string().min(1).max(64).describe(
    "Right-hand parts of a hierarchical address (AUT.EU), or *; at most 64 characters",
  ),
  transport: z.enum(["ip-fed", "rf-fbb", "axip"]).optional(),
  enabled: z.boolean().optional(),
});

/** Messages that the list behind a partner's number shows. */
const MOST_WAITING = 100;

const ruleView = (rule: RuleRow) => ({ ...rule, enabled: rule.enabled === 1 });

export function partnerRoutes({ office }: RouteParts) {
  const { parts: { db }, partners, settings } = office;
  const number = (text: string, failure: (details: { id: string }) => Error): number => {
    if (!/^\d{1,15}$/.test(text)) throw failure({ id: text.slice(0, 20) });
    return Number(text);
  };
  return [
    route("GET /api/bbs/partners", {
      gate: servicesOrOperator(),
      spec: BACKEND_SPEC,
      summary: "List the forwarding partners, with what waits for each",
      reply: z.object({ partners: z.array(PartnerView), federationOverFbb: z.boolean() }),
      handle: () => ({ partners: listPartners(office), federationOverFbb: settings.get(FED_BBS) }),
    }),
    route("POST /api/bbs/partners", {
      gate: sysopOrOperator({ anyAge: "partners and rules carry mail and give nobody a right" }),
      spec: BACKEND_SPEC,
      summary: "Enter a forwarding partner, or change the one of this call",
      body: Partner,
      reply: z.object({ ok: z.literal(true), partner: PartnerView }),
      status: 201,
      errors: [
        bbsFailure.bad_call,
        bbsFailure.bad_address,
        bbsFailure.bad_timebands,
        bbsFailure.bad_connect_script,
      ],
      handle: async ({ who, body }) => {
        const partner = await db.write((tx) => {
          const saved = savePartner(office, tx, body);
          office.audit(tx, who.actor, "save", "bbs-partner", saved.call);
          return saved;
        });
        return { ok: true, partner: partnerView(partner) };
      },
    }),
    route("DELETE /api/bbs/partners/:id", {
      gate: sysopOrOperator({ anyAge: "partners and rules carry mail and give nobody a right" }),
      spec: BACKEND_SPEC,
      summary: "Take a partner out with its rules; what waited for it looks for another way",
      params: { id: "Number of the partner, as the list of partners shows it" },
      reply: Ok,
      errors: [bbsFailure.partner_unknown],
      handle: async ({ who, params }) => {
        const id = number(params.id, bbsFailure.partner_unknown);
        await db.write((tx) => {
          dropPartner(office, tx, id);
          office.audit(tx, who.actor, "remove", "bbs-partner", id);
        });
        return OK;
      },
    }),
    route("POST /api/bbs/partners/:id/call", {
      gate: sysopOrOperator({ anyAge: "partners and rules carry mail and give nobody a right" }),
      spec: BACKEND_SPEC,
      summary: "Have the box call a partner at its next look, whatever interval and hours say",
      params: { id: "Number of the partner, as the list of partners shows it" },
      reply: z.object({ ok: z.literal(true), partner: PartnerView }),
      errors: [bbsFailure.partner_unknown, bbsFailure.partner_off],
      handle: async ({ who, params }) => {
        const id = number(params.id, bbsFailure.partner_unknown), before = partners.byId({ id });
        if (!before) throw bbsFailure.partner_unknown({ id });
        if (before.enabled !== 1) throw bbsFailure.partner_off();
        await db.write((tx) => {
          partners.askCall(tx, { id, at: office.now() });
          office.audit(tx, who.actor, "call", "bbs-partner", before.call);
        });
        return { ok: true, partner: partnerView(partners.byId({ id })!) };
      },
    }),
    route("GET /api/bbs/partners/:id/waiting", {
      gate: sysopOrOperator(),
      spec: BACKEND_SPEC,
      summary: "What waits for a partner, oldest first: addresses and sizes, no subject and no text",
      params: { id: "Number of the partner, as the list of partners shows it" },
      reply: z.object({
        messages: z.array(z.object({
          bid: z.string(),
          type: z.string(),
          fromCall: z.string(),
          toCall: z.string(),
          at: z.string(),
          bytes: z.number(),
          receivedAt: z.number().describe("When it came here, in unix seconds"),
          held: z.string().nullable().describe("Code of why it may not leave; null where it may"),
          notBefore: z.number().nullable().describe("When it may be offered again, in unix seconds"),
          tries: z.number().describe("How often the partner put it off"),
          words: z.string().describe("What the partner answered to it last"),
        })),
        more: z.boolean().describe("Whether further messages wait behind the hundred that are listed"),
      }),
      errors: [bbsFailure.partner_unknown],
      handle: ({ params }) => {
        const id = number(params.id, bbsFailure.partner_unknown), partner = partners.byId({ id });
        if (!partner) throw bbsFailure.partner_unknown({ id });
        const found = office.forwards.waitingShown({ partner: partner.call, limit: MOST_WAITING + 1 });
        return { messages: found.slice(0, MOST_WAITING), more: found.length > MOST_WAITING };
      },
    }),
    route("GET /api/bbs/forward/log/:id", {
      gate: sysopOrOperator(),
      spec: BACKEND_SPEC,
      summary: "What was said in a session: its control lines, no message's text",
      params: { id: "Number of the session, as GET /api/bbs/forward/log lists it" },
      reply: z.object({
        transcript: z.string().nullable().describe(
          "A line each, `<` theirs and `>` ours; null where none was kept",
        ),
      }),
      errors: [bbsFailure.session_unknown],
      handle: ({ params }) => {
        const id = number(params.id, bbsFailure.session_unknown);
        if (!office.forwards.attempt({ id })) throw bbsFailure.session_unknown({ id });
        return { transcript: office.forwards.transcript({ id })?.text ?? null };
      },
    }),
    route("GET /api/bbs/forward", {
      gate: sysopOrOperator(),
      spec: BACKEND_SPEC,
      summary: "List the forwarding rules, by partner",
      reply: z.object({ rules: z.array(RuleView) }),
      handle: () => ({ rules: partners.rules().map(ruleView) }),
    }),
    route("GET /api/bbs/forward/log", {
      gate: sysopOrOperator(),
      spec: BACKEND_SPEC,
      summary: "Sessions with partners, newest first",
      query: z.object({
        partner: z.string().max(16).default("").describe("A partner's call; all without it"),
        before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional()
          .describe("Only sessions older than the one of this number"),
        limit: wholeParam(1, 100, 50).describe("Sessions of one page, 1 to 100; others are refused"),
      }),
      reply: z.object({
        sessions: z.array(z.object({
          id: z.number(),
          partner: z.string(),
          startedAt: z.number().describe("When the session began, in unix seconds"),
          seconds: z.number().nullable(),
          outcome: z.string(),
          words: z.string().describe("What the other side, or the link, said last"),
          sent: z.number(),
          received: z.number(),
          bytesOut: z.number(),
          bytesIn: z.number(),
        })),
        nextBefore: z.number().nullable(),
      }),
      handle: ({ query: { partner, limit, before = Number.MAX_SAFE_INTEGER } }) => {
        const found = office.forwards.log({ partner: normalCall(partner), before, limit: limit + 1 });
        const sessions = found.slice(0, limit);
        return { sessions, nextBefore: found.length > limit ? sessions.at(-1)!.id : null };
      },
    }),
    route("POST /api/bbs/forward", {
      gate: sysopOrOperator({ anyAge: "partners and rules carry mail and give nobody a right" }),
      spec: BACKEND_SPEC,
      summary: "Enter a forwarding rule, or change the one of this partner and route",
      body: Rule,
      reply: z.object({ ok: z.literal(true), rule: RuleView }),
      status: 201,
      errors: [bbsFailure.bad_call, bbsFailure.bad_route],
      handle: async ({ who, body }) => {
        const rule = await db.write((tx) => {
          const saved = saveRule(office, tx, body);
          office.audit(tx, who.actor, "save", "bbs-rule", `${saved.partner} ${saved.route}`);
          return saved;
        });
        return { ok: true, rule: ruleView(rule) };
      },
    }),
    route("DELETE /api/bbs/forward/:id", {
      gate: sysopOrOperator({ anyAge: "partners and rules carry mail and give nobody a right" }),
      spec: BACKEND_SPEC,
      summary: "Take a forwarding rule out; what waited by it looks for another way",
      params: { id: "Number of the rule, as the list of rules shows it" },
      reply: Ok,
      errors: [bbsFailure.rule_unknown],
      handle: async ({ who, params }) => {
        const id = number(params.id, bbsFailure.rule_unknown);
        await db.write((tx) => {
          dropRule(office, tx, id);
          office.audit(tx, who.actor, "remove", "bbs-rule", id);
        });
        return OK;
      },
    }),
  ];
}
