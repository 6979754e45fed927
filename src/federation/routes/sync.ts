/** What other instances read here: descriptor, sync pages, summary, exchange, and their pings (FED "Public federation"). */
import { z } from "zod";
import { type Limit, open, type Route, route } from "../../http/mod.ts";
import { FED_OPERATOR, FED_PEER_EXCHANGE, serviceCall } from "../../settings/mod.ts";
import { fingerprintOf, isInstanceId, showFingerprint } from "../../wire/mod.ts";
import { feedAnswer, originAnswer, summaryAnswer, type SurfaceAnswer } from "../serve/answers.ts";
import { publicEndpoints } from "../peers/endpoints.ts";
import { fedFailure } from "../errors.ts";
import type { Federation } from "../federation.ts";
import { publishedKeys } from "../serve/serve.ts";

const SPEC = 'FED "Public federation"';
const PAGE = "application/cbor";
const perClient = (name: string, points: number): Limit => ({ name, points, seconds: 60 });
const MAX_EXCHANGED = 200;

const answered = ({ status, type, bytes }: SurfaceAnswer): Response =>
  new Response(bytes, { status, headers: { "content-type": type } });

const Cursor = {
  since: z.string().optional().describe(
    "number after which to read; the time at or after which, for bulletins",
  ),
  limit: z.string().optional().describe("1 to 1000, 200 by default"),
  bbox: z.string().optional().describe(
    "S,W,N,E in degrees, caches only; W greater than E crosses the antimeridian",
  ),
};

/** The discovery document of this instance. */
export function descriptorOf(federation: Federation) {
  const { identity, options: { settings } } = federation;
  return {
    instance: identity.instance,
    signed: identity.key !== undefined,
    publicKey: identity.key?.publicKey ?? null,
    publicKeys: publishedKeys(identity),
    rotations: identity.rotations,
    addresses: federation.endpoints(),
    capabilities: federation.capabilities(),
    aprsCall: serviceCall(settings),
    operator: settings.get(FED_OPERATOR) ?? null,
    software: "service-gateway",
    protocol: "svc-fed/1",
  };
}

/** The trusted peers that this instance names to others: keys by fingerprint only. */
export function exchangeOf(federation: Federation) {
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

export function syncRoutes(federation: Federation): Route[] {
  const { serving, options: { settings } } = federation;
  return [
    route("GET /.well-known/svc", {
      gate: open("names the instance and its keys to whoever asks"),
      spec: 'FED "Peer"',
      summary: "Discovery document: instance, keys, rotations, addresses, capabilities",
      reply: z.looseObject({
        instance: z.string(),
        publicKey: z.string().nullable(),
        publicKeys: z.array(z.looseObject({ x: z.string() })),
        capabilities: z.array(z.string()),
      }),
      handle: () => descriptorOf(federation),
    }),
    route("GET /federation/sync/summary", {
      gate: open("signed records are public"),
      spec: SPEC,
      summary: "Which origins are served here and how far",
      limit: perClient("federation-summary", 120),
      query: z.object({ for: z.string().optional(), bbox: Cursor.bbox, after: z.string().optional() }),
      errors: ["not_served", "bad_bbox"],
      handle: ({ incoming }) => answered(summaryAnswer(serving, incoming.query)),
    }),
    route("GET /federation/sync/origin", {
      gate: open("signed records are public"),
      spec: SPEC,
      summary: "One origin's records of one kind, by number, as the origin signed them",
      limit: perClient("federation-origin", 1200),
      query: z.object({
        origin: z.string().optional(),
        kind: z.string().optional(),
        for: z.string().optional(),
        ...Cursor,
      }),
      produces: PAGE,
      errors: ["not_served", "bad_bbox", "bad_origin", "bad_kind"],
      handle: async ({ incoming }) => answered(await originAnswer(serving, incoming.query)),
    }),
    route("GET /federation/sync/:type", {
      gate: open("signed records are public"),
      spec: SPEC,
      summary: "This instance's own records of one kind",
      query: z.object({ sinceId: z.string().optional(), ...Cursor }),
      produces: PAGE,
      errors: ["not_served", "bad_bbox"],
      handle: async ({ incoming, params }) =>
        answered(await feedAnswer(serving, params.type, incoming.query)),
    }),
    route("GET /federation/exchange", {
      gate: open("the operator chose to name the trusted peers"),
      spec: SPEC,
      summary: "Trusted peers of this instance, keys by fingerprint",
      limit: perClient("federation-exchange", 120),
      reply: z.object({
        instance: z.string(),
        peers: z.array(z.looseObject({ instance: z.string(), fingerprint: z.string() })),
      }),
      errors: ["exchange_off"],
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
      reply: z.looseObject({ ok: z.literal(true) }),
      errors: ["bad_instance"],
      handle: ({ body }) => {
        if (!isInstanceId(body.instance)) throw fedFailure.bad_instance();
        const taken = federation.notifier.take(body.instance);
        return "syncing" in taken ? Response.json(taken, { status: 202 }) : taken;
      },
    }),
  ];
}
