/** What others see of stations: lists, details, tracks and series. Times unix seconds, speeds km/h, m/s for wind. */
import { baseCall, type Box, inBox, normalCall, type World } from "../../base/mod.ts";
import { binaryOfJson, decodeTnc2, deviceOfDestination, isUnreadable } from "../../aprs/mod.ts";
import { boxE7, fromE7, WORLD_BOX } from "../e7.ts";
import type { Deliveries } from "../evidence/deliveries.ts";
import { type Owned, rolesOf, symbolOf } from "../owned/owned.ts";
import type { OwnedRow } from "../owned/store.ts";
import type { Ring } from "../ring/ring.ts";
import type { FixStore, TrackRow } from "../tables/fix_store.ts";
import type { ObjectStore } from "../tables/object_store.ts";
import type { SampleStore, WeatherRow } from "../tables/sample_store.ts";
import { slotOf, type StationRow, type StationStore } from "../tables/station_store.ts";
import { fieldsOf } from "./fields.ts";
import { channelsOf, physical } from "./telemetry.ts";
import type { StationDetail, StationView, TrackPoint } from "./shapes.ts";

const TRACK = 50, SERIES = 2000;

/** A station that was heard and has a place. */
type HeardStation = StationView & { lastSeen: number; placedAt: number; via: string };

export class Views {
  constructor(
    readonly store: StationStore,
    readonly fixes: FixStore,
    readonly samples: SampleStore,
    readonly objects: ObjectStore,
    readonly owned: Owned,
    readonly ring: Ring,
    readonly deliveries: Deliveries,
    readonly world: World,
  ) {}

  /** Stations heard with a position not older than `maxAge` seconds, newest first. */
  live(box: Box = WORLD_BOX, maxAge: number, limit: number): HeardStation[] {
    const since = this.world.now() - maxAge;
    return this.store.inBox({ ...boxE7(box), since, slot: slotOf(since), limit }).map(heardView);
  }

  /** As `live`, with the roles of registered stations, and behind them those that were not heard lately. */
  shown(box: Box = WORLD_BOX, maxAge: number, limit: number): StationView[] {
    const registered = new Map(
      this.owned.store.all().flatMap((row) => row.lat === null || row.lon === null ? [] : [[row.call, row]]),
    );
    const heard: StationView[] = this.live(box, maxAge, limit).map((station) => {
      const row = registered.get(station.call);
      registered.delete(station.call);
      return row ? { ...station, roles: rolesOf(row) } : station;
    });
    for (const row of registered.values()) {
      if (heard.length >= limit) break;
      if (inBox(box, { lat: row.lat!, lon: row.lon! })) heard.push(this.#registered(row));
    }
    return heard;
  }

  /** A registered station at the place that its owner gave. */
  #registered(row: OwnedRow): StationView {
    const known = this.store.byCall({ call: row.call });
    return {
      call: row.call,
      lat: row.lat!,
      lon: row.lon!,
      symbol: symbolOf(row),
      course: null,
      speedKmh: null,
      altitudeM: null,
      ambiguityM: 0,
      comment: row.description,
      via: known?.via ?? null,
      direct: known?.direct === 1,
      lastSeen: known?.lastHeard ?? null,
      placedAt: null,
      roles: rolesOf(row),
    };
  }

  /** Live objects and items. */
  liveObjects = (box: Box | undefined, maxAge: number, limit: number) =>
    this.objects.inBox(box ?? WORLD_BOX, this.world.now() - maxAge, limit);

  /** Everything about one station; `undefined` when it was never heard and nobody registered it. */
  detail(given: string): StationDetail | undefined {
    const call = normalCall(given);
    const row = this.store.byCall({ call }), owned = this.owned.store.byCall({ call });
    if (!row) {
      return owned && {
        ...this.#registered(owned),
        status: null,
        firstHeard: null,
        packets: 0,
        device: null,
        track: [],
        wx: null,
      };
    }
    const [wx] = this.samples.weather({ stationId: row.id, from: 0, limit: 1 });
    const track = this.fixes.track({ stationId: row.id, from: 0, to: this.world.now() + 60, limit: TRACK });
    return {
      ...placeless(row),
      // Heard without a place of its own: where its owner says that it stands.
      lat: row.latE7 === null ? owned?.lat ?? null : fromE7(row.latE7),
      lon: row.lonE7 === null ? owned?.lon ?? null : fromE7(row.lonE7),
      symbol: row.symbol ?? (owned ? symbolOf(owned) : ""),
      placedAt: row.placedAt,
      status: row.status,
      firstHeard: row.firstHeard,
      packets: row.packets,
      device: row.destination === null ? null : deviceOfDestination(row.destination) ?? null,
      track: track.map(point),
      wx: wx ? weatherView(wx) : null,
      ...(owned ? { roles: rolesOf(owned) } : {}),
    };
  }

  /** A station's stored positions between two times, newest first. */
  track(call: string, from: number, to: number, limit: number): TrackPoint[] | undefined {
    const row = this.store.byCall({ call: normalCall(call) });
    return row && this.fixes.track({ stationId: row.id, from, to, limit }).map(point);
  }

  /** Weather, motion and telemetry of the last `window` seconds, oldest first. */
  series(call: string, window: number) {
    const row = this.store.byCall({ call: normalCall(call) });
    if (!row) return undefined;
    const now = this.world.now();
    const definitions = this.samples.definitions(row.call), channels = channelsOf(definitions);
    const newest = { stationId: row.id, from: now - window, limit: SERIES };
    return {
      callsign: row.call,
      windowSec: window,
      wx: this.samples.weather(newest).map(weatherView),
      motion: this.fixes.track({ ...newest, to: now + 60 }).reverse()
        .map(({ at, speedKmh, altitudeM, course }) => ({ ts: at, speedKmh, altitudeM, course })),
      telemetry: this.samples.telemetry(newest).map(({ at, sequence, analog, bits }) => ({
        ts: at,
        sequence,
        analog,
        bits: bits ?? null,
        channels: physical(analog, channels),
      })),
      channels: channels.map(({ name, unit }) => ({ name, unit })),
      definitions,
    };
  }

  /** Who heard a packet, by the ways that the ring noted. */
  #heardBy(ways: string) {
    return ways.split(",").map(Number).filter((way) => way !== 0).map((way) => {
      const { site, via, port } = this.deliveries.of(Math.abs(way));
      return { site: site === "" ? null : site, via, port, direct: way > 0 };
    });
  }

  /** Raw packets in the ring, newest first. `anySsid`: of the station with this base call that was heard last. */
  packets(call: string, limit: number, anySsid = false) {
    const asked = normalCall(call);
    const callsign = anySsid ? this.store.newestOf({ base: baseCall(asked) })?.call ?? asked : asked;
    return {
      callsign,
      count: this.ring.countOf(callsign),
      packets: this.ring.packetsOf(callsign, limit).map(({ heardAt, raw, via, port, ways }) => {
        const decoded = decodeTnc2(binaryOfJson(raw));
        const parts = isUnreadable(decoded) ? { dst: null, path: [], payload: null, fields: [] } : {
          dst: decoded.destination,
          path: decoded.path.map((hop) => hop.used ? `${hop.call}*` : hop.call),
          payload: raw.slice(raw.indexOf(":") + 1),
          fields: fieldsOf(decoded.content),
        };
        return { ts: heardAt, ...parts, heardVia: via, port, heardBy: this.#heardBy(ways), tnc2: raw };
      }),
    };
  }
}

/** What is shown of a station that was heard, wherever it is. */
const placeless = (row: StationRow) => ({
  call: row.call,
  symbol: row.symbol ?? "",
  course: row.course,
  speedKmh: row.speedKmh,
  altitudeM: row.altitudeM,
  ambiguityM: row.ambiguityM ?? 0,
  comment: row.comment ?? "",
  via: row.via,
  direct: row.direct === 1,
  lastSeen: row.lastHeard,
});

const heardView = (row: StationRow): HeardStation => ({
  ...placeless(row),
  lat: fromE7(row.latE7!),
  lon: fromE7(row.lonE7!),
  placedAt: row.placedAt!,
});

const point = (row: Pick<TrackRow, "at" | "latE7" | "lonE7" | "via">): TrackPoint => ({
  ts: row.at,
  lat: fromE7(row.latE7),
  lon: fromE7(row.lonE7),
  heardVia: row.via,
});

const weatherView = ({ at, ...values }: WeatherRow) => ({ ts: at, ...values });
