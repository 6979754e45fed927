/** Tables of Meshtastic meshes. */
import { asNamed, columns, type Database, type Tx, WHOLE, whole } from "../../db/mod.ts";
import type { BoxE7 } from "../e7.ts";

/** How a packet came: from the node itself, over relays, over a broker, or out of a device's memory. */
export type MeshtasticHow = "direct" | "relayed" | "broker" | "remembered";

interface NodeInfo {
  longName: string | null;
  shortName: string | null;
  hardware: number | null;
  role: number | null;
  call: string | null;
}
interface Placed {
  latE7: number | null;
  lonE7: number | null;
  altitudeM: number | null;
  precisionBits: number | null;
}
interface Measured {
  battery: number | null;
  voltage: number | null;
  channelUse: number | null;
  airUse: number | null;
  uptimeS: number | null;
}
export interface MeshtasticNodeRow extends NodeInfo, Placed, Measured {
  node: number;
  lastHeard: number;
  how: MeshtasticHow;
  receiver: number | null;
  hops: number | null;
  placedAt: number | null;
  environment: string | null;
  rssi: number | null;
  snr: number | null;
  encrypted: number;
}
export interface MeshtasticTextRow {
  id: number;
  at: number;
  node: number;
  call: string | null;
  text: string;
  how: MeshtasticHow;
}
interface NewText extends Omit<MeshtasticTextRow, "id"> {
  packetId: number;
}
interface LinkRow {
  from: number;
  to: number;
  snr: number;
  lastSeen: number;
}

const NODE = columns<MeshtasticNodeRow>({
  ...asNamed(
    "node lastHeard how receiver hops longName shortName hardware role call latE7 lonE7 precisionBits",
    "placedAt battery voltage channelUse airUse uptimeS environment rssi snr encrypted",
  ),
  altitudeM: WHOLE,
});
const TEXT = columns<NewText & { id: number }>({ ...asNamed("id at node packetId call how"), text: "body" });
const SHOWN_TEXT = TEXT.without("packetId").select();
const SEEN = "NOT EXISTS (SELECT 1 FROM meshtastic_hidden h WHERE h.node =";

/** Statements over nodes, links, texts and what is hidden. */
export function meshtasticStore(db: Database) {
  const prune = {
    nodes: db.change<{ before: number }>("DELETE FROM meshtastic_node WHERE last_heard < :before"),
    links: db.change<{ before: number }>("DELETE FROM meshtastic_link WHERE last_seen < :before"),
    texts: db.change<{ before: number }>("DELETE FROM meshtastic_text WHERE at < :before"),
  };
  return {
    node: db.row<{ node: number }, MeshtasticNodeRow>(
      `SELECT ${NODE.select()} FROM meshtastic_node WHERE node = :node`,
    ),
    /** As `node`, unless its people do not want it shown. */
    shown: db.row<{ node: number }, MeshtasticNodeRow>(
      `SELECT ${NODE.select()} FROM meshtastic_node WHERE node = :node AND ${SEEN} meshtastic_node.node)`,
    ),
    hiddenBy: db.rows<{ account: number }, { node: number; name: string | null }>(
      `SELECT h.node, n.long_name AS name FROM meshtastic_hidden h LEFT JOIN meshtastic_node n ON n.node = h.node
       WHERE h.account_id = :account ORDER BY h.node LIMIT 200`,
    ),
    putNode: db.change<
      Pick<MeshtasticNodeRow, "node" | "lastHeard" | "how" | "receiver" | "hops" | "rssi" | "snr">
    >(
      `INSERT INTO meshtastic_node (node, last_heard, how, receiver, hops, rssi, snr)
       VALUES (:node, :lastHeard, :how, :receiver, :hops, :rssi, :snr)
       ON CONFLICT (node) DO UPDATE SET last_heard = max(last_heard, excluded.last_heard), how = excluded.how,
         receiver = coalesce(excluded.receiver, receiver), hops = coalesce(excluded.hops, hops),
         rssi = coalesce(excluded.rssi, rssi), snr = coalesce(excluded.snr, snr)`,
    ),
    nameNode: db.change<NodeInfo & { node: number }>(
      `UPDATE meshtastic_node SET ${
        NODE.only("longName", "shortName", "hardware", "role", "call").set()
      } WHERE node = :node`,
    ),
    placeNode: db.change<Placed & { node: number; placedAt: number }>(
      `UPDATE meshtastic_node SET ${
        NODE.only("latE7", "lonE7", "altitudeM", "precisionBits", "placedAt").set()
      } WHERE node = :node AND (placed_at IS NULL OR placed_at <= :placedAt)`,
    ),
    measureNode: db.change<Measured & { node: number }>(
      `UPDATE meshtastic_node SET battery = coalesce(${
        whole(":battery")
      }, battery), voltage = coalesce(:voltage, voltage),
         channel_use = coalesce(:channelUse, channel_use), air_use = coalesce(:airUse, air_use),
         uptime_s = coalesce(${whole(":uptimeS")}, uptime_s) WHERE node = :node`,
    ),
    feltNode: db.change<{ node: number; environment: string }>(
      "UPDATE meshtastic_node SET environment = :environment WHERE node = :node",
    ),
    countEncrypted: db.change<{ node: number }>(
      "UPDATE meshtastic_node SET encrypted = encrypted + 1 WHERE node = :node",
    ),
    nodes: db.rows<BoxE7 & { everywhere: boolean; since: number; limit: number }, MeshtasticNodeRow>(
      `SELECT ${NODE.select()} FROM meshtastic_node WHERE last_heard >= :since AND ${SEEN} meshtastic_node.node)
         AND (:everywhere OR (lat_e7 BETWEEN :minLat AND :maxLat AND lon_e7 BETWEEN :minLon AND :maxLon))
       ORDER BY last_heard DESC, node LIMIT :limit`,
    ),
    putLink: db.change<LinkRow>(
      `INSERT INTO meshtastic_link (from_node, to_node, snr, last_seen) VALUES (:from, :to, :snr, :lastSeen)
       ON CONFLICT (from_node, to_node) DO UPDATE SET snr = excluded.snr, last_seen = max(last_seen, excluded.last_seen)`,
    ),
    links: db.rows<{ since: number; limit: number }, LinkRow>(
      `SELECT from_node AS "from", to_node AS "to", snr, last_seen AS lastSeen FROM meshtastic_link
       WHERE last_seen >= :since AND ${SEEN} from_node) AND ${SEEN} to_node)
       ORDER BY last_seen DESC, from_node, to_node LIMIT :limit`,
    ),
    linksOf: db.rows<{ node: number; since: number; limit: number }, LinkRow>(
      `SELECT from_node AS "from", to_node AS "to", snr, last_seen AS lastSeen FROM meshtastic_link
       WHERE (from_node = :node OR to_node = :node) AND last_seen >= :since AND ${SEEN} from_node) AND ${SEEN} to_node)
       ORDER BY last_seen DESC, from_node, to_node LIMIT :limit`,
    ),
    putText: db.change<NewText>(
      `${TEXT.without("id").insertInto("meshtastic_text")} ON CONFLICT (node, packet_id) DO NOTHING`,
    ),
    texts: db.rows<{ before: number; limit: number }, MeshtasticTextRow>(
      `SELECT ${SHOWN_TEXT} FROM meshtastic_text WHERE id < :before AND removed_at IS NULL
         AND ${SEEN} meshtastic_text.node) ORDER BY id DESC LIMIT :limit`,
    ),
    textById: db.row<{ id: number }, MeshtasticTextRow>(
      `SELECT ${SHOWN_TEXT} FROM meshtastic_text WHERE id = :id AND removed_at IS NULL`,
    ),
    removeText: db.change<{ id: number; at: number }>(
      "UPDATE meshtastic_text SET removed_at = :at, body = '' WHERE id = :id AND removed_at IS NULL",
    ),
    hide: db.change<{ node: number; account: number }>(
      `INSERT INTO meshtastic_hidden (node, account_id) VALUES (:node, :account)
       ON CONFLICT (node) DO UPDATE SET account_id = excluded.account_id`,
    ),
    show: db.change<{ node: number }>("DELETE FROM meshtastic_hidden WHERE node = :node"),
    prune(tx: Tx, before: { nodes: number; links: number; texts: number }): void {
      prune.nodes(tx, { before: before.nodes });
      prune.links(tx, { before: before.links });
      prune.texts(tx, { before: before.texts });
    },
  };
}
export type MeshtasticStore = ReturnType<typeof meshtasticStore>;

/** A node has a row of measurements each five minutes at the most, whatever it sends. */
const EVERY_S = 300;
/** Samples of one answer, the newest. */
const MOST = 2000;

type Values = Record<string, number>;

interface MeshtasticSample {
  ts: number;
  measured: Values;
}

/** Measurements of nodes over time. */
export function meshtasticSamples(db: Database) {
  // What comes within the same five minutes stands in the same row, the later value over the earlier.
  const put = db.change<{ node: number; at: number; measured: string }>(
    `INSERT INTO meshtastic_sample (node, at, measured) VALUES (:node, :at, :measured)
     ON CONFLICT (node, at) DO UPDATE SET measured = json_patch(measured, excluded.measured)`,
  );
  const since = db.rows<{ node: number; from: number; limit: number }, { ts: number; measured: string }>(
    `SELECT * FROM (SELECT at AS ts, measured FROM meshtastic_sample WHERE node = :node AND at >= :from
     ORDER BY at DESC LIMIT :limit) ORDER BY ts`,
  );
  const prune = db.change<{ before: number }>("DELETE FROM meshtastic_sample WHERE at < :before");
  return {
    put(tx: Tx, node: number, at: number, measured: Readonly<Record<string, number | undefined>>): void {
      const known = Object.fromEntries(Object.entries(measured).filter(([, value]) => value !== undefined));
      if (Object.keys(known).length === 0) return;
      put(tx, { node, at: at - at % EVERY_S, measured: JSON.stringify(known) });
    },
    /** Since a time, oldest first. */
    since: (node: number, from: number): MeshtasticSample[] =>
      since({ node, from, limit: MOST }).map(({ ts, measured }) => ({ ts, measured: JSON.parse(measured) })),
    prune: (tx: Tx, before: number) => void prune(tx, { before }),
  };
}
