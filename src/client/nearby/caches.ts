/** The caches that the app knows, and which of them the signed-in person has found. */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { MapRow } from "../../caches/mod.ts";
import type { z } from "zod";
import { askedBox, bboxOf } from "../map/view.ts";
import type { Bounds } from "../map/world_shapes.ts";
import { type Item, waits } from "../outbox/item.ts";
import type { Known, Reader } from "../shell/reader.ts";
import { distanceM, type Point } from "./arrow.ts";

/** A cache in a list or on a map. */
export type CacheRow = z.infer<typeof MapRow>;
interface Logged {
  found: number[];
  dnf: number[];
  owned: number[];
}

/** The gateway puts at most so many caches into an answer. */
const WHOLE_ANSWER = 1000;
/** Where one answer cannot hold all caches, those within so many degrees of the phone are asked for as well. */
const AROUND = 0.4;
/** For so many boxes, the latest ones, the caches are held beside the list. */
const MOST_BOXES = 4;

interface MapAnswer {
  caches: CacheRow[];
}

/** The caches of the gateway's list and of packs together; where both have one, the newer version. */
export function joined(
  list: Known<readonly CacheRow[]> | undefined,
  packed: readonly Known<CacheRow>[],
): Known<CacheRow>[] {
  const { value: rows = [], ...how } = list ?? { at: 0, source: "kept" as const };
  const told = rows.map((value) => ({ ...how, value }));
  // A complete list from the gateway has every cache that exists: one that only a pack has was removed.
  if (list?.source === "live" && rows.length < WHOLE_ANSWER) return told;
  const found = new Map<string, Known<CacheRow>>();
  for (const one of [...packed, ...told]) {
    const other = found.get(nameOf(one.value));
    if (!other || other.at <= one.at) found.set(nameOf(one.value), one);
  }
  return [...found.values()];
}

const nameOf = ({ gid, code }: CacheRow): string => gid ?? code;

/** Whether the person has found a cache, or has a find of it that waits to be sent. */
export type Mark = "found" | "pending" | undefined;

/** Reads the list of caches, and more for where somebody looks. */
export class Caches {
  readonly #reader: Reader;
  readonly #call: ReadonlySignal<string | undefined>;
  readonly #queue: ReadonlySignal<readonly Item[]>;
  readonly list = signal<Known<CacheRow[]> | undefined>(undefined);
  readonly #logged = signal<Logged | undefined>(undefined);
  /** Where the phone is, once the person has asked for it. */
  readonly here = signal<Point | undefined>(undefined);
  readonly #packed: () => Promise<Known<CacheRow>[]>;
  /** The caches in packs; read when the gateway is not reached. */
  readonly #fromPacks = signal<readonly Known<CacheRow>[]>([]);
  /** Whether the instance has more caches than the list, so that those around a place are asked for as well. */
  readonly isPart = computed(() => (this.list.value?.value.length ?? 0) >= WHOLE_ANSWER);
  /** The caches of the boxes that were asked for last, by query; the latest at the end. */
  readonly #boxes = signal<ReadonlyMap<string, Known<CacheRow[]>>>(new Map());
  /** Every cache that the app knows, each in its newest version. */
  readonly known = computed(() => {
    const boxes = [...this.#boxes.value.values()].flatMap(({ value, ...how }) =>
      value.map((row) => ({ ...how, value: row }))
    );
    return joined(this.list.value, [...this.#fromPacks.value, ...boxes]);
  });
  readonly rows = computed(() => this.known.value.map(({ value }) => value));
  /** The same, sorted by distance where the phone's place is known, else by title. */
  readonly sorted = computed(() => {
    const rows = this.rows.value, here = this.here.value;
    if (!here) return rows.toSorted((a, b) => a.title.localeCompare(b.title));
    const far = new Map(rows.map((row) => [row, distanceM(here, row)]));
    return rows.toSorted((a, b) => far.get(a)! - far.get(b)!);
  });

  /** `call`: who is signed in; `queue`: what waits on this phone; `packed`: reads the caches of packs. */
  constructor(
    reader: Reader,
    call: ReadonlySignal<string | undefined>,
    queue: ReadonlySignal<readonly Item[]>,
    packed: () => Promise<Known<CacheRow>[]> = () => Promise.resolve([]),
  ) {
    this.#packed = packed;
    this.#reader = reader;
    this.#call = call;
    this.#queue = queue;
    const near = computed(() => {
      const here = this.here.value;
      if (!here || !this.isPart.value) return "";
      const { lat, lon } = here;
      return bboxOf(
        askedBox({ west: lon - AROUND, south: lat - AROUND, east: lon + AROUND, north: lat + AROUND }),
      );
    });
    effect(() => {
      const asked = near.value;
      if (asked) {
        void this.#reader.read<MapAnswer>(`/api/caches?${asked}`, (known) => this.#hold(asked, known));
      }
    });
  }

  /**
   * Asks for the caches of a box, where the list may not have them all. The phone does not keep these answers: somebody who
   * moves a map asks for many boxes.
   */
  async look(box: Bounds | undefined): Promise<void> {
    const asked = bboxOf(box);
    if (!asked || !this.isPart.peek()) return;
    await this.#reader.readLive<MapAnswer>(`/api/caches?${asked}`, (known) => this.#hold(asked, known));
  }

  #hold(asked: string, { value, ...how }: Known<MapAnswer>): void {
    const others = [...this.#boxes.peek()].filter(([other]) => other !== asked).slice(1 - MOST_BOXES);
    this.#boxes.value = new Map([...others, [asked, { ...how, value: value.caches }]]);
  }

  /** Reads the list again; until it comes, the one is shown that the phone kept. */
  async refresh(): Promise<void> {
    const list = this.#reader.read<MapAnswer>("/api/caches", ({ value, ...known }) => {
      this.list.value = { ...known, value: value.caches };
    });
    const packed = this.#packed().then((rows) => this.#fromPacks.value = rows, () => []);
    const own = this.#call.peek() &&
      this.#reader.read<Logged>("/api/my/logged", ({ value }) => this.#logged.value = value);
    await Promise.all([list, packed, own]);
  }

  /** The mark of a cache for the signed-in person. */
  mark(row: { id: number | null; code: string }): Mark {
    const pending = this.#queue.value.some((item) =>
      item.cache === row.code && item.body.kind === "found" && waits(item) &&
      item.account === this.#call.value
    );
    if (pending) return "pending";
    return row.id !== null && this.#logged.value?.found.includes(row.id) ? "found" : undefined;
  }
}
