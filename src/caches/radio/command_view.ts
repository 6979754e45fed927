/** A command over the air as its sender sees it. */
import { z } from "#schemas";
import { logRows } from "../tables/log_store.ts";
import type { Game } from "../game.ts";
import { cacheRows } from "../tables/cache_store.ts";
import { isVerifiedFind } from "../views/log_view.ts";
import type { CommandRow } from "../tables/radio_store.ts";

export const CommandView = z.object({
  id: z.number(),
  fromCall: z.string(),
  command: z.string(),
  cacheCode: z.string().nullable(),
  body: z.string(),
  trusted: z.boolean(),
  status: z.string(),
  reason: z.string().nullable(),
  sentAt: z.number(),
  decidedAt: z.number().nullable(),
  via: z.string().nullable().describe("How it reached this instance: rf, meshcom or aprsis; null: not known"),
  heardBy: z.string().nullable().describe(
    "The station that heard it, or the gate that an internet copy names",
  ),
  logId: z.number().optional(),
  tier: z.enum(["A", "B"]).nullable().optional(),
  verified: z.boolean().optional(),
});

export function commandView(game: Game, row: CommandRow): z.infer<typeof CommandView> {
  const log = row.logId === null ? undefined : logRows(game).byId({ id: row.logId });
  const cache = log && cacheRows(game).byId({ id: log.cacheId });
  return {
    id: row.id,
    fromCall: row.fromCall,
    command: row.command,
    cacheCode: row.cacheCode,
    body: row.body,
    trusted: row.trusted === 1,
    status: row.status,
    reason: row.reason,
    sentAt: row.sentAt,
    decidedAt: row.decidedAt,
    via: row.via,
    heardBy: row.heardBy,
    ...(row.logId !== null && { logId: row.logId }),
    ...(log?.kind === "found" &&
      { tier: log.tier, verified: isVerifiedFind(log, game.leastTrustOf(cache!)) }),
  };
}
