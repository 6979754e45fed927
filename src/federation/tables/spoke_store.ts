/** Rows of the instances that push to this hub. Their keys and trust are rows of peers. */
import { asNamed, columns, type Database } from "../../db/mod.ts";

export interface Spoke {
  instance: string;
  firstAt: number;
  submittedAt: number;
  /** When it last submitted something, or looked at its marks with a signed request. */
  seenAt: number;
  /** 1 once it has signed a submission: from then on unsigned pages move none of its marks. */
  signs: number;
  /** Records, over all its submissions. */
  applied: number;
  rejected: number;
}

const SPOKE = columns<Spoke>(asNamed("instance firstAt submittedAt seenAt signs applied rejected"));

export function spokeStore(db: Database) {
  return {
    get: db.row<{ instance: string }, Spoke>(
      `SELECT ${SPOKE.select()} FROM fed_spoke WHERE instance = :instance`,
    ),
    all: db.rows<Record<never, never>, Spoke>(`SELECT ${SPOKE.select()} FROM fed_spoke ORDER BY instance`),
    put: db.change<Spoke>(
      `${SPOKE.insertInto("fed_spoke")} ON CONFLICT (instance) DO UPDATE SET ${
        SPOKE.without("instance", "firstAt").setExcluded()
      }`,
    ),
    seen: db.change<{ instance: string; at: number }>(
      "UPDATE fed_spoke SET seen_at = :at WHERE instance = :instance",
    ),
  };
}
export type SpokeStore = ReturnType<typeof spokeStore>;
