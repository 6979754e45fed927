/** Logs as shown. */
import { z } from "#schemas";
import type { Candidate, PeerWord, Why } from "../rules/evidence.ts";
import type { LogRow } from "../tables/log_store.ts";
import { MediaView } from "./media_view.ts";
import { LOG, viewShape } from "../../things/mod.ts";
import { type EnglishSentence, madeOf } from "../../base/mod.ts";
import { words } from "../rules/tier_words.ts";

// What peers said about a find, as entries of its explanation: a ring on the map for each peer that heard the finder,
// a reason for each of the others. Pure.

/** A find's explanation with what each peer says now, instead of the summary that was written when it was judged. */
function withPeerWords(why: Why, words: readonly PeerWord[]): Why {
  if (words.length === 0) return why;
  const lifted = why.method === "aprs_rf_peer";
  const said = words.map((word) => candidateOf(word, lifted));
  const others = why.candidates.filter(({ kind }) => kind !== "peers");
  return { ...why, candidates: lifted ? [...said, ...others] : [...others, ...said] };
}

function candidateOf(word: PeerWord, lifted: boolean): Candidate {
  const { instance, call, said, why: detail, heard, counts, askedAt, againAt } = word;
  const counted = lifted && counts;
  const flaw = counted ? undefined : flawOf(word);
  return {
    kind: "peers",
    peer: instance,
    at: heard?.at ?? askedAt,
    ...(heard && { call, ...heard.middle, distanceM: heard.toM, fromM: heard.fromM }),
    ...(heard?.igate !== undefined && { receiver: { site: heard.igate } }),
    counted,
    ...(flaw && {
      reason: detail === undefined ? flaw.text : `${flaw.text} (${detail})`,
      said: madeOf(flaw),
      ...(detail !== undefined && { detail }),
    }),
    ...(said === "unreached" && againAt !== undefined && { againAt }),
  };
}

function flawOf({ instance: peer, said, counts, againAt }: PeerWord): EnglishSentence {
  switch (said) {
    case "yes":
      return counts ? words("more_peers") : words("peer_not_trusted", { peer });
    case "no":
      return words("peer_heard_nothing", { peer });
    case "refused":
      return words("peer_refused", { peer });
    case "waiting":
      return words("peer_waits", { peer });
    case "unreached":
      return againAt === undefined
        ? words("peer_unreached", { peer })
        : words("peer_asked_again", { peer, time: clock(againAt) });
  }
}

/** "2026-06-01 13:00 UTC". */
const clock = (at: number): string =>
  `${new Date(at * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** A sentence as a code with values, so that a client can say it in another language. A value may itself be such a pair. */
const SaidView = z.object({
  code: z.string(),
  values: z.record(z.string(), z.unknown()).optional().describe(
    "By name: metres where the name ends in `M`, seconds where it ends in `S`",
  ),
});

const OpenView = z.object({
  until: z.number().describe("Unix seconds: what comes later does not count"),
  missing: z.array(z.enum(["hearing", "reading", "tag", "peers", "proof"])),
});

/** What a find was the first of at its cache: of the finds that count, and of those that a receiver heard. */
export const FirstsView = z.array(z.enum(["find", "heard"]));

export const LogView = z.object({
  id: z.number(),
  kind: z.string(),
  ...viewShape(LOG.facts),
  author: z.object({
    call: z.string(),
    signedAt: z.number().optional(),
    home: z.string().optional().describe("Of a visit: the instance where its writer lives"),
  }),
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
  look: z.literal(true).optional().describe("Of a note: it says that the cache needs a look"),
  corroboratedBy: z.array(z.string()).optional().describe("Instances whose receivers confirm the find"),
  held: z.literal(true).optional().describe(
    "For its writer and operators: nobody else sees it until the writer proves a call or is welcomed",
  ),
  open: OpenView.optional().describe(
    "For its writer and operators: what may still come that it could be worth more by",
  ),
  firsts: FirstsView.optional().describe(
    "In the answer to a log and by itself: first to find, first to be heard, as it stands now",
  ),
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

/** What an open find waits for, and until when. */
export type Open = z.infer<typeof OpenView>;

/** What its writer and operators see of a log: what peers have said about it so far, and what may still come for it. */
export interface Inner {
  words: readonly PeerWord[];
  open?: Open | undefined;
}

/** A log as shown. With `all` (for its writer and operators) it has the whole explanation of its tier, else only the method. */
export function logView(row: LogRow, least: "A" | "B", all: Inner | undefined) {
  const why = row.why === null ? null : JSON.parse(row.why) as Why;
  return {
    id: row.id,
    kind: row.kind,
    ...LOG.viewOf(row),
    author: {
      call: row.call,
      ...(row.signedAt !== null && { signedAt: row.signedAt }),
      ...(row.visitHome !== null && { home: row.visitHome }),
    },
    foundAt: row.foundAt,
    tier: row.tier,
    verified: isVerifiedFind(row, least),
    why: why === null ? null : all ? withPeerWords(why, all.words) : { method: why.method },
    createdAt: row.createdAt,
    ...(row.editedAt !== null && { editedAt: row.editedAt }),
    ...(row.heldAt !== null && { held: true as const }),
    ...(all?.open && { open: all.open }),
    ...(row.kind === "note" && row.needsMaintenance === 1 && row.wasFind === 0 && { look: true as const }),
    ...(row.fieldTimeRejected !== null && { fieldTimeRejected: row.fieldTimeRejected }),
    ...(row.corroboratedBy !== null && { corroboratedBy: row.corroboratedBy.split(",") }),
    ...(row.corroboratedLaterAt !== null && { corroboratedLaterAt: row.corroboratedLaterAt }),
  };
}
