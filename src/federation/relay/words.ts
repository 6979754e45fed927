/** Questions to a spoke through its hub, and the spoke's answers, as both sides write them (FED "Push, relay, packet"). */
import { z } from "#schemas";
import { isInstanceId } from "../../wire/mod.ts";

/** Questions of one lease (FED "Limits" leaves the number open). */
export const LEASED_AT_ONCE = 25;
/** A relayed question stays answerable for this long, in seconds (FED "Limits"). */
export const QUESTION_LIFE_S = 3600;

/** Feeds that can be asked of a spoke, and the kinds of records in them. */
export const RELAY_FEEDS = { caches: "cache", finds: "find", keys: "key" } as const;

export const FeedParams = z.object({
  feed: z.enum(["caches", "finds", "keys"]),
  since: z.number().int().min(0).max(2 ** 52).default(0).describe(
    "Cursor after which to read; 0: from the beginning",
  ),
  limit: z.number().int().min(1).max(1000).default(200).describe("Records of one page, 1 to 1000"),
});
export type FeedParams = z.infer<typeof FeedParams>;

/** A corroboration question: the asker's signed frame, base64url. */
const QuestionParams = z.object({ question: z.string().min(1).max(22_000) });
type QuestionParams = z.infer<typeof QuestionParams>;

/** One thing that a spoke is asked. */
export type Asked =
  | { kind: "feed"; params: FeedParams }
  | { kind: "corroborate"; params: QuestionParams };

/**
 * The answer: the page of the feed, the answer to the question (`frameB64` null where there is none), or why there is
 * none.
 */
export const Relayed = z.union([
  z.object({
    ok: z.literal(true),
    kind: z.literal("feed"),
    data: z.object({
      feed: z.enum(["caches", "finds", "keys"]),
      since: z.number(),
      encoding: z.literal("cbor"),
      nextCursor: z.number(),
      complete: z.boolean(),
      pageB64: z.string().describe("The sync page: its CBOR bytes in base64"),
    }),
  }),
  z.object({
    ok: z.literal(true),
    kind: z.literal("corroborate"),
    data: z.object({
      status: z.number().int(),
      frameB64: z.string().max(8192).nullable().describe(
        "Signed frame of the answer, in base64; null: there is none",
      ),
    }),
  }),
  z.object({ ok: z.literal(false), kind: z.string().max(32), error: z.string().max(500) }),
]);
export type Relayed = z.infer<typeof Relayed>;

export const InstanceId = z.string().max(253).refine(isInstanceId, "takes an instance id");

/** Reads a question out of a queue or out of a hub's answer; `undefined` where a spoke answers nothing like it. */
export function readAsked(kind: unknown, params: unknown): Asked | undefined {
  if (kind === "feed") {
    const read = FeedParams.safeParse(params);
    return read.success ? { kind, params: read.data } : undefined;
  }
  if (kind === "corroborate") {
    const read = QuestionParams.safeParse(params);
    return read.success ? { kind, params: read.data } : undefined;
  }
  return undefined;
}
