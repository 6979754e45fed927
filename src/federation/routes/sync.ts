/** What other instances read here: descriptor, sync pages, summary, exchange, and their pings (FED "Public federation"). */
import { z } from "#schemas";
import { type Asked, type Limit, networkOf, open, route } from "../../http/mod.ts";
import { FED_OPERATOR, FED_PEER_EXCHANGE, serviceCall } from "../../settings/mod.ts";
import { fingerprintOf, isInstanceId, showFingerprint } from "../../wire/mod.ts";
import { feedAnswer, originAnswer, summaryAnswer } from "../serve/answers.ts";
import { publicEndpoints } from "../peers/endpoints.ts";
import { fedFailure } from "../errors.ts";
import type { Federation } from "../federation.ts";
import { EndpointReply } from "./replies.ts";
import { publishedKeys } from "../keys/identity.ts";

const SPEC = 'FED "Public federation"';
const PAGE = "application/cbor";
const perClient = (name: string, points: number): Limit => ({ name, points, seconds: 60 });
const MAX_EXCHANGED = 200;

const answered = (page: Uint8Array<ArrayBuffer>): Response =>
  new Response(page, { headers: { "content-type": PAGE } });

const Cursor = {
  since: z.string().optional().describe(
    "Number after which to read; the time at or after which, for bulletins",
  ),
  limit: z.string().optional().describe("Records of a page: 1 to 1000, 200 by default"),
  bbox: z.string().optional().describe(
    "S,W,N,E in degrees, narrows caches only; W greater than E crosses the antimeridian",
  ),
};
const Asker = z.string().optional().describe(
  "Instance that asks; ignored unless it is a neighbour that is known here",
);
/** The last number of each kind: cache, find, tombstone, account-move. */
const Numbers = z.record(z.string(), z.number());
const PublishedKey = z.object({ x: z.string(), until: z.number().optional() });
const RotationReply = z.object({ key: z.string(), prevKey: z.string(), at: z.number(), sig: z.string() });
const Notified = z.object({
  ok: z.literal(true),
  syncing: z.literal(true).optional().describe("true: this instance is pulling the other one now"),
  coalesced: z.literal(true).optional().describe(
    "Pulled for another ping a moment ago; one more pull follows",
  ),
  ignored: z.enum(["unknown", "self", "clock"]).optional(),
});

/** The discovery document of this instance. */
function descriptorOf(federation: Federation) {
  const { identity, options: { settings } } = federation;
  return {
    instance: identity.instance,
    signed: identity.key !== undefined,
    publicKey: identity.key?.publicKey ?? null,
    publicKeys: publishedKeys(identity),
    rotations: identity.rotations,
    addresses: federation.own.endpoints(),
    capabilities: federation.own.capabilities(),
    aprsCall: serviceCall(settings),
    operator: settings.get(FED_OPERATOR) ?? null,
    software: "service-gateway",
    protocol: "svc-fed/1",
  };
}

/** The trusted peers that this instance names to others: keys by fingerprint only. */
function exchangeOf(federation: Federation) {
  const peers = federation.store.peers.all()
    .filter((peer) => peer.trust === "trusted" && peer.instance !== null && peer.pin !== null)
    .filter((peer) => !federation.store.peers.isBlocked(peer.instance!))
    .map((peer) => ({
      instance: peer.instance!,
      fingerprint: showFingerprint(fingerprintOf(peer.pin!)),
      addresses: publicEndpoints(peer.url, peer.endpoints),
    }))
    .filter((peer) => peer.addresses.length > 0)
    .slice(0, MAX_EXCHANGED);
  return { instance: federation.identity.instance, peers };
}

/** The routes that mirrors read. */
export function syncRoutes(federation: Federation) {
  const { serving, readers, options: { settings } } = federation;
  /** Gives an answer that was made for somebody, and notes that they read. */
  const read = <T>(answer: T, { client }: Pick<Asked, "client">, name?: string): T => {
    readers.note(networkOf(client), name);
    return answer;
  };
  return [
    route("GET /.well-known/svc", {
      gate: open("names the instance and its keys to whoever asks"),
      spec: 'FED "Peer"',
      summary: "Discovery document: instance, keys, rotations, addresses, capabilities",
      reply: z.object({
        instance: z.string(),
        signed: z.boolean(),
        publicKey: z.string().nullable(),
        publicKeys: z.array(PublishedKey),
        rotations: z.array(RotationReply),
        addresses: z.array(EndpointReply),
        capabilities: z.array(z.string()),
        aprsCall: z.string(),
        operator: z.string().nullable(),
        software: z.string(),
        protocol: z.string(),
      }),
      handle: () => descriptorOf(federation),
    }),
    route("GET /federation/sync/summary", {
      gate: open("signed records are public"),
      spec: SPEC,
      summary: "Which origins are served here and how far",
      limit: perClient("federation-summary", 120),
      query: z.object({
        for: Asker,
        bbox: Cursor.bbox,
        after: z.string().optional().describe("Instance id after which to go on: the last page's `next`"),
      }),
      reply: z.object({
        instance: z.string(),
        origins: z.array(z.object({
          origin: z.string(),
          held: Numbers.optional(),
          top: Numbers,
          publicKey: z.string(),
          publicKeys: z.array(PublishedKey),
          rotations: z.array(RotationReply),
        })),
        complete: z.boolean(),
        next: z.string().optional(),
        asker: z.object({ held: Numbers }).optional(),
      }),
      errors: [fedFailure.not_served, fedFailure.bad_area],
      handle: ({ query, incoming }) => read(summaryAnswer(serving, query), incoming, query.for),
    }),
    route("GET /federation/sync/origin", {
      gate: open("signed records are public"),
      spec: SPEC,
      summary: "One origin's records of one kind, by number, as the origin signed them",
      limit: perClient("federation-origin", 1200),
      query: z.object({
        origin: z.string().optional().describe("Name of the instance whose records are read"),
        kind: z.string().optional().describe("Kind of record: cache, find, tombstone or account-move"),
        for: Asker,
        ...Cursor,
      }),
      produces: PAGE,
      errors: [
        fedFailure.not_served,
        fedFailure.bad_area,
        fedFailure.bad_origin,
        fedFailure.bad_kind,
      ],
      handle: async ({ query, incoming }) =>
        read(answered(await originAnswer(serving, query)), incoming, query.for),
    }),
    route("GET /federation/sync/:type", {
      gate: open("signed records are public"),
      spec: SPEC,
      summary: "This instance's own records of one kind",
      params: { type: "cache, find, key, bulletin, tombstone or account-move" },
      query: z.object({
        sinceId: z.string().optional().describe(
          "Bulletins: the last page's `nextId`, to go on within its second",
        ),
        ...Cursor,
      }),
      produces: PAGE,
      errors: [fedFailure.not_served, fedFailure.bad_area],
      handle: async ({ query, params, incoming }) =>
        read(answered(await feedAnswer(serving, params.type, query)), incoming),
    }),
    route("GET /federation/exchange", {
      gate: open("the operator chose to name the trusted neighbours"),
      spec: SPEC,
      summary: "Trusted neighbours of this instance, keys by fingerprint",
      limit: perClient("federation-exchange", 120),
      reply: z.object({
        instance: z.string(),
        peers: z.array(
          z.object({ instance: z.string(), fingerprint: z.string(), addresses: z.array(EndpointReply) }),
        ),
      }),
      errors: [fedFailure.exchange_off],
      handle: () => {
        if (!settings.get(FED_PEER_EXCHANGE)) throw fedFailure.exchange_off();
        return exchangeOf(federation);
      },
    }),
    route("POST /federation/notify", {
      gate: open("a ping brings nothing but a pull of an instance that is followed"),
      spec: SPEC,
      summary: "Ask this instance to come and pull",
      limit: perClient("federation-notify", 120),
      body: z.object({ instance: z.string().max(253) }),
      maxBytes: 4096,
      reply: Notified,
      also: { 202: "A pull begins" },
      errors: [fedFailure.bad_instance],
      handle: ({ body }) => {
        if (!isInstanceId(body.instance)) throw fedFailure.bad_instance();
        const taken = federation.notifier.take(body.instance);
        return "syncing" in taken ? Response.json(taken, { status: 202 }) : taken;
      },
    }),
  ];
}
