/** A message as people and programs see it (API "Resources and fields", BBS message). */
import { z } from "#schemas";
import { MAIL, viewShape } from "../../things/mod.ts";
import type { Office } from "../office.ts";
import type { Message } from "../tables/message_store.ts";
import { shownBytes, shownLine } from "./shown.ts";
import { instanceId } from "../../settings/mod.ts";

export const MessageView = z.object({
  id: z.number(),
  bid: z.string(),
  type: z.enum(["P", "B", "T"]).describe("P: personal, B: bulletin, T: traffic"),
  fromCall: z.string(),
  toCall: z.string().describe("Callsign that it is for; of a bulletin its category"),
  at: z.string().describe("Hierarchical address or area behind the @, or empty"),
  ...viewShape(MAIL.facts),
  body: z.string().describe("Control characters are shown as pictures of themselves"),
  postedAt: z.number(),
  expiresAt: z.number().nullable(),
  origin: z.string().describe("Instance id, or rf-fbb:<call> for what a partner brought"),
  mirrored: z.boolean().optional(),
  gid: z.string().optional(),
  readAt: z.number().nullable().describe(
    "Of a bulletin when whoever asks has read it, signed in; null for everybody else",
  ),
  held: z.literal(true).optional().describe(
    "For its writer: nobody else sees it until the writer proves a call or is welcomed",
  ),
  replyTo: z.number().nullable(),
  threadId: z.number(),
  forwardedTo: z.array(z.string()).optional().describe(
    "Calls of the forwarding partners that have it already",
  ),
  delivery: z.enum(["here", "no_route", "queued", "sent", "returned", "spread"]).optional(),
});
export type MessageView = z.infer<typeof MessageView>;

/** What everybody may see of a message that they may see. */
export function viewOf({ settings }: Pick<Office, "settings">, message: Message): MessageView {
  const { id, bid, type, fromCall, toCall, at, postedAt, expiresAt, readAt, replyTo, threadId, gid } =
    message;
  return {
    id,
    bid,
    type,
    fromCall,
    toCall,
    at,
    ...MAIL.viewOf(message),
    subject: shownLine(message.subject),
    body: shownBytes(message.body.subarray(message.textAt)),
    postedAt,
    expiresAt,
    origin: message.source === "" ? instanceId(settings) : message.source,
    ...(message.mirrored ? { mirrored: true, gid: gid! } : {}),
    // Who has read a bulletin is not told.
    readAt: type === "B" ? null : readAt,
    ...(message.heldAt !== null && { held: true as const }),
    replyTo,
    threadId,
  };
}

/** The same for the mailboxes of its sender and addressee: where it went. */
export function mailViews(office: Office, rows: readonly Message[]): MessageView[] {
  const forwarded = new Map<number, string[]>();
  for (
    const { messageId, partner } of office.forwards.forwarded({
      ids: JSON.stringify(rows.map(({ id }) => id)),
    })
  ) {
    forwarded.set(messageId, [...forwarded.get(messageId) ?? [], partner]);
  }
  return rows.map((row) => ({
    ...viewOf(office, row),
    forwardedTo: forwarded.get(row.id) ?? [],
    delivery: row.delivery,
  }));
}
