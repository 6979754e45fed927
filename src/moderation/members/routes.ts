/** People in moderation over HTTP. */
import { z } from "zod";
import { accountFailure } from "../../accounts/mod.ts";
import { isCall, normalCall } from "../../base/mod.ts";
import { route, sysopOrOperator, TRUNCATED } from "../../http/mod.ts";
import { moderationFailure as failure } from "../errors.ts";
import type { Kinds } from "../kinds.ts";
import { reportView } from "../reports/view.ts";
import { AccountLine, AccountView } from "../shapes.ts";
import type { Members } from "./members.ts";

const SPEC = 'API "Administration"';

export function memberRoutes({ kinds, members }: { kinds: Kinds; members: Members }) {
  const Erased = z.object({
    callsign: z.string(),
    category: z.string(),
    until: z.number().nullable(),
    at: z.number(),
  });
  return [
    route("GET /api/admin/moderation/accounts", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "Find accounts by call or address, or list those that are suspended",
      query: z.object({
        q: z.string().max(254).optional().describe("Beginning of a callsign, or part of a mail address"),
        suspended: z.enum(["0", "1"]).optional().describe("1: who is suspended, in place of a search"),
      }),
      reply: z.object({
        accounts: z.array(AccountLine),
        ...TRUNCATED,
        erasedCalls: z.array(Erased).optional(),
      }),
      errors: [failure.short_query],
      handle: ({ query }) => query.suspended === "1" ? members.suspended() : members.search(query.q ?? ""),
    }),
    route("GET /api/admin/moderation/accounts/:call", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "Everything about the holder of a call: proofs, open reports, latest content, what was done",
      params: { call: "A callsign that the account holds, with or without SSID" },
      reply: AccountView,
      errors: [accountFailure.invalid_call, accountFailure.no_account],
      handle: ({ params }) => {
        const call = normalCall(params.call);
        if (!isCall(call)) throw accountFailure.invalid_call();
        const view = members.view(call);
        return { ...view, openReports: view.openReports.map((row) => reportView(kinds, row)) };
      },
    }),
  ];
}
