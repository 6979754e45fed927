/** A member's conversations, what of them is unread, and whether a message can leave this gateway now. */
import { z } from "#schemas";
import { baseCall, isCall, normalCall } from "../../base/mod.ts";
import { clampedParam, route, session, TRUNCATED } from "../../http/mod.ts";
import { CURSOR, PAGED, paged, queryFailure, readCursor } from "./query.ts";
import { type StationRouteParts, STATIONS_SPEC } from "./parts.ts";
import { messageView } from "../messages/messages.ts";
import { LoggedMessage, messageFailure } from "../messages/shapes.ts";

const OTHER = { call: "Callsign of the other station, with its SSID" };

export function conversationRoutes({ stations }: StationRouteParts) {
  const { db, conversations, log, accounts, store } = stations;
  const sightOf = (account: number) => ({ account, bases: accounts.person(account)?.bases ?? [] });
  const otherOf = (text: string): string => {
    const call = normalCall(text);
    if (!isCall(call)) throw messageFailure.bad_call({ call: text.slice(0, 20) });
    return call;
  };
  return [
    route("GET /api/messages/conversations", {
      gate: session(),
      spec: STATIONS_SPEC,
      summary:
        "The account's messages by the station they were exchanged with, the newest conversation first",
      reply: z.object({
        conversations: z.array(z.object({
          with: z.string(),
          unread: z.number(),
          last: LoggedMessage,
        })),
        ...TRUNCATED,
        unread: z.number().describe("Messages not read yet, in all conversations together"),
        outboxAskedAt: z.number().nullable().describe(
          "When a box asked last for what waits for APRS-IS; null since the start: a message would wait in vain",
        ),
      }),
      handle: ({ who }) => {
        const sight = sightOf(who.account), { rows, truncated } = conversations.list(sight);
        return {
          conversations: rows.map(({ last, ...one }) => ({ ...one, last: messageView(last) })),
          truncated,
          unread: conversations.unread(sight),
          outboxAskedAt: log.outboxAskedAt === 0 ? null : log.outboxAskedAt,
        };
      },
    }),
    route("GET /api/messages/with/:call", {
      gate: session(),
      spec: STATIONS_SPEC,
      summary: "Messages between the account's calls and a station, newest first",
      params: OTHER,
      query: z.object({
        cursor: CURSOR,
        limit: clampedParam(1, 200, 50).describe(
          "At most so many messages, 1 to 200, 50 without it; a number outside is moved to the nearest",
        ),
      }),
      reply: z.object({
        with: z.string(),
        heardAt: z.number().nullable().describe("When that station was heard last; null where it never was"),
        member: z.boolean().describe("Whether a member of this instance holds the call, verified"),
        messages: z.array(LoggedMessage),
        ...PAGED,
      }),
      errors: [messageFailure.bad_call, queryFailure.bad_cursor],
      handle: ({ who, params, query: { cursor, limit } }) => {
        const other = otherOf(params.call);
        const rows = conversations.thread(sightOf(who.account), other, readCursor(cursor), limit + 1);
        const { page, nextCursor, hasMore } = paged(rows, limit);
        const base = baseCall(other), holder = accounts.holder(base);
        return {
          with: other,
          heardAt: store.byCall({ call: other })?.lastHeard ?? null,
          member: holder !== undefined && !holder.suspended && accounts.isVerified(base),
          messages: page.map(messageView),
          nextCursor,
          hasMore,
        };
      },
    }),
    route("POST /api/messages/with/:call/read", {
      gate: session(),
      spec: STATIONS_SPEC,
      summary: "Mark what a station wrote as read, up to a message",
      params: OTHER,
      limit: { name: "messages-read", points: 1200, seconds: 3600, per: ({ who }) => String(who.account) },
      body: z.object({ upTo: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
      reply: z.object({
        ok: z.literal(true),
        unread: z.number().describe("What is left, in all conversations"),
      }),
      errors: [messageFailure.bad_call],
      handle: async ({ who, params, body }) => {
        const other = otherOf(params.call), sight = sightOf(who.account);
        await db.write((tx) => conversations.mark(tx, sight, other, body.upTo));
        return { ok: true, unread: conversations.unread(sight) };
      },
    }),
  ];
}
