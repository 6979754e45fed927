/**
 * What the box knows of itself by other programs: where it is and what time it is (a GPS), what its receivers are tuned to
 * (a rig), how loud a sound card hears, and which nodes a node's program knows. Kept in memory alone; what is older than it may be counts as unknown.
 */
import type { World } from "../../base/mod.ts";
import type { Loudness } from "./loudness.ts";
import type { NodeRoute } from "./node_route.ts";
import type { ConnectionAddress } from "../config/address.ts";

/** Where a GPS says that the box is. */
export interface GpsFix {
  lat: number;
  lon: number;
  /** 2: without a height that holds; 3: with one. */
  mode: 2 | 3;
  /** The GPS's time, Unix milliseconds; absent where it says none. */
  timeMs?: number;
  altitudeM?: number;
  speedMs?: number;
  /** Degrees from north, clockwise. */
  course?: number;
  /** Estimated error on the ground, metres. */
  accuracyM?: number;
}

/** What a receiver listens to. */
export interface Tuned {
  /** Hertz. */
  hz: number;
  /** As the rig names it: FM, PKTFM, USB … */
  mode: string;
  /** Decibels over S9, where the rig measures. */
  strengthDb?: number;
}

/** How a sound card hears, since the box has started. */
export interface Listening {
  /** Frames that were decoded. */
  decoded: number;
  /** How loud the last of them was, by Direwolf's measure; null before the first. */
  level: number | null;
  /** Seconds since then. */
  ago: number | null;
  /** How loud it is there now, whatever it is; null where nothing was said within the last minute. */
  any: number | null;
}

/** The table of one node's program. */
interface NodeTable {
  /** Where it was read, without user and password. */
  from: string;
  /** Goes up with each reading. */
  reading: number;
  routes: readonly NodeRoute[];
}

/** A node's table that was not read anew for so long says nothing any more: three readings were missed. */
const TABLE_MS = 50 * 60_000;
/** A fix that is older than this is none, and neither is what a rig said. */
const FRESH_MS = 60_000;

type Timed<T> = T & { /** By the monotonic clock, milliseconds. */ atMs: number };

/** The last word of a GPS and of each rig, for as long as it is fresh. */
export class Senses {
  #fix: Timed<GpsFix> | undefined;
  readonly #tuned = new Map<string, Timed<Tuned>>();
  readonly #cards = new Map<
    string,
    { decoded: number; level?: Timed<{ is: number }>; any?: Timed<{ is: number }> }
  >();

  readonly #tables = new Map<string, Timed<NodeTable>>();
  #readings = 0;

  constructor(readonly world: Pick<World, "elapsedMs">) {}

  /** What a node's program at an address knows. */
  takeNodes(
    { scheme, host, port, device }: Pick<ConnectionAddress, "scheme" | "host" | "port" | "device">,
    routes: readonly NodeRoute[],
  ): void {
    const from = device === ""
      ? `${scheme}://${host}${port === undefined ? "" : `:${port}`}`
      : `${scheme}:${device}`;
    this.#tables.set(from, { from, reading: ++this.#readings, routes, atMs: this.world.elapsedMs() });
  }

  /** The tables of nodes that were read within the last three times. */
  nodes(): NodeTable[] {
    return [...this.#tables.values()].filter(({ atMs }) => this.world.elapsedMs() - atMs <= TABLE_MS);
  }

  /** What a GPS said just now. */
  takeFix(fix: GpsFix): void {
    this.#fix = { ...fix, atMs: this.world.elapsedMs() };
  }

  /** What the rig at an address says; it stands for the receiver of that address's site. */
  takeTuned({ site }: Pick<ConnectionAddress, "site">, tuned: Tuned): void {
    this.#tuned.set(site ?? "", { ...tuned, atMs: this.world.elapsedMs() });
  }

  /** How loud something came in at the card of an address. */
  takeLoudness({ text }: Pick<ConnectionAddress, "text">, { level, any }: Loudness): void {
    const atMs = this.world.elapsedMs(), card = this.#cards.get(text) ?? { decoded: 0 };
    this.#cards.set(text, {
      ...card,
      decoded: card.decoded + (level === undefined ? 0 : 1),
      ...(level !== undefined && { level: { is: level, atMs } }),
      ...(any !== undefined && { any: { is: any, atMs } }),
    });
  }

  /** How the card of an address hears; undefined for one that is no sound card, or has said nothing yet. */
  listening(address: string): Listening | undefined {
    const card = this.#cards.get(address);
    return card && {
      decoded: card.decoded,
      level: card.level?.is ?? null,
      ago: card.level ? Math.floor((this.world.elapsedMs() - card.level.atMs) / 1000) : null,
      any: this.#fresh(card.any)?.is ?? null,
    };
  }

  /** Where the box is now; undefined where no GPS has said so within the last minute. */
  get fix(): GpsFix | undefined {
    return this.#fresh(this.#fix);
  }

  /** What the receiver of a site listens to; a rig that names no site stands for every receiver of the box. */
  tuned(site: string | null): Tuned | undefined {
    return this.#fresh(this.#tuned.get(site ?? "")) ?? this.#fresh(this.#tuned.get(""));
  }

  /** Every rig, by the site that it stands for; an empty one for all. */
  rigs(): { site: string; hz: number; mode: string; strengthDb?: number }[] {
    return [...this.#tuned].flatMap(([site, told]) => {
      const tuned = this.#fresh(told);
      return tuned ? [{ site, ...tuned }] : [];
    });
  }

  #fresh<T>(told: Timed<T> | undefined): T | undefined {
    if (!told) return undefined;
    const { atMs, ...rest } = told;
    return this.world.elapsedMs() - atMs > FRESH_MS ? undefined : rest as T;
  }
}

/** `144.800 MHz FM, S9-12 dB`. */
export const tunedText = ({ hz, mode, strengthDb }: Tuned): string =>
  `${(hz / 1e6).toFixed(3)} MHz ${mode}${
    strengthDb === undefined ? "" : `, S9${strengthDb < 0 ? "-" : "+"}${Math.abs(Math.round(strengthDb))} dB`
  }`;

/** `48.20000 16.37000, 3D, within 5 m`. */
export const fixText = ({ lat, lon, mode, accuracyM }: GpsFix): string =>
  `${lat.toFixed(5)} ${lon.toFixed(5)}, ${mode}D${
    accuracyM === undefined ? "" : `, within ${Math.ceil(accuracyM)} m`
  }`;
