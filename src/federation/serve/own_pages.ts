/** Pages of own records: the feeds by kind, and the origin page of this instance itself. */
import { makeGid, readGid, type RecordKind, type SequenceKind, type SyncPage } from "../../wire/mod.ts";
import { isSigned, keepSigned, type Signed, signOwn } from "../keys/identity.ts";
import type { RecordRow, ServedRow } from "../tables/record_store.ts";
import type { PageAsked } from "./ask.ts";
import { inRegion, type ServeParts } from "./parts.ts";
import { takeRows } from "./take_rows.ts";

/** A row with its frame; without one where the row lies outside the region that was asked for. */
interface Shown<R = ServedRow> {
  row: R;
  frame: Uint8Array | undefined;
}
const bytesOf = ({ frame }: Shown): number => frame?.length ?? 0;
const framesOf = (rows: readonly Shown[]): Uint8Array[] => rows.flatMap(({ frame }) => frame ? [frame] : []);

/**
 * Signs own rows, where that is needed, and remembers what was signed: it is kept before the page leaves. While the time is
 * not known nothing is signed: a page then ends before the first row that waits for that.
 */
function signing(parts: ServeParts) {
  const { identity, world, store, db } = parts;
  const key = identity.key!, now = world.clock.isKnown() ? world.now() : undefined;
  const signed: Signed[] = [];
  let waits = false;
  const frameOf = <R extends ServedRow>(row: R, whole: (row: R) => RecordRow): Uint8Array | undefined => {
    if (isSigned(row, key, now)) return row.frame;
    if (now === undefined) return undefined;
    const fresh = signOwn(whole(row), key, now);
    signed.push(fresh);
    return fresh.frame;
  };
  return {
    /** Whether a row waits for its signature, so that the page holds less than there is. */
    waits: () => waits,
    /** The rows with their frames, those that are not `wanted` without one, as far as they are signed. */
    framed<R extends ServedRow>(
      rows: readonly R[],
      whole: (row: R) => RecordRow,
      wanted: (row: R) => boolean = () => true,
    ): Shown<R>[] {
      const shown: Shown<R>[] = [];
      for (const row of rows) {
        const frame = wanted(row) ? frameOf(row, whole) : undefined;
        waits = frame === undefined && wanted(row);
        if (waits) break;
        shown.push({ row, frame });
      }
      return shown;
    },
    async kept<T>(page: T): Promise<T> {
      if (signed.length > 0) await db.write((tx) => keepSigned(tx, store.records, signed));
      return page;
    },
  };
}

/** Takes own rows of a kind after a number, signed. */
function takeOwn(parts: ServeParts, kind: RecordKind, { since, limit, region }: PageAsked) {
  const { identity: { instance: origin }, store: { records } } = parts;
  const { framed, kept, waits } = signing(parts);
  const whole = ({ v }: ServedRow) => records.page({ origin, kind, since: v - 1, limit: 1 })[0]!;
  const taken = takeRows<Shown>(
    limit,
    (after, count) =>
      framed(
        records.served({ origin, kind, since: after?.row.v ?? since, limit: count }),
        whole,
        (row) => inRegion(row, region),
      ),
    bytesOf,
  );
  return { ...taken, kept, waits };
}

/** `GET /federation/sync/<type>` of a kind that is numbered by its own sequence. */
export function ownFeed(parts: ServeParts, kind: RecordKind, ask: PageAsked): Promise<SyncPage> {
  const { rows, complete, kept } = takeOwn(parts, kind, ask);
  return kept({
    instance: parts.identity.instance,
    nextCursor: rows.at(-1)?.row.v ?? ask.since,
    complete,
    frames: framesOf(rows),
  });
}

/**
 * The bulletin feed, by posting time. Without an id it gives what was posted at or after `since`: two posts may share a
 * second. With the local id of the last one read it gives what comes strictly after that one.
 */
export function ownBulletins(parts: ServeParts, ask: PageAsked & { sinceId?: number }): Promise<SyncPage> {
  const { identity: { instance: origin }, store: { records }, world } = parts;
  const { framed, kept } = signing(parts);
  // While the time is not known nothing has expired.
  const now = world.clock.isKnown() ? world.now() : 0;
  const localIdOf = ({ row }: Shown<RecordRow>) => readGid(row.gid)!.local;
  const { rows, complete } = takeRows<Shown<RecordRow>>(
    ask.limit,
    (after, limit) =>
      framed(
        records.bulletins({
          origin,
          before: makeGid(origin, "bulletin", "").length,
          since: after?.row.v ?? ask.since,
          after: after ? Number(localIdOf(after)) : ask.sinceId ?? -1,
          limit,
          now,
        }),
        (whole) => whole,
      ),
    bytesOf,
  );
  const last = rows.at(-1);
  return kept({
    instance: origin,
    nextCursor: last?.row.v ?? ask.since,
    complete,
    frames: framesOf(rows),
    ...(last ? { nextId: localIdOf(last) } : {}),
  });
}

/** The origin page of this instance: it holds all of its own records up to the number that it gave last. */
export function ownPage(parts: ServeParts, kind: SequenceKind, ask: PageAsked): Promise<SyncPage> {
  // The counter is read before the rows: a record written meanwhile lies above `held`.
  const counter = parts.store.numbers.last(kind);
  const { rows, complete, kept, waits } = takeOwn(parts, kind, ask);
  const nextCursor = complete && !waits() ? Math.max(counter, ask.since) : rows.at(-1)?.row.v ?? ask.since;
  const frames = framesOf(rows);
  return kept({
    instance: parts.identity.instance,
    nextCursor,
    complete,
    frames,
    hops: frames.map(() => 0),
    held: nextCursor,
  });
}
