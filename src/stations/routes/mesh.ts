/** The mesh for everybody; exact values for members. */
import { z } from "#schemas";
import { failures, normalCall } from "../../base/mod.ts";
import { clampedParam, cutAt, open, route, SHARED, TRUNCATED } from "../../http/mod.ts";
import { BBOX, CURSOR, PAGED, paged, queryFailure, readBox, readCursor } from "./query.ts";
import { type StationRouteParts, STATIONS_SPEC } from "./parts.ts";

const failure = failures({
  bad_group: "invalid",
});
const DAY = 86_400;

const quality = z.enum(["strong", "usable", "weak"]).nullable();
const exactly = {
  rssi: z.number().nullable().optional().describe("Signal strength in dBm; told to members alone"),
  snr: z.number().nullable().optional().describe("Signal above noise in dB; told to members alone"),
};
const exact = z.boolean().describe("Whether exact signal and battery are told");
const How = z.enum(["direct", "relayed", "server", "node"]);

export const MeshNode = z.object({
  callsign: z.string(),
  lat: z.number(),
  lon: z.number(),
  symbol: z.string().nullable(),
  lastHeard: z.number(),
  how: How,
  receiver: z.string().nullable().describe("Callsign of the node that heard it; null: not known"),
  hwId: z.number().nullable(),
  device: z.string().nullable(),
  firmware: z.string().nullable(),
  quality,
  battLevel: z.enum(["high", "medium", "low"]).nullable(),
  co2Ppm: z.number().optional().describe("Carbon dioxide where it stands, as it said it last"),
  gasOhm: z.number().optional().describe("Resistance of its sensor of gases: the lower, the more of them"),
  sentVia: z.array(z.string()).optional().describe("Relays that the node's own setting names"),
  batt: z.number().nullable().optional().describe("Charge of the battery in percent; told to members alone"),
  ...exactly,
});
export const MeshLink = z.object({
  from: z.string(),
  to: z.string(),
  kind: z.enum(["direct", "relay"]),
  lastSeen: z.number(),
  samples: z.number(),
  receiver: z.string(),
  fromLat: z.number(),
  fromLon: z.number(),
  toLat: z.number(),
  toLon: z.number(),
  quality,
  ...exactly,
});
export const MeshGroup = z.object({ group: z.string(), messages: z.number(), lastHeard: z.number() });
export const MeshGroupMessage = z.object({
  id: z.number(),
  group: z.string(),
  at: z.number().describe("When it was heard, in unix seconds"),
  sender: z.string(),
  text: z.string(),
  receiver: z.string().nullable().describe("Callsign of the node that heard it; null: not known"),
  heard: How,
});

/** Groups of one answer. */
const GROUPS = 200;

export function meshRoutes({ stations: { mesh } }: StationRouteParts) {
  const gate = open("the mesh is on the air; signal and battery are coarse for those who are not signed in");
  return [
    route("GET /api/mesh/nodes", {
      gate,
      spec: STATIONS_SPEC,
      summary: "Mesh nodes with a known position",
      query: z.object({
        bbox: BBOX,
        call: z.string().max(20).optional().describe("Only the node of this callsign, at most 20 characters"),
        maxAge: clampedParam(60, 7 * DAY, DAY).describe(
          "How far back, in seconds, 60 to 604800 (a week), a day without it; a number outside is moved to the nearest",
        ),
        limit: clampedParam(1, 1000, 500).describe(
          "At most so many nodes, 1 to 1000, 500 without it; a number outside is moved to the nearest",
        ),
      }),
      reply: z.object({ exact, nodes: z.array(MeshNode), ...TRUNCATED }),
      errors: [queryFailure.invalid_bbox],
      handle: ({ who, query: { bbox, call, maxAge, limit } }) => {
        const exact = who.session?.scope === "full";
        const box = readBox(bbox);
        const of = { ...(box ? { box } : {}), ...(call ? { call: normalCall(call) } : {}) };
        const { rows, truncated } = cutAt(mesh.nodes({ maxAge, limit: limit + 1, ...of }, exact), limit);
        return { exact, nodes: rows, truncated };
      },
    }),
    route("GET /api/mesh/links", {
      gate,
      spec: STATIONS_SPEC,
      summary: "Who hears whom in the mesh, where both ends have positions",
      query: z.object({
        bbox: BBOX,
        maxAge: clampedParam(60, 2 * DAY, DAY).describe(
          "How far back, in seconds, 60 to 172800 (two days), a day without it; a number outside is moved to the nearest",
        ),
        limit: clampedParam(1, 500, 500).describe(
          "At most so many links, 1 to 500, 500 without it; a number outside is moved to the nearest",
        ),
      }),
      reply: z.object({ exact, links: z.array(MeshLink), ...TRUNCATED }),
      errors: [queryFailure.invalid_bbox],
      handle: ({ who, query: { bbox, maxAge, limit } }) => {
        const exact = who.session?.scope === "full";
        const box = readBox(bbox);
        const of = box ? { box } : {};
        const { rows, truncated } = cutAt(mesh.links({ maxAge, limit: limit + 1, ...of }, exact), limit);
        return { exact, links: rows, truncated };
      },
    }),
    route("GET /api/mesh/groups", {
      gate,
      spec: STATIONS_SPEC,
      summary: "Groups heard, most recently active first",
      share: SHARED.moving,
      reply: z.object({ groups: z.array(MeshGroup), ...TRUNCATED }),
      handle: () => {
        const { rows, truncated } = cutAt(mesh.groups(GROUPS + 1), GROUPS);
        return { groups: rows, truncated };
      },
    }),
    route("GET /api/mesh/groups/:group/messages", {
      gate,
      spec: STATIONS_SPEC,
      summary: "Messages of a group, newest first",
      params: { group: "1 to 99999, or * for what goes to everybody (written %2A)" },
      query: z.object({
        cursor: CURSOR,
        limit: clampedParam(1, 200, 50).describe(
          "At most so many messages, 1 to 200, 50 without it; a number outside is moved to the nearest",
        ),
      }),
      reply: z.object({ group: z.string(), messages: z.array(MeshGroupMessage), ...PAGED }),
      errors: [failure.bad_group, queryFailure.bad_cursor],
      handle: ({ params, query: { cursor, limit } }) => {
        if (params.group !== "*" && !/^[1-9]\d{0,4}$/.test(params.group)) throw failure.bad_group();
        const rows = mesh.groupMessages(params.group, readCursor(cursor), limit + 1);
        const { page, nextCursor, hasMore } = paged(rows, limit);
        return { group: params.group, messages: page, nextCursor, hasMore };
      },
    }),
  ];
}
