/** The LoRa mesh: nodes, who hears whom, and what groups write. Signed-out people see buckets, members exact values. */
import type { Box, World } from "../../base/mod.ts";
import { meshDevice, type MeshPacket } from "../../aprs/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import { MESHCOM_META_MIN_S, type Settings } from "../../settings/mod.ts";
import type { Reception } from "../reception.ts";
import { type GroupMessageRow, type How, type MeshStore, meshStore } from "./store.ts";
import { boxE7, fromE7, toE7, WORLD_BOX } from "../e7.ts";

/** Rank of the ways of hearing: the best one of a message or node is kept. */
const BEST: Record<How, number> = { direct: 3, relayed: 2, server: 1, node: 0 };

/** By which way a packet of the mesh came to its receiver. */
const howOf = (packet: MeshPacket): How =>
  packet.origin === "lora"
    ? packet.direct ? "direct" : "relayed"
    : packet.origin === "udp"
    ? "server"
    : "node";

/** Signal in words: by SNR where known, else RSSI. */
function qualityOf(rssi: number | null, snr: number | null): "strong" | "usable" | "weak" | null {
  if (snr !== null) return snr >= 5 ? "strong" : snr >= -7 ? "usable" : "weak";
  if (rssi !== null) return rssi >= -90 ? "strong" : rssi >= -110 ? "usable" : "weak";
  return null;
}
const batteryOf = (percent: number | null): "high" | "medium" | "low" | null =>
  percent === null ? null : percent >= 60 ? "high" : percent >= 25 ? "medium" : "low";

/** Takes packets of the mesh, and lists nodes, links and messages. */
export class Mesh {
  readonly store: MeshStore;

  constructor(db: Database, readonly settings: Settings, readonly world: World) {
    this.store = meshStore(db);
  }

  /** Notes one copy: the node, the legs of its path, and what it says to a group. */
  note(tx: Tx, packet: Reception, mesh: MeshPacket): void {
    const how = howOf(mesh);
    const receiver = packet.rxCall ?? (packet.delivery.site || null);
    this.#node(tx, packet.at, mesh, how, receiver);
    this.#links(tx, packet.at, mesh, receiver);
    if (mesh.content.kind === "group") {
      const id = mesh.messageId ?? `t${packet.at}`;
      const known = this.store.message({ sender: mesh.source, messageId: id });
      if (!known) {
        const { group, text } = mesh.content;
        this.store.insertMessage(tx, {
          group,
          at: packet.at,
          sender: mesh.source,
          text,
          receiver,
          heard: how,
          messageId: id,
        });
      } else if (BEST[how] > BEST[known.heard]) {
        this.store.betterMessage(tx, { id: known.id, heard: how, receiver });
      }
    }
  }

  #node(tx: Tx, at: number, mesh: MeshPacket, how: How, receiver: string | null): void {
    const known = this.store.node({ call: mesh.source });
    const { content } = mesh;
    const place = content.kind === "position" ? content : undefined;
    // Signal and battery change with every packet; writing them that often would wear out the card.
    const due = !known || known.metaAt === null ||
      at - known.metaAt >= this.settings.get(MESHCOM_META_MIN_S) ||
      BEST[how] > BEST[known.how];
    const call = mesh.source;
    const unrelayed = mesh.relays.length === 0 && how !== "server";
    this.store.putNode(tx, {
      call,
      at,
      // A worse copy of a node heard better within the hour does not replace how it was heard.
      how: known && BEST[known.how] > BEST[how] && at - known.lastHeard < 3600 ? known.how : how,
      receiver: how === "direct" || !known ? receiver : known.receiver,
      // What the node's own setting names, read off unrelayed copies alone: relays add themselves to others.
      via: unrelayed && mesh.via ? mesh.via.join(",") : null,
      clearVia: unrelayed,
    });
    if (place) {
      const { lat, lon, symbol } = place;
      this.store.placeNode(tx, { call, at, latE7: toE7(lat), lonE7: toE7(lon), symbol });
    }
    if (content.kind === "sensors" && (content.co2Ppm ?? content.gasOhm) !== undefined) {
      this.store.airNode(tx, { call, co2Ppm: content.co2Ppm ?? null, gasOhm: content.gasOhm ?? null });
    }
    if (!due) return;
    this.store.metaNode(tx, {
      call,
      at,
      hardware: mesh.hardware ?? null,
      firmware: mesh.firmware ?? null,
      battery: mesh.battery ?? null,
      // The signal belongs to the last hop: it is the node's own only when heard directly.
      rssi: how === "direct" ? mesh.rssi ?? null : null,
      snr: how === "direct" ? mesh.snr ?? null : null,
    });
  }

  #links(tx: Tx, at: number, mesh: MeshPacket, receiver: string | null): void {
    if (mesh.origin !== "lora" || receiver === null) return;
    const legs = [mesh.source, ...mesh.relays, receiver];
    // Paths with loops occur on the air, but a node does not hear itself.
    if (legs.length > 10 || new Set(legs).size !== legs.length) return;
    for (let i = 0; i + 1 < legs.length; i++) {
      const last = i + 2 === legs.length;
      this.store.putLink(tx, {
        from: legs[i]!,
        to: legs[i + 1]!,
        kind: last ? "direct" : "relay",
        at,
        receiver,
        rssi: last ? mesh.rssi ?? null : null,
        snr: last ? mesh.snr ?? null : null,
      });
    }
  }

  /** Nodes with a known place, newest first. Exact signal and battery only for members. */
  nodes(filter: { box?: Box; call?: string; maxAge: number; limit: number }, exact: boolean) {
    const since = this.world.now() - filter.maxAge;
    const { box = WORLD_BOX, call = null, limit } = filter;
    return this.store.nodes({ ...boxE7(box), since, call, limit }).map((row) => ({
      callsign: row.call,
      lat: fromE7(row.latE7!),
      lon: fromE7(row.lonE7!),
      symbol: row.symbol,
      lastHeard: row.lastHeard,
      how: row.how,
      receiver: row.receiver,
      hwId: row.hardware,
      device: row.hardware === null ? null : meshDevice(row.hardware),
      firmware: row.firmware,
      quality: qualityOf(row.rssi, row.snr),
      battLevel: batteryOf(row.battery),
      ...(row.sentVia ? { sentVia: row.sentVia.split(",") } : {}),
      ...(row.co2Ppm === null ? {} : { co2Ppm: row.co2Ppm }),
      ...(row.gasOhm === null ? {} : { gasOhm: row.gasOhm }),
      ...(exact ? { batt: row.battery, rssi: row.rssi, snr: row.snr } : {}),
    }));
  }

  /** Links whose both ends have places. */
  links(filter: { box?: Box; maxAge: number; limit: number }, exact: boolean) {
    const { box = WORLD_BOX, maxAge, limit } = filter;
    return this.store.links({ ...boxE7(box), since: this.world.now() - maxAge, limit }).map((row) => ({
      from: row.from,
      to: row.to,
      kind: row.kind,
      lastSeen: row.lastSeen,
      samples: row.samples,
      receiver: row.receiver,
      fromLat: fromE7(row.fromLat),
      fromLon: fromE7(row.fromLon),
      toLat: fromE7(row.toLat),
      toLon: fromE7(row.toLon),
      quality: qualityOf(row.rssi, row.snr),
      ...(exact ? { rssi: rounded(row.rssi), snr: rounded(row.snr) } : {}),
    }));
  }

  groups = (limit: number) => this.store.groups({ limit });
  groupMessages = (group: string, before: number, limit: number): GroupMessageRow[] =>
    this.store.groupMessages({ group, before, limit });
}

const rounded = (value: number | null): number | null => value === null ? null : Math.round(value * 10) / 10;
