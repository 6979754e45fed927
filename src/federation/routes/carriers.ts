/** What carriers hand in and ask for: frames, packet circuits, beacons, batches (FED "Push, relay, packet"). */
import { z } from "zod";
import { type Limit, open, route, servicesOrOperator, sysopOrOperator } from "../../http/mod.ts";
import { isInstanceId } from "../../wire/mod.ts";
import { readTypes } from "./types.ts";
import type { Cursors } from "../carriers/circuit_store.ts";
import { fedFailure } from "../errors.ts";
import type { Federation } from "../federation.ts";
import {
  BeaconTaken,
  CircuitCursors,
  CircuitPeers,
  Delivered,
  Enqueued,
  PostedEnqueue,
  PostedStatus,
} from "./carrier_shapes.ts";

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
        const { instance, ok, error, cursors = {} } = body;
        if (!isInstanceId(instance)) throw fedFailure.bad_instance();
        await carriers.noteCircuit(instance, { ok, error, cursors: cursors as Cursors });
        return { ok: true, cursors: carriers.circuits.cursors(instance) };
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
      gate: sysopOrOperator(),
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
