/** Commands that wait for boxes, and what boxes said they can do. */
import { asNamed, columns, type Database } from "../../db/mod.ts";

export interface CommandRow {
  id: number;
  box: string;
  call: string | null;
  kind: string;
  payload: string;
  sig: string | null;
  status: "queued" | "sent" | "done" | "failed" | "expired";
  result: string | null;
  lat: number | null;
  lon: number | null;
  createdAt: number;
  sentAt: number | null;
  ackedAt: number | null;
  messageId: number | null;
  /** Name of the tool of the web app that asked for it. */
  tool: string | null;
}
interface AbilitiesRow {
  box: string;
  polledAt: number;
  transmits: number;
  radio: number;
  meshNodes: string;
  kissCalls: string;
  meshRelays: string | null;
}

type NewCommandRow = Pick<
  CommandRow,
  "box" | "call" | "kind" | "payload" | "sig" | "status" | "createdAt" | "messageId" | "tool"
>;
/** As told by the box when it asks for commands. */
interface NewAbilities extends Omit<AbilitiesRow, "transmits" | "radio"> {
  transmits: boolean;
  radio: boolean;
}

const COMMAND = columns<CommandRow>(
  asNamed("id box call kind payload sig status result lat lon createdAt sentAt ackedAt messageId tool"),
);
const ABILITIES = columns<AbilitiesRow>(
  asNamed("box polledAt transmits radio meshNodes kissCalls meshRelays"),
);

export function boxCommandStore(db: Database) {
  const select = `SELECT ${COMMAND.select()} FROM box_command`;
  const abilities = `SELECT ${ABILITIES.select()} FROM box_abilities`;
  return {
    insert: db.change<NewCommandRow>(
      COMMAND.only("box", "call", "kind", "payload", "sig", "status", "createdAt", "messageId", "tool")
        .insertInto("box_command"),
    ),
    /** When a tool last asked for each kind, at any box of the member whose box this is. */
    ofTool: db.rows<{ box: string; tool: string; since: number; limit: number }, { at: number }>(
      `SELECT created_at AS at FROM box_command
       WHERE tool = :tool AND created_at > :since AND (box = :box OR box IN (
         SELECT other.box FROM box_owner AS own JOIN box_owner AS other ON other.account_id = own.account_id
         WHERE own.box = :box))
       ORDER BY created_at DESC LIMIT :limit`,
    ),
    byId: db.row<{ id: number }, CommandRow>(`${select} WHERE id = :id`),
    queued: db.rows<{ box: string; since: number; limit: number }, CommandRow>(
      `${select} WHERE box = :box AND status = 'queued' AND created_at > :since ORDER BY id LIMIT :limit`,
    ),
    markSent: db.change<{ id: number; at: number }>(
      "UPDATE box_command SET status = 'sent', sent_at = :at WHERE id = :id",
    ),
    acknowledge: db.change<Pick<CommandRow, "id" | "status" | "result" | "lat" | "lon" | "ackedAt">>(
      `UPDATE box_command SET ${
        COMMAND.only("status", "result", "lat", "lon", "ackedAt").set()
      } WHERE id = :id`,
    ),
    log: db.rows<{ box: string }, CommandRow>(`${select} WHERE box = :box ORDER BY id DESC LIMIT 50`),
    queuedBefore: db.rows<{ before: number }, CommandRow>(
      `${select} WHERE status = 'queued' AND created_at <= :before`,
    ),
    expire: db.change<{ id: number }>("UPDATE box_command SET status = 'expired' WHERE id = :id"),
    prune: db.change<{ before: number }>("DELETE FROM box_command WHERE created_at < :before"),
    /** Commands of a box that nothing is known of yet and that carry messages of the gateway. */
    openMessages: db.rows<{ box: string }, { messageId: number }>(
      `SELECT message_id AS messageId FROM box_command
       WHERE box = :box AND status IN ('queued', 'sent') AND message_id IS NOT NULL`,
    ),
    dropAll: db.change<{ box: string }>("DELETE FROM box_command WHERE box = :box"),
    dropAbilities: db.change<{ box: string }>("DELETE FROM box_abilities WHERE box = :box"),
    dropQueued: db.change<{ box: string }>("DELETE FROM box_command WHERE box = :box AND status = 'queued'"),
    abilities: db.row<{ box: string }, AbilitiesRow>(`${abilities} WHERE box = :box`),
    polledSince: db.rows<{ since: number }, AbilitiesRow>(
      `${abilities} WHERE polled_at >= :since ORDER BY polled_at DESC`,
    ),
    putAbilities: db.change<NewAbilities>(
      `${ABILITIES.insertInto("box_abilities")} ON CONFLICT (box) DO UPDATE SET ${
        ABILITIES.without("box").setExcluded()
      }`,
    ),
  };
}
export type BoxCommandStore = ReturnType<typeof boxCommandStore>;
