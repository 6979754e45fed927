/** A packet of a Meshtastic mesh, as a box decoded it: `raw` is its JSON. */
import { z } from "#schemas";
import type { MeshtasticReception } from "../../stations/mod.ts";
import type { Sender } from "./items.ts";

const node = z.number().int().min(1).max(0xffffffff);
const within = (least: number, most: number) => z.number().min(least).max(most).optional();

const Content = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), text: z.string().min(1).max(240) }),
  z.object({
    kind: z.literal("position"),
    lat: z.number().min(-90).max(90),
    lon: z.number().min(-180).max(180),
    altitudeM: within(-1000, 50_000),
    precisionBits: z.number().int().min(1).max(32).optional(),
  }),
  z.object({
    kind: z.literal("user"),
    longName: z.string().max(40),
    shortName: z.string().max(8),
    hardware: z.number().int().min(0).max(65_535),
    licensed: z.boolean(),
    role: z.number().int().min(0).max(255),
  }),
  z.object({
    kind: z.literal("device"),
    battery: within(0, 101),
    voltage: within(0, 100),
    channelUse: within(0, 100),
    airUse: within(0, 100),
    uptimeS: within(0, 0xffffffff),
  }),
  z.object({
    kind: z.literal("environment"),
    tempC: within(-90, 70),
    humidity: within(0, 100),
    pressureHpa: within(300, 1100),
    windDirection: within(0, 360),
    windMs: within(0, 120),
    gustMs: within(0, 120),
    rain1hMm: within(0, 500),
    rain24hMm: within(0, 2000),
  }),
  z.object({
    kind: z.literal("neighbours"),
    nodes: z.array(z.object({ node, snr: z.number().min(-40).max(40) })).max(40),
  }),
  z.object({ kind: z.literal("encrypted") }),
  z.object({ kind: z.literal("other"), port: z.number().int().min(0).max(0xffffffff) }),
]);
const Packet = z.object({
  from: node,
  id: z.number().int().min(0).max(0xffffffff),
  receiver: node.optional(),
  direct: z.boolean(),
  mqtt: z.boolean(),
  hops: z.number().int().min(0).max(7).optional(),
  rssi: within(-160, 0),
  snr: within(-40, 40),
  lastHeard: z.number().int().min(0).max(0xffffffff).optional(),
  content: Content,
});

/** Characters of the JSON: the longest packet has 40 neighbours. */
const MOST_RAW = 4096;

/** How such a packet names its network, and the kind of connection that it came by. */
export const MESHTASTIC = "meshtastic";

/** Whether an item is such a packet. */
export const isMeshtastic = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && (value as Record<string, unknown>).via === MESHTASTIC;

/** One posted packet, or the reason why it is refused. `at`: when it was heard, held within what is plausible. */
export function readMeshtastic(
  { raw }: Record<string, unknown>,
  at: number | undefined,
  sender: Sender,
): MeshtasticReception | string {
  // A member's device speaks for its own call alone, and such a mesh has none.
  if (sender.kind === "device") return "bad_via";
  if (at === undefined) return "bad_time";
  if (typeof raw !== "string" || raw === "") return "bad_raw";
  if (raw.length > MOST_RAW) return "too_long";
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    return "bad_raw";
  }
  const read = Packet.safeParse(value);
  if (!read.success) return `bad_raw: ${read.error.issues[0]?.path.join(".").slice(0, 60) ?? ""}`;
  return { at, packet: withoutAbsent(read.data) as MeshtasticReception["packet"] };
}

/** zod gives optional members as `undefined`, which is another thing than their absence. */
const withoutAbsent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
