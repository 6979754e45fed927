/** The NET/ROM node's table, mirrored. */
import { z } from "#schemas";
import { isAx25Call, normalCall } from "../../base/mod.ts";
import { open, route, servicesOrOperator, SHARED } from "../../http/mod.ts";
import { INGEST_SPEC, type StationRouteParts } from "./parts.ts";

/** Nodes advertise pseudo entries and hidden aliases; calls are checked before they are shown. */
const Call = z.string().max(9).transform(normalCall).refine(isAx25Call, "is not an AX.25 callsign");
const NewRoute = z.object({
  dest: Call,
  alias: z.string().max(6).regex(/^[\x21-\x7e]*$/).default(""),
  neighbor: Call,
  quality: z.number().int().min(0).max(255),
  port: z.coerce.string().max(32).default(""),
});
const NodeRoute = z.object({
  dest: z.string(),
  alias: z.string(),
  neighbor: z.string(),
  quality: z.number().describe("0 to 255; 0 takes the route away"),
  port: z.string(),
});

export function nodeRoutes({ stations: { db, nodes, world } }: StationRouteParts) {
  return [
    route("GET /api/node/nodes", {
      gate: open("NODES is broadcast on the air"),
      spec: INGEST_SPEC,
      summary: "NET/ROM nodes and the ways to them",
      share: SHARED.moving,
      reply: z.object({ nodes: z.array(NodeRoute) }),
      handle: () => ({ nodes: nodes.all() }),
    }),
    route("POST /api/node/nodes", {
      gate: servicesOrOperator(),
      spec: INGEST_SPEC,
      summary: "Mirror routes of the node; quality 0 takes one away",
      body: z.union([z.object({ nodes: z.array(NewRoute).max(1000) }), NewRoute]),
      status: 201,
      reply: z.object({ ok: z.literal(true), nodes: z.array(NodeRoute) }),
      handle: async ({ body }) => {
        const list = "nodes" in body ? body.nodes : [body];
        await db.write((tx) => list.forEach((one) => nodes.put(tx, one, world.now())));
        return { ok: true, nodes: list };
      },
    }),
  ];
}
