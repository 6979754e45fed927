/** Turns what a line gave into what the gateway is told. Pure. */
import {
  arrivalOf,
  decodeAx25,
  decodeFrame,
  decodeMeshcom,
  decodeText,
  decodeTnc2,
  encodeTnc2,
  type Frame,
  isUnreadable,
  type MeshPacket,
  type Packet,
} from "../../aprs/mod.ts";
import { nodeId } from "../../base/mod.ts";
import type { MeshtasticPacket } from "../../meshtastic/mod.ts";
import type { ConnectionAddress } from "../config/address.ts";
import type { Caught, Driver } from "../drivers/driver.ts";
import type { Tuned } from "../senses/senses.ts";
import type { PostedPacket } from "../../ingest/mod.ts";

type HeardBy = Exclude<Driver["via"], "none">;

/** One frame as services see it, with the item that goes to the gateway, where one does. */
export interface Hearing {
  /** The connection's address, as it was written, and its place in the list. */
  connection: number;
  channel: number;
  /** By the box's clock, milliseconds. */
  atMs: number;
  /** `simulated`: played from a recording, heard by nobody. */
  via: HeardBy;
  /** The site of this box's own receiver; `null` where the connection names none. */
  site: string | null;
  /** Whether it was heard from the sender itself. */
  direct: boolean;
  /** What its receiver was tuned to, where a rig says so. */
  tuned?: Tuned;
  /** An APRS packet, where it is one. */
  packet?: Packet;
  mesh?: MeshPacket;
  meshtastic?: MeshtasticPacket;
  /** Any AX.25 frame (NET/ROM broadcasts, other people's sessions). */
  frame?: Frame;
  /** The line as people read it. */
  text: string;
  /** The item for `/ingest` without heardAt and site; absent for what the gateway has no use for. */
  item?: string;
  /** Two hearings with the same key are copies. */
  key: string;
  /** Whether it counts as new after a copy that is not `strong`. */
  strong: boolean;
}

type Item = Omit<PostedPacket, "heardAt" | "site">;
type Facts = Pick<Hearing, "connection" | "atMs"> & { driver: Driver; address: ConnectionAddress };

/** Reads what a line gave; a text instead says why nothing can be made of it. */
export function hearingOf(heard: Caught, facts: Facts): Hearing | string {
  switch (heard.kind) {
    case "frame":
      return ofFrame(heard.bytes, heard.channel, facts);
    case "line":
      return ofLine(heard.text, facts);
    case "mesh":
      return ofMesh(heard.json, facts);
    case "meshtastic":
      return ofMeshtastic(heard.packet, facts);
  }
}

/** A driver that gave something received it. */
const heardBy = ({ via }: Driver): HeardBy => via === "none" ? "rf" : via;
/** The same for the gateway: a tunnel's frames are of radio, and no site heard them. */
const postedBy = (driver: Driver): PostedPacket["via"] => {
  const via = heardBy(driver);
  return via === "tunnel" ? "rf" : via;
};

const base = ({ connection, atMs, driver, address }: Facts) => ({
  connection,
  atMs,
  channel: 0,
  via: heardBy(driver),
  site: driver.namesSite ? address.site ?? null : null,
});

function ofFrame(bytes: Uint8Array, channel: number, facts: Facts): Hearing | string {
  const packet = decodeFrame(bytes);
  const common = { ...base(facts), channel };
  if (isUnreadable(packet)) {
    const frame = decodeAx25(bytes);
    if ("unreadable" in frame) return frame.unreadable;
    const text =
      `${frame.source}>${frame.destination} (control ${frame.control}, ${frame.info.length} bytes)`;
    // Frames other than APRS may be repeated at once on purpose: they are never copies.
    return {
      ...common,
      direct: facts.driver.via !== "tunnel" && !frame.path.some(({ used }) => used),
      frame,
      text,
      key: `${common.site} ${toKey(bytes)}`,
      strong: true,
    };
  }
  const raw = decodeText(encodeTnc2(packet));
  // A tunnel is a way on: whoever is at its other end heard the sender, or somebody before that.
  const direct = facts.driver.via !== "tunnel" && arrivalOf(packet).direct;
  const item: Item = { raw, via: postedBy(facts.driver), port: facts.driver.port, direct };
  return {
    ...common,
    direct,
    packet,
    ...(packet.info.startsWith(DATAGRAM) ? { frame: decodeAx25(bytes) as Frame } : {}),
    text: raw,
    item: JSON.stringify(item),
    key: `${common.site} ${raw}`,
    // What a radio hears itself counts also right after a tunnel brought it.
    strong: facts.driver.via !== "tunnel",
  };
}

/** A federation's datagram (FED "Beacon tier"): bytes, which the reading as text may cut at what looks like a line end. */
const DATAGRAM = "SVCB1";

const toKey = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

function ofLine(line: string, facts: Facts): Hearing | string {
  const packet = decodeTnc2(line);
  if (isUnreadable(packet)) return packet.unreadable;
  const raw = decodeText(line);
  const item: Item = { raw, via: "aprsis", port: facts.driver.port };
  return {
    ...base(facts),
    site: null,
    direct: false,
    packet,
    text: raw,
    item: JSON.stringify(item),
    key: `is ${raw}`,
    strong: true,
  };
}

function ofMesh(json: string, facts: Facts): Hearing | string {
  const text = decodeText(json);
  const mesh = decodeMeshcom(text);
  if ("unreadable" in mesh) return mesh.unreadable;
  const call = facts.address.query.get("call");
  const item: Item = {
    raw: text,
    via: postedBy(facts.driver),
    port: facts.driver.port,
    direct: mesh.direct,
    ...(call === undefined ? {} : { rxCall: call }),
  };
  const common = base(facts);
  const what = mesh.messageId === undefined ? text : `${mesh.messageId} ${mesh.content.kind}`;
  return {
    ...common,
    // What came from a relay, from the server or from the node itself is no hearing of the sender at this site.
    site: mesh.direct ? common.site : null,
    direct: mesh.direct,
    mesh,
    text,
    item: JSON.stringify(item),
    key: `mesh ${facts.address.text} ${mesh.source} ${what}`,
    strong: mesh.origin === "lora",
  };
}

function ofMeshtastic(packet: MeshtasticPacket, facts: Facts): Hearing {
  const { from, id, content, mqtt, direct } = packet;
  const raw = JSON.stringify(packet);
  const item: Item = { raw, via: postedBy(facts.driver), port: facts.driver.port, direct };
  // What a device remembers comes again with each connection, and counts once as long as it says the same.
  const remembered = id === 0;
  return {
    ...base(facts),
    site: null,
    direct,
    meshtastic: packet,
    text: `${nodeId(from)} ${JSON.stringify(content)}`,
    item: JSON.stringify(item),
    key: remembered ? `remembered ${from} ${JSON.stringify(content)}` : `meshtastic ${from} ${id}`,
    // By radio it is better known how it came than by a broker.
    strong: !mqtt,
  };
}
