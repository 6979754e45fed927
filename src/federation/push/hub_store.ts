/** What this instance, as a spoke, remembers of its hub. */
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";
import { RECORD_KINDS, type RecordKind } from "../../wire/mod.ts";
import { countAbove } from "../tables/record_store.ts";
import type { FeedCursor } from "../tables/progress_store.ts";

interface HubState {
  url: string;
  triedAt: number;
  /** When a push last came to its end; `null` before the first. */
  pushedAt: number | null;
  /** When the first push failed after that, unix seconds. */
  offlineSince: number | null;
  lastError: string | null;
}
interface HubMark extends FeedCursor {
  url: string;
  kind: RecordKind;
}

const HUB = columns<HubState>(asNamed("url triedAt pushedAt offlineSince lastError"));
const MARK = columns<HubMark>(asNamed("url kind cursor nextId"));

export function hubStore(db: Database) {
  const mark = db.row<{ url: string; kind: RecordKind }, FeedCursor>(
    "SELECT cursor, next_id AS nextId FROM fed_hub_mark WHERE url = :url AND kind = :kind",
  );
  const above = countAbove(db);
  const forgetMarks = db.change<{ url: string }>("DELETE FROM fed_hub_mark WHERE url = :url");
  const markOf = (url: string, kind: RecordKind): FeedCursor =>
    mark({ url, kind }) ?? { cursor: 0, nextId: null };
  return {
    state: db.row<{ url: string }, HubState>(`SELECT ${HUB.select()} FROM fed_hub WHERE url = :url`),
    putState: db.change<HubState>(
      `${HUB.insertInto("fed_hub")} ON CONFLICT (url) DO UPDATE SET ${HUB.without("url").setExcluded()}`,
    ),
    mark: markOf,
    putMark: db.change<HubMark>(
      `${MARK.insertInto("fed_hub_mark")} ON CONFLICT (url, kind) DO UPDATE SET ${
        MARK.without("url", "kind").setExcluded()
      }`,
    ),
    /** Forgets what was noted of the hub's marks: what the hub says itself takes its place. */
    forgetMarks: (tx: Tx, url: string): void => void forgetMarks(tx, { url }),
    /**
     * Own records that the hub does not hold yet, by kind, each counted up to `MOST_COUNTED`; kinds without any are
     * left out.
     */
    waiting(url: string, origin: string): Partial<Record<RecordKind, number>> {
      const counted: Partial<Record<RecordKind, number>> = {};
      for (const kind of RECORD_KINDS) {
        const since = markOf(url, kind).cursor;
        const n = above({ origin, kind, since });
        if (n > 0) counted[kind] = n;
      }
      return counted;
    },
  };
}
export type HubStore = ReturnType<typeof hubStore>;
