/** Tables of the mesh. */
import type { Box } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import { toE7 } from "../tables/station_store.ts";

export type How = "direct" | "relayed" | "server" | "node";
export interface NodeRow {
  call: string;
  lastHeard: number;
  how: How;
  receiver: string | null;
  latE7: number | null;
  lonE7: number | null;
  symbol: string | null;
  hardware: number | null;
  firmware: string | null;
  battery: number | null;
  rssi: number | null;
  snr: number | null;
  sentVia: string | null;
  metaAt: number | null;
}
interface Meta {
  hardware: number | null;
  firmware: string | null;
  battery: number | null;
  rssi: number | null;
  snr: number | null;
}
export interface LinkRow {
  from: string;
  to: string;
  kind: string;
  lastSeen: number;
  samples: number;
  receiver: string;
  rssi: number | null;
  snr: number | null;
  fromLat: number;
  fromLon: number;
  toLat: number;
  toLon: number;
}
export interface GroupMessageRow {
  id: number;
  ts: number;
  fromCall: string;
  body: string;
  receiver: string | null;
  heard: How;
}

/** Rolling means go over about this many samples. */
const SAMPLES = 8;
const NODE =
  `SELECT call, last_heard AS lastHeard, how, receiver, lat_e7 AS latE7, lon_e7 AS lonE7, symbol, hardware,
  firmware, battery, rssi, snr, sent_via AS sentVia, meta_at AS metaAt FROM mesh_node`;
const WORLD: Box = { minLat: -90, minLon: -180, maxLat: 90, maxLon: 180 };

export class MeshStore {
  readonly #node;
  readonly #putNode;
  readonly #placeNode;
  readonly #metaNode;
  readonly #nodes;
  readonly #putLink;
  readonly #links;
  readonly #message;
  readonly #putMessage;
  readonly #betterMessage;
  readonly #groups;
  readonly #groupMessages;
  readonly #removeMessage;
  readonly #pruneNodes;
  readonly #pruneLinks;
  readonly #pruneMessages;

  constructor(db: Database) {
    this.#node = db.sql<{ call: string }, NodeRow>(`${NODE} WHERE call = :call`);
    this.#putNode = db.sql<
      {
        call: string;
        at: number;
        how: string;
        receiver: string | null;
        via: string | null;
        clearVia: boolean;
      }
    >(
      `INSERT INTO mesh_node (call, last_heard, how, receiver, sent_via) VALUES (:call, :at, :how, :receiver, :via)
       ON CONFLICT (call) DO UPDATE SET last_heard = max(last_heard, excluded.last_heard), how = excluded.how,
         receiver = excluded.receiver, sent_via = coalesce(excluded.sent_via, iif(:clearVia, NULL, sent_via))`,
    );
    this.#placeNode = db.sql<{ call: string; at: number; lat: number; lon: number; symbol: string | null }>(
      `UPDATE mesh_node SET lat_e7 = :lat, lon_e7 = :lon, symbol = :symbol, placed_at = :at
       WHERE call = :call AND (placed_at IS NULL OR placed_at <= :at)`,
    );
    this.#metaNode = db.sql<{
      call: string;
      at: number;
      hardware: number | null;
      firmware: string | null;
      battery: number | null;
      rssi: number | null;
      snr: number | null;
    }>(
      `UPDATE mesh_node SET hardware = coalesce(:hardware, hardware), firmware = coalesce(:firmware, firmware),
         battery = coalesce(:battery, battery), rssi = coalesce(:rssi, rssi), snr = coalesce(:snr, snr), meta_at = :at
       WHERE call = :call`,
    );
    this.#nodes = db.sql<{
      since: number;
      call: string | null;
      minLat: number;
      maxLat: number;
      minLon: number;
      maxLon: number;
      limit: number;
    }, NodeRow>(
      `${NODE} WHERE last_heard >= :since AND lat_e7 BETWEEN :minLat AND :maxLat AND lon_e7 BETWEEN :minLon AND :maxLon
       AND (:call IS NULL OR call = :call) ORDER BY last_heard DESC LIMIT :limit`,
    );
    this.#putLink = db.sql<{
      from: string;
      to: string;
      kind: string;
      at: number;
      receiver: string;
      rssi: number | null;
      snr: number | null;
    }>(
      `INSERT INTO mesh_link (from_call, to_call, kind, last_seen, samples, receiver, rssi, snr)
       VALUES (:from, :to, :kind, :at, 1, :receiver, :rssi, :snr)
       ON CONFLICT (from_call, to_call) DO UPDATE SET kind = iif(kind = 'direct', kind, excluded.kind),
         last_seen = max(last_seen, excluded.last_seen), samples = samples + 1, receiver = excluded.receiver,
         rssi = coalesce(rssi + (excluded.rssi - rssi) / min(samples + 1, ${SAMPLES}), rssi, excluded.rssi),
         snr = coalesce(snr + (excluded.snr - snr) / min(samples + 1, ${SAMPLES}), snr, excluded.snr)`,
    );
    this.#links = db.sql<
      { since: number; minLat: number; maxLat: number; minLon: number; maxLon: number; limit: number },
      LinkRow
    >(
      `SELECT l.from_call AS "from", l.to_call AS "to", l.kind, l.last_seen AS lastSeen, l.samples, l.receiver, l.rssi,
         l.snr, a.lat_e7 AS fromLat, a.lon_e7 AS fromLon, b.lat_e7 AS toLat, b.lon_e7 AS toLon
       FROM mesh_link l JOIN mesh_node a ON a.call = l.from_call JOIN mesh_node b ON b.call = l.to_call
       WHERE l.last_seen >= :since AND a.lat_e7 IS NOT NULL AND b.lat_e7 IS NOT NULL
         AND (a.lat_e7 BETWEEN :minLat AND :maxLat AND a.lon_e7 BETWEEN :minLon AND :maxLon
           OR b.lat_e7 BETWEEN :minLat AND :maxLat AND b.lon_e7 BETWEEN :minLon AND :maxLon)
       ORDER BY l.last_seen DESC LIMIT :limit`,
    );
    this.#message = db.sql<{ from: string; id: string }, { id: number; heard: How }>(
      "SELECT id, heard FROM mesh_message WHERE from_call = :from AND message_id = :id",
    );
    this.#putMessage = db.sql<{
      group: string;
      at: number;
      from: string;
      text: string;
      receiver: string | null;
      heard: string;
      id: string;
    }>(
      `INSERT INTO mesh_message (grp, at, from_call, body, receiver, heard, message_id)
       VALUES (:group, :at, :from, :text, :receiver, :heard, :id)`,
    );
    this.#betterMessage = db.sql<{ id: number; heard: string; receiver: string | null }>(
      "UPDATE mesh_message SET heard = :heard, receiver = :receiver WHERE id = :id",
    );
    this.#groups = db.sql<never, { group: string; messages: number; lastHeard: number }>(
      `SELECT grp AS "group", count(*) AS messages, max(at) AS lastHeard FROM mesh_message WHERE removed_at IS NULL
       GROUP BY grp ORDER BY lastHeard DESC, grp LIMIT 200`,
    );
    this.#groupMessages = db.sql<{ group: string; before: number; limit: number }, GroupMessageRow>(
      `SELECT id, at AS ts, from_call AS fromCall, body, receiver, heard FROM mesh_message
       WHERE grp = :group AND id < :before AND removed_at IS NULL ORDER BY id DESC LIMIT :limit`,
    );
    this.#removeMessage = db.sql<{ id: number; at: number }>(
      "UPDATE mesh_message SET removed_at = :at, body = '' WHERE id = :id AND removed_at IS NULL",
    );
    this.#pruneNodes = db.sql<{ before: number }>("DELETE FROM mesh_node WHERE last_heard < :before");
    this.#pruneLinks = db.sql<{ before: number }>("DELETE FROM mesh_link WHERE last_seen < :before");
    this.#pruneMessages = db.sql<{ before: number }>("DELETE FROM mesh_message WHERE at < :before");
  }

  node = (call: string): NodeRow | undefined => this.#node.get({ call });

  putNode(tx: Tx, node: {
    call: string;
    at: number;
    how: How;
    receiver: string | null;
    place: { lat: number; lon: number } | undefined;
    symbol: string | null;
    sentVia: string | null;
    clearVia: boolean;
    meta: Meta | undefined;
  }): void {
    const { call, at, how, receiver, place, symbol, sentVia, clearVia, meta } = node;
    this.#putNode.run(tx, { call, at, how, receiver, via: sentVia, clearVia });
    if (place) this.#placeNode.run(tx, { call, at, lat: toE7(place.lat), lon: toE7(place.lon), symbol });
    if (meta) this.#metaNode.run(tx, { call, at, ...meta });
  }

  nodes = (since: number, box: Box = WORLD, call: string | undefined, limit: number): NodeRow[] =>
    this.#nodes.all({ since, call: call ?? null, limit, ...e7(box) });

  putLink(
    tx: Tx,
    link: {
      from: string;
      to: string;
      kind: string;
      at: number;
      receiver: string;
      rssi: number | null;
      snr: number | null;
    },
  ): void {
    this.#putLink.run(tx, link);
  }
  links = (since: number, box: Box = WORLD, limit: number): LinkRow[] =>
    this.#links.all({ since, limit, ...e7(box) });

  message = (from: string, id: string): { id: number; heard: How } | undefined =>
    this.#message.get({ from, id });
  putMessage(
    tx: Tx,
    message: {
      group: string;
      at: number;
      from: string;
      text: string;
      receiver: string | null;
      heard: string;
      id: string;
    },
  ): void {
    this.#putMessage.run(tx, message);
  }
  betterMessage = (tx: Tx, id: number, heard: How, receiver: string | null) =>
    this.#betterMessage.run(tx, { id, heard, receiver });
  groups = () => this.#groups.all();
  groupMessages = (group: string, before: number, limit: number): GroupMessageRow[] =>
    this.#groupMessages.all({ group, before, limit });
  /** Moderation: `false` when it is gone. */
  removeMessage = (tx: Tx, id: number, at: number): boolean =>
    this.#removeMessage.run(tx, { id, at }).changes === 1;

  prune(tx: Tx, before: { nodes: number; links: number; messages: number }): void {
    this.#pruneNodes.run(tx, { before: before.nodes });
    this.#pruneLinks.run(tx, { before: before.links });
    this.#pruneMessages.run(tx, { before: before.messages });
  }
}

const e7 = (box: Box) => ({
  minLat: toE7(box.minLat),
  maxLat: toE7(box.maxLat),
  minLon: toE7(box.minLon),
  maxLon: toE7(box.maxLon),
});
