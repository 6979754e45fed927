/** The table of every cache, for operators. */
import { z } from "#schemas";
import { CURSOR_FORM } from "../../db/mod.ts";
import { route, sysopOrOperator, TRUNCATED } from "../../http/mod.ts";
import type { Game } from "../game.ts";
import { ADMIN_SPEC } from "./shared.ts";
import { CACHE_SORTS, CACHE_STATES, cacheList } from "../tables/list_caches.ts";

export function inventoryRoutes(game: Game) {
  const list = cacheList(game.db);
  return [
    route("GET /api/admin/caches", {
      gate: sysopOrOperator(),
      spec: ADMIN_SPEC,
      summary:
        "Every cache of this instance, drafts and removed ones too, as a table: searched, filtered, sorted, by pages",
      query: z.object({
        q: z.string().max(200).optional().describe(
          "Part of a title, or the beginning of a code or of its owner's call",
        ),
        state: z.enum(CACHE_STATES).optional().describe("Only those that are so; `removed`: by moderation"),
        type: z.string().max(40).optional().describe("Only caches of this kind, as `type` names it"),
        from: z.enum(["native", "imported"]).optional().describe("Caches made here, or places of an import"),
        finds: z.enum(["none", "some"]).optional().describe("Never found, or found at least once"),
        sort: z.enum(CACHE_SORTS).default("since").describe("The column by which rows are ordered"),
        order: z.enum(["asc", "desc"]).default("desc").describe("Smallest value first, or largest"),
        limit: z.coerce.number().int().min(1).max(1000).default(100).describe("Rows of one page, 1 to 1000"),
        after: z.string().max(300).regex(CURSOR_FORM).optional().describe("`nextCursor` of the page before"),
      }),
      reply: z.object({
        caches: z.array(z.object({
          id: z.number(),
          code: z.string(),
          title: z.string(),
          type: z.string(),
          status: z.string(),
          removed: z.boolean().describe("Whether moderation took it away"),
          unlisted: z.boolean(),
          ownerCall: z.string(),
          source: z.string().describe("`native`, or the import that it came with"),
          lat: z.number().nullable(),
          lon: z.number().nullable(),
          finds: z.number(),
          needsMaintenance: z.boolean(),
          createdAt: z.number(),
          updatedAt: z.number(),
        })),
        total: z.number().describe("How many fit, on all pages"),
        ...TRUNCATED,
        nextCursor: z.string().optional(),
      }),
      handle: ({ query }) => list(query),
    }),
  ];
}
