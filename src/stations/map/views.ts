/** What others see of stations: lists, details, tracks and series. Times unix seconds, speeds km/h, m/s for wind. */
import { baseCall, type Box, inBox, normalCall, type World } from "../../base/mod.ts";
import { binaryOfJson, type Content, decodeTnc2, deviceOfDestination, isUnreadable } from "../../aprs/mod.ts";
import { boxE7, fromE7, WORLD_BOX } from "../e7.ts";
import type { Deliveries } from "../evidence/deliveries.ts";
import { type Owned, rolesOf, symbolOf } from "../owned/owned.ts";
import type { OwnedRow } from "../owned/store.ts";
import type { Ring } from "../ring/ring.ts";
import { STATION } from "../../things/mod.ts";
import { detailsOfText } from "../tables/details.ts";
import type { FixStore, TrackRow } from "../tables/fix_store.ts";
import type { ObjectStore } from "../tables/object_store.ts";
import type { SampleStore, WeatherRow } from "../tables/sample_store.ts";
import { slotOf, type StationRow, type StationStore } from "../tables/station_store.ts";
import type { StationDetail, StationView, TrackPoint } from "./shapes.ts";

// Telemetry as people read it: the values that were sent, made into physical ones by the station's own definitions
// (APRS101, chapter 13). Pure.

/** Five analogue channels. */
const CHANNELS = 5, COEFFICIENTS = 3;

interface Channel {
  name: string;
  unit: string;
  /** `a·v² + b·v + c`. */
  coefficients: [number, number, number];
}

/** What the definitions say of the channels; without any they are counted, and values are as sent. */
function channelsOf(definitions: Readonly<Record<string, readonly string[]>>): Channel[] {
  const { PARM = [], UNIT = [], EQNS = [] } = definitions;
  return Array.from({ length: CHANNELS }, (_, at) => {
    const [a = 0, b = 1, c = 0] = Array.from({ length: COEFFICIENTS }, (_, i) => {
      const text = EQNS[at * COEFFICIENTS + i]?.trim() ?? "";
      const value = text === "" ? NaN : Number(text);
      return Number.isFinite(value) ? value : undefined;
    });
    return {
      name: PARM[at]?.trim() || `A${at + 1}`,
      unit: UNIT[at]?.trim() ?? "",
      coefficients: [a, b, c],
    };
  });
}

/** A sample's values under the definitions; what was left out stays out. */
const physical = (
  analog: readonly (number | null)[],
  channels: readonly Channel[],
): (number | null)[] =>
  analog.map((value, at) => {
    const channel = channels[at];
    if (value === null || !channel) return value;
    const [a, b, c] = channel.coefficients;
    const result = a * value * value + b * value + c;
    return Number.isFinite(result) ? Math.round(result * 1e6) / 1e6 : null;
  });

// A decoded packet field by field, as names and texts: for people who read raw packets. Pure.

interface Field {
  /** `lat`, `weather.tempC`, `inner.text`. */
  name: string;
  value: string;
}

/** No packet has more to say; what a sender makes up must not fill the answer. */
const MOST_FIELDS = 40, MOST_TEXT = 200, MOST_DEEP = 3;

/** Everything that was read out of a packet's information field, in the order of reading. */
function fieldsOf(content: Content): Field[] {
  const fields: Field[] = [];
  gather(fields, "", content, 0);
  return fields.slice(0, MOST_FIELDS);
}

function gather(fields: Field[], name: string, value: unknown, deep: number): void {
  if (value === undefined || value === null || fields.length >= MOST_FIELDS) return;
  if (typeof value === "object" && !Array.isArray(value)) {
    if (deep >= MOST_DEEP) return;
    for (const [key, inner] of Object.entries(value)) {
      gather(fields, name === "" ? key : `${name}.${key}`, inner, deep + 1);
    }
    return;
  }
  const text = Array.isArray(value) ? value.map((one) => String(one ?? "")).join(", ") : String(value);
  if (text !== "") fields.push({ name: name.slice(0, MOST_TEXT), value: text.slice(0, MOST_TEXT) });
}

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
      return row ? { ...station, ...saidOf(row) } : station;
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
      ...saidOf(row),
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
      ...(owned && saidOf(owned)),
    };
  }

  /** The frequency that a station said last of itself, in MHz. */
  saidFrequency = (call: string): number | undefined =>
    detailsOfText(this.store.byCall({ call })?.details ?? null).frequency?.mhz;

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

/** What its owner says of it, wherever it was heard. */
const saidOf = (row: OwnedRow) => ({ ...STATION.listedOf(row), roles: rolesOf(row) });

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
  ...detailsOfText(row.details),
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
