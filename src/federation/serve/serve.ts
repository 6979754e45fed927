/** What other instances read here: feeds of own records, origin pages, the summary (FED "Public federation"). */
import type { World } from "../../base/mod.ts";
import type { Database } from "../../db/mod.ts";
import {
  MAX_PAGE_FRAMES,
  type RecordKind,
  SEQUENCE_KINDS,
  type SequenceKind,
  type SyncPage,
} from "../../wire/mod.ts";
import { FUTURE_S } from "../admit/outcome.ts";
import { GAPS_PER_PAGE, isHopGap } from "../gaps/rules.ts";
import { type Identity, isSigned, keepSigned, type Signed, signOwn } from "../keys/identity.ts";
import { HOP_LIMIT, type RecordRow, type ServedRow } from "../records/store.ts";
import { type Region, regionCovers, regionHas } from "./region.ts";
import type { Rotation } from "../keys/resolve_keys.ts";
import type { Store } from "../store.ts";
import type { TrustView } from "../peers/trust.ts";

const DEFAULT_LIMIT = 200;
/** Origins of one summary page (FED "Limits"). */
export const SUMMARY_PAGE = 100;

export type Numbers = Partial<Record<SequenceKind, number>>;

export interface SummaryEntry {
  origin: string;
  held?: Numbers;
  top: Numbers;
  publicKey: string;
  publicKeys: { x: string; until?: number }[];
  rotations: Rotation[];
}
export interface Summary {
  instance: string;
  origins: SummaryEntry[];
  complete: boolean;
  next?: string;
  asker?: { held: Numbers };
}

/** `limit` of a request: 1 to 1000, 200 when it is missing or nonsense. */
export function readLimit(text: string | undefined): number {
  const limit = text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : DEFAULT_LIMIT;
  return Math.min(Math.max(limit, 1), MAX_PAGE_FRAMES);
}

/** `since` of a request; nonsense reads as the start. */
export const readSince = (text: string | undefined): number =>
  text !== undefined && /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : 0;

export interface ServeOptions {
  identity: Identity;
  store: Store;
  db: Database;
  world: World;
  trust: TrustView;
  reserve(): "trusted" | "all" | "off";
  /** The region that caches are mirrored of; undefined for all. */
  region(): Region | undefined;
}

const inRegion = (row: ServedRow, region: Region | undefined): boolean =>
  region === undefined || row.latE7 === null || row.lonE7 === null || regionHas(region, row.latE7, row.lonE7);

export class Serving {
  constructor(readonly options: ServeOptions) {}

  /** Frames of own records, signed now where they are not; what was signed is kept before the page leaves. */
  #sign<R extends ServedRow>(rows: R[], wholeOf: (row: R) => RecordRow, signed: Signed[]): Uint8Array[] {
    const { identity, world } = this.options;
    const key = identity.key!, now = world.now();
    return rows.map((row) => {
      if (isSigned(row, key, now)) return row.frame;
      const fresh = signOwn(wholeOf(row), key, now);
      signed.push(fresh);
      return fresh.frame;
    });
  }

  #ownOf = (kind: RecordKind) => ({ v }: ServedRow): RecordRow =>
    this.options.store.records.page({
      origin: this.options.identity.instance,
      kind,
      since: v - 1,
      limit: 1,
    })[0]!;

  async #kept<T>(signed: Signed[], page: T): Promise<T> {
    if (signed.length > 0) {
      await this.options.db.write((tx) => keepSigned(tx, this.options.store.records, signed));
    }
    return page;
  }

  /** One page of own records of a kind. `undefined` while unsigned. */
  feed(
    kind: RecordKind,
    ask: { since: number; limit: number; sinceId?: string; region?: Region },
  ): Promise<SyncPage> | undefined {
    const { identity, store, world } = this.options;
    if (!identity.key) return undefined;
    const self = identity.instance;
    const signed: Signed[] = [];
    if (kind === "bulletin") {
      // Without an id the feed gives what was posted at or after `since`: two posts may share a second.
      const after = ask.sinceId === undefined ? -1 : readSince(ask.sinceId);
      const rows = store.records.bulletins({
        origin: self,
        since: ask.since,
        after,
        limit: ask.limit,
        now: world.now(),
      });
      const last = rows.at(-1);
      return this.#kept(signed, {
        instance: self,
        nextCursor: last?.v ?? ask.since,
        complete: rows.length < ask.limit,
        frames: this.#sign(rows, (row) => row, signed),
        ...(last ? { nextId: String(last.id) } : {}),
      });
    }
    const rows = store.records.served({ origin: self, kind, since: ask.since, limit: ask.limit });
    const shown = kind === "cache" ? rows.filter((row) => inRegion(row, ask.region)) : rows;
    return this.#kept(signed, {
      instance: self,
      nextCursor: rows.at(-1)?.v ?? ask.since,
      complete: rows.length < ask.limit,
      frames: this.#sign(shown, this.#ownOf(kind), signed),
    });
  }

  /**
   * One page of one origin's records after a number. `undefined` where the specification answers 404: unsigned, an
   * origin not passed on or blocked, the asker's own.
   */
  originPage(
    ask: {
      origin: string;
      kind: SequenceKind;
      since: number;
      limit: number;
      asker?: string;
      region?: Region;
    },
  ): Promise<SyncPage> | undefined {
    const { identity, trust, reserve } = this.options;
    if (!identity.key || ask.origin === ask.asker) return undefined;
    if (ask.origin === identity.instance) return this.#ownPage(ask);
    return trust.isPassedOn(ask.origin, reserve()) ? Promise.resolve(this.#keptPage(ask)) : undefined;
  }

  #ownPage(ask: { kind: SequenceKind; since: number; limit: number; region?: Region }): Promise<SyncPage> {
    const { identity, store } = this.options;
    // The counter is read before the rows: a record written meanwhile lies above `held`.
    const counter = store.numbers.last(ask.kind);
    const rows = store.records.served({ ...ask, origin: identity.instance });
    const complete = rows.length < ask.limit;
    const nextCursor = complete ? Math.max(counter, ask.since) : rows.at(-1)!.v;
    const shown = ask.kind === "cache" ? rows.filter((row) => inRegion(row, ask.region)) : rows;
    const signed: Signed[] = [];
    const frames = this.#sign(shown, this.#ownOf(ask.kind), signed);
    return this.#kept(signed, {
      instance: identity.instance,
      nextCursor,
      complete,
      frames,
      hops: frames.map(() => 0),
      held: nextCursor,
    });
  }

  #keptPage(
    ask: { origin: string; kind: SequenceKind; since: number; limit: number; region?: Region },
  ): SyncPage {
    const { identity, store, trust, world, region } = this.options;
    const { origin, kind, since, limit } = ask;
    const rows = store.records.served({ origin, kind, since, limit });
    const complete = rows.length < limit;
    const whole = kind !== "cache" || regionCovers(region(), ask.region);
    const mark = whole ? store.progress.mark({ origin, kind }) : undefined;
    const last = rows.at(-1)?.v ?? since;
    const nextCursor = complete ? Math.max(last, since, mark ?? 0) : last;

    const keys = trust.originView(origin)?.keys ?? [];
    const latest = world.now() + FUTURE_S;
    const missing: number[] = [];
    const shown = rows.filter((row) => {
      if (row.hops >= HOP_LIMIT || !(kind !== "cache" || inRegion(row, ask.region))) return false;
      // Bytes that were dropped are read again: they lie past the mark, or are a gap that is named below, or nobody has them.
      if (row.frame === null) return false;
      if (keys.includes(row.signer ?? "") && row.at <= latest) return true;
      // What the reader would refuse is named as missing, so that it is asked for elsewhere.
      missing.push(row.v);
      return false;
    });
    const named = store.gaps.inRange({ origin, kind, since, to: nextCursor });
    const gaps = [
      ...new Set([...missing, ...named.filter((gap) => !isHopGap(gap.reason)).map((gap) => gap.v)]),
    ]
      .sort((a, b) => a - b);
    const hopGaps = [
      ...new Set([
        ...store.records.atLimit({ origin, kind, since, to: nextCursor }).map(({ v }) => v),
        ...named.filter((gap) => gap.reason === "upstream-hops").map((gap) => gap.v),
      ]),
    ].sort((a, b) => a - b);
    const next = gaps[GAPS_PER_PAGE];
    const held = mark === undefined ? undefined : next === undefined ? mark : Math.min(mark, next - 1);
    return {
      instance: identity.instance,
      nextCursor,
      complete,
      frames: shown.map((row) => row.frame!),
      hops: shown.map((row) => row.hops),
      ...(held === undefined ? {} : { held }),
      ...(gaps.length > 0 ? { gaps: gaps.slice(0, GAPS_PER_PAGE) } : {}),
      ...(hopGaps.length > 0 ? { hopGaps } : {}),
    };
  }

  /** Which origins are served here and how far. `undefined` while unsigned. */
  summary(ask: { asker?: string; region?: Region; after?: string }): Summary | undefined {
    const { identity, store, trust, reserve } = this.options;
    if (!identity.key) return undefined;
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
      const entry = id === identity.instance ? this.#ownEntry() : this.#entry(id, ask.region);
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

  #ownEntry(): SummaryEntry {
    const { identity, store } = this.options;
    const held: Numbers = {};
    for (const kind of SEQUENCE_KINDS) {
      const last = store.numbers.last(kind);
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

  #entry(origin: string, region: Region | undefined): SummaryEntry | undefined {
    const { store, region: mirrored } = this.options;
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
}

/** The current key and earlier ones with their cutoffs. */
export const publishedKeys = (identity: Identity): { x: string; until?: number }[] =>
  identity.key ? [{ x: identity.key.publicKey }, ...identity.history] : [...identity.history];
