/** What a forwarding program works with (API "Ingest and BBS backend"). */
import { z } from "#schemas";
import { baseCall, normalCall, utf8 } from "../../base/mod.ts";
import {
  bodyFields,
  bodyOf,
  type FbbMessage,
  isAt,
  isBid,
  isTo,
  normalBid,
  shownText,
} from "../../fbb/mod.ts";
import { route } from "../../http/mod.ts";
import { bbsFailure } from "../errors.ts";
import { offerTo } from "../forwarding/offer.ts";
import { settleOne } from "../forwarding/settle.ts";
import { takeMessage } from "../forwarding/inbound.ts";
import { MOST_BATCH_BYTES, MOST_INBOUND_BODY } from "../limits.ts";
import { SOURCE_PREFIX } from "../mail/send_on.ts";
import { partnerNamed } from "../partners/partners.ts";
import { BACKEND_SPEC, backendGate, type RouteParts } from "./shared.ts";

const Mail = z.object({
  type: z.enum(["P", "B", "T", "A"]),
  from: z.string(),
  at: z.string(),
  to: z.string(),
  bid: z.string(),
  title: z.string(),
  body: z.string().describe("R: lines of the way it came, then the text, in UTF-8"),
  bodyBase64: z.string().optional().describe("The same byte for byte, where it is not UTF-8 text"),
});
/** Base64 of the largest body, with its padding. */
const MOST_BASE64 = Math.ceil(MOST_INBOUND_BODY / 3) * 4;
const Inbound = z.object({
  message: z.object({
    type: z.enum(["P", "B", "T", "A"]).default("P"),
    from: z.string().min(1).max(16),
    at: z.string().max(64).default(""),
    to: z.string().min(1).max(16),
    bid: z.string().min(1).max(16),
    title: z.string().max(200).default(""),
    body: z.string().max(MOST_INBOUND_BODY),
    bodyBase64: z.base64().max(MOST_BASE64).optional(),
  }),
  origin: z.string().max(32).optional().describe(
    "Where it came from, rf-fbb:<partner's call>; at most 32 characters",
  ),
});

/** A message of the interface as the network has it. Throws where a field does not fit. */
function readInbound({ message }: z.output<typeof Inbound>): FbbMessage {
  const from = baseCall(normalCall(message.from)), to = baseCall(message.to.trim().toUpperCase());
  const at = message.at.trim().toUpperCase();
  if (!isTo(from)) throw bbsFailure.bad_call({ callsign: message.from });
  if (!isTo(to) || (at !== "" && !isAt(at))) throw bbsFailure.bad_addressee({ to, at });
  if (!isBid(message.bid)) throw bbsFailure.bad_bid({ bid: message.bid });
  const body = bodyOf(message);
  if (body.length === 0) throw bbsFailure.body_empty();
  if (body.length > MOST_INBOUND_BODY) throw bbsFailure.body_too_long({ limit: MOST_INBOUND_BODY });
  return {
    type: message.type,
    from,
    at,
    to,
    bid: normalBid(message.bid),
    subject: utf8(message.title),
    body,
  };
}

/** A message of the network as the interface has it. */
function writeMail({ subject, body, ...header }: FbbMessage): z.input<typeof Mail> {
  return { ...header, title: shownText(subject), ...bodyFields(body) };
}

/** Longest transcript of a session, in characters. */
const MOST_TRANSCRIPT = 10_000;
/** Messages of one pool. */
const MOST_POOL = 50;
const call = z.string().min(1).max(16);

export function forwardingRoutes({ office }: RouteParts) {
  const { parts: { db } } = office;
  const partnerOf = (text: string): string => {
    const partner = partnerNamed(office, text);
    if (partner === undefined) throw bbsFailure.partner_unknown({ partner: text });
    return partner;
  };
  return [
    route("GET /api/bbs/forward/pool", {
      gate: backendGate(),
      spec: BACKEND_SPEC,
      summary:
        "Mail that waits for a partner, oldest first; mail written here only of control-verified senders",
      query: z.object({
        partner: call.describe("Call of the forwarding partner, with or without SSID"),
        limit: z.coerce.number().int().min(1).default(20).describe(
          "Messages of one answer, 20 without it; more than 50 is read as 50",
        ),
      }),
      reply: z.object({ partner: z.string(), messages: z.array(Mail) }),
      errors: [bbsFailure.partner_unknown],
      handle: async ({ query }) => {
        const partner = partnerOf(query.partner);
        const messages = await offerTo(office, partner, {
          most: Math.min(query.limit, MOST_POOL),
          bytes: MOST_BATCH_BYTES,
        });
        return { partner, messages: messages.map(writeMail) };
      },
    }),
    route("POST /api/bbs/forward/session", {
      gate: backendGate(),
      spec: BACKEND_SPEC,
      summary: "Say how a session with a partner went, for the operator's log of sessions",
      body: z.object({
        partner: call.describe("Call of the forwarding partner, with or without SSID"),
        seconds: z.number().int().min(0).max(86_400).describe("How long it took until now"),
        outcome: z.enum(["clean", "cut", "told", "broken", "no_link"]),
        words: z.string().max(200).default("").describe("What the other side, or the link, said last"),
        sent: z.number().int().min(0).max(100_000),
        received: z.number().int().min(0).max(100_000),
        bytesOut: z.number().int().min(0).max(1e9).default(0),
        bytesIn: z.number().int().min(0).max(1e9).default(0),
        transcript: z.string().max(MOST_TRANSCRIPT).default("").describe(
          "Its control lines, one a line: `<` theirs, `>` ours; at most 10,000 characters",
        ),
      }),
      reply: z.object({ ok: z.literal(true) }),
      errors: [bbsFailure.partner_unknown],
      handle: async ({ body: { partner: named, transcript, ...report } }) => {
        const partner = partnerOf(named), startedAt = office.now() - report.seconds;
        await db.write((tx) => {
          const { id } = office.forwards.begin(tx, { partner, startedAt });
          office.forwards.end(tx, { id, ...report });
          if (transcript !== "") office.forwards.keepTranscript(tx, { id, text: transcript });
          office.partners.called(tx, { call: partner, startedAt });
        });
        return { ok: true } as const;
      },
    }),
    route("POST /api/bbs/forward/inbound", {
      gate: backendGate(),
      spec: BACKEND_SPEC,
      summary: "Hand over a message that a partner brought",
      body: Inbound,
      reply: z.object({
        ok: z.literal(true),
        stored: z.union([z.literal(0), z.literal(1)]),
        deduped: z.boolean(),
        why: z.string().optional().describe(
          "Why nothing was stored: loop, white_pages, federation, federation_refused",
        ),
        federation: z.string().optional(),
      }),
      errors: [
        bbsFailure.bad_call,
        bbsFailure.bad_addressee,
        bbsFailure.bad_bid,
        bbsFailure.body_empty,
        bbsFailure.body_too_long,
        bbsFailure.bad_federation_batch,
      ],
      handle: async ({ body }) => {
        const message = readInbound(body);
        const named = body.origin?.startsWith(SOURCE_PREFIX)
          ? body.origin.slice(SOURCE_PREFIX.length)
          : undefined;
        const partner = named === undefined || named === ""
          ? undefined
          : partnerNamed(office, named) ?? normalCall(named);
        const { damaged, ...taken } = await db.write((tx) => takeMessage(office, tx, message, partner));
        if (damaged) throw bbsFailure.bad_federation_batch({ why: taken.federation ?? "" });
        return { ok: true, ...taken };
      },
    }),
    route("POST /api/bbs/forward/sent", {
      gate: backendGate(),
      spec: BACKEND_SPEC,
      summary: "Say what a partner answered, after its answer to the whole block",
      body: z.object({
        partner: call,
        bids: z.array(z.string().min(1).max(16)).max(200).describe(
          "BIDs that the partner has now, at most 200",
        ),
        refused: z.array(z.object({ bid: z.string().min(1).max(16), words: z.string().max(200).default("") }))
          .max(200)
          .optional().describe("Those that the partner refused for good, with its words, at most 200"),
        deferred: z.array(z.string().min(1).max(16)).max(200).optional().describe(
          "BIDs that the partner put off until a later session, at most 200",
        ),
      }),
      reply: z.object({ ok: z.literal(true), marked: z.number() }),
      errors: [bbsFailure.partner_unknown],
      handle: async ({ body }) => {
        const partner = partnerOf(body.partner);
        const marked = await db.write((tx) => {
          let marked = 0;
          for (const bid of body.bids) {
            marked += Number(settleOne(office, tx, partner, { bid, outcome: "sent" }));
          }
          for (const { bid, words } of body.refused ?? []) {
            marked += Number(settleOne(office, tx, partner, { bid, outcome: "rejected" }, words));
          }
          for (const bid of body.deferred ?? []) {
            marked += Number(settleOne(office, tx, partner, { bid, outcome: "deferred" }));
          }
          return marked;
        });
        return { ok: true, marked };
      },
    }),
  ];
}
