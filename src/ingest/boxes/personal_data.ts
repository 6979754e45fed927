/** A person's share in the box registry: boxes that they own, and what was sent in their name. */
import type { Database, Tx } from "../../db/mod.ts";

interface Of {
  accountId: number;
  bases: string[];
}
/** Written in place of a call. */
const WITHDRAWN = "WITHDRAWN";
const base = (column: string) =>
  `substr(${column} || '-', 1, instr(${column} || '-', '-') - 1) IN (SELECT value FROM json_each(:bases))`;

/**
 * The area's share, as the accounts area asks for it. A box of the person is revoked, since nobody is responsible
 * for it any more.
 */
export function ingestPersonalData(db: Database, now: () => number) {
  const boxes = db.sql<{ account: number; bases: string }>(
    `SELECT id, label, enrolled_for AS callsign, enrolled_at AS enrolledAt FROM box
     WHERE id IN (SELECT box FROM box_owner WHERE account_id = :account) OR ${base("enrolled_for")}`,
  );
  const commands = db.sql<{ bases: string }>(
    `SELECT box, call, kind, tool, payload, status, created_at AS createdAt FROM box_command WHERE ${
      base("call")
    } ORDER BY id`,
  );
  const shadows = db.sql<{ bases: string }>(
    `SELECT base AS call, from_at AS "from", to_at AS "to", box FROM transmit_shadow WHERE ${
      base("base")
    } ORDER BY from_at`,
  );
  const revoke = db.sql<{ account: number; bases: string; at: number }>(
    `UPDATE box SET revoked_at = coalesce(revoked_at, :at), revoked_by = coalesce(revoked_by, '${WITHDRAWN}'), enrolled_for = NULL, label = ''
     WHERE id IN (SELECT box FROM box_owner WHERE account_id = :account) OR ${base("enrolled_for")}`,
  );
  const reports = db.sql<{ account: number; bases: string }>(
    `SELECT box, at, report FROM box_report WHERE box IN
       (SELECT box FROM box_owner WHERE account_id = :account) OR ${base("box")}`,
  );
  const ofAccount = [
    "DELETE FROM box_owner WHERE account_id = :account",
    "UPDATE transmit_shadow SET owner_account = NULL WHERE owner_account = :account",
  ].map((text) => db.sql<{ account: number }>(text));
  const ofBases = [
    `DELETE FROM box_site WHERE box IN (SELECT id FROM box WHERE revoked_by = '${WITHDRAWN}') AND :bases <> '[]'`,
    `DELETE FROM box_command WHERE ${base("call")}`,
    `DELETE FROM transmit_shadow WHERE ${base("base")}`,
    `DELETE FROM box_transmission WHERE EXISTS
       (SELECT 1 FROM json_each(:bases) WHERE instr(box_transmission.frame, value) > 0)`,
    ...["box_report", "box_port_hour", "box_transmission", "site_hour"].map((table) =>
      `DELETE FROM ${table} WHERE box IN (SELECT id FROM box WHERE revoked_by = '${WITHDRAWN}') AND :bases <> '[]'`
    ),
    `DELETE FROM site_hour WHERE ${base("site")}`,
    `DELETE FROM box_code WHERE ${base("call")} OR ${base("made_by")}`,
    `UPDATE box SET enrolled_by = '${WITHDRAWN}' WHERE ${base("enrolled_by")}`,
    `UPDATE box SET revoked_by = '${WITHDRAWN}' WHERE ${base("revoked_by")}`,
    `UPDATE box_site SET trusted_by = '${WITHDRAWN}' WHERE ${base("trusted_by")}`,
    `UPDATE trusted_site SET trusted_by = '${WITHDRAWN}' WHERE ${base("trusted_by")}`,
  ].map((text) => db.sql<{ bases: string }>(text));
  return {
    name: "boxes",
    export({ accountId, bases }: Of): Record<string, unknown> {
      const told = JSON.stringify(bases);
      return {
        boxes: boxes.all({ account: accountId, bases: told }),
        boxCommands: commands.all({ bases: told }),
        boxTransmitted: shadows.all({ bases: told }),
        boxReports: reports.all({ account: accountId, bases: told }),
      };
    },
    erase(tx: Tx, { accountId, bases }: Of): void {
      const told = JSON.stringify(bases);
      revoke.run(tx, { account: accountId, bases: told, at: now() });
      for (const statement of ofAccount) statement.run(tx, { account: accountId });
      for (const statement of ofBases) statement.run(tx, { bases: told });
    },
  };
}
