/** Small facts that are kept over a restart. */
import type { Database, Tx } from "../../db/mod.ts";

type FactName =
  /** The callsign to which messages for the gateway are sent. */
  | "service_call"
  /** JSON list of the sites that this box may name. */
  | "sites"
  /** When the gateway last answered, Unix seconds. */
  | "gateway_ok_at"
  /** What the gateway said last of this box's key, where it refused it. */
  | "gateway_refused"
  /** The gateway that it joined: its name, and the key under which it signs its answers. */
  | "gateway_name"
  | "gateway_key"
  /** Seal of box.json as a command wrote it: after an edit by hand it does not fit any more. */
  | "seal"
  /** What last went wrong, and when. */
  | "last_error"
  /** Since when it runs dry, Unix seconds. */
  | "dry_since"
  /** JSON list of the ways that the gateway was told from a node's table. */
  | `nodes.${string}`
  | `tx.${string}`;

export function openFacts(db: Database) {
  const one = db.row<{ name: string }, { value: string }>("SELECT value FROM box_fact WHERE name = :name");
  const put = db.change<{ name: string; value: string }>(
    "INSERT INTO box_fact (name, value) VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
  );
  const drop = db.change<{ name: string }>("DELETE FROM box_fact WHERE name = :name");
  return {
    get: (name: FactName): string | undefined => one({ name })?.value,
    set: (tx: Tx, name: FactName, value: string) => void put(tx, { name, value }),
    drop: (tx: Tx, name: FactName) => void drop(tx, { name }),
  };
}
export type Facts = ReturnType<typeof openFacts>;
