/** Every cache of this instance, as an operator's table that is searched, filtered and sorted: drafts and removed ones too. */
import { folded } from "../../base/mod.ts";
import { type Database, pagedIds, type PageWanted } from "../../db/mod.ts";

export const CACHE_SORTS = ["title", "owner", "since", "changed", "finds", "type"] as const;
/** `removed`: by moderation, whatever its status. */
export const CACHE_STATES = ["draft", "active", "disabled", "archived", "removed"] as const;

/** What is asked for; all of it at once. */
interface CachesWanted extends PageWanted<typeof CACHE_SORTS[number]> {
  q?: string | undefined;
  state?: typeof CACHE_STATES[number] | undefined;
  type?: string | undefined;
  from?: "native" | "imported" | undefined;
  finds?: "none" | "some" | undefined;
}
interface ListedCache {
  id: number;
  code: string;
  title: string;
  type: string;
  status: string;
  removed: number;
  unlisted: number;
  ownerCall: string;
  source: string;
  lat: number | null;
  lon: number | null;
  finds: number;
  needsMaintenance: number;
  createdAt: number;
  updatedAt: number;
}

const FINDS = "finds_a + finds_b + finds_c";

export function cacheList(db: Database) {
  const page = pagedIds<
    { text: string; key: string; state: string; type: string; source: string; finds: string },
    typeof CACHE_SORTS[number]
  >(db, {
    from: "cache",
    where: `(:text = '' OR (:key <> '' AND (substr(code_key, 1, length(:key)) = :key
          OR substr(upper(owner_call), 1, length(:key)) = :key)) OR instr(folded(title), :text) > 0)
      AND (:state = '' OR (:state = 'removed' AND removed_at IS NOT NULL) OR (status = :state AND removed_at IS NULL))
      AND (:type = '' OR type = :type)
      AND (:source = '' OR (source = 'native') = (:source = 'native'))
      AND (:finds = '' OR (${FINDS} > 0) = (:finds = 'some'))`,
    sorts: {
      title: "folded(title)",
      owner: "owner_call",
      since: "created_at",
      changed: "updated_at",
      finds: FINDS,
      type: "type",
    },
  });
  const row = db.row<{ id: number }, ListedCache>(
    `SELECT id, code, title, type, status, removed_at IS NOT NULL AS removed, unlisted, owner_call AS ownerCall, source, lat, lon,
       ${FINDS} AS finds, needs_maintenance AS needsMaintenance, created_at AS createdAt, updated_at AS updatedAt
     FROM cache WHERE id = :id`,
  );
  return ({ q = "", state, type, from, finds, ...wanted }: CachesWanted) => {
    const text = q.trim();
    const { ids, ...rest } = page(wanted, {
      text: folded(text),
      key: text.toUpperCase().replace(/[-/\s]/g, ""),
      state: state ?? "",
      type: type ?? "",
      source: from ?? "",
      finds: finds ?? "",
    });
    return {
      caches: ids.map((id) => {
        const { removed, unlisted, needsMaintenance, ...one } = row({ id })!;
        return {
          ...one,
          removed: removed === 1,
          unlisted: unlisted === 1,
          needsMaintenance: needsMaintenance === 1,
        };
      }),
      ...rest,
    };
  };
}
