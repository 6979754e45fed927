/** Sensor values over time: weather and telemetry. */
import type { TelemetryDefinition, TelemetryValues, Weather } from "../../aprs/mod.ts";
import { asNamed, columns, type Database, type Tx, WHOLE } from "../../db/mod.ts";

/** Metric units, as the names say; wind in metres a second. */
export interface WeatherRow {
  at: number;
  windDirection: number | null;
  windMs: number | null;
  gustMs: number | null;
  tempC: number | null;
  rain1hMm: number | null;
  rain24hMm: number | null;
  rainTodayMm: number | null;
  humidity: number | null;
  pressureHpa: number | null;
  luminosityWm2: number | null;
  snowMm: number | null;
}
interface TelemetryRow {
  at: number;
  sequence: string;
  /** JSON list of numbers and nulls. */
  analog: string;
  bits: string | null;
}
interface TelemetrySample {
  at: number;
  sequence: string;
  analog: (number | null)[];
  bits?: string;
}

const WEATHER = columns<WeatherRow & { stationId: number }>({
  ...asNamed("stationId at windMs gustMs tempC rainTodayMm pressureHpa snowMm"),
  windDirection: WHOLE,
  rain1hMm: "rain_1h_mm",
  rain24hMm: "rain_24h_mm",
  humidity: WHOLE,
  luminosityWm2: WHOLE,
});
const TELEMETRY = columns<TelemetryRow & { stationId: number }>(asNamed("stationId at sequence analog bits"));
interface Newest {
  stationId: number;
  from: number;
  limit: number;
}
/** The newest samples of a station since `from`, oldest of them first. */
const newest = (table: string, names: string): string =>
  `SELECT * FROM (SELECT ${names} FROM ${table} WHERE station_id = :stationId AND at >= :from
   ORDER BY at DESC LIMIT :limit) ORDER BY at`;

export function sampleStore(db: Database) {
  // Stations send wind and rain in packets of their own, two within a second: what one left out the other fills in.
  const putWeather = db.change<WeatherRow & { stationId: number }>(
    `${WEATHER.insertInto("weather_sample")} ON CONFLICT (station_id, at) DO UPDATE SET ${
      WEATHER.without("stationId", "at").fillExcluded("weather_sample")
    }`,
  );
  const putTelemetry = db.change<TelemetryRow & { stationId: number }>(
    `${TELEMETRY.insertInto("telemetry_sample")} ON CONFLICT DO NOTHING`,
  );
  const telemetry = db.rows<Newest, TelemetryRow>(
    newest("telemetry_sample", TELEMETRY.without("stationId").select()),
  );
  const putDefinition = db.change<{ call: string; part: string; given: string; at: number }>(
    `INSERT INTO telemetry_definition (call, part, given, heard_at) VALUES (:call, :part, :given, :at)
     ON CONFLICT (call, part) DO UPDATE SET given = excluded.given, heard_at = excluded.heard_at`,
  );
  const definitions = db.rows<{ call: string }, { part: string; given: string }>(
    "SELECT part, given FROM telemetry_definition WHERE call = :call",
  );
  const pruned = ["weather_sample", "telemetry_sample"].map((table) =>
    db.change<{ before: number }>(`DELETE FROM ${table} WHERE at < :before`)
  );
  return {
    putWeather: (tx: Tx, stationId: number, at: number, w: Weather): void =>
      void putWeather(tx, {
        stationId,
        at,
        windDirection: w.windDirection ?? null,
        windMs: w.windMs ?? null,
        gustMs: w.gustMs ?? null,
        tempC: w.tempC ?? null,
        rain1hMm: w.rain1hMm ?? null,
        rain24hMm: w.rain24hMm ?? null,
        rainTodayMm: w.rainTodayMm ?? null,
        humidity: w.humidity ?? null,
        pressureHpa: w.pressureHpa ?? null,
        luminosityWm2: w.luminosityWm2 ?? null,
        snowMm: w.snowMm ?? null,
      }),
    weather: db.rows<Newest, WeatherRow>(newest("weather_sample", WEATHER.without("stationId").select())),
    putTelemetry: (tx: Tx, stationId: number, at: number, values: TelemetryValues): void =>
      void putTelemetry(tx, {
        stationId,
        at,
        sequence: values.sequence,
        analog: JSON.stringify(values.analog),
        bits: values.bits ?? null,
      }),
    telemetry: (about: Newest): TelemetrySample[] =>
      telemetry(about).map(({ at, sequence, analog, bits }) => ({
        at,
        sequence,
        analog: JSON.parse(analog),
        ...(bits === null ? {} : { bits }),
      })),
    /** Definitions count only from the station that they are about; the caller has seen to it. */
    putDefinition: (tx: Tx, { addressee, of, values }: TelemetryDefinition, at: number): void =>
      void putDefinition(tx, { call: addressee, part: of, given: JSON.stringify(values), at }),
    /** By part: PARM, UNIT, EQNS, BITS. */
    definitions: (call: string): Record<string, string[]> =>
      Object.fromEntries(definitions({ call }).map(({ part, given }) => [part, JSON.parse(given)])),
    prune(tx: Tx, before: number): void {
      for (const drop of pruned) drop(tx, { before });
    },
  };
}
export type SampleStore = ReturnType<typeof sampleStore>;
