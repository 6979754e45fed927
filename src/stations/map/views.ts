/** What others see of stations: lists, details, tracks and series. Times unix seconds, speeds km/h, m/s for wind. */
import { type Box, normalCall, type World } from "../../base/mod.ts";
import { binaryOfJson, decodeTnc2, deviceOfDestination, isUnreadable } from "../../aprs/mod.ts";
import type { FixStore } from "../tables/fix_store.ts";
import type { ObjectStore } from "../tables/object_store.ts";
import type { Ring } from "../ring/ring.ts";
import type { SampleStore } from "../tables/sample_store.ts";
import { boxE7, fromE7, WORLD_BOX } from "../e7.ts";
import { slotOf, type StationRow, type StationStore } from "../tables/station_store.ts";

const TRACK = 50, SERIES = 2000;

export interface StationView {
  callsign: string;
  lat: number;
  lon: number;
  symbol: string;
  course: number | null;
  speedKmh: number | null;
  altitudeM: number | null;
  comment: string;
  /** When it was heard last; `placedAt` is the time of its position. */
  lastSeen: number;
  placedAt: number;
  via: string;
  ambiguityM: number;
}
export interface TrackPoint {
  ts: number;
  lat: number;
  lon: number;
  heardVia: string;
}

const stationView = (row: StationRow): StationView => ({
  callsign: row.call,
  lat: fromE7(row.latE7!),
  lon: fromE7(row.lonE7!),
  symbol: row.symbol ?? "",
  course: row.course,
  speedKmh: row.speedKmh,
  altitudeM: row.altitudeM,
  comment: row.comment ?? "",
  lastSeen: row.lastHeard,
  placedAt: row.placedAt!,
  via: row.via,
  ambiguityM: row.ambiguityM ?? 0,
});

export class Views {
  constructor(
    readonly store: StationStore,
    readonly fixes: FixStore,
    readonly samples: SampleStore,
    readonly objects: ObjectStore,
    readonly ring: Ring,
    readonly world: World,
  ) {}

  /** Stations with a position not older than `maxAge` seconds, newest first. */
  live(box: Box = WORLD_BOX, maxAge: number, limit: number): StationView[] {
    const since = this.world.now() - maxAge;
    return this.store.inBox({ ...boxE7(box), since, slot: slotOf(since), limit }).map(stationView);
  }

  /** Live objects and items. */
  liveObjects = (box: Box | undefined, maxAge: number, limit: number) =>
    this.objects.inBox(box ?? WORLD_BOX, this.world.now() - maxAge, limit);

  /** Everything about one station; `undefined` when it was never heard. */
  detail(call: string) {
    const row = this.store.byCall({ call: normalCall(call) });
    if (!row) return undefined;
    const device = row.destination === null ? undefined : deviceOfDestination(row.destination);
    const wx = this.samples.weather({ stationId: row.id, from: 0, limit: 1 })[0];
    return {
      callsign: row.call,
      lat: row.latE7 === null ? null : fromE7(row.latE7),
      lon: row.lonE7 === null ? null : fromE7(row.lonE7),
      symbol: row.symbol ?? "",
      course: row.course,
      speedKmh: row.speedKmh,
      altitudeM: row.altitudeM,
      ambiguityM: row.ambiguityM ?? 0,
      comment: row.comment ?? "",
      status: row.status,
      via: row.via,
      firstHeard: row.firstHeard,
      lastSeen: row.lastHeard,
      placedAt: row.placedAt,
      packets: row.packets,
      device: device ?? null,
      track: this.fixes.track({ stationId: row.id, from: 0, to: this.world.now() + 60, limit: TRACK }).map(
        point,
      ),
      wx: wx ? weatherView(wx) : null,
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
    const newest = { stationId: row.id, from: now - window, limit: SERIES };
    return {
      callsign: row.call,
      windowSec: window,
      wx: this.samples.weather(newest).map(weatherView),
      motion: this.fixes.track({ ...newest, to: now + 60 }).reverse()
        .map(({ at, speedKmh, altitudeM, course }) => ({ ts: at, speedKmh, altitudeM, course })),
      telemetry: this.samples.telemetry(newest)
        .map(({ at, sequence, analog, bits }) => ({ ts: at, sequence, analog, bits: bits ?? null })),
      definitions: this.samples.definitions(row.call),
    };
  }

  /** Raw packets in the ring, newest first. */
  packets(call: string, limit: number) {
    const callsign = normalCall(call);
    return {
      callsign,
      count: this.ring.countOf(callsign),
      packets: this.ring.packetsOf(callsign, limit).map(({ heardAt, raw, via, port }) => {
        const decoded = decodeTnc2(binaryOfJson(raw));
        const parts = isUnreadable(decoded) ? { dst: null, path: [] as string[], payload: null } : {
          dst: decoded.destination,
          path: decoded.path.map((hop) => hop.used ? `${hop.call}*` : hop.call),
          payload: raw.slice(raw.indexOf(":") + 1),
        };
        return { ts: heardAt, ...parts, heardVia: via, port, tnc2: raw };
      }),
    };
  }
}

const point = (row: { at: number; latE7: number; lonE7: number; via: string }): TrackPoint => ({
  ts: row.at,
  lat: fromE7(row.latE7),
  lon: fromE7(row.lonE7),
  heardVia: row.via,
});

const weatherView = ({ at, ...values }: ReturnType<SampleStore["weather"]>[number]) => ({
  ts: at,
  ...values,
});
