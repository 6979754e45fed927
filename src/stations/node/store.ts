/** The NET/ROM node's NODES table, mirrored as its software hands it over. */
import type { Database, Tx } from "../../db/mod.ts";

export interface NodeRoute {
  dest: string;
  alias: string;
  neighbor: string;
  quality: number;
  port: string;
}

export class NodeStore {
  readonly #all;
  readonly #put;
  readonly #drop;
  readonly #prune;

  constructor(db: Database) {
    this.#all = db.sql<never, NodeRoute>(
      "SELECT dest, alias, neighbor, quality, port FROM node_route ORDER BY dest, quality DESC, neighbor",
    );
    this.#put = db.sql<NodeRoute & { at: number } & Record<string, string | number>>(
      `INSERT INTO node_route (dest, alias, neighbor, quality, port, told_at)
       VALUES (:dest, :alias, :neighbor, :quality, :port, :at)
       ON CONFLICT (dest, neighbor, port) DO UPDATE SET alias = excluded.alias, quality = excluded.quality,
         told_at = excluded.told_at`,
    );
    this.#drop = db.sql<{ dest: string; neighbor: string; port: string }>(
      "DELETE FROM node_route WHERE dest = :dest AND neighbor = :neighbor AND port = :port",
    );
    this.#prune = db.sql<{ before: number }>("DELETE FROM node_route WHERE told_at < :before");
  }

  all = (): NodeRoute[] => this.#all.all();
  /** Quality 0 says that the route is gone. */
  put(tx: Tx, route: NodeRoute, at: number): void {
    const { dest, neighbor, port } = route;
    if (route.quality === 0) this.#drop.run(tx, { dest, neighbor, port });
    else this.#put.run(tx, { ...route, at });
  }
  prune = (tx: Tx, before: number): number => this.#prune.run(tx, { before }).changes;
}
