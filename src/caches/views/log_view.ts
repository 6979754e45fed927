/** Logs as shown. */
import { z } from "zod";
import type { PeerWord, Why } from "../rules/evidence.ts";
import type { LogRow } from "../tables/log_store.ts";
import { MediaView } from "./media_view.ts";
import { withPeerWords } from "./peer_words.ts";

/** A sentence as a code with values, so that a client can say it in another language. A value may itself be such a pair. */
const SaidView = z.object({
  code: z.string(),
  values: z.record(z.string(), z.unknown()).optional().describe(
    "By name: metres where the name ends in `M`, seconds where it ends in `S`",
  ),
});

export const LogView = z.object({
  id: z.number(),
  kind: z.string(),
  text: z.string(),
  author: z.object({ call: z.string(), signedAt: z.number().optional() }),
  foundAt: z.number(),
  tier: z.enum(["A", "B"]).nullable(),
  verified: z.boolean(),
  why: z.object({
    method: z.string(),
    sentence: z.string().optional(),
    said: z.array(SaidView).optional().describe("What `sentence` is made of, one for each sentence in it"),
    candidates: z.array(z.object({
      kind: z.string(),
      at: z.number(),
      call: z.string().optional(),
      lat: z.number().optional(),
      lon: z.number().optional(),
      distanceM: z.number().optional(),
      accuracyM: z.number().optional().describe("Accuracy in metres that the device gave with its reading"),
      receiver: z.object({ site: z.string(), lat: z.number().optional(), lon: z.number().optional() })
        .optional(),
      counted: z.boolean(),
      reason: z.string().optional(),
      said: SaidView.optional().describe("What `reason` is made of, without `detail`"),
      detail: z.string().optional().describe(
        "For a neighbour: what the neighbour, or a gateway on the way to it, answered",
      ),
      peer: z.string().optional().describe(
        "Name of the instance that confirmed it; on a neighbour's answer alone",
      ),
      fromM: z.number().optional().describe(
        "Least distance in metres that a neighbour's answer allows; `distanceM` is then the greatest",
      ),
      againAt: z.number().optional().describe("When a neighbour that was not reached is asked again"),
    })).optional(),
  }).nullable(),
  createdAt: z.number(),
  editedAt: z.number().optional().describe("When its writer last corrected the text"),
  own: z.object({ mendableUntil: z.number() }).optional()
    .describe("For its writer: until when the text may be corrected"),
  fieldTimeRejected: z.string().optional(),
  photos: z.array(MediaView).optional().describe("Photos that the writer put beside it"),
  corroboratedBy: z.array(z.string()).optional().describe("Instances whose receivers confirm the find"),
  corroboratedLaterAt: z.number().optional().describe("When they confirmed it, if that was after the answer"),
});

/** A log in a log book: one that was written at another instance has a global id and no number here. */
export const BookedLog = LogView.extend({
  id: z.number().nullable(),
  gid: z.string().optional(),
  origin: z.string().optional(),
  mirrored: z.literal(true).optional(),
});

/** Whether a tier reaches a minimum. */
export const reachesTier = (tier: "A" | "B" | null, least: "A" | "B"): boolean =>
  tier === "A" || (tier === "B" && least === "B");

/** Whether a log's tier reaches a minimum. Peers by quorum always do. */
export const reaches = (log: Pick<LogRow, "tier" | "corroboratedBy">, least: "A" | "B"): boolean =>
  log.corroboratedBy !== null || reachesTier(log.tier, least);

/** A find whose tier reaches the minimum. */
export const isVerifiedFind = (
  log: Pick<LogRow, "kind" | "tier" | "corroboratedBy">,
  least: "A" | "B",
): boolean => log.kind === "found" && reaches(log, least);

/**
 * A log as shown. With `all` (for its writer and operators) it has the whole explanation of its tier, else only the
 * method. `words`: what peers have said about it so far.
 */
export function logView(row: LogRow, least: "A" | "B", all: boolean, words: readonly PeerWord[] = []) {
  const why = row.why === null ? null : JSON.parse(row.why) as Why;
  return {
    id: row.id,
    kind: row.kind,
    text: row.text,
    author: { call: row.call, ...(row.signedAt !== null && { signedAt: row.signedAt }) },
    foundAt: row.foundAt,
    tier: row.tier,
    verified: isVerifiedFind(row, least),
    why: why === null ? null : all ? withPeerWords(why, words) : { method: why.method },
    createdAt: row.createdAt,
    ...(row.editedAt !== null && { editedAt: row.editedAt }),
    ...(row.fieldTimeRejected !== null && { fieldTimeRejected: row.fieldTimeRejected }),
    ...(row.corroboratedBy !== null && { corroboratedBy: row.corroboratedBy.split(",") }),
    ...(row.corroboratedLaterAt !== null && { corroboratedLaterAt: row.corroboratedLaterAt }),
  };
}
