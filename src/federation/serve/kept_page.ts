/** A page of another origin's records as they are kept here, with what is known to be missing among them. */
import type { SequenceKind, SyncPage } from "../../wire/mod.ts";
import { FUTURE_S } from "../tables/record_store.ts";
import { GAPS_PER_PAGE, isHopGap } from "../gaps/rules.ts";
import { HOP_LIMIT, type ServedRow } from "../tables/record_store.ts";
import type { PageAsked } from "./ask.ts";
import { inRegion, type ServeParts } from "./parts.ts";
import { regionCovers } from "./region.ts";
import { takeRows } from "./take_rows.ts";

const ascending = (numbers: Iterable<number>): number[] => [...new Set(numbers)].sort((a, b) => a - b);

export function keptPage(
  { identity, store, trust, world, region }: ServeParts,
  origin: string,
  kind: SequenceKind,
  ask: PageAsked,
): SyncPage {
  const { since } = ask;
  const { rows, complete } = takeRows<ServedRow>(
    ask.limit,
    (after, limit) => store.records.served({ origin, kind, since: after?.v ?? since, limit }),
    (row) => row.frame?.length ?? 0,
  );
  const whole = kind !== "cache" || regionCovers(region(), ask.region);
  const mark = whole ? store.progress.mark({ origin, kind }) : undefined;
  const last = rows.at(-1)?.v ?? since;
  const nextCursor = complete ? Math.max(last, since, mark ?? 0) : last;

  const keys = trust.originView(origin)?.keys ?? [];
  // While the time is not known nothing lies ahead: what was taken once is served.
  const latest = world.clock.isKnown() ? world.now() + FUTURE_S : Infinity;
  const missing: number[] = [];
  const shown = rows.flatMap((row) => {
    if (row.hops >= HOP_LIMIT || !inRegion(row, ask.region)) return [];
    // A record whose bytes were dropped is left out: it lies past the mark, or is a gap that is named below, or no
    // neighbour has it.
    if (row.frame === null) return [];
    if (keys.includes(row.signer ?? "") && row.at <= latest) return [{ frame: row.frame, hops: row.hops }];
    // A record that the reader would refuse is named as missing, so that it is asked for elsewhere.
    missing.push(row.v);
    return [];
  });
  const stretch = { origin, kind, since, to: nextCursor };
  const named = store.gaps.inRange(stretch);
  const gaps = ascending([...missing, ...named.filter((gap) => !isHopGap(gap.reason)).map((gap) => gap.v)]);
  const hopGaps = ascending([
    ...store.records.atLimit(stretch).map(({ v }) => v),
    ...named.filter((gap) => gap.reason === "upstream-hops").map((gap) => gap.v),
  ]);
  const next = gaps[GAPS_PER_PAGE];
  const held = mark === undefined ? undefined : next === undefined ? mark : Math.min(mark, next - 1);
  return {
    instance: identity.instance,
    nextCursor,
    complete,
    frames: shown.map(({ frame }) => frame),
    hops: shown.map(({ hops }) => hops),
    ...(held === undefined ? {} : { held }),
    ...(gaps.length > 0 ? { gaps: gaps.slice(0, GAPS_PER_PAGE) } : {}),
    ...(hopGaps.length > 0 ? { hopGaps } : {}),
  };
}
