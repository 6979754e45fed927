/** The mailbox (API "Stations, mesh, messages, weather, tools"). */
import { z } from "#schemas";
import { failures, normalCall } from "../../base/mod.ts";
import { route, session, TRUNCATED } from "../../http/mod.ts";
import { type StationRouteParts, STATIONS_SPEC } from "./parts.ts";
import { isToMember } from "../messages/messages.ts";
import { mailFailure } from "../mailbox/mailbox.ts";

const failure = failures({
  call_not_verified: ["forbidden", {
    callsign: "string",
    verified: "boolean",
  }],
  mail_unknown: "missing",
});
const Mail = z.object({
  id: z.number(),
  from: z.string(),
  to: z.string(),
  text: z.string(),
  via: z.enum(["app", "radio"]).describe("How its sender left it here: in the app or by radio"),
  status: z.enum(["held", "sent", "delivered", "undelivered", "expired", "withdrawn"]),
  deliveredTo: z.string().nullable(),
  createdAt: z.number(),
  expiresAt: z.number(),
  deliveredAt: z.number().nullable(),
  attempts: z.number(),
});

export function mailRoutes({ stations }: StationRouteParts) {
  const { db, mailbox, accounts, messages, world } = stations;
  return [
    route("GET /api/mailbox", {
      gate: session(),
      spec: STATIONS_SPEC,
      summary: "Mailbox messages sent, and received under verified calls",
      reply: z.object({ sent: z.array(Mail), received: z.array(Mail), ...TRUNCATED }),
      handle({ who }) {
        const bases = accounts.person(who.account)?.bases ?? [];
        // Signing up with a call opens nothing that was left for its licensee.
        return mailbox.list(who.account, bases.filter((base) => accounts.isVerified(base)));
      },
    }),
    route("POST /api/mailbox", {
      gate: session(),
      spec: STATIONS_SPEC,
      summary: "Leave a message: a member here has it at once, others when their station is heard",
      body: z.object({
        from: z.string().max(9),
        to: z.string().max(9),
        text: z.string().max(200),
        onAir: z.boolean().optional().describe(
          "Of a text to a member of this instance, which arrives in the app at once: it waits for their station as well",
        ),
      }),
      status: 201,
      reply: z.object({
        ok: z.literal(true),
        id: z.number(),
        delivery: z.literal("here").optional().describe(
          "The base call is held verified by a member of this instance, who has the text now",
        ),
      }),
      errors: [
        failure.call_not_verified,
        mailFailure.not_a_mailbox,
        mailFailure.bad_text,
        mailFailure.text_too_long,
        mailFailure.mailbox_limit,
        mailFailure.mailbox_full,
      ],
      handle: async ({ who, body }) => {
        const from = normalCall(body.from);
        if (!accounts.speaksFor(from, who.account)) {
          throw failure.call_not_verified({ callsign: from, verified: false });
        }
        const to = normalCall(body.to), isHere = isToMember(stations, to, who.account);
        const id = await db.write((tx) => {
          const left = mailbox.post(tx, {
            account: who.account,
            from,
            to: body.to,
            text: body.text,
            via: "app",
          });
          if (!isHere) return left;
          messages.here(tx, { from, to, text: body.text.trim(), at: world.now(), onAir: false });
          if (body.onAir !== true) mailbox.here(tx, left, to);
          return left;
        });
        return { ok: true, id, ...(isHere && { delivery: "here" as const }) };
      },
    }),
    route("DELETE /api/mailbox/:id", {
      gate: session(),
      spec: STATIONS_SPEC,
      summary: "Withdraw a message that was not on the air yet",
      params: { id: "Number of the message, as the mailbox lists it" },
      reply: z.object({ ok: z.literal(true) }),
      errors: [failure.mail_unknown, mailFailure.already_sent],
      handle: async ({ who, params }) => {
        if (!/^\d{1,15}$/.test(params.id)) throw failure.mail_unknown();
        await db.write((tx) => mailbox.withdraw(tx, Number(params.id), who.account));
        return { ok: true };
      },
    }),
  ];
}
