/** Tables of the mesh. */
import { asNamed, columns, type Database, type Tx, whole } from "../../db/mod.ts";
import type { BoxE7 } from "../e7.ts";

/** How a node's packet came: on the air from itself, through relays, from the MeshCom server, or from our own node. */
export type How = "direct" | "relayed" | "server" | "node";
/** What changes with every packet, and is written seldom. */
interface NodeMeta {
  hardware: number | null;
  firmware: string | null;
  /** Percent. */
  battery: number | null;
  /** dBm, of the last hop. */
  rssi: number | null;
  /** dB. */
  snr: number | null;
}
interface NodeRow extends NodeMeta {
  call: string;
  lastHeard: number;
  how: How;
  receiver: string | null;
  latE7: number | null;
  lonE7: number | null;
  symbol: string | null;
  /** Comma list: relays of its latest relayed message. */
  sentVia: string | null;
  metaAt: number | null;
  /** Carbon dioxide, and the resistance of a sensor of gases: both as said last. */
  co2Ppm: number | null;
  gasOhm: number | null;
}
interface NewLink {
  from: string;
  to: string;
  kind: "direct" | "relay";
  at: number;
  receiver: string;
  rssi: number | null;
  snr: number | null;
}
interface LinkRow extends Omit<NewLink, "at"> {
  lastSeen: number;
  samples: number;
  fromLat: number;
  fromLon: number;
  toLat: number;
  toLon: number;
}
export interface GroupMessageRow {
  id: number;
  group: string;
  at: number;
  sender: string;
  text: string;
  receiver: string | null;
  heard: How;
}
interface MessageRow extends GroupMessageRow {
  messageId: string;
}

const NODE = columns<NodeRow>(
  asNamed(
    "call lastHeard how receiver latE7 lonE7 symbol hardware firmware battery rssi snr sentVia metaAt",
    "co2Ppm gasOhm",
  ),
);
const MESSAGE = columns<MessageRow>({
  ...asNamed("id at receiver heard messageId"),
  group: "grp",
  sender: "from_call",
  text: "body",
});
/** Rolling means go over about this many samples. */
const SAMPLES = 8;
const mean = (name: string) =>
  `${name} = coalesce(${name} + (excluded.${name} - ${name}) / min(samples + 1, ${SAMPLES}), ${name}, excluded.${name})`;
const inside = (node: string) =>
  `${node}.lat_e7 BETWEEN :minLat AND :maxLat AND ${node}.lon_e7 BETWEEN :minLon AND :maxLon`;

export function meshStore(db: Database) {
  const prune = {
    nodes: db.change<{ before: number }>("DELETE FROM mesh_node WHERE last_heard < :before"),
    links: db.change<{ before: number }>("DELETE FROM mesh_link WHERE last_seen < :before"),
    messages: db.change<{ before: number }>("DELETE FROM mesh_message WHERE at < :before"),
  };
  return {
    node: db.row<{ call: string }, NodeRow>(`SELECT ${NODE.select()} FROM mesh_node WHERE call = :call`),
    /** `clearVia` empties the list of relays; `via` that is null leaves it. */
    putNode: db.change<
      { call: string; at: number; how: How; receiver: string | null; via: string | null; clearVia: boolean }
    >(
      `INSERT INTO mesh_node (call, last_heard, how, receiver, sent_via) VALUES (:call, :at, :how, :receiver, :via)
       ON CONFLICT (call) DO UPDATE SET last_heard = max(last_heard, excluded.last_heard), how = excluded.how,
         receiver = excluded.receiver, sent_via = coalesce(excluded.sent_via, iif(:clearVia, NULL, sent_via))`,
    ),
    /** What a report leaves out stays as it was said last. */
    airNode: db.change<{ call: string; co2Ppm: number | null; gasOhm: number | null }>(
      `UPDATE mesh_node SET co2_ppm = coalesce(:co2Ppm, co2_ppm), gas_ohm = coalesce(:gasOhm, gas_ohm)
       WHERE call = :call`,
    ),
    placeNode: db.change<{ call: string; at: number; latE7: number; lonE7: number; symbol: string | null }>(
      `UPDATE mesh_node SET ${NODE.only("latE7", "lonE7", "symbol").set()}, placed_at = :at
       WHERE call = :call AND (placed_at IS NULL OR placed_at <= :at)`,
    ),
    /** What is null leaves what is known. */
    metaNode: db.change<NodeMeta & { call: string; at: number }>(
      `UPDATE mesh_node SET hardware = coalesce(${whole(":hardware")}, hardware),
         firmware = coalesce(:firmware, firmware), battery = coalesce(${whole(":battery")}, battery),
         rssi = coalesce(${
        whole(":rssi")
      }, rssi), snr = coalesce(:snr, snr), meta_at = :at WHERE call = :call`,
    ),
    nodes: db.rows<BoxE7 & { since: number; call: string | null; limit: number }, NodeRow>(
      `SELECT ${NODE.select()} FROM mesh_node WHERE last_heard >= :since AND ${inside("mesh_node")}
         AND (:call IS NULL OR call = :call) ORDER BY last_heard DESC LIMIT :limit`,
    ),
    putLink: db.change<NewLink>(
      `INSERT INTO mesh_link (from_call, to_call, kind, last_seen, samples, receiver, rssi, snr)
       VALUES (:from, :to, :kind, :at, 1, :receiver, :rssi, :snr)
       ON CONFLICT (from_call, to_call) DO UPDATE SET kind = iif(kind = 'direct', kind, excluded.kind),
         last_seen = max(last_seen, excluded.last_seen), samples = samples + 1, receiver = excluded.receiver,
         ${mean("rssi")}, ${mean("snr")}`,
    ),
    links: db.rows<BoxE7 & { since: number; limit: number }, LinkRow>(
      `SELECT l.from_call AS "from", l.to_call AS "to", l.kind, l.last_seen AS lastSeen, l.samples, l.receiver, l.rssi,
         l.snr, a.lat_e7 AS fromLat, a.lon_e7 AS fromLon, b.lat_e7 AS toLat, b.lon_e7 AS toLon
       FROM mesh_link l JOIN mesh_node a ON a.call = l.from_call JOIN mesh_node b ON b.call = l.to_call
       WHERE l.last_seen >= :since AND a.lat_e7 IS NOT NULL AND b.lat_e7 IS NOT NULL
         AND (${inside("a")} OR ${inside("b")}) ORDER BY l.last_seen DESC LIMIT :limit`,
    ),
    message: db.row<{ sender: string; messageId: string }, Pick<MessageRow, "id" | "heard">>(
      "SELECT id, heard FROM mesh_message WHERE from_call = :sender AND message_id = :messageId",
    ),
    insertMessage: db.change<Omit<MessageRow, "id">>(MESSAGE.without("id").insertInto("mesh_message")),
    betterMessage: db.change<{ id: number; heard: How; receiver: string | null }>(
      "UPDATE mesh_message SET heard = :heard, receiver = :receiver WHERE id = :id",
    ),
    groups: db.rows<{ limit: number }, { group: string; messages: number; lastHeard: number }>(
      `SELECT grp AS "group", count(*) AS messages, max(at) AS lastHeard FROM mesh_message WHERE removed_at IS NULL
       GROUP BY grp ORDER BY lastHeard DESC, grp LIMIT :limit`,
    ),
    groupMessages: db.rows<{ group: string; before: number; limit: number }, GroupMessageRow>(
      `SELECT id, grp AS "group", ${MESSAGE.without("id", "group", "messageId").select()} FROM mesh_message
       WHERE grp = :group AND id < :before AND removed_at IS NULL ORDER BY id DESC LIMIT :limit`,
    ),
    /** Moderation. */
    messageById: db.row<{ id: number }, GroupMessageRow>(
      `SELECT id, grp AS "group", ${
        MESSAGE.without("id", "group", "messageId").select()
      } FROM mesh_message WHERE id = :id AND removed_at IS NULL`,
    ),
    /** Sent by a base call or its SSIDs: `upTo` is the base call and a dot, which sorts behind the hyphen. */
    messagesFrom: db.rows<{ from: string; upTo: string; limit: number }, GroupMessageRow>(
      `SELECT id, grp AS "group", ${MESSAGE.without("id", "group", "messageId").select()} FROM mesh_message
       WHERE from_call >= :from AND from_call < :upTo AND (from_call = :from OR from_call GLOB :from || '-*')
         AND removed_at IS NULL ORDER BY id DESC LIMIT :limit`,
    ),
    removeMessage: db.change<{ id: number; at: number }>(
      "UPDATE mesh_message SET removed_at = :at, body = '' WHERE id = :id AND removed_at IS NULL",
    ),
    prune(tx: Tx, before: { nodes: number; links: number; messages: number }): void {
      prune.nodes(tx, { before: before.nodes });
      prune.links(tx, { before: before.links });
      prune.messages(tx, { before: before.messages });
    },
  };
}
export type MeshStore = ReturnType<typeof meshStore>;
