/** The message log, sending over APRS-IS, and the outbox that a box empties. */
import { z } from "#schemas";
import { messageInfo, messageText, positionInfo } from "../../aprs/mod.ts";
import { isCall, isPlace, normalCall } from "../../base/mod.ts";
import { clampedParam, type Limit, open, route, services, session, type SessionWho } from "../../http/mod.ts";
import { serviceCall } from "../../settings/mod.ts";
import { TOCALL } from "../sending/answers.ts";
import { CURSOR, PAGED, paged, queryFailure, readCursor } from "./query.ts";
import { isToMember } from "../messages/messages.ts";
import { LoggedMessage, messageFailure as failure } from "../messages/shapes.ts";
import { INGEST_SPEC, type StationRouteParts, STATIONS_SPEC } from "./parts.ts";

const MOST_TEXT = 67, MOST_COMMENT = 120;
/** Anything queued longer than this is never handed out, in seconds. */
const OUTBOX_LIFE_S = 3600;
const MOST_OUT = 50;

/** API "Limits", APRS TX: 30 an hour for an account. */
const sending: Limit<SessionWho> = {
  name: "tx-aprs",
  points: 30,
  seconds: 3600,
  per: ({ who }) => String(who.account),
};

const Number_ = z.string().regex(/^[A-Za-z0-9]{1,5}$/).optional();
const Outgoing = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("message"),
    addressee: z.string().max(9),
    text: z.string().max(500),
    msgNo: Number_,
    onAir: z.boolean().optional().describe(
      "Of a text to a member of this instance, which arrives in the app at once: it goes on the air as well",
    ),
  }),
  z.object({
    kind: z.literal("beacon"),
    from: z.string().max(9).optional().describe("Another call of the account, verified; else the session's"),
    lat: z.number(),
    lon: z.number(),
    symbol: z.string().optional(),
    comment: z.string().max(500).optional(),
  }),
]);

const Ok = z.object({ ok: z.literal(true) });

/** A text as it goes on the air, whole or not at all. */
function onAir(text: string): string {
  const clean = messageText(text);
  if (clean === "" || clean !== text.trim() || clean.length > MOST_TEXT) {
    throw failure.bad_text({ limit: MOST_TEXT });
  }
  return clean;
}

/** An addressee: a station or one of the group names of APRS, at most nine characters. */
function addressee(text: string): string {
  const call = text.trim().toUpperCase();
  if (!/^[A-Z0-9][A-Z0-9-]{0,8}$/.test(call)) throw failure.bad_call({ addressee: text });
  return call;
}

export function messageRoutes({ stations }: StationRouteParts) {
  const { db, world, settings, messages, log, accounts } = stations;
  const mine = (who: SessionWho, call: string): string => {
    const from = normalCall(call);
    if (!accounts.speaksFor(from, who.account)) {
      throw failure.call_not_verified({ callsign: from, verified: false });
    }
    return from;
  };

  return [
    route("GET /api/messages", {
      gate: open("messages on the air are public"),
      spec: STATIONS_SPEC,
      summary: "Message log, newest first",
      query: z.object({
        call: z.string().max(20).optional().describe("Sent or received by any SSID of this base call"),
        to: z.string().max(20).optional().describe("Received by any SSID of this base call"),
        bulletins: z.string().max(5).optional().describe("1: bulletins and announcements alone"),
        cursor: CURSOR,
        limit: clampedParam(1, 200, 50).describe(
          "At most so many messages, 1 to 200, 50 without it; a number outside is moved to the nearest",
        ),
      }),
      reply: z.object({ messages: z.array(LoggedMessage), ...PAGED, serviceCall: z.string() }),
      errors: [failure.bad_call, queryFailure.bad_cursor],
      handle: ({ query }) => {
        const { limit } = query;
        const call = query.call === undefined ? undefined : normalCall(query.call);
        if (call !== undefined && !isCall(call)) throw failure.bad_call({ call: query.call });
        const rows = messages.list({
          ...(call === undefined ? {} : { call }),
          ...(query.to === undefined ? {} : { to: query.to.trim().toUpperCase() }),
          bulletins: query.bulletins === "1",
          before: readCursor(query.cursor),
          limit: limit + 1,
        });
        const { page, nextCursor, hasMore } = paged(rows, limit);
        return { messages: page, nextCursor, hasMore, serviceCall: serviceCall(settings) };
      },
    }),
    route("POST /api/messages/sent", {
      gate: session(),
      spec: STATIONS_SPEC,
      summary: "Log a message that the member's own radio sent",
      limit: { ...sending, name: "messages-sent", points: 240 },
      body: z.object({
        from: z.string().max(9),
        to: z.string().max(9),
        text: z.string().max(200),
        msgNo: Number_,
      }),
      reply: Ok,
      errors: [failure.bad_call, failure.bad_text, failure.call_not_verified],
      handle: async ({ who, body }) => {
        const from = mine(who, body.from), to = addressee(body.to), text = onAir(body.text);
        const msgNo = body.msgNo === undefined ? {} : { msgNo: body.msgNo };
        await db.write((tx) =>
          messages.sent(tx, { from, to, text, at: world.now(), transport: "browser-rf", ...msgNo })
        );
        return { ok: true };
      },
    }),
    route("POST /api/tx/aprs", {
      gate: session({ verified: true }),
      spec: STATIONS_SPEC,
      summary:
        "Send a message or beacon under the session's call: to a member here in the app, else over APRS-IS",
      limit: sending,
      body: Outgoing,
      status: 201,
      reply: z.object({
        id: z.number(),
        srcCall: z.string(),
        kind: z.string(),
        status: z.enum(["queued", "here"]).describe("here: it is delivered in the app, and goes on no air"),
        delivery: z.literal("here").optional().describe(
          "The base call is held verified by a member of this instance, who has the text now",
        ),
      }),
      errors: [
        failure.bad_call,
        failure.bad_text,
        failure.bad_comment,
        failure.place_off_globe,
        failure.bad_symbol,
        failure.call_not_verified,
      ],
      handle: async ({ who, body }) => {
        const from = body.kind === "beacon" ? body.from ?? who.call : who.call;
        const src = mine(who, from), at = world.now();
        const item = { at, account: who.account, src, to: TOCALL };
        if (body.kind === "message") {
          const to = addressee(body.addressee), text = onAir(body.text), { msgNo } = body;
          const payload = messageInfo(to, text, msgNo);
          const isHere = isToMember(stations, to, who.account), onTheAir = body.onAir === true;
          const id = await db.write((tx) => {
            if (isHere) {
              const told = messages.here(tx, { from: src, to, text, at, msgNo, onAir: onTheAir });
              if (!onTheAir) return told;
            }
            const message = log.put(tx, {
              at,
              from: src,
              to,
              body: text,
              direction: "tx",
              transport: "aprs-is",
              ...(msgNo === undefined ? {} : { msgNo }),
              delivery: "queued",
            });
            return log.queue(tx, { ...item, kind: "message", payload, message });
          });
          return {
            id,
            srcCall: src,
            kind: body.kind,
            status: isHere && !onTheAir ? "here" : "queued",
            ...(isHere && { delivery: "here" }),
          };
        }
        if (!isPlace(body.lat, body.lon)) throw failure.place_off_globe();
        const symbol = body.symbol ?? "/>";
        if (!/^[/\\0-9A-Z][!-~]$/.test(symbol)) throw failure.bad_symbol();
        const comment = messageText(body.comment ?? "");
        if (comment !== (body.comment ?? "").trim() || comment.length > MOST_COMMENT) {
          throw failure.bad_comment({ limit: MOST_COMMENT });
        }
        const payload = positionInfo(body.lat, body.lon, symbol, comment);
        const id = await db.write((tx) => log.queue(tx, { ...item, kind: "beacon", payload }));
        return { id, srcCall: src, kind: body.kind, status: "queued" };
      },
    }),
    route("GET /outbox", {
      gate: services(),
      spec: INGEST_SPEC,
      summary: "What waits for APRS-IS and CWOP, oldest first, at most 50",
      reply: z.object({
        items: z.array(z.object({
          id: z.number(),
          srcCall: z.string(),
          tocall: z.string(),
          kind: z.enum(["message", "status", "beacon", "wx"]),
          payload: z.string().describe("Information field of the APRS packet, as text"),
          target: z.enum(["is", "cwop"]),
          createdAt: z.number().describe("Unix seconds; an item older than an hour is not sent any more"),
        })),
      }),
      handle: async ({ who }) => {
        const box = who.kind === "box" ? who.box : "";
        const items = await stations.handOut(box, world.now() - OUTBOX_LIFE_S, MOST_OUT);
        return { items: items.map(({ accountId: _, ...item }) => item) };
      },
    }),
    route("POST /outbox/ack", {
      gate: services(),
      spec: INGEST_SPEC,
      summary: "Say which items of the outbox were sent",
      body: z.object({
        ids: z.array(z.unknown()).max(1000).describe("Numbers of the items that were sent, at most 1000"),
      }),
      reply: Ok,
      errors: [failure.bad_ids],
      handle: async ({ body }) => {
        const ids = body.ids.map((id) => {
          if (!Number.isSafeInteger(id)) throw failure.bad_ids();
          return id as number;
        });
        const at = world.now();
        await db.write((tx) => ids.forEach((id) => stations.outboxSent(tx, id, at)));
        stations.ring.count("aprs-is", at, 0, ids.length);
        return { ok: true };
      },
    }),
  ];
}
