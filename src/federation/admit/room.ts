/**
 * How much room others' records have: so many bytes for each origin by its trust, for what one neighbour hands on, and for
 * all that nobody vetted together; none below a floor of free disk. What finds no room is refused, never forgotten: no
 * mark and no reading position passes it, so it comes when there is room (FED "States and transitions", "Marks").
 */
import { isRecent } from "../../base/mod.ts";
import type { Trust } from "../tables/peer_store.ts";
import type { Share, ShareStore } from "../tables/share_store.ts";

/** Bytes that a kept record is reckoned at beside its frame, which counts twice: 0730_foreign_store.sql reckons the same. */
export const ROW_BYTES = 600;
const weigh = (frameBytes: number): number => ROW_BYTES + 2 * frameBytes;

/** Bytes, by what the operator set. */
export interface RoomLimits {
  /** One origin that nobody vetted; and all such origins that one neighbour hands on, unless it is trusted. */
  unvetted: number;
  /** All origins that nobody vetted. */
  allUnvetted: number;
  /** One trusted origin. */
  trusted: number;
  /** Free disk below which nothing is taken; 0 for none. */
  floor: number;
}

/** Why a record was refused: its origin's room is full, its neighbour's, that of all unvetted ones, or the disk. */
export type NoRoom = "origin" | "neighbour" | "unvetted" | "disk";

interface RoomParts {
  shares: ShareStore;
  trustOf(instance: string): Trust | undefined;
  limits(): RoomLimits;
  /** Bytes free on the disk; undefined where the system does not say. */
  free(): number | undefined;
}

/** A next version of what is kept may make its origin's share a tenth larger: an edit, a find that rises. */
const NEXT_VERSION = 1.1;

/** How long an origin that found no room is not read again, in seconds, unless there is room before. */
const AGAIN_S = 3600;
/** A record of so many bytes finds room, or an origin counts as full. */
const SOME_RECORD = 2048;

/** What is kept of others' records, against what may be; asked by whoever admits records, and by the pages of neighbours. */
export class Room {
  /** What was read in vain, by its name, and when. */
  readonly #inVain = new Map<string, number>();

  constructor(readonly parts: RoomParts) {}

  /** Notes that records of that name found no room when they were read. */
  readInVain(name: string, now: number): void {
    this.#inVain.set(name, now);
  }

  /** Whether reading records of that name is to be put off: they found no room lately, and there is none now. */
  putsOff(name: string, { origin, via }: { origin: string; via: string }, now: number): boolean {
    const at = this.#inVain.get(name);
    if (at === undefined) return false;
    const waits = isRecent(at, now, AGAIN_S) && this.whyFull(origin, via) !== undefined;
    if (!waits) this.#inVain.delete(name);
    return waits;
  }

  /** Whether the disk is so full that nothing is taken. */
  isDiskLow(): boolean {
    const { floor } = this.parts.limits();
    const free = floor > 0 ? this.parts.free() : undefined;
    return free !== undefined && free < floor;
  }

  /** Bytes that an origin may fill: by its own trust. */
  limitOf(origin: string): number {
    const { trusted, unvetted } = this.parts.limits();
    return this.parts.trustOf(origin) === "trusted" ? trusted : unvetted;
  }

  /** Bytes that unvetted origins may fill which this neighbour or carrier hands on. */
  limitOfBringer(via: string): number {
    const { allUnvetted, unvetted } = this.parts.limits();
    const trust = this.parts.trustOf(via);
    return trust === "unvetted" ? Math.min(unvetted, allUnvetted) : allUnvetted;
  }

  /** What is kept of origins that nobody vetted, no origin counted past its own room. */
  ofUnvetted(): Share {
    const { unvetted } = this.parts.limits();
    return added(this.parts.shares.byOrigin().filter(({ origin }) => this.#isUnvetted(origin)), unvetted);
  }

  /** What a neighbour or carrier brought of other origins that nobody vetted. */
  handedOnBy(via: string): Share {
    return added(this.parts.shares.broughtBy(via).filter(({ origin }) => this.#isUnvetted(origin)));
  }

  #isUnvetted(origin: string): boolean {
    const trust = this.parts.trustOf(origin);
    return trust !== "trusted" && trust !== "blocked";
  }

  /** Why nothing new of an origin can be taken now from this bringer; undefined where there is room. */
  whyFull(origin: string, via: string): NoRoom | undefined {
    return new Budget(this).refuses({ origin, via, frameBytes: SOME_RECORD });
  }
}

const added = (shares: readonly Share[], most = Infinity): Share =>
  shares.reduce((sum, { records, bytes }) => ({
    records: sum.records + records,
    bytes: sum.bytes + Math.min(bytes, most),
  }), { records: 0, bytes: 0 });

interface Incoming {
  origin: string;
  via: string;
  frameBytes: number;
  /** Bytes of the frame that it takes the place of. */
  before?: number | undefined;
}

/** The room while one write goes on: each fact and sum is looked up once, and kept up by what is taken. */
export class Budget {
  readonly #sums = new Map<string, number>();
  readonly #vetted = new Map<string, boolean>();
  readonly #limits: RoomLimits;
  #low: boolean | undefined;

  constructor(readonly room: Room) {
    this.#limits = room.parts.limits();
  }

  /** Why a record finds no room; undefined where it is to be taken. */
  refuses({ origin, via, frameBytes, before }: Incoming): NoRoom | undefined {
    this.#low ??= this.room.isDiskLow();
    if (this.#low) return "disk";
    const more = weigh(frameBytes) - (before === undefined ? 0 : weigh(before));
    if (more <= 0) return undefined;
    const { shares } = this.room.parts;
    const over = (name: string, sum: () => number, limit: number) =>
      this.#sumOf(name, sum) + more > limit * (before === undefined ? 1 : NEXT_VERSION);
    const isVetted = this.#isVetted(origin);
    const own = isVetted ? this.#limits.trusted : this.#limits.unvetted;
    if (over(`origin ${origin}`, () => shares.ofOrigin(origin).bytes, own)) return "origin";
    if (isVetted) return undefined;
    const handsOn = via !== origin &&
      over(`via ${via}`, () => this.room.handedOnBy(via).bytes, this.room.limitOfBringer(via));
    if (handsOn) return "neighbour";
    const all = over("unvetted", () => this.room.ofUnvetted().bytes, this.#limits.allUnvetted);
    return all ? "unvetted" : undefined;
  }

  #isVetted(origin: string): boolean {
    const before = this.#vetted.get(origin);
    if (before !== undefined) return before;
    const now = this.room.parts.trustOf(origin) === "trusted";
    this.#vetted.set(origin, now);
    return now;
  }

  #sumOf(name: string, sum: () => number): number {
    const before = this.#sums.get(name);
    if (before !== undefined) return before;
    const now = sum();
    this.#sums.set(name, now);
    return now;
  }

  /** A record was taken. */
  take({ origin, via, frameBytes, before }: Incoming): void {
    const more = weigh(frameBytes) - (before === undefined ? 0 : weigh(before));
    const grown = this.#isVetted(origin)
      ? [`origin ${origin}`]
      : [`origin ${origin}`, "unvetted", ...(via === origin ? [] : [`via ${via}`])];
    for (const name of grown) {
      const sum = this.#sums.get(name);
      if (sum !== undefined) this.#sums.set(name, sum + more);
    }
  }
}
