/** The caches that the app knows, and which of them this person has found. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { MapRow } from "../../caches/mod.ts";
import type { z } from "zod";
import type { Item } from "../outbox/item.ts";
import type { Known, Reader } from "../shell/reader.ts";
import { distanceM, type Point } from "./arrow.ts";

export type CacheRow = z.infer<typeof MapRow>;
interface Logged {
  found: number[];
  dnf: number[];
  owned: number[];
}

/** What a person has to do with a cache. */
export type Mark = "found" | "pending" | undefined;

export class Caches {
  readonly #reader: Reader;
  readonly #call: ReadonlySignal<string | undefined>;
  readonly #queue: ReadonlySignal<readonly Item[]>;
  readonly list = signal<Known<CacheRow[]> | undefined>(undefined);
  readonly #logged = signal<Logged | undefined>(undefined);
  /** Where the phone is, once its person asked for it. */
  readonly here = signal<Point | undefined>(undefined);
  /** By distance where the place is known, else by title. */
  readonly sorted = computed(() => {
    const rows = this.list.value?.value ?? [], here = this.here.value;
    if (!here) return rows.toSorted((a, b) => a.title.localeCompare(b.title));
    const far = new Map(rows.map((row) => [row, distanceM(here, row)]));
    return rows.toSorted((a, b) => far.get(a)! - far.get(b)!);
  });

  /** `call`: who is signed in; `queue`: what waits on this phone. */
  constructor(
    reader: Reader,
    call: ReadonlySignal<string | undefined>,
    queue: ReadonlySignal<readonly Item[]>,
  ) {
    this.#reader = reader;
    this.#call = call;
    this.#queue = queue;
  }

  /** Reads the list anew; what the phone kept is shown meanwhile. */
  async refresh(): Promise<void> {
    const list = this.#reader.read<{ caches: CacheRow[] }>("/api/caches", ({ value, ...known }) => {
      this.list.value = { ...known, value: value.caches };
    });
    const own = this.#call.peek() &&
      this.#reader.read<Logged>("/api/my/logged", ({ value }) => this.#logged.value = value);
    await Promise.all([list, own]);
  }

  /** Whether the signed-in person has found it, or a find of it waits to be sent. */
  mark(row: { id: number | null; code: string }): Mark {
    const waits = this.#queue.value.some((item) =>
      item.cache === row.code && item.body.kind === "found" && item.state !== "settled" &&
      item.account === this.#call.value
    );
    if (waits) return "pending";
    return row.id !== null && this.#logged.value?.found.includes(row.id) ? "found" : undefined;
  }
}
