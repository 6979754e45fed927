/** Personal mail, bulletins and threads (API "BBS"). */
import { accountFailure } from "../../accounts/mod.ts";
import { z } from "#schemas";
import { baseCall, normalCall } from "../../base/mod.ts";
import { clampedParam, open, route, session } from "../../http/mod.ts";
import { listBulletins } from "../bulletins/list.ts";
import { markAllRead, unreadBulletins } from "../bulletins/read_marks.ts";
import { bbsFailure } from "../errors.ts";
import { MOST_LIFE_S } from "../limits.ts";
import { postMessage } from "../counter/post.ts";
import { killMessage, markRead, readMailbox, readThread } from "../counter/read_mail.ts";
import { eyesOf } from "../mail/sight.ts";
import { givenShape, MAIL } from "../../things/mod.ts";
import { MessageView } from "../mail/views.ts";
import { basesOf, mailboxFor, reachesMailbox } from "../mail/who.ts";
import { idOf, mailGate, OK, Ok, type RouteParts, SPEC } from "./shared.ts";

const MailPage = z.object({ messages: z.array(MessageView), nextCursor: z.string().optional() });
const call = z.string().min(1).max(64);
const limit = clampedParam(1, 200, 200).describe(
  "At most so many messages, 1 to 200, 200 without it; a number outside is moved to the nearest",
);
const before = z.string().max(30).optional().describe(
  "`nextCursor` of the page before; the newest messages without it",
);

const Post = z.object({
  fromCall: z.string().max(16).describe("A call that the account holds; through the box, who is connected"),
  toCall: call.describe("CALL, CALL @ OE1XBB.#OE1.AUT.EU, or a bulletin's category with its area: ALL@EU"),
  body: z.string().describe("Text of the message, at most 65536 bytes of UTF-8"),
  ...givenShape(MAIL.facts),
  // Without one, an answer has that of what it answers; control characters are taken out of it.
  subject: z.string().max(MAIL.facts.subject.is.most).optional(),
  type: z.enum(["P", "B", "T"]).optional().describe("B to ALL, SYSOP, BLN*, NWS* and SKY*, else P"),
  replyTo: z.number().int().positive().optional().describe("Id of the message that this answers"),
  lifetimeSec: z.number().int().min(1).max(MOST_LIFE_S).optional(),
});
const Posted = z.object({
  ok: z.literal(true),
  id: z.number(),
  bid: z.string(),
  type: z.enum(["P", "B", "T"]),
  threadId: z.number(),
  replyTo: z.number().nullable(),
});

/** Routes of everybody's mail. */
export function mailRoutes({ office }: RouteParts) {
  const { parts: { db } } = office;
  return [
    route("POST /api/bbs/messages", {
      gate: mailGate(),
      spec: SPEC,
      summary: "Write a message or a bulletin",
      body: Post,
      reply: Posted,
      status: 201,
      errors: [
        bbsFailure.call_not_held,
        accountFailure.suspended,
        bbsFailure.bad_call,
        bbsFailure.bad_addressee,
        bbsFailure.reserved_addressee,
        bbsFailure.body_empty,
        bbsFailure.body_too_long,
        bbsFailure.reply_unknown,
        bbsFailure.bulletin_limit,
      ],
      handle: async ({ who, body }) => {
        if (!reachesMailbox(office, who, baseCall(normalCall(body.fromCall)))) {
          throw bbsFailure.call_not_held({ callsign: body.fromCall });
        }
        const { id, bid, type, threadId, replyTo } = await db.write((tx) =>
          postMessage(office, tx, who, body)
        );
        return { ok: true, id, bid, type, threadId, replyTo };
      },
    }),
    route("GET /api/bbs/messages", {
      gate: mailGate(),
      spec: SPEC,
      summary:
        "Personal mail received by a mailbox, newest first; an account is shown what came to it, while it holds the call verified",
      query: z.object({
        to: call.describe("Callsign of the mailbox; any SSID or hierarchical address of it"),
        before,
        limit,
      }),
      reply: MailPage,
      errors: [bbsFailure.bad_call, bbsFailure.call_not_held, bbsFailure.bad_cursor],
      handle({ who, query }) {
        const base = mailboxFor(office, who, query.to);
        return readMailbox(office, "received", base, eyesOf(office, who, base), query.before, query.limit);
      },
    }),
    route("GET /api/bbs/sent", {
      gate: mailGate(),
      spec: SPEC,
      summary: "Personal mail sent from a mailbox, newest first",
      query: z.object({ from: call.describe("Callsign of the mailbox, held by the account"), before, limit }),
      reply: MailPage,
      errors: [bbsFailure.bad_call, bbsFailure.call_not_held, bbsFailure.bad_cursor],
      handle({ who, query }) {
        const base = mailboxFor(office, who, query.from);
        return readMailbox(office, "sent", base, eyesOf(office, who, base), query.before, query.limit);
      },
    }),
    route("POST /api/bbs/messages/:id/read", {
      gate: mailGate(),
      spec: SPEC,
      summary: "Mark personal mail as read, its addressee's doing; or a bulletin, for the account that asks",
      params: { id: "Number of the message at this mailbox" },
      reply: Ok,
      errors: [bbsFailure.message_unknown, bbsFailure.not_addressee],
      handle: async ({ who, params }) => {
        const id = idOf(params.id);
        await db.write((tx) => markRead(office, tx, who, id));
        return OK;
      },
    }),
    route("DELETE /api/bbs/messages/:id", {
      gate: session(),
      spec: SPEC,
      summary:
        "Remove mail that the account was sent, or its own message or bulletin; nothing brings it back",
      params: { id: "Number of the message at this mailbox" },
      reply: Ok,
      errors: [bbsFailure.message_unknown],
      handle: async ({ who, params }) => {
        const id = idOf(params.id), bases = basesOf(office, who);
        const killed = await db.write((tx) => bases.some((base) => killMessage(office, tx, who, id, base)));
        if (!killed) throw bbsFailure.message_unknown({ id });
        return OK;
      },
    }),
    route("GET /api/bbs/thread/:id", {
      gate: open("bulletins are public; personal mail of others is left out"),
      spec: SPEC,
      summary: "A thread, oldest first; personal mail appears to its sender and addressee alone",
      params: { id: "The thread's id, or that of a message of it" },
      reply: z.object({ threadId: z.number(), messages: z.array(MessageView) }),
      errors: [bbsFailure.message_unknown],
      handle: ({ who, params }) => readThread(office, idOf(params.id), who.session),
    }),
    route("GET /api/bbs/bulletins", {
      gate: open("bulletins are for everybody"),
      spec: SPEC,
      summary: "Bulletins, newest first: own ones, the network's, and those of trusted instances",
      query: z.object({
        category: z.string().max(9).optional().describe("Only those to this category, e.g. ALL"),
        before,
        limit,
        includeUnvetted: z.enum(["0", "1"]).optional().describe(
          "1: with those of instances that nobody has judged",
        ),
      }),
      reply: z.object({ bulletins: z.array(MessageView), nextCursor: z.string().optional() }),
      errors: [bbsFailure.bad_cursor],
      handle: ({ who, query }) =>
        listBulletins(office, {
          session: who.session,
          category: query.category,
          before: query.before,
          limit: query.limit,
          unvetted: query.includeUnvetted === "1",
        }),
    }),
    route("POST /api/bbs/bulletins/read", {
      gate: session(),
      spec: SPEC,
      summary: "Mark every bulletin up to a message as read, for the account that asks",
      body: z.object({ upTo: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
      reply: z.object({
        ok: z.literal(true),
        unread: z.number().describe("Bulletins that the account has not read yet"),
      }),
      handle: async ({ who, body }) => {
        await db.write((tx) => markAllRead(office, tx, who.account, body.upTo));
        return { ok: true as const, unread: unreadBulletins(office, who.account) };
      },
    }),
  ];
}
