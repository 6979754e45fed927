/** People in moderation over HTTP. */
import { z } from "#schemas";
import { accountFailure } from "../../accounts/mod.ts";
import { isCall, normalCall } from "../../base/mod.ts";
import { CURSOR_FORM } from "../../db/mod.ts";
import { route, sysopOrOperator, TRUNCATED } from "../../http/mod.ts";
import { moderationFailure as failure } from "../errors.ts";
import type { Kinds } from "../kinds.ts";
import { reportView } from "../reports/view.ts";
import { AccountLine, AccountView } from "../shapes.ts";
import { MEMBER_SEEN, MEMBER_SORTS, MEMBER_STATES } from "../members/list_members.ts";
import type { Members } from "../members/members.ts";

const SPEC = 'API "Administration"';

export function memberRoutes({ kinds, members }: { kinds: Kinds; members: Members }) {
  const Erased = z.object({
    callsign: z.string(),
    category: z.string(),
    until: z.number().nullable(),
    at: z.number(),
  });
  return [
    route("GET /api/admin/moderation/people", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "Everybody who has an account, as a table: searched, filtered, sorted, by pages",
      query: z.object({
        q: z.string().max(254).optional().describe("Beginning of a callsign, or part of a mail address"),
        state: z.enum(MEMBER_STATES).optional().describe(
          "Accounts with a verified call, without one, suspended now, or with posts that are held",
        ),
        seen: z.enum(MEMBER_SEEN).optional().describe("Seen within a week or a year, or longer ago"),
        sort: z.enum(MEMBER_SORTS).default("since").describe("The column by which rows are ordered"),
        order: z.enum(["asc", "desc"]).default("desc").describe("Smallest value first, or largest"),
        limit: z.coerce.number().int().min(1).max(1000).default(100).describe("Rows of one page, 1 to 1000"),
        after: z.string().max(300).regex(CURSOR_FORM).optional().describe("`nextCursor` of the page before"),
      }),
      reply: z.object({
        people: z.array(AccountLine.extend({
          verified: z.boolean(),
          seenAt: z.number().nullable().describe(
            "Last signed in and asked for anything, to a quarter of an hour",
          ),
          finds: z.number().describe("Finds that count in rankings"),
          hides: z.number(),
          held: z.number().describe("Posts that are held until the writer proves a call or is welcomed"),
          welcomed: z.boolean().describe("Operators have welcomed the newcomer: nothing more is held"),
        })),
        total: z.number().describe("How many fit, on all pages"),
        ...TRUNCATED,
        nextCursor: z.string().optional(),
      }),
      handle: ({ query }) => members.list(query),
    }),
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
