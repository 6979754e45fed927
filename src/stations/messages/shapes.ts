/** A message of the log as routes show it, and what they refuse. */
import { z } from "#schemas";
import { failures } from "../../base/mod.ts";

export const messageFailure = failures({
  bad_call: ["invalid", { addressee: "string", call: "string" }],
  bad_text: ["invalid", { limit: "number" }],
  bad_comment: ["invalid", { limit: "number" }],
  place_off_globe: "invalid",
  bad_symbol: "invalid",
  call_not_verified: ["forbidden", {
    callsign: "string",
    verified: "boolean",
  }],
  bad_ids: "invalid",
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
  delivery: z.enum(["queued", "sent", "acked", "failed", "here"]).optional().describe(
    "How far a sent message has come; absent on one that was received by radio; here: between members, in the app",
  ),
});
export type LoggedMessage = z.output<typeof LoggedMessage>;
