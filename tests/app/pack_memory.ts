/** What IndexedDB keeps of packs, as a memory, and a phone whose gateway the test answers for. */
import type { Pack, PackedCache } from "../../src/client/phone/packs/pack.ts";
import { rowOf } from "../../src/client/phone/packs/pack.ts";
import {
  nameOf,
  type OpenedStage,
  type PackStore,
  type StoredRange,
} from "../../src/client/phone/packs/pack_storage.ts";
import { Packs } from "../../src/client/phone/packs/packs.ts";
import { Gateway } from "../../src/client/phone/ask.ts";
import type { ClientWorld } from "../../src/client/phone/world.ts";

type Part = Parameters<PackStore["putPart"]>[0];

/** Each step is as whole as a transaction. */
export class PackMemory implements PackStore {
  readonly kept = new Map<string, { pack: Pack; caches: readonly PackedCache[] }>();
  readonly files: Part[] = [];
  ranges: StoredRange[] = [];
  readonly stages: OpenedStage[] = [];
  /** Nothing more fits. */
  full = false;

  packs = () => Promise.resolve([...this.kept.values()].map(({ pack }) => pack));
  rows = async (grid: string) => (await this.caches(grid)).flatMap((cache) => rowOf(cache) ?? []);
  caches = (grid: string) => Promise.resolve([...this.kept.get(grid)?.caches ?? []]);
  // A step that cannot be fails as a transaction does: by its promise.
  // deno-lint-ignore require-await
  async put(pack: Pack, caches: readonly PackedCache[]): Promise<void> {
    if (this.full) throw new DOMException("full", "QuotaExceededError");
    this.kept.set(pack.grid, { pack, caches });
  }
  // deno-lint-ignore require-await
  async change(grid: string, change: (pack: Pack) => Pack): Promise<Pack | undefined> {
    if (this.full) throw new DOMException("full", "QuotaExceededError");
    const one = this.kept.get(grid);
    if (one) one.pack = change(one.pack);
    return one?.pack;
  }
  remove(grid: string): Promise<void> {
    this.kept.delete(grid);
    return Promise.resolve();
  }
  cache = async (grid: string, ref: string) =>
    (await this.caches(grid)).find(({ gid, code }) => (gid ?? nameOf(code)) === nameOf(ref));
  partNames = (grid: string) =>
    Promise.resolve(new Set(this.files.filter((one) => one.grid === grid).map(({ name }) => name)));
  putPart = (part: Part) => Promise.resolve(void this.files.push(part));
  dropParts = () => Promise.resolve();
  part = (name: string) => Promise.resolve(this.files.find((one) => one.name === name));
  putRange = (range: StoredRange) => Promise.resolve(void this.ranges.push(range));
  rangeStarts = (grid: string) =>
    Promise.resolve(new Set(this.ranges.filter((one) => one.grid === grid).map(({ from }) => from)));
  dropRanges = (grid: string) =>
    Promise.resolve(void (this.ranges = this.ranges.filter((one) => one.grid !== grid)));
  rangeBefore = (grid: string, byte: number) =>
    Promise.resolve(
      this.ranges.filter((one) => one.grid === grid && one.from <= byte).sort((a, b) => b.from - a.from)[0],
    );
  opened = () => Promise.resolve(this.stages);
  putOpened = (stage: OpenedStage) => Promise.resolve(void this.stages.push(stage));
}

/** The packs of a phone; `answers` has what the gateway says to each path, and a path that it lacks has no answer. */
export class PackPhone {
  readonly memory = new PackMemory();
  readonly asked: { path: string; etag: string | null }[] = [];
  readonly answers: Record<string, () => Response> = {};
  readonly gateway: Gateway;
  readonly packs: Packs;
  now = 1_000_000;

  constructor() {
    const world: ClientWorld = {
      clock: () => this.now,
      later: () => () => {},
      newId: () => "unused",
      random: () => 0.5,
      socket: () => {
        throw new Error("unused");
      },
      fetch: (path, { headers } = {}) => {
        this.asked.push({ path: String(path), etag: new Headers(headers).get("if-none-match") });
        const answer = this.answers[String(path)];
        return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError("Failed to fetch"));
      },
    };
    this.gateway = new Gateway(world);
    this.packs = new Packs(this.gateway, this.memory);
  }

  /** Lays a pack into the memory, as an earlier opening left it. */
  keep(grid: string, given: Partial<Pack>, ...caches: readonly PackedCache[]): void {
    const pack: Pack = {
      ...{ grid, instance: "a.example", etag: "old", builtAt: 1, checkedAt: this.now, images: "none" },
      ...{ sounds: false, map: false, count: caches.length, bytes: { caches: 10, images: 0, map: 0 } },
      ...{ total: 10, whole: true },
      ...given,
    };
    this.memory.kept.set(grid, { pack, caches });
  }

  /** The pack of a square as the page shows it. */
  shown = (grid: string) => this.packs.list.peek().find((one) => one.grid === grid);
}
