/** Whether a member may send with a radio of their own, as a box asks before it keys up (API "Ingest and BBS backend"). */
import { z } from "#schemas";
import { isAx25Call, normalCall } from "../../base/mod.ts";
import { route, session } from "../../http/mod.ts";
import type { IngestParts } from "../parts.ts";

export function ownRadioRoutes({ accounts }: IngestParts) {
  return [
    route("GET /api/my/txgate", {
      gate: session(),
      spec: 'API "Ingest and BBS backend"',
      summary: "Whether the account may transmit under a call, with a radio that its own page drives",
      query: z.object({
        call: z.string().max(20).transform(normalCall).refine(isAx25Call, "is not an AX.25 callsign")
          .describe(
            "The callsign that would be sent, with its SSID",
          ),
      }),
      reply: z.object({
        call: z.string(),
        ok: z.boolean(),
        reason: z.enum(["not_verified", "not_held", "suspended"]).optional(),
      }),
      handle: ({ who, query: { call } }) => {
        const holder = accounts.holder(call);
        if (holder?.accountId !== who.account) return { call, ok: false, reason: "not_held" };
        if (holder.suspended) return { call, ok: false, reason: "suspended" };
        return accounts.isVerified(call) ? { call, ok: true } : { call, ok: false, reason: "not_verified" };
      },
    }),
  ];
}
