/** Shapes of what carriers hand in and are told. Times are unix seconds. */
import { z } from "zod";
import { RECORD_KINDS } from "../../wire/mod.ts";
import { EndpointReply } from "./replies.ts";

const Count = z.number().int().min(0);
/** A sequence or a time: what a database counts exactly. */
const Place = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const LocalId = z.string().max(200);
const Feed = z.enum(RECORD_KINDS);

/** A member for each feed that there is something to say of. */
const perFeed = <Shape extends z.ZodType>(shape: Shape) => z.partialRecord(Feed, shape);

export const CircuitCursors = perFeed(z.object({ since: Place, sinceId: LocalId.optional() }));

export const Delivered = z.object({
  applied: Count.describe("records that are new here"),
  quarantined: Count.describe("records of unknown or blocked instances; nothing of them is kept"),
  rejected: Count.describe("records that are refused, or did not verify"),
  reached: z.array(
    z.object({ instance: z.string(), feed: Feed, since: Place, sinceId: LocalId.optional() }),
  ).describe(
    "how far each instance's feed is proven by these records: where to read on over the same carrier",
  ),
});

export const CircuitPeers = z.object({
  total: Count,
  failing: Count.describe("those whose last session failed"),
  never: Count.describe("those that were never tried"),
  peers: z.array(z.object({
    instance: z.string(),
    endpoints: z.array(EndpointReply.pick({ transport: true, address: true })),
    cursors: CircuitCursors,
    lastAttempt: z.number().nullable(),
    lastOk: z.number().nullable(),
    lastError: z.string().nullable(),
  })),
  link: z.object({
    serve: z.boolean().describe("whether circuits are answered"),
    pull: z.boolean().describe("whether peers are dialled"),
    call: z.string().nullable().describe("callsign under which both are done"),
    node: z.string().nullable().describe("entry node for NET/ROM aliases"),
    everyMs: Count,
    pages: Count.describe("pages of one session at most"),
  }).describe("the settings FED_LINK_*"),
});

export const PostedStatus = z.object({
  instance: z.string().min(1).max(253),
  transport: z.enum(["ax25", "netrom"]),
  address: z.string().min(1).max(200),
  ok: z.boolean(),
  error: z.string().max(500).optional(),
  pages: Count.optional(),
  frames: Count.optional(),
  applied: Count.optional(),
  quarantined: Count.optional(),
  rejected: Count.optional(),
  complete: z.boolean().optional(),
  cursors: CircuitCursors.optional().describe("what POST /federation/frames gave as `reached`"),
});

export const BeaconTaken = z.object({
  federation: z.boolean().describe("whether it was a datagram of federation at all"),
  applied: Count,
  quarantined: Count,
  rejected: Count,
});

const BatchCursors = perFeed(z.object({ cursor: Place, id: z.string().regex(/^\d{1,15}$/).optional() }));

export const PostedEnqueue = z.object({
  types: z.array(z.string()).max(6).optional().describe("kinds of records; all by default"),
  since: z.union([Place, BatchCursors]).optional().describe(
    "a number after which every feed is read, or the `cursors` of the answer before",
  ),
  limit: z.number().int().min(1).max(900).optional().describe("records at most; 200 by default"),
});

export const Enqueued = z.object({
  ok: z.literal(true),
  bid: z.string().optional().describe("BID of the message; absent where there is nothing to send"),
  frames: Count.describe("records in the batch: what one message holds, seldom all that waits"),
  enqueued: z.union([z.literal(0), z.literal(1)]),
  deduped: z.boolean().describe("the very same batch is stored already"),
  partners: Count.describe("marked partners that it goes to"),
  tooLong: Count.describe("records that no message can hold"),
  cursors: BatchCursors.describe("`since` of the next batch"),
});
