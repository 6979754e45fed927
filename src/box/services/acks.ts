/** What became of commands, kept until the gateway has taken it. */
import type { Database } from "../../db/mod.ts";
import type { Done } from "./command_kinds.ts";

const MOST = 200;

export function openAcks(db: Database) {
  const insert = db.change<{ body: string }>("INSERT INTO command_ack (body) VALUES (:body)");
  const hold = db.change<{ most: number }>(
    "DELETE FROM command_ack WHERE id NOT IN (SELECT id FROM command_ack ORDER BY id DESC LIMIT :most)",
  );
  const drop = db.change<{ id: number }>("DELETE FROM command_ack WHERE id = :id");
  const first = db.row<Record<never, never>, { id: number; body: string }>(
    "SELECT id, body FROM command_ack ORDER BY id LIMIT 1",
  );
  return {
    first: () => first({}),
    add: (ack: { id: number } & Done) =>
      db.writeNow((tx) => {
        insert(tx, { body: JSON.stringify(ack) });
        hold(tx, { most: MOST });
      }),
    drop: (id: number) => db.writeNow((tx) => void drop(tx, { id })),
  };
}
