/** What the notebook needs of the rest. */
import type { World } from "../base/mod.ts";
import type { NamedCache } from "../caches/mod.ts";
import type { Database } from "../db/mod.ts";

export interface NotebookParts {
  db: Database;
  world: World;
  /** Call of a member whose shared things may be shown; none while suspended. */
  shownCall(account: number): string | undefined;
  caches: {
    /** Caches by code or reference, whoever keeps them; a code of which nothing is known has no entry. */
    named(codes: readonly string[]): Map<string, NamedCache>;
    /** What a person has logged of these caches: finds, and the ids that logs were sent under. */
    loggedOf(account: number, caches: readonly number[]): { found: Set<number>; sent: Set<string> };
  };
}
