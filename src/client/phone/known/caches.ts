/** The caches that the app knows, and which of them the signed-in person has found. */
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import type { MapRow } from "../../../caches/mod.ts";
import type { z } from "#schemas";
import { askedBox, bboxOf, holds } from "../../ui/places/view.ts";
import type { Bounds } from "../../ui/places/world_shapes.ts";
import { type Item, waits } from "../queue/item.ts";
import type { Known, Reader } from "../reader.ts";
import { OwnPlace } from "../position/own_place.ts";
import { byDistance, type Point } from "../../ui/places/arrow.ts";
import { byTitle } from "../../ui/words/plain.ts";
import { type BoxAnswer, inParts, nameOfCache, type Part } from "./in_parts.ts";
import { plainCode } from "./same_code.ts";
import { routeTo } from "../../phone/wire/routes.ts";

/** A cache in a list or on a map. */
export type CacheRow = z.infer<typeof MapRow>;
/** The app shows caches of neighbours that nobody vetted too, and marks them (`state.unvetted`). */
const ALL = { includeUnvetted: "1" } as const;
interface Logged {
  found: (number | string)[];
  uncounted?: (number | string)[];
  dnf: number[];
  owned: number[];
}

/**
 * How far around the phone more caches are asked for where one answer cannot hold them all, in degrees: nearer where the
 * answer about a larger box is not whole either.
 */
const AROUND = [0.4, 0.1, 0.025];
/** Boxes whose caches are held beside the list, the latest ones; and how many caches they have at most together. */
const MOST_BOXES = 4, MOST_HELD = 20_000;
/** What was asked for is not asked for again so soon, in seconds. */
const FRESH_S = 60;
const WORLD: Bounds = { west: -180, south: -90, east: 180, north: 90 };

interface Box extends Known<Part<CacheRow>> {
  box: Bounds;
}

type MapAnswer = BoxAnswer<CacheRow>;

/**
 * The caches of the gateway's list and of packs together; where both have one, the newer version. `isPart`: the gateway has
 * more than its list.
 */
export function joined(
  list: Known<readonly CacheRow[]> | undefined,
  packed: readonly Known<CacheRow>[],
  isPart: boolean,
): Known<CacheRow>[] {
  const { value: rows = [], ...how } = list ?? { at: 0, source: "kept" as const };
  const told = rows.map((value) => ({ ...how, value }));
  // A complete list from the gateway has every cache that exists: one that only a pack has was removed.
  if (list?.source === "live" && !isPart) return told;
  const found = new Map<string, Known<CacheRow>>();
  for (const one of [...packed, ...told]) {
    const other = found.get(nameOfCache(one.value));
    if (!other || other.at <= one.at) found.set(nameOfCache(one.value), one);
  }
  return [...found.values()];
}

/** Whether the person has found a cache, has a find of it that waits to be sent, or one that does not count: it is still to be found. */
export type Mark = "found" | "pending" | "logged" | undefined;

/** Reads the list of caches, and more for where somebody looks. */
export class Caches {
  readonly #reader: Reader;
  readonly #call: ReadonlySignal<string | undefined>;
  readonly #queue: ReadonlySignal<readonly Item[]>;
  readonly #middle: ReadonlySignal<Point | undefined>;
  readonly list = signal<Known<readonly CacheRow[]> | undefined>(undefined);
  /** Which version of the gateway's list that is. */
  #version: string | undefined;
  readonly #logged = signal<{ value: Logged; at: number } | undefined>(undefined);
  /** Codes of the caches that the signed-in person ignores, as they are compared. */
  readonly #ignored = signal<ReadonlySet<string>>(new Set());
  /** Whether a page has asked for the list. */
  #isAsked = false;
  readonly own: OwnPlace;
  /** Where the phone is, once the person has asked for it. */
  readonly here: ReadonlySignal<Point | undefined>;
  readonly #packed: () => Promise<Known<CacheRow>[]>;
  /** The caches in packs; read when the gateway is not reached. */
  readonly #fromPacks = signal<readonly Known<CacheRow>[]>([]);
  /** Whether the instance has more caches than the list, so that those around a place are asked for as well. */
  readonly isPart = signal(false);
  /** The caches of the boxes that were asked for last, by query; the latest at the end. */
  readonly #boxes = signal<ReadonlyMap<string, Box>>(new Map());
  /** What is looked at now; a later look ends an earlier one. */
  #looked = 0;
  /** Where a box has more caches than the app asks for: how many of them it knows. Else `undefined`. */
  readonly cutAt = signal<number | undefined>(undefined);
  readonly #logs = computed(() => new Set(this.#logged.value?.value.found));
  /** Those whose find counts; what an older gateway answered, and the phone kept, does not tell them apart. */
  readonly #found = computed(() => this.#logs.value.difference(new Set(this.#logged.value?.value.uncounted)));
  /** Every cache that the app knows, each in its newest version. */
  readonly known = computed(() => {
    const boxes = [...this.#boxes.value.values()].flatMap(({ value, at, source }) =>
      value.rows.map((row) => ({ at, source, value: row }))
    );
    return joined(this.list.value, [...this.#fromPacks.value, ...boxes], this.isPart.value);
  });
  readonly rows = computed(() => this.known.value.map(({ value }) => value));
  /** The same, sorted by distance: from where the phone is or was, else from the middle of the instance's region; else by title. */
  readonly sorted = computed(() => {
    const from = this.own.from.value ?? this.#middle.value;
    return from ? byDistance(this.rows.value, from) : byTitle(this.rows.value);
  });

  /** The same without those that the signed-in person ignores: what is offered to look for. */
  readonly heeded = computed(() => {
    const ignored = this.#ignored.value;
    return ignored.size === 0
      ? this.sorted.value
      : this.sorted.value.filter(({ code }) => !ignored.has(plainCode(code)));
  });

  /**
   * `call`: who is signed in; `queue`: what waits on this phone; `packed`: reads the caches of packs; `middle`: of the
   * instance's region.
   */
  constructor(
    reader: Reader,
    call: ReadonlySignal<string | undefined>,
    queue: ReadonlySignal<readonly Item[]>,
    packed: () => Promise<Known<CacheRow>[]> = () => Promise.resolve([]),
    middle: ReadonlySignal<Point | undefined> = signal(undefined),
  ) {
    this.#middle = middle;
    this.#packed = packed;
    this.#reader = reader;
    this.#call = call;
    this.#queue = queue;
    this.own = new OwnPlace(reader.now());
    this.here = this.own.here;
    effect(() => {
      // A page that opens the app is drawn before anybody knows who is signed in.
      void this.#call.value;
      if (this.#isAsked) untracked(() => void this.#readOwn());
    });
    effect(() => {
      const here = this.here.value;
      if (here && this.isPart.value) void this.#readAround(here);
    });
  }

  /** Reads what is around the phone; the phone keeps it for when the gateway is gone. */
  async #readAround({ lat, lon }: Point): Promise<void> {
    for (const far of AROUND) {
      const box = askedBox({ west: lon - far, south: lat - far, east: lon + far, north: lat + far })!;
      let whole = true;
      await this.#reader.read(
        routeTo("GET /api/caches", { query: { ...ALL, bbox: bboxOf(box) } }),
        ({ value: { caches: rows, truncated = false }, ...how }) => {
          whole = !truncated;
          this.#hold(box, { ...how, value: { rows, whole, done: true } });
        },
      );
      if (whole) return;
    }
  }

  /**
   * Asks for the caches of a box, where the list may not have them all: in parts, where one answer cannot hold them. Without
   * a box it asks for all caches. The phone does not keep these answers: somebody who moves a map asks for many boxes.
   */
  async look(box: Bounds = WORLD): Promise<void> {
    const look = ++this.#looked, wanted = () => look === this.#looked;
    this.cutAt.value = undefined;
    if (!this.isPart.peek()) return;
    const since = this.#reader.now() - FRESH_S;
    const known = [...this.#boxes.peek().values()].some((one) =>
      one.value.whole && one.at >= since && holds(one.box, box)
    );
    if (known) return;
    const ask = async (part: Bounds) => {
      let answer: MapAnswer | undefined;
      await this.#reader.readLive(
        routeTo("GET /api/caches", { query: { ...ALL, bbox: bboxOf(part) } }),
        (known) => answer = known.value,
      );
      return answer;
    };
    await inParts(box, ask, (part) => {
      if (part.rows.length > 0) this.#hold(box, { value: part, at: this.#reader.now(), source: "live" });
      if (part.done && !part.whole && part.rows.length > 0) this.cutAt.value = part.rows.length;
    }, wanted);
  }

  /** Nobody looks any more: what was begun is left as it is. */
  leave(): void {
    this.#looked++;
  }

  #hold(box: Bounds, part: Known<Part<CacheRow>>): void {
    const name = bboxOf(box);
    let left = MOST_HELD - part.value.rows.length;
    const others = [...this.#boxes.peek()].filter(([other]) => other !== name).slice(1 - MOST_BOXES)
      .reverse().filter(([, { value }]) => (left -= value.rows.length) >= 0).reverse();
    this.#boxes.value = new Map([...others, [name, { ...part, box }]]);
  }

  /** Reads the list again; until it comes, the one is shown that the phone kept. */
  async refresh(): Promise<void> {
    const packed = this.#packed().then((rows) => this.#fromPacks.value = rows, () => []);
    this.#isAsked = true;
    await Promise.all([this.#readList(), packed, this.#readOwn()]);
  }

  /** A list that is in sight and has not changed is left in sight: to draw it anew is most of what a page change costs. */
  async #readList(): Promise<void> {
    let kept = () => {};
    const refused = await this.#reader.read(
      routeTo("GET /api/caches", { query: ALL }),
      ({ value, etag, ...known }) => {
        const isLive = this.list.peek()?.source === "live";
        const show = () =>
          batch(() => {
            this.list.value = { ...known, value: value.caches };
            this.isPart.value = value.truncated === true;
            this.#version = etag;
          });
        // What the phone kept says less than what is in sight, unless the gateway is gone.
        if (isLive && known.source !== "live") kept = show;
        else if (!isLive || etag === undefined || etag !== this.#version) show();
      },
    );
    if (refused) kept();
  }

  /** Reads what the signed-in person has found and what they ignore. */
  async #readOwn(): Promise<void> {
    if (this.#call.peek() === undefined) {
      this.#ignored.value = new Set();
      return;
    }
    await Promise.all([
      this.#reader.read(routeTo("GET /api/my/logged"), (known) => this.#logged.value = known),
      this.#reader.read(
        routeTo("GET /api/my/ignored"),
        ({ value }) => this.#ignored.value = new Set(value.codes.map(plainCode)),
      ),
    ]);
  }

  /** What the list says of one cache, by its code or global id; read from what the phone kept where nobody has read it yet. */
  async rowOf(ref: string): Promise<Known<CacheRow> | undefined> {
    const find = () => this.known.peek().find(({ value }) => ref === (value.gid ?? value.code));
    const found = find();
    if (found || this.list.peek()) return found;
    await this.refresh();
    return find();
  }

  /** How many caches the signed-in person has found, with finds that wait; `undefined` while nobody can say. */
  readonly finds = computed(() => {
    const logged = this.#logged.value;
    if (!logged) return undefined;
    const found = this.#found.value, call = this.#call.value;
    const codes = new Map(this.rows.value.map((row) => [nameOfCache(row), row.id ?? row.gid]));
    // What the gateway had before it said which are found is among them, whether the phone knows the cache's number or not.
    const more = this.#queue.value.filter(({ account, body, state, answer }) =>
      account === call && body.kind === "found" && state !== "dropped" &&
      !(state === "settled" && (answer?.at ?? 0) <= logged.at)
    ).filter(({ cache }) => !found.has(codes.get(cache) ?? -1));
    return found.size + new Set(more.map(({ cache }) => cache)).size;
  });

  /** How many caches the signed-in person has hidden; `undefined` while nobody can say. */
  readonly hides = computed(() => this.#logged.value?.value.owned.length);

  /** The mark of a cache for the signed-in person. */
  mark(row: { id: number | null; code: string; gid?: string }): Mark {
    const ref = row.id ?? row.gid;
    const pending = this.#queue.value.some((item) =>
      item.cache === nameOfCache(row) && item.body.kind === "found" && waits(item) &&
      item.account === this.#call.value
    );
    if (pending) return "pending";
    if (!ref || !this.#logs.value.has(ref)) return undefined;
    return this.#found.value.has(ref) ? "found" : "logged";
  }
}
