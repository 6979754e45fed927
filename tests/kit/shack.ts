/** What an operator's shack hears beside APRS: a mesh with groups, a packet node's table, spots of other sites. */
import assert from "node:assert/strict";
import type { TestApp } from "./app.ts";

export const HEARS_SPOTS = { SPOTS_ENABLED: "1", SPOTS_SOURCES: "pota" };

interface MeshPlace {
  lat: number;
  lon: number;
}
let messages = 0;
const meshPacket = (app: TestApp, fields: Record<string, unknown>) => ({
  raw: JSON.stringify({
    src_type: "lora",
    msg_id: (++messages).toString(16).padStart(8, "0").toUpperCase(),
    hw_id: 43,
    firmware: 35,
    fw_sub: "p",
    ...fields,
  }),
  heardAt: app.world.now(),
  via: "meshcom",
  site: "OE1NOD-1",
});

/** A node says where it is; `src` may name relays behind commas. */
export const meshPosition = (app: TestApp, src: string, { lat, lon }: MeshPlace, more = {}) =>
  meshPacket(app, {
    type: "pos",
    src,
    lat,
    lat_dir: "N",
    long: lon,
    long_dir: "E",
    aprs_symbol: "#",
    aprs_symbol_group: "/",
    batt: 80,
    rssi: -95,
    snr: 7,
    ...more,
  });
export const meshText = (app: TestApp, src: string, dst: string, msg: string) =>
  meshPacket(app, { type: "msg", src, dst, msg });

/** Three nodes, two groups, one node over another. */
export async function seedMesh(app: TestApp, text: string): Promise<void> {
  const { status } = await app.ingest.post("/ingest", {
    packets: [
      meshPosition(app, "OE1NOD-1", { lat: 48.24, lon: 16.36 }, { src_type: "node" }),
      meshPosition(app, "OE1MSH-1", { lat: 48.2, lon: 16.3 }),
      meshPosition(app, "OE3FAR-1,OE1MSH-1", { lat: 48.31, lon: 16.1 }, { snr: -9 }),
      meshText(app, "OE1MSH-1", "232", text),
      meshText(app, "OE3FAR-1,OE1MSH-1", "232", "nobody yet"),
      meshText(app, "OE1MSH-1", "*", "to all of you"),
    ],
  });
  if (status !== 200) throw new Error(`the mesh was refused: ${status}`);
}

/** What the packet node's software hands over. */
export async function seedNode(app: TestApp): Promise<void> {
  const way = (dest: string, alias: string, neighbor: string, quality: number) => ({
    dest,
    alias,
    neighbor,
    quality,
    port: "2",
  });
  const { status } = await app.ingest.post("/api/node/nodes", {
    nodes: [
      way("OE3XBR", "HUTNOD", "OE3XBR", 203),
      way("OE5XBL", "LINZ", "OE3XBR", 152),
      way("OE5XBL", "LINZ", "OE6XPD", 96),
      way("OE6XPD", "GRAZ", "OE6XPD", 180),
    ],
  });
  if (status !== 201) throw new Error(`the node's table was refused: ${status}`);
}

/** Other sites tell of two stations. */
export function seedSpots(app: TestApp, comments = ""): void {
  const spotTime = new Date(app.world.nowMs()).toISOString();
  const spot = (activator: string, frequency: string, mode: string, reference: string, latitude: number) => ({
    activator,
    frequency,
    mode,
    reference,
    spotTime,
    latitude,
    longitude: 16.4,
    comments,
  });
  app.world.fetch = () =>
    Promise.resolve(Response.json([
      spot("OE5HUT", "14062", "CW", "AT-0001", 48),
      spot("OE7ALM", "145500", "FM", "AT-0002", 47.5),
    ]));
}

/** A node of Meshtastic with a name and a message of this text; gives its number. */
export async function seedMeshtastic(app: TestApp, text: string): Promise<string> {
  const packet = { from: 0xa1b2c3d4, direct: true, mqtt: false, hops: 0 };
  const user = {
    longName: text.slice(0, 36),
    shortName: text.slice(0, 3),
    hardware: 43,
    licensed: false,
    role: 2,
  };
  const packets = [{ kind: "user", ...user }, { kind: "text", text: text.slice(0, 200) }].map((
    content,
    i,
  ) => ({
    raw: JSON.stringify({ ...packet, id: i + 1, content }),
    heardAt: app.world.now(),
    via: "meshtastic",
    port: "meshtastic",
  }));
  const { body } = await app.ingest.post("/ingest", { packets });
  assert.equal(body.accepted + body.duplicates, 2, JSON.stringify(body));
  return "!a1b2c3d4";
}
