/** The mesh for everybody; exact values for members. */
import { z } from "zod";
import { failures, normalCall } from "../../base/mod.ts";
import { clampedParam, open, type Route, route } from "../../http/mod.ts";
import { paged, queryFailure, readBox, readCursor } from "../query.ts";
import { type StationRouteParts, STATIONS_SPEC } from "../route_parts.ts";

const failure = failures({
  bad_group: ["invalid", "A group is a number from 1 to 99999, or * (written %2A)"],
});
const DAY = 86_400;

export function meshRoutes({ stations: { mesh } }: StationRouteParts): Route[] {
  const gate = open("the mesh is on the air; signal and battery are coarse for those who are not signed in");
  return [
    route("GET /api/mesh/nodes", {
      gate,
      spec: STATIONS_SPEC,
      summary: "Mesh nodes with a known position",
      query: z.object({
        bbox: z.string().optional(),
        call: z.string().max(20).optional(),
        maxAge: clampedParam(60, 7 * DAY, DAY),
        limit: clampedParam(1, 1000, 500),
      }),
      reply: z.object({
        exact: z.boolean(),
        nodes: z.array(z.looseObject({ callsign: z.string(), how: z.string() })),
      }),
      errors: [queryFailure.invalid_bbox],
      handle: ({ who, query: { bbox, call, maxAge, limit } }) => {
        const exact = who.session?.scope === "full";
        const box = readBox(bbox);
        return {
          exact,
          nodes: mesh.nodes(
            { maxAge, limit, ...(box ? { box } : {}), ...(call ? { call: normalCall(call) } : {}) },
            exact,
          ),
        };
      },
    }),
    route("GET /api/mesh/links", {
      gate,
      spec: STATIONS_SPEC,
      summary: "Who hears whom in the mesh, where both ends have positions",
      query: z.object({
        bbox: z.string().optional(),
        maxAge: clampedParam(60, 2 * DAY, DAY),
        limit: clampedParam(1, 500, 500),
      }),
      errors: [queryFailure.invalid_bbox],
      handle: ({ who, query: { bbox, maxAge, limit } }) => {
        const exact = who.session?.scope === "full";
        const box = readBox(bbox);
        return { exact, links: mesh.links({ maxAge, limit, ...(box ? { box } : {}) }, exact) };
      },
    }),
    route("GET /api/mesh/groups", {
      gate,
      spec: STATIONS_SPEC,
      summary: "Groups heard, most recently active first",
      handle: () => ({ groups: mesh.groups() }),
    }),
    route("GET /api/mesh/groups/:group/messages", {
      gate,
      spec: STATIONS_SPEC,
      summary: "Messages of a group, newest first",
      query: z.object({ cursor: z.string().max(20).optional(), limit: clampedParam(1, 200, 50) }),
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
