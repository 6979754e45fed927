/** What this instance has acted on: each relay frame once, each relayed question with one answer (FED "States and transitions"). */
import type { Database } from "../../db/mod.ts";
import { sha256Hex } from "../../base/mod.ts";

/** Most rows kept. When they are full nothing new is acted on until the oldest are deleted. */
export const MAX_DONE = 10_000;

/**
 * The name under which a relayed question is remembered: the hash of its bytes, whoever brings them and under
 * whichever id.
 */
export const questionName = (frame: Uint8Array): string => `sha256:${sha256Hex(frame)}`;

/** The statements on it. `until` is when an entry may be forgotten, in unix seconds. */
export function doneStore(db: Database) {
  const count = db.row<Record<never, never>, { n: number }>("SELECT count(*) AS n FROM fed_relay_done");
  return {
    get: db.row<{ name: string }, { answer: string | null }>(
      "SELECT answer FROM fed_relay_done WHERE name = :name",
    ),
    /** Remembers the first answer to something; a second one changes nothing. */
    put: db.change<{ name: string; until: number; answer: string | null }>(
      "INSERT INTO fed_relay_done (name, until, answer) VALUES (:name, :until, :answer) ON CONFLICT (name) DO NOTHING",
    ),
    isFull: (): boolean => count({})!.n >= MAX_DONE,
    purge: db.change<{ now: number }>("DELETE FROM fed_relay_done WHERE until < :now"),
  };
}
export type DoneStore = ReturnType<typeof doneStore>;
