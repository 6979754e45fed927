/** What the management routes answer. Times are unix seconds. */
import { z } from "#schemas";

const Time = z.number().nullable();
const SpokenWords = z.array(z.string()).describe(
  "The fingerprint in eight words of the PGP word list, two for each group: what is read on the air",
);
const PublishedKey = z.object({ x: z.string(), until: z.number().optional() });
export const EndpointReply = z.object({
  transport: z.string(),
  address: z.string(),
  priority: z.number().describe("Order in which addresses are tried: the lowest number first"),
  verifiedVia: z.string().optional(),
});
/** Records applied by kind. */
const Counts = z.record(z.string(), z.number());

export const PeerAddress = z.string().max(300).describe("The neighbour's address, as it is listed");
export const PeerReply = z.object({
  url: z.string(),
  instance: z.string().nullable(),
  trust: z.enum(["unvetted", "trusted", "blocked"]),
  blockReason: z.string().nullable().describe("Why it is blocked, in the operator's words"),
  beforeBlock: z.enum(["unvetted", "trusted"]).nullable().describe(
    "The trust that lifting its block gives back; null where it is not blocked",
  ),
  fingerprint: z.string().nullable(),
  words: SpokenWords,
  pinnedFingerprint: z.string().nullable().describe(
    "Fingerprint that the setting FED_PEERS demands of this neighbour; null: it demands none",
  ),
  addedVia: z.string(),
  addedAt: z.number(),
  enabled: z.boolean().describe("Whether this instance pulls records from it"),
  paused: z.boolean().describe("Whether an operator has paused it, though it is followed"),
  configured: z.boolean().describe("Whether the setting FED_PEERS lists it"),
  health: z.enum(["blocked", "new", "error", "ok"]),
  errorRate: z.number().describe("Share of pulls that failed, 0 to 1"),
  lastSync: Time,
  lastOk: Time,
  lastError: z.string().nullable(),
  lastCounts: Counts.nullable(),
  mirroredTotal: z.number(),
  kept: z.object({
    records: z.number(),
    bytes: z.number().describe(
      "As they are reckoned: each record twice its signed bytes and 600 for its rows",
    ),
    limit: z.number().describe("Bytes that its records may fill, by its trust"),
    full: z.enum(["origin", "neighbour", "unvetted", "disk"]).nullable().describe(
      "Why nothing new of it finds room: its own room is full, that of all unvetted ones, or the disk; null: there is room",
    ),
    handedOn: z.object({ records: z.number(), bytes: z.number(), limit: z.number() }).describe(
      "What it brought of other instances that nobody vetted",
    ),
    refused: z.number().describe("How often a record of it, or brought by it, found no room"),
    refusedAt: Time,
  }).describe("What is kept of its records here"),
  repConfirmed: z.number(),
  repFailed: z.number(),
  contradictions: z.number(),
  approvedAt: Time,
  autoPromotedAt: Time,
  operatorCall: z.string().nullable(),
  verifiedVia: z.string().nullable().describe(
    "Kind of proof by which its operator's call was verified; null: it was not",
  ),
  endpoints: z.array(EndpointReply),
  endpointsSource: z.enum(["dns", "descriptor", "announce", "discovered"]).nullable(),
  acceptedKeys: z.array(PublishedKey).describe("Keys that count, the current one first; past cutoffs too"),
  history: z.array(
    z.object({
      at: z.number(),
      ok: z.boolean(),
      fresh: z.number().describe("Records of that pull that were new here"),
      bytes: z.number(),
    }),
  ).describe("The last 48 pulls, oldest first"),
  missing: z.number().describe("Records of it that are known to be missing here and still asked for"),
  givenUp: z.number().describe("Records of it that were given up, until they are marked seen"),
  lacks: Counts.nullable().describe(
    "Own records that it does not hold yet, by kind, as it said when it was pulled last; 10000 stands for more, " +
      "null: it does not say, so it may not follow this instance",
  ),
  tried: z.array(z.object({ base: z.string(), said: z.string(), why: z.string().optional() }))
    .describe("Addresses that the last pull dialled, in order: `answered`, or a code and a sentence"),
  nextTry: Time.describe("About when it is pulled next by itself; null: it is not"),
  discovered: z.array(
    z.object({ via: z.string(), fp: z.string(), at: z.number(), addr: z.string().optional() }),
  ),
});

/** What a block would hide. */
export const BlockPreviewReply = z.object({
  caches: z.number(),
  finds: z.number(),
  keys: z.number(),
  bulletins: z.number(),
  named: z.number().describe("Instances known only by its word, forgotten with it"),
  questions: z.number().describe(
    "Questions about finds that wait for its answer, and would not count it any more",
  ),
  undo: z.boolean().describe("Whether unvetting the neighbour brings it back"),
});

export const PeerList = z.object({
  self: z.object({ instance: z.string(), fingerprint: z.string().nullable(), words: SpokenWords }),
  peers: z.array(PeerReply),
  readers: z.object({
    since: z.number().describe("Since when this has been counted: a day ago, or the start"),
    named: z.array(z.object({
      instance: z.string().describe("As it names itself: nobody proves it"),
      at: z.number().describe("When it last read a page here, unix seconds"),
      pages: z.number(),
    })),
    others: z.number().describe("Networks from which nobody named himself"),
    more: z.boolean().describe("Whether there were more than find room here"),
  }).describe("Who read records of this instance within a day"),
});

const Preview = z.object({
  url: z.string(),
  instance: z.string(),
  fingerprint: z.string(),
  words: SpokenWords,
  operator: z.string().nullable(),
});
/** Without a fingerprint a preview; with one the peer, 201. */
export const Added = z.union([
  z.object({ preview: Preview }),
  z.object({ ok: z.literal(true), peer: Preview.extend({ trust: z.enum(["unvetted", "trusted"]) }) }),
]);

export const PulledOne = z.object({
  ok: z.boolean(),
  counts: Counts.optional(),
  bytes: z.number().optional(),
  error: z.string().optional(),
  lastSync: Time,
  lastOk: Time,
});
export const Pulled = z.object({
  peers: z.number(),
  bytes: z.number(),
  counts: Counts,
  errors: z.array(z.object({ url: z.string(), error: z.string() })),
});

export const GapList = z.object({
  gaps: z.array(z.object({
    origin: z.string(),
    kind: z.string(),
    v: z.number(),
    reason: z.string(),
    firstSeen: z.number(),
    givenUp: Time,
  })),
  nextCursor: z.string().optional(),
});

const QueueState = z.object({
  queued: z.number(),
  leased: z.number(),
  dispatched: z.number().describe("Questions sent out as packet mail, without an answer yet"),
  answered: z.number().describe("Answers that whoever asked has not fetched yet"),
  oldest: Time.describe("When the oldest of those without an answer came"),
});

const Corroboration = z.object({
  quorum: z.number().describe("How many independent voices confirm a find"),
  voices: z.array(z.object({
    instance: z.string(),
    voice: z.string().nullable().describe("The operator that it speaks for; null: its key alone"),
    automatic: z.boolean().describe("Trusted by itself: never reaches a quorum alone"),
  })).describe("Trusted neighbours that are asked about finds; equal voices count once"),
  reachable: z.boolean().describe("Whether these voices can make the quorum at all"),
  requireKnown: z.boolean(),
  reveal: z.boolean().describe("Whether the station that heard is told, where the other side does so too"),
  cases: z.object({ open: z.number(), lifted: z.number(), ended: z.number() }),
});

export const SyncState = z.object({
  corroboration: Corroboration,
  hub: z.object({
    url: z.string(),
    pushing: z.boolean(),
    lastTryAt: Time,
    lastPushAt: Time.describe("When a push last came to its end, in unix seconds"),
    offlineSince: Time.describe("First of the pushes that failed since"),
    lastError: z.string().nullable(),
    waiting: Counts.describe("Own records that the hub does not hold yet, by type; 10000 stands for more"),
  }).nullable().describe("The hub that this instance pushes to"),
  pulling: z.boolean(),
  clockIsSet: z.boolean(),
  spokes: z.array(z.object({
    instance: z.string(),
    trust: z.string(),
    lastSubmitAt: Time,
    lastSeenAt: Time.describe("Last submission or signed look at its marks"),
    stale: z.boolean().describe("Neither for FED_SPOKE_STALE_HOURS"),
    signs: z.boolean().describe("It signs its submissions: nobody else moves its marks"),
    applied: z.number(),
    rejected: z.number(),
    mirrored: z.number(),
    relay: QueueState,
  })),
  staleHours: z.number(),
});
