/** The NET/ROM node's NODES table, mirrored as its software hands it over. */
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";

interface NodeRoute {
  dest: string;
  alias: string;
  neighbor: string;
  /** 0 to 255. */
  quality: number;
  port: string;
}
const ROUTE = columns<NodeRoute & { at: number }>({
  ...asNamed("dest alias neighbor quality port"),
  at: "told_at",
});

export function nodeStore(db: Database) {
  const put = db.change<NodeRoute & { at: number }>(
    `${ROUTE.insertInto("node_route")} ON CONFLICT (dest, neighbor, port) DO UPDATE SET ${
      ROUTE.only("alias", "quality", "at").setExcluded()
    }`,
  );
  const drop = db.change<Pick<NodeRoute, "dest" | "neighbor" | "port">>(
    "DELETE FROM node_route WHERE dest = :dest AND neighbor = :neighbor AND port = :port",
  );
  return {
    all: db.rows<Record<never, never>, NodeRoute>(
      `SELECT ${ROUTE.without("at").select()} FROM node_route ORDER BY dest, quality DESC, neighbor`,
    ),
    /** Whether any route is known. */
    isKnown: db.row<Record<never, never>, { dest: string }>("SELECT dest FROM node_route LIMIT 1"),
    /** Quality 0 says that the route is gone. */
    put: (tx: Tx, route: NodeRoute, at: number): void =>
      void (route.quality === 0 ? drop(tx, route) : put(tx, { ...route, at })),
    prune: db.change<{ before: number }>("DELETE FROM node_route WHERE told_at < :before"),
  };
}
type NodeStore = ReturnType<typeof nodeStore>;
