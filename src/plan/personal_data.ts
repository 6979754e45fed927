/** An area's share in a person's data. */
import type { Tx } from "../db/mod.ts";

/** What an area keeps of a person: each hands in one for its tables; erasing must leave nothing personal. */
export interface PersonalData {
  /** Name of the area, for messages. */
  name: string;
  /** Everything of the person, one list for each kind, in plain values. */
  export(person: DataOf): Record<string, unknown>;
  /** Takes the person out: deletes, or keeps what must stay without a name. Publishes tombstones itself. */
  erase(tx: Tx, person: DataOf): void;
}
export interface DataOf {
  accountId: number;
  /** Base calls held. */
  bases: string[];
  email: string | null;
}
