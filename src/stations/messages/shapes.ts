/** A message of the log as routes show it, and what they refuse. */
import { z } from "zod";
import { failures } from "../../base/mod.ts";

export const messageFailure = failures({
  bad_call: ["invalid", "This is not a callsign", { addressee: "string", call: "string" }],
  bad_text: [
    "invalid",
    "The text is empty, longer than 67 characters, or has characters that radios cannot show",
    { limit: "number" },
  ],
  bad_comment: [
    "invalid",
    "The comment is longer than 120 characters, or has characters that radios cannot show",
    { limit: "number" },
  ],
  bad_place: ["invalid", "This place is not on the globe"],
  bad_symbol: ["invalid", "A symbol is a table and a code, two printable characters"],
  call_not_verified: ["forbidden", "The callsign is not held and verified by your account", {
    callsign: "string",
    verified: "boolean",
  }],
  bad_ids: ["invalid", "ids is a list of whole numbers"],
});

export const LoggedMessage = z.object({
  id: z.number(),
  ts: z.number().describe("When it was heard or written, in unix seconds"),
  fromCall: z.string(),
  toCall: z.string(),
  body: z.string(),
  direction: z.enum(["rx", "tx"]),
  transport: z.string().describe("The way that it took: aprs-is, tnc, meshcom, browser-rf …"),
  msgNo: z.string().optional(),
  delivery: z.enum(["queued", "sent", "acked", "failed"]).optional().describe(
    "How far a sent message has come; absent on one that was received",
  ),
});
export type LoggedMessage = z.output<typeof LoggedMessage>;
