/** What carriers hand in and ask for: frames, packet circuits, beacons, batches (FED "Push, relay, packet"). */
import { z } from "#schemas";
import { toBase64Url } from "../../base/mod.ts";
import { type Limit, open, route, servicesOrOperator, sysopOrOperator } from "../../http/mod.ts";
import { isInstanceId, readVisitAnswer, RECORD_KINDS, type VisitAnswer } from "../../wire/mod.ts";
import { readTypes } from "./types.ts";
import type { Cursors } from "../carriers/circuit_store.ts";
import { fedFailure } from "../errors.ts";
import type { Federation } from "../federation.ts";
import { EndpointReply } from "./replies.ts";

// Shapes of what carriers hand in and are told. Times are unix seconds.

const Count = z.number().int().min(0);
/** A sequence or a time: what a database counts exactly. */
const Place = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const LocalId = z.string().max(200);
const Feed = z.enum(RECORD_KINDS);

/** A member for each feed that there is something to say of. */
const perFeed = <Shape extends z.core.$ZodType>(shape: Shape) => z.partialRecord(Feed, shape);

const CircuitCursors = perFeed(z.object({ since: Place, sinceId: LocalId.optional() }));

const Delivered = z.object({
  applied: Count.describe("Records of the batch that were new to this instance"),
  quarantined: Count.describe("Records of unknown or blocked instances; nothing of them is kept"),
  rejected: Count.describe("Records that were refused, or whose signature did not verify"),
  reached: z.array(
    z.object({ instance: z.string(), feed: Feed, since: Place, sinceId: LocalId.optional() }),
  ).describe(
    "How far these records reach in each instance's feed: where to read on over the same carrier",
  ),
});

const CircuitPeers = z.object({
  total: Count,
  failing: Count.describe("Neighbours whose last session failed"),
  never: Count.describe("Neighbours that were never dialled"),
  peers: z.array(z.object({
    instance: z.string(),
    endpoints: z.array(EndpointReply.pick({ transport: true, address: true })),
    cursors: CircuitCursors,
    lastAttempt: z.number().nullable(),
    lastOk: z.number().nullable(),
    lastError: z.string().nullable(),
    visits: z.object({
      waiting: Count.describe("To be sent, or sent again"),
      taken: Count.describe("Answered as taken; their records are not here yet"),
      waitingKey: Count.describe("Answered that they wait for the key's record"),
      refused: Count,
    }).describe("Logs of members here at caches there, that wait for a circuit"),
  })),
  link: z.object({
    serve: z.boolean().describe("Whether this instance answers neighbours that call by packet radio"),
    pull: z.boolean().describe("Whether this instance dials neighbours by packet radio"),
    call: z.string().nullable().describe("Callsign under which both are done; null: none is set"),
    node: z.string().nullable().describe(
      "Node that is connected first, to reach NET/ROM aliases; null: none is set",
    ),
    everyMs: Count,
    pages: Count.describe("Pages of records that one session fetches at most"),
  }).describe("How this instance uses packet circuits: its settings FED_LINK_*"),
});

const PostedStatus = z.object({
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
  visits: z.array(z.object({
    digest: z.string().regex(/^[0-9a-f]{32}$/),
    answer: z.string().max(60).refine(
      (words): words is VisitAnswer => readVisitAnswer(words) !== undefined,
      "is taken, waiting key, or refused with a reason",
    ),
  })).max(50).optional().describe("What was answered to visits, as it came over the line"),
  cursors: CircuitCursors.optional().describe("What `POST /federation/frames` gave as `reached`"),
});

const BeaconTaken = z.object({
  federation: z.boolean().describe("Whether it was a datagram of federation at all"),
  applied: Count,
  quarantined: Count,
  rejected: Count,
});

const BatchCursors = perFeed(z.object({ cursor: Place, id: z.string().regex(/^\d{1,15}$/).optional() }));

const PostedEnqueue = z.object({
  types: z.array(z.string()).max(6).optional().describe("Kinds of records; all without it"),
  since: z.union([Place, BatchCursors]).optional().describe(
    "A number after which every feed is read, or the `cursors` of the answer before",
  ),
  limit: z.number().int().min(1).max(900).optional().describe(
    "Records of one batch at most, 1 to 900; 200 without it",
  ),
});

const Enqueued = z.object({
  ok: z.literal(true),
  bid: z.string().optional().describe("BID of the message; absent where there is nothing to send"),
  frames: Count.describe("Records in the batch: what one message holds, seldom all that waits"),
  enqueued: z.union([z.literal(0), z.literal(1)]),
  deduped: z.boolean().describe("Whether the very same batch was stored already"),
  partners: Count.describe("Forwarding partners marked for federation that it goes to"),
  tooLong: Count.describe("Records that are too long for any message"),
  cursors: BatchCursors.describe("Where each feed goes on: to be given as `since` of the next batch"),
});

const SPEC = 'FED "Push, relay, packet"';
/** FED "Limits". */
const MOST_FRAMES = 4_000_000, MOST_BEACON = 4096;
const beaconLimit: Limit = { name: "federation-beacon", points: 120, seconds: 60 };

export function carrierRoutes(federation: Federation) {
  const { carriers, mailing } = federation;
  return [
    route("POST /federation/frames", {
      gate: servicesOrOperator(),
      spec: SPEC,
      summary: "Hand in a sync page that a carrier brought; each frame is verified by itself",
      raw: "application/cbor",
      maxBytes: MOST_FRAMES,
      reply: Delivered,
      errors: [fedFailure.bad_page, fedFailure.clock_unset],
      handle: async ({ body }) => {
        const { applied, quarantined, rejected, reached } = await carriers.frames(body as Uint8Array);
        return { applied, quarantined, rejected, reached };
      },
    }),
    route("GET /federation/packet/peers", {
      gate: servicesOrOperator(),
      spec: SPEC,
      summary:
        "Neighbours to pull over packet circuits, the longest-waiting first, and how circuits are set here",
      reply: CircuitPeers,
      handle: () => ({ ...carriers.circuitPeers(), link: carriers.link() }),
    }),
    route("POST /federation/packet/status", {
      gate: servicesOrOperator(),
      spec: SPEC,
      summary: "Say how a packet session with a neighbour went; cursors move forward only",
      body: PostedStatus,
      reply: z.object({ ok: z.literal(true), cursors: CircuitCursors }),
      errors: [fedFailure.bad_instance, fedFailure.peer_unknown],
      handle: async ({ body }) => {
        const { instance, ok, error, cursors = {}, visits } = body;
        if (!isInstanceId(instance)) throw fedFailure.bad_instance();
        await carriers.noteCircuit(instance, { ok, error, cursors: cursors as Cursors, visits });
        return { ok: true, cursors: carriers.circuits.cursors(instance) };
      },
    }),
    route("GET /federation/packet/visits/:instance", {
      gate: servicesOrOperator(),
      spec: SPEC,
      summary:
        "Logs of members here that wait for a packet circuit to a neighbour, each as one line carries it",
      params: { instance: "Name of the neighbour that keeps the caches" },
      reply: z.object({
        visits: z.array(
          z.object({
            digest: z.string(),
            visit: z.string().describe("As a line carries it: CBOR in base64url, without padding"),
          }),
        ),
      }),
      errors: [fedFailure.bad_instance, fedFailure.peer_unknown],
      handle: ({ params: { instance } }) => {
        if (!isInstanceId(instance)) throw fedFailure.bad_instance();
        return {
          visits: carriers.visitsFor(instance).map(({ digest, bytes }) => ({
            digest,
            visit: toBase64Url(bytes),
          })),
        };
      },
    }),
    route("GET /federation/beacon", {
      gate: open("says what this instance says on the air"),
      spec: 'FED "Beacon tier"',
      summary: "This instance's signed presence as one datagram",
      limit: beaconLimit,
      produces: "application/octet-stream",
      errors: [fedFailure.unsigned, fedFailure.too_long, fedFailure.clock_unset],
      handle: () =>
        new Response(carriers.presence(), { headers: { "content-type": "application/octet-stream" } }),
    }),
    route("POST /federation/beacon", {
      gate: servicesOrOperator(),
      spec: 'FED "Beacon tier"',
      summary: "Hand in a datagram that was heard",
      raw: "application/octet-stream",
      maxBytes: MOST_BEACON,
      reply: BeaconTaken,
      errors: [fedFailure.clock_unset],
      handle: ({ body }) => carriers.heard(body as Uint8Array),
    }),
    route("POST /federation/bbs/enqueue", {
      gate: sysopOrOperator({ anyAge: "what is fetched, sent or brought is verified by itself" }),
      spec: 'FED "Store-and-forward"',
      summary: "Pack own records into a batch of mail for the forwarding partners marked for federation",
      body: PostedEnqueue,
      reply: Enqueued,
      errors: [
        fedFailure.fed_bbs_off,
        fedFailure.unsigned_batch,
        fedFailure.bid_taken,
        fedFailure.bad_record_types,
        fedFailure.clock_unset,
      ],
      handle: async ({ who, body }) => {
        const { types, since, limit } = body;
        const ask = { types: readTypes(types), since, limit };
        return { ok: true, ...await mailing.enqueue(ask, who.actor) };
      },
    }),
  ];
}
