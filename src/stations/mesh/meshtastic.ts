/**
 * Meshtastic meshes as boxes hear them: nodes, what they measure, and what they write to everybody. A network beside the
 * game: nothing of it becomes a station, a fix or a hearing, so it can prove nothing.
 */
import { type Box, isCall, nodeId, normalCall, type World } from "../../base/mod.ts";
import { type Database, isOfOneWrite, type Tx } from "../../db/mod.ts";
import type { MeshtasticPacket } from "../../meshtastic/mod.ts";
import { boxE7, fromE7, toE7, WORLD_BOX } from "../e7.ts";
import type { Outcome } from "../reception.ts";
import type { SampleStore } from "../tables/sample_store.ts";
import type { StationStore } from "../tables/station_store.ts";
import {
  type MeshtasticHow,
  type MeshtasticNodeRow,
  meshtasticSamples,
  type MeshtasticStore,
  meshtasticStore,
  type MeshtasticTextRow,
} from "./meshtastic_store.ts";

/** One packet as a box handed it over. */
export interface MeshtasticReception {
  /** Unix seconds, clamped. */
  at: number;
  packet: MeshtasticPacket;
}

/** Rank of the ways by which a packet comes: the best one is kept. */
const BEST: Record<MeshtasticHow, number> = { direct: 3, relayed: 2, broker: 1, remembered: 0 };
/** So long a worse copy does not replace how a node was heard, seconds. */
const BETTER_S = 3600;
/** Neighbours of one node that are told, and how far back, seconds. */
const LINKS = 100, LINKS_S = 7 * 86_400;
/** Packets that are remembered, to know their copies: by radio, by a relay, by brokers. */
const MOST_SEEN = 20_000;

const howOf = ({ id, direct, mqtt }: MeshtasticPacket): MeshtasticHow =>
  id === 0 ? "remembered" : direct ? "direct" : mqtt ? "broker" : "relayed";

/** The callsign with which the name of a node in licensed mode begins; null for any other. */
function callOfNode(longName: string, licensed: boolean): string | null {
  if (!licensed) return null;
  const [first = ""] = longName.trim().split(/[\s/|,_:()]+/, 1);
  const call = normalCall(first);
  return /\d/.test(call) && isCall(call) ? call : null;
}

interface MeshtasticParts {
  db: Database;
  world: World;
  stations: StationStore;
  samples: SampleStore;
}

/** Takes packets of Meshtastic meshes, and lists nodes, links and texts. */
export class Meshtastic {
  readonly store: MeshtasticStore;
  readonly samples: ReturnType<typeof meshtasticSamples>;
  readonly #seen = new Map<string, MeshtasticHow>();

  constructor(readonly parts: MeshtasticParts) {
    this.store = meshtasticStore(parts.db);
    this.samples = meshtasticSamples(parts.db);
  }

  /** Takes what boxes heard; settles once it is on the disk. One outcome for each packet, in order. */
  async receive(given: readonly MeshtasticReception[]): Promise<Outcome[]> {
    if (given.length === 0) return [];
    try {
      return await this.#write(given);
    } catch (error) {
      if (!isOfOneWrite(error)) throw error;
    }
    // One by one: one that nobody can store costs no other.
    const outcomes: Outcome[] = [];
    for (const one of given) {
      try {
        outcomes.push(...await this.#write([one]));
      } catch (error) {
        if (!isOfOneWrite(error)) throw error;
        outcomes.push("not_storable");
      }
    }
    return outcomes;
  }

  async #write(given: readonly MeshtasticReception[]): Promise<Outcome[]> {
    const fresh: [string, MeshtasticHow][] = [];
    const outcomes = await this.parts.db.write((tx) => {
      fresh.length = 0;
      const now = new Map<string, MeshtasticHow>();
      return given.map((one) => {
        const { from, id } = one.packet, how = howOf(one.packet), key = `${from} ${id}`;
        const known = id === 0 ? undefined : now.get(key) ?? this.#seen.get(key);
        if (known === undefined || BEST[how] > BEST[known]) {
          now.set(key, how);
          if (id !== 0) fresh.push([key, how]);
          this.#heard(tx, one, how);
        }
        if (known !== undefined) return "duplicate" as const;
        this.#read(tx, one, how);
        return "accepted" as const;
      });
    });
    for (const [key, how] of fresh) {
      this.#seen.delete(key);
      this.#seen.set(key, how);
      if (this.#seen.size > MOST_SEEN) this.#seen.delete(this.#seen.keys().next().value!);
    }
    return outcomes;
  }

  #heard(tx: Tx, { at, packet }: MeshtasticReception, how: MeshtasticHow): void {
    const { from: node, receiver = null, hops = null, rssi = null, snr = null } = packet;
    const known = this.store.node({ node });
    const heardAt = how === "remembered" ? Math.min(at, packet.lastHeard ?? 0) : at;
    const isWorse = known !== undefined && BEST[known.how] > BEST[how] &&
      heardAt - known.lastHeard < BETTER_S;
    const isDirect = how === "direct";
    this.store.putNode(tx, {
      node,
      lastHeard: heardAt,
      how: isWorse ? known.how : how,
      receiver: isWorse ? null : receiver,
      hops: isWorse ? null : hops,
      // The signal belongs to the last hop: it is the node's own only when heard directly.
      rssi: isDirect ? rssi : null,
      snr: isDirect ? snr : null,
    });
  }

  #read(tx: Tx, { at, packet }: MeshtasticReception, how: MeshtasticHow): void {
    const { from: node, id: packetId, content } = packet;
    switch (content.kind) {
      case "user": {
        const { longName, shortName, hardware, role, licensed } = content;
        const call = callOfNode(longName, licensed);
        this.store.nameNode(tx, { node, longName, shortName, hardware, role, call });
        return;
      }
      case "position": {
        const { lat, lon, altitudeM, precisionBits } = content;
        const placedAt = how === "remembered" ? Math.min(at, packet.lastHeard ?? 0) : at;
        this.store.placeNode(tx, {
          node,
          placedAt,
          latE7: toE7(lat),
          lonE7: toE7(lon),
          altitudeM: altitudeM ?? null,
          precisionBits: precisionBits ?? null,
        });
        return;
      }
      case "device": {
        const { battery, voltage, channelUse, airUse, uptimeS } = content;
        this.samples.put(tx, node, at, { batt: battery, voltage, channelUse, airUse });
        this.store.measureNode(tx, {
          node,
          battery: battery ?? null,
          voltage: voltage ?? null,
          channelUse: channelUse ?? null,
          airUse: airUse ?? null,
          uptimeS: uptimeS ?? null,
        });
        return;
      }
      case "environment": {
        const { kind: _, ...weather } = content;
        this.samples.put(tx, node, at, weather);
        this.store.feltNode(tx, { node, environment: JSON.stringify(weather) });
        // What a station's own node measures stands among its other measurements.
        const call = this.store.node({ node })?.call;
        const station = call ? this.parts.stations.byCall({ call }) : undefined;
        if (station) this.parts.samples.putWeather(tx, station.id, at, weather);
        return;
      }
      case "neighbours":
        for (const { node: to, snr } of content.nodes) {
          if (to !== node) this.store.putLink(tx, { from: node, to, snr, lastSeen: at });
        }
        return;
      case "text": {
        const call = this.store.node({ node })?.call ?? null;
        this.store.putText(tx, { at, node, packetId, call, text: content.text, how });
        return;
      }
      case "encrypted":
        this.store.countEncrypted(tx, { node });
    }
  }

  /** Nodes heard within `maxAge` seconds, newest first; within a box only those with a place in it. */
  nodes({ box, maxAge, limit }: { box?: Box; maxAge: number; limit: number }, exact: boolean) {
    const since = this.parts.world.now() - maxAge;
    const rows = this.store.nodes({
      ...boxE7(box ?? WORLD_BOX),
      everywhere: box === undefined,
      since,
      limit,
    });
    return rows.map((row) => nodeView(row, exact));
  }

  /** One node that is shown, with whom it hears and who hears it, and what it measured in the last `window` seconds. */
  detail(node: number, window: number, exact: boolean) {
    const row = this.store.shown({ node });
    if (!row) return undefined;
    const now = this.parts.world.now();
    const other = (of: "from" | "to") =>
      this.store.linksOf({ node, since: now - LINKS_S, limit: LINKS }).filter((link) => link[of] === node)
        .map(({ from, to, snr, lastSeen }) => {
          const end = of === "from" ? to : from;
          return { node: nodeId(end), name: this.store.node({ node: end })?.longName ?? null, snr, lastSeen };
        });
    return {
      node: nodeView(row, exact),
      hears: other("from"),
      heardBy: other("to"),
      samples: this.samples.since(node, now - window).map(({ ts, measured }) => {
        const { batt, voltage, channelUse, airUse, ...weather } = measured;
        return { ts, ...weather, ...(exact ? { batt, voltage, channelUse, airUse } : {}) };
      }),
    };
  }

  /** Who says that it hears whom, newest first. */
  links({ maxAge, limit }: { maxAge: number; limit: number }) {
    return this.store.links({ since: this.parts.world.now() - maxAge, limit })
      .map(({ from, to, snr, lastSeen }) => ({ from: nodeId(from), to: nodeId(to), snr, lastSeen }));
  }

  /** Texts to everybody, newest first. */
  texts = (before: number, limit: number) =>
    this.store.texts({ before, limit }).map((row) => this.#text(row));

  #text({ node, ...row }: MeshtasticTextRow) {
    return { ...row, node: nodeId(node), name: this.store.node({ node })?.longName ?? null };
  }
}

/** Degrees of the square that a coarse place means: so many bits of it, of 32, are kept. */
const cellOf = (bits: number | null): number | null =>
  bits === null || bits >= 32 ? null : 2 ** (32 - bits) / 1e7;

function nodeView(row: MeshtasticNodeRow, exact: boolean) {
  const { latE7, lonE7, rssi, snr, battery } = row;
  return {
    node: nodeId(row.node),
    name: row.longName,
    shortName: row.shortName,
    callsign: row.call,
    hwId: row.hardware,
    role: row.role,
    lastHeard: row.lastHeard,
    how: row.how,
    receiver: row.receiver === null ? null : nodeId(row.receiver),
    hops: row.hops,
    lat: latE7 === null ? null : fromE7(latE7),
    lon: lonE7 === null ? null : fromE7(lonE7),
    cell: cellOf(row.precisionBits),
    altitudeM: row.altitudeM,
    quality: snr === null
      ? null
      : snr >= 5
      ? "strong" as const
      : snr >= -7
      ? "usable" as const
      : "weak" as const,
    battLevel: battery === null
      ? null
      : battery > 100
      ? "mains" as const
      : battery >= 60
      ? "high" as const
      : battery >= 25
      ? "medium" as const
      : "low" as const,
    environment: row.environment === null ? null : JSON.parse(row.environment) as Record<string, number>,
    encrypted: row.encrypted,
    ...(exact
      ? { batt: battery, voltage: row.voltage, rssi, snr, channelUse: row.channelUse, airUse: row.airUse }
      : {}),
  };
}
