/**
 * What receivers post: the box makes its packets of these shapes, and the OpenAPI document tells them. The readers beside this file look at each item by themselves,
 * since a thousand items a request pass here and a bad one must not cost the others; a test holds the two together.
 */
import { z } from "#schemas";
import { BoxReport } from "../reports/shapes.ts";

const seconds = z.number().describe("Unix seconds; held within 7 days back and 60 s ahead");
const site = z.string().nullable().optional().describe(
  "The receiving station that heard it, a callsign with its SSID, never read off the path. What came by radio names " +
    "one, or null: heard by nobody in particular, kept for the map, attests nothing",
);
const port = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/).optional().describe(
  "The driver that heard it: kiss, agwpe, soundcard, aprs-is, axudp, meshcom …",
);
const direct = z.boolean().optional().describe(
  "false: a digipeater or relay was heard, not the sender (also seen from a used digipeater in the path)",
);

export const PostedPacket = z.object({
  raw: z.string().min(1).describe(
    "One TNC2 monitor line for APRS, `N0CALL-9>APRS,WIDE1-1:!4903.50N/07201.75W-`, at most 1024 characters; for " +
      "MeshCom the node's JSON as a string, at most 4096; for Meshtastic the packet as JSON, `{from, id, receiver?, direct, " +
      "mqtt, hops?, rssi?, snr?, lastHeard?, content}`, where content is one of text, position, user, device, " +
      "environment, neighbours, encrypted, other by its `kind`, and id is 0 for what a device remembers. Bytes that are not UTF-8: one character each, or as they are",
  ),
  heardAt: seconds,
  via: z.enum(["rf", "aprsis", "meshcom", "meshtastic", "app", "simulated"]).describe(
    "simulated: a box plays a recording. It is read, counted in `simulated`, and nothing of it is kept",
  ),
  site,
  direct,
  port,
  rxCall: z.string().optional().describe("The box's own station or node that can answer the sender"),
  rssi: z.number().optional().describe("Signal strength in dBm, of a MeshCom packet heard over LoRa"),
  snr: z.number().optional().describe("Signal above noise in dB, of a MeshCom packet heard over LoRa"),
});
export type PostedPacket = z.output<typeof PostedPacket>;
export const PostedPosition = z.object({
  call: z.string(),
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
  at: seconds,
  via: z.enum(["rf", "aprsis", "meshcom", "app"]),
  site,
  direct,
  port,
  accuracyM: z.number().optional(),
  course: z.number().optional().describe("Direction of movement in degrees from north, clockwise, 0 to 360"),
  speedKmh: z.number().optional(),
  altitudeM: z.number().optional(),
  symbol: z.string().optional().describe("APRS symbol: a table and a code, two characters, e.g. `/>`"),
  comment: z.string().optional(),
});
export const PostedFindShape = z.object({
  call: z.string().describe("Callsign of the finder, with or without SSID"),
  cache: z.string().min(1).max(12).describe("Code of the cache, at most 12 characters"),
  kind: z.enum(["found", "DNF", "dnf", "note"]).optional().describe(
    "What the finder says: found, not found (DNF) or a note; absent: found",
  ),
  text: z.string().optional(),
  at: seconds,
  via: z.enum(["rf", "aprsis", "meshcom", "app"]),
  site,
  port,
});

/** Every member that an item may have. */
export type ItemMember =
  | keyof PostedPacket
  | keyof z.output<typeof PostedPosition>
  | keyof z.output<typeof PostedFindShape>;

const lists = {
  packets: z.array(PostedPacket).optional(),
  positions: z.array(PostedPosition).optional(),
  finds: z.array(PostedFindShape).optional().describe("Not from a box: no box key logs a find"),
};
/** At most 1000 items in all; one that does not fit is refused by itself. */
export const PostedBatch = z.union([
  z.object({ ...lists, box: BoxReport.optional().describe("How the box is; at most once a minute") }),
  z.object({
    ...lists,
    at: z.number().int().describe("Unix seconds, at most five minutes off"),
    call: z.string().describe("The callsign that the device key is registered to"),
    key: z.string().describe("The 32 bytes of an Ed25519 public key, in base64url"),
    sig: z.string().describe(
      "Ed25519 signature, base64url, over `svc-ing/1`, a line feed and the canonical JSON (RFC 8785) of the batch " +
        "without this member",
    ),
  }).describe("Signed by a member's own device instead of a header"),
]);

export const BatchReply = z.object({
  accepted: z.number().describe("Items of the batch that were new here"),
  duplicates: z.number().describe("Items that are copies of what was heard before"),
  simulated: z.number().optional().describe(
    "Packets of a recording that a box plays: they can be read, and nothing of them is kept",
  ),
  rejected: z.array(z.object({
    list: z.enum(["packets", "positions", "finds", "box"]),
    index: z.number().describe("Index of the item in the list that was posted, from 0"),
    reason: z.string().describe(
      "A code such as bad_via, bad_time, site_missing, or a sentence that says why a packet cannot be read",
    ),
  })),
});
export type BatchReply = z.output<typeof BatchReply>;
