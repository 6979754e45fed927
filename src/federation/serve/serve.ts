/** What other instances read here: feeds of own records, origin pages, the summary (FED "Public federation"). */
import {
  makeGid,
  readGid,
  type RecordKind,
  SEQUENCE_KINDS,
  type SequenceKind,
  type SyncPage,
} from "../../wire/mod.ts";
import type { Numbers, PageAsked, Summary, SummaryEntry } from "./ask.ts";
import { inRegion, type ServeParts } from "./parts.ts";
import { FUTURE_S, HOP_LIMIT, type RecordRow, type ServedRow } from "../tables/record_store.ts";
import { GAPS_PER_PAGE, isHopGap } from "../gaps/rules.ts";
import { type Region, regionCovers } from "./region.ts";
import { takeRows } from "./take_rows.ts";
import { isSigned, keepSigned, publishedKeys, type Signed, signOwn } from "../keys/identity.ts";

// Pages of own records: the feeds by kind, and the origin page of this instance itself.

/** A row with its frame; without one where the row lies outside the region that was asked for. */
interface FramedRow<R = ServedRow> {
  row: R;
  frame: Uint8Array | undefined;
}
const bytesOf = ({ frame }: FramedRow): number => frame?.length ?? 0;
const framesOf = (rows: readonly FramedRow[]): Uint8Array[] =>
  rows.flatMap(({ frame }) => frame ? [frame] : []);

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
    ): FramedRow<R>[] {
      const shown: FramedRow<R>[] = [];
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
  const taken = takeRows<FramedRow>(
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
function ownFeed(parts: ServeParts, kind: RecordKind, ask: PageAsked): Promise<SyncPage> {
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
function ownBulletins(parts: ServeParts, ask: PageAsked & { sinceId?: number }): Promise<SyncPage> {
  const { identity: { instance: origin }, store: { records }, world } = parts;
  const { framed, kept } = signing(parts);
  // While the time is not known nothing has expired.
  const now = world.clock.isKnown() ? world.now() : 0;
  const localIdOf = ({ row }: FramedRow<RecordRow>) => readGid(row.gid)!.local;
  const { rows, complete } = takeRows<FramedRow<RecordRow>>(
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
function ownPage(parts: ServeParts, kind: SequenceKind, ask: PageAsked): Promise<SyncPage> {
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

// The summary: which origins a neighbour can read here, how far each is held, and under which keys.

/** Origins of one summary page (FED "Limits"). */
const SUMMARY_PAGE = 100;

/** Who asks (as far as it is known), for caches of which region, and after which origin. */
interface SummaryAsked {
  asker?: string;
  region?: Region;
  after?: string;
}

/** Which origins are served here and how far, in the order of their ids, from after `ask.after` on. */
function summaryOf(parts: ServeParts, ask: SummaryAsked): Summary {
  const { identity, store, trust, reserve } = parts;
  const known = ask.asker !== undefined && ask.asker !== identity.instance && store.peers.live(ask.asker) &&
      !store.peers.isBlocked(ask.asker)
    ? ask.asker
    : undefined;
  const others = store.peers.all().filter((peer) =>
    peer.instance !== null && peer.pin !== null && peer.instance !== known &&
    trust.isPassedOn(peer.instance, reserve())
  ).map((peer) => peer.instance!);
  const after = ask.after ?? "";
  const ids = [...new Set([identity.instance, ...others])].filter((id) => id > after).sort();
  const origins: SummaryEntry[] = [];
  let next: string | undefined;
  for (const id of ids) {
    if (origins.length === SUMMARY_PAGE) {
      next = origins.at(-1)!.origin;
      break;
    }
    const entry = id === identity.instance ? ownEntry(parts) : keptEntry(parts, id, ask.region);
    if (entry) origins.push(entry);
  }
  const summary: Summary = { instance: identity.instance, origins, complete: next === undefined };
  if (next !== undefined) summary.next = next;
  if (known !== undefined && after === "") {
    const held: Numbers = {};
    for (const { kind, mark } of store.progress.marks({ origin: known })) if (mark > 0) held[kind] = mark;
    summary.asker = { held };
  }
  return summary;
}

function ownEntry({ identity, store, world }: ServeParts): SummaryEntry {
  const held: Numbers = {};
  const asked = { origin: identity.instance, signer: identity.key!.publicKey };
  for (const kind of SEQUENCE_KINDS) {
    // While the time is not known nothing is signed: what waits for that is not promised.
    const waits = world.clock.isKnown() ? undefined : store.records.firstUnsigned({ ...asked, kind });
    const last = Math.min(store.numbers.last(kind), (waits ?? Infinity) - 1);
    if (last > 0) held[kind] = last;
  }
  return {
    origin: identity.instance,
    held,
    top: held,
    publicKey: identity.key!.publicKey,
    publicKeys: publishedKeys(identity),
    rotations: identity.rotations,
  };
}

function keptEntry(
  { store, region: mirrored }: ServeParts,
  origin: string,
  region: Region | undefined,
): SummaryEntry | undefined {
  const peer = store.peers.live(origin)!;
  const held: Numbers = {}, top: Numbers = {};
  for (const kind of SEQUENCE_KINDS) {
    const whole = kind !== "cache" || regionCovers(mirrored(), region);
    const limit = store.records.firstAtLimit({ origin, kind });
    const mark = store.progress.mark({ origin, kind });
    const upTo = whole ? Math.min(mark, (limit ?? Infinity) - 1) : 0;
    if (upTo > 0) held[kind] = upTo;
    const highest = Math.max(store.records.top({ origin, kind }), upTo);
    if (highest > 0) top[kind] = highest;
  }
  if (Object.keys(top).length === 0 && Object.keys(held).length === 0) return undefined;
  return {
    origin,
    held,
    top,
    publicKey: peer.pin!,
    publicKeys: peer.accept.length > 0 ? peer.accept : [{ x: peer.pin! }],
    rotations: peer.rotations,
  };
}

// A page of another origin's records as they are kept here, with what is known to be missing among them.

const ascending = (numbers: Iterable<number>): number[] => [...new Set(numbers)].sort((a, b) => a - b);

function keptPage(
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

/** One page of one origin's records of one kind, and who asks for it. */
interface OriginAsked extends PageAsked {
  origin: string;
  kind: SequenceKind;
  asker?: string;
}

export class Serving {
  constructor(readonly parts: ServeParts) {}

  /** Whether anything can be served. While the time is not known that is what is signed already: only new signing waits. */
  #isServing(): boolean {
    return this.parts.identity.key !== undefined;
  }

  /** One page of own records of a kind. `undefined` while unsigned. `sinceId` as `ownBulletins` takes it. */
  feed(kind: RecordKind, ask: PageAsked & { sinceId?: number }): Promise<SyncPage> | undefined {
    if (!this.#isServing()) return undefined;
    return kind === "bulletin" ? ownBulletins(this.parts, ask) : ownFeed(this.parts, kind, ask);
  }

  /**
   * One page of one origin's records after a number. `undefined` where the specification answers 404: unsigned, an
   * origin not passed on or blocked, the asker's own.
   */
  originPage({ origin, kind, asker, ...ask }: OriginAsked): Promise<SyncPage> | undefined {
    const { identity, trust, reserve } = this.parts;
    if (!this.#isServing() || origin === asker) return undefined;
    if (origin === identity.instance) return ownPage(this.parts, kind, ask);
    const passedOn = trust.isPassedOn(origin, reserve());
    return passedOn ? Promise.resolve(keptPage(this.parts, origin, kind, ask)) : undefined;
  }

  /** Which origins are served here and how far. `undefined` while unsigned. */
  summary(ask: SummaryAsked): Summary | undefined {
    return this.#isServing() ? summaryOf(this.parts, ask) : undefined;
  }
}
