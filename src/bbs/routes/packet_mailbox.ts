/** What the packet mailbox of a box works with, for who is connected to it (API "Ingest and BBS backend"). */
import { z } from "#schemas";
import { route } from "../../http/mod.ts";
import { bbsFailure } from "../errors.ts";
import { touchReader } from "../counter/post.ts";
import { killMessage } from "../counter/read_mail.ts";
import { readSession } from "../counter/session.ts";
import { mailboxFor } from "../mail/who.ts";
import { BACKEND_SPEC, backendGate, type RouteParts } from "./shared.ts";

const call = z.string().min(1).max(16);

export function packetMailboxRoutes({ office }: RouteParts) {
  const { parts: { db } } = office;
  return [
    route("GET /api/bbs/session", {
      gate: backendGate(),
      spec: BACKEND_SPEC,
      summary:
        "What somebody connected to the packet mailbox may read: bulletins, and the call's mail unless its verified holder forbids that; newest first",
      query: z.object({
        call: call.describe("Callsign of the station that is connected, with or without SSID"),
      }),
      reply: z.object({
        call: z.string(),
        lastListed: z.number().describe("Number up to which messages were listed before"),
        messages: z.array(z.object({
          id: z.number(),
          type: z.enum(["P", "B", "T"]),
          from: z.string(),
          to: z.string(),
          at: z.string(),
          subject: z.string(),
          postedAt: z.number(),
          body: z.string(),
          replyTo: z.number().nullable(),
          readAt: z.number().nullable(),
        })),
      }),
      errors: [bbsFailure.bad_call, bbsFailure.call_not_held],
      handle: ({ who, query }) => readSession(office, who, mailboxFor(office, who, query.call)),
    }),
    route("POST /api/bbs/session", {
      gate: backendGate(),
      spec: BACKEND_SPEC,
      summary: "Note that somebody is connected, and up to which number messages were listed",
      body: z.object({ call, lastListed: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional() }),
      reply: z.object({ ok: z.literal(true), call: z.string(), lastListed: z.number() }),
      errors: [bbsFailure.bad_call, bbsFailure.call_not_held],
      handle: async ({ who, body }) => {
        const base = mailboxFor(office, who, body.call);
        await db.write((tx) => touchReader(office, tx, base, body.lastListed));
        return { ok: true, call: base, lastListed: office.messages.user({ base })!.lastListed };
      },
    }),
    route("POST /api/bbs/kill", {
      gate: backendGate(),
      spec: BACKEND_SPEC,
      summary:
        "Remove a message that somebody connected has written or was sent; only what came over the air is removed over it",
      body: z.object({ id: z.number().int().positive(), call }),
      reply: z.object({ ok: z.literal(true), killed: z.boolean() }),
      errors: [bbsFailure.bad_call, bbsFailure.call_not_held],
      handle: async ({ who, body }) => {
        const base = mailboxFor(office, who, body.call);
        return { ok: true, killed: await db.write((tx) => killMessage(office, tx, who, body.id, base)) };
      },
    }),
  ];
}
