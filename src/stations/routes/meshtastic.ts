/** Meshtastic nodes and their texts for everybody; exact values for members; and who wants a node of theirs unseen. */
import { z } from "#schemas";
import { baseCall, failures, nodeId } from "../../base/mod.ts";
import { clampedParam, cutAt, open, route, session, TRUNCATED } from "../../http/mod.ts";
import { BBOX, CURSOR, PAGED, paged, queryFailure, readBox, readCursor } from "./query.ts";
import { type StationRouteParts, STATIONS_SPEC } from "./parts.ts";

const failure = failures({
  unknown_node: "missing",
  not_your_node: "forbidden",
});
const DAY = 86_400;
const How = z.enum(["direct", "relayed", "broker", "remembered"]);
const nodeName = z.string().describe("`!` and eight hexadecimal digits");

export const MeshtasticNode = z.object({
  node: nodeName,
  name: z.string().nullable().describe("As its people named it; null: not heard yet"),
  shortName: z.string().nullable(),
  callsign: z.string().nullable().describe("Of a node in licensed mode whose name begins with a callsign"),
  hwId: z.number().nullable(),
  role: z.number().nullable().describe("What it does in the mesh: 0 client, 2 router, 5 tracker, 6 sensor …"),
  lastHeard: z.number(),
  how: How.describe("remembered: out of the memory of the device that told it"),
  receiver: z.string().nullable().describe("The node that heard it; null: not known"),
  hops: z.number().nullable().describe("Relays on its way; null: not known"),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  cell: z.number().nullable().describe(
    "Side of the square that the place means, in degrees; null: it means the place itself, or nobody knows",
  ),
  altitudeM: z.number().nullable(),
  quality: z.enum(["strong", "usable", "weak"]).nullable(),
  battLevel: z.enum(["mains", "high", "medium", "low"]).nullable(),
  environment: z.record(z.string(), z.number()).nullable().describe(
    "Its latest measurements: tempC, humidity, pressureHpa, windMs …",
  ),
  encrypted: z.number().describe("Packets of it under a key that nobody here has: counted, not read"),
  batt: z.number().nullable().optional().describe("Percent, 101 on mains; told to members alone"),
  voltage: z.number().nullable().optional().describe("Of the battery; told to members alone"),
  rssi: z.number().nullable().optional().describe("Signal strength in dBm; told to members alone"),
  snr: z.number().nullable().optional().describe("Signal above noise in dB; told to members alone"),
  channelUse: z.number().nullable().optional().describe(
    "Percent of the time that it hears the channel in use",
  ),
  airUse: z.number().nullable().optional().describe("Percent of the last hour in which it transmitted"),
});
const MeshtasticLink = z.object({ from: nodeName, to: nodeName, snr: z.number(), lastSeen: z.number() });
export const MeshtasticText = z.object({
  id: z.number(),
  at: z.number().describe("When it was heard, in unix seconds"),
  node: nodeName,
  name: z.string().nullable().describe("As the node is named now"),
  call: z.string().nullable(),
  text: z.string(),
  how: How,
});

const MeshtasticNeighbour = z.object({
  node: nodeName,
  name: z.string().nullable(),
  snr: z.number(),
  lastSeen: z.number(),
});
const number = z.number().optional();
const MeshtasticSample = z.object({
  ts: z.number(),
  ...{
    tempC: number,
    humidity: number,
    pressureHpa: number,
    windDirection: number,
    windMs: number,
    gustMs: number,
  },
  ...{ rain1hMm: number, rain24hMm: number },
  batt: number.describe("Percent, 101 on mains; told to members alone"),
  ...{ voltage: number, channelUse: number, airUse: number },
});

/** The number of a node's name. */
const numberOf = (name: string): number | undefined => {
  const digits = /^!([0-9a-f]{8})$/.exec(name)?.[1];
  return digits === undefined ? undefined : parseInt(digits, 16);
};

/** Links of one answer. */
const LINKS = 1000;

export function meshtasticRoutes({ stations: { meshtastic, accounts, db } }: StationRouteParts) {
  /** Whether a node of that call is the account's: its call has to be proven. */
  const isOwn = (call: string | null, account: number | undefined): boolean => {
    const base = call === null ? undefined : baseCall(call);
    return base !== undefined && account !== undefined && accounts.isVerified(base) &&
      accounts.holder(base)?.accountId === account;
  };
  const gate = open("the mesh is on the air; signal and battery are coarse for those who are not signed in");
  return [
    route("GET /api/meshtastic/nodes", {
      gate,
      spec: STATIONS_SPEC,
      summary: "Meshtastic nodes, newest first, and who says that it hears whom",
      query: z.object({
        bbox: BBOX,
        maxAge: clampedParam(60, 7 * DAY, DAY).describe(
          "How far back, in seconds, 60 to 604800 (a week), a day without it; a number outside is moved to the nearest",
        ),
        limit: clampedParam(1, 1000, 500).describe(
          "At most so many nodes, 1 to 1000, 500 without it; a number outside is moved to the nearest",
        ),
      }),
      reply: z.object({
        exact: z.boolean().describe("Whether exact signal and battery are told"),
        nodes: z.array(MeshtasticNode),
        links: z.array(MeshtasticLink).describe("At most 1000, newest first"),
        ...TRUNCATED,
      }),
      errors: [queryFailure.invalid_bbox],
      handle: ({ who, query: { bbox, maxAge, limit } }) => {
        const exact = who.session?.scope === "full";
        const box = readBox(bbox);
        const { rows, truncated } = cutAt(
          meshtastic.nodes({ maxAge, limit: limit + 1, ...(box ? { box } : {}) }, exact),
          limit,
        );
        return { exact, nodes: rows, links: meshtastic.links({ maxAge, limit: LINKS }), truncated };
      },
    }),
    route("GET /api/meshtastic/nodes/:node", {
      gate,
      spec: STATIONS_SPEC,
      summary: "One Meshtastic node: how it does, whom it hears and who hears it, and what it measured",
      params: { node: "`!` and eight hexadecimal digits" },
      query: z.object({
        window: clampedParam(3600, 31 * DAY, DAY).describe(
          "Measurements of so many seconds, 3600 (an hour) to 2678400 (31 days), a day without it; a number outside is moved to the nearest",
        ),
      }),
      reply: z.object({
        exact: z.boolean().describe("Whether exact signal and battery are told"),
        node: MeshtasticNode,
        hears: z.array(MeshtasticNeighbour).describe("Whom it says that it hears, newest first"),
        heardBy: z.array(MeshtasticNeighbour).describe("Who says to hear it, newest first"),
        samples: z.array(MeshtasticSample).describe(
          "Oldest first, one each five minutes at the most, 2000 at the most",
        ),
        own: z.boolean().describe("Whether the asker may hide it"),
      }),
      errors: [failure.unknown_node],
      handle: ({ who, params: { node: name }, query: { window } }) => {
        const exact = who.session?.scope === "full", node = numberOf(name);
        const found = node === undefined ? undefined : meshtastic.detail(node, window, exact);
        if (!found) throw failure.unknown_node();
        return { exact, ...found, own: isOwn(found.node.callsign, who.session?.account) };
      },
    }),
    route("GET /api/meshtastic/hidden", {
      gate: session(),
      spec: STATIONS_SPEC,
      summary: "Nodes of one's own that are not shown",
      reply: z.object({ nodes: z.array(z.object({ node: nodeName, name: z.string().nullable() })) }),
      handle: ({ who }) => ({
        nodes: meshtastic.store.hiddenBy({ account: who.account }).map(({ node, name }) => ({
          node: nodeId(node),
          name,
        })),
      }),
    }),
    route("GET /api/meshtastic/texts", {
      gate,
      spec: STATIONS_SPEC,
      summary: "What was written to everybody on the primary channel, newest first",
      query: z.object({
        cursor: CURSOR,
        limit: clampedParam(1, 200, 50).describe(
          "At most so many texts, 1 to 200, 50 without it; a number outside is moved to the nearest",
        ),
      }),
      reply: z.object({ messages: z.array(MeshtasticText), ...PAGED }),
      errors: [queryFailure.bad_cursor],
      handle: ({ query: { cursor, limit } }) => {
        const { page, nextCursor, hasMore } = paged(meshtastic.texts(readCursor(cursor), limit + 1), limit);
        return { messages: page, nextCursor, hasMore };
      },
    }),
    route("PUT /api/meshtastic/nodes/:node", {
      gate: session(),
      spec: STATIONS_SPEC,
      summary: "Show or hide a node of one's own: one in licensed mode, under a verified call of the account",
      params: { node: "`!` and eight hexadecimal digits" },
      body: z.object({
        hidden: z.boolean().describe("true: neither the node nor its texts are shown to anybody"),
      }),
      reply: z.object({ node: nodeName, hidden: z.boolean() }),
      errors: [failure.unknown_node, failure.not_your_node],
      handle: async ({ who, params: { node: name }, body: { hidden } }) => {
        const node = numberOf(name), row = node === undefined ? undefined : meshtastic.store.node({ node });
        if (!row) throw failure.unknown_node();
        if (!isOwn(row.call, who.account)) throw failure.not_your_node();
        await db.write((tx) => {
          if (hidden) meshtastic.store.hide(tx, { node: row.node, account: who.account });
          else meshtastic.store.show(tx, { node: row.node });
        });
        return { node: name, hidden };
      },
    }),
  ];
}
