/** Own records as plain JSON, to look at: nothing mirrors from these (FED "Endpoints"). */
import { decodeCbor, makeGid, readGid, type RecordKind, RECORDS } from "../../wire/mod.ts";
import type { World } from "../../base/mod.ts";
import type { Identity } from "../keys/identity.ts";
import { unscaled } from "../records/bodies.ts";
import type { RecordRow } from "../tables/record_store.ts";
import type { Store } from "../tables/store.ts";

interface BrowseParts {
  store: Pick<Store, "records">;
  identity: Identity;
  options: { world: World; withheld?(kind: RecordKind, data: Record<string, unknown>): boolean };
}

interface BrowsePage {
  instance: string;
  type: RecordKind;
  since: number;
  nextCursor: number;
  nextId?: string;
  count: number;
  complete: boolean;
  items: {
    type: RecordKind;
    id: string;
    cursor: number;
    data: Record<string, unknown>;
    signer: string | null;
  }[];
}

function dataOf(row: RecordRow): Record<string, unknown> {
  const decoded = decodeCbor(row.body!);
  const read = RECORDS[row.kind].read(decoded.ok ? decoded.value : null);
  if (!read.ok) throw new Error(`the body of ${row.gid} is damaged: ${read.problem}`);
  return unscaled(read.body);
}

/**
 * Whether a record stays out of what people look at: unlisted caches and finds there, and records that the areas
 * withhold. Its signed frame goes to mirrors all the same, and says `unlisted` to them.
 */
function isWithheld(parts: BrowseParts, kind: RecordKind, data: Record<string, unknown>): boolean {
  if (parts.options.withheld?.(kind, data)) return true;
  if (kind === "cache") return data.unlisted === true;
  if (kind !== "find" || typeof data.cache !== "string") return false;
  const cache = parts.store.records.byGid({ gid: data.cache });
  return cache?.body == null || dataOf(cache).unlisted === true;
}

/**
 * A page of own records of a kind, from behind `since`, at most `limit`; bulletins from behind `sinceId` within the
 * second.
 */
export function browse(
  parts: BrowseParts,
  kind: RecordKind,
  since: number,
  limit: number,
  sinceId?: number,
): BrowsePage {
  const { store, identity, options: { world } } = parts;
  const origin = identity.instance;
  const rows: RecordRow[] = kind === "bulletin"
    ? store.records.bulletins({
      origin,
      before: makeGid(origin, kind, "").length,
      since,
      after: sinceId ?? -1,
      limit,
      now: world.now(),
    })
    : store.records.page({ origin, kind, since, limit });
  const last = rows.at(-1);
  const shown = rows.map((row) => ({ row, data: dataOf(row) }))
    .filter(({ data }) => !isWithheld(parts, kind, data));
  return {
    instance: identity.instance,
    type: kind,
    since,
    nextCursor: last?.v ?? since,
    ...(last && kind === "bulletin" ? { nextId: readGid(last.gid)!.local } : {}),
    count: shown.length,
    complete: rows.length < limit,
    items: shown.map(({ row, data }) => ({
      type: kind,
      id: row.gid,
      cursor: row.v,
      data,
      signer: identity.key?.publicKey ?? null,
    })),
  };
}
