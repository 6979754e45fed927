/** Which caches a member takes out: of a box, a square, a search, or their favourites; and, of these, those not found yet. */
import { type Box, boxOfLocator } from "../../base/mod.ts";
import { type Caches, codeKey } from "../../caches/mod.ts";
import { exportCache } from "./exports.ts";
import type { CacheReads, ReadCache } from "./cache_reads.ts";
import type { ExportCache } from "../formats/views.ts";

/** Caches that a search gives at most. */
const FOUND_MOST = 1000;
/** Logs with each cache. */
const LOGS_EACH = 5;

export interface Selection {
  bbox?: Box | undefined;
  /** A locator. */
  square?: string | undefined;
  q?: string | undefined;
  /** Number of one of the member's lists. */
  list?: number | undefined;
  favourites?: boolean;
  notFound?: boolean;
}

/** What the notebook says of a member's wishes, by codes. */
export interface KeptCodes {
  ignored(account: number): readonly string[];
  /** Codes of what the member found elsewhere. */
  foundElsewhere(account: number): readonly string[];
  /** The codes of a list; `undefined` where the member has no such list. */
  list(account: number, id: number): readonly string[] | undefined;
}

interface Taking {
  kept: KeptCodes;
  reads: CacheReads;
  game: Caches;
  account: number;
  /** Address of this instance, for links. */
  origin: string;
}

/** Pages of the caches that were chosen, as rows. */
function* chosen({ reads, game, account, kept }: Taking, wanted: Selection): Generator<ReadCache[]> {
  const box = wanted.bbox ?? (wanted.square === undefined ? undefined : boxOfLocator(wanted.square));
  const without = wanted.notFound ? game.settledFor(account) : undefined;
  if (without) {
    for (const { id } of game.named(kept.foundElsewhere(account)).values()) if (id !== null) without.add(id);
  }
  const isIn = ({ lat, lon }: ReadCache) =>
    !box || (lat >= box.minLat && lat <= box.maxLat && lon >= box.minLon && lon <= box.maxLon);
  const ignored = wanted.list === undefined ? new Set(kept.ignored(account).map(codeKey)) : undefined;
  const isIgnored = ({ code }: ReadCache) =>
    ignored !== undefined && ignored.size > 0 && ignored.has(codeKey(code));
  const numbers = (codes: readonly string[]) => [...game.named(codes).values()].flatMap(({ id }) => id ?? []);
  const pages = wanted.list !== undefined
    ? reads.exportedOf(numbers(kept.list(account, wanted.list) ?? []))
    : wanted.favourites
    ? reads.exportedOf(game.favouritesOf(account))
    : wanted.q !== undefined
    ? [reads.searchExported(codeKey(wanted.q), wanted.q, FOUND_MOST)]
    : reads.exported(box);
  for (const page of pages) {
    yield page.filter((row) => isIn(row) && !without?.has(row.id) && !isIgnored(row));
  }
}

/** The same with their newest logs and the stages that the member has opened, as the writers take them. */
export function* takenOut(taking: Taking, wanted: Selection): Generator<ExportCache[]> {
  const { reads, game, account, origin } = taking;
  for (const page of chosen(taking, wanted)) {
    const ids = page.map(({ id }) => id);
    const logs = ids.length > 0 ? reads.logsOf(ids, LOGS_EACH) : undefined;
    const stages = ids.length > 0 ? game.openedStages(account, ids) : undefined;
    yield page.map((row) => exportCache(row, origin, logs?.get(row.id), stages?.get(row.id)));
  }
}
