/** Sensor values over time: weather and telemetry. */
import type { TelemetryDefinition, TelemetryValues, Weather } from "../../aprs/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";

export interface WeatherSample extends Weather {
  at: number;
}
interface WeatherRow {
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
}
export interface TelemetrySample {
  at: number;
  sequence: string;
  analog: (number | null)[];
  bits?: string;
}

const WEATHER =
  `SELECT at, wind_direction AS windDirection, wind_ms AS windMs, gust_ms AS gustMs, temp_c AS tempC,
  rain_1h_mm AS rain1hMm, rain_24h_mm AS rain24hMm, rain_today_mm AS rainTodayMm, humidity, pressure_hpa AS pressureHpa,
  luminosity_wm2 AS luminosityWm2 FROM weather_sample`;

export class SampleStore {
  readonly #putWeather;
  readonly #weather;
  readonly #putTelemetry;
  readonly #telemetry;
  readonly #putDefinition;
  readonly #definitions;
  readonly #prune;

  constructor(db: Database) {
    this.#putWeather = db.sql<Omit<WeatherRow, "at"> & { id: number; at: number }>(
      `INSERT INTO weather_sample (station_id, at, wind_direction, wind_ms, gust_ms, temp_c, rain_1h_mm, rain_24h_mm,
         rain_today_mm, humidity, pressure_hpa, luminosity_wm2)
       VALUES (:id, :at, :windDirection, :windMs, :gustMs, :tempC, :rain1hMm, :rain24hMm, :rainTodayMm, :humidity,
         :pressureHpa, :luminosityWm2) ON CONFLICT DO NOTHING`,
    );
    this.#weather = db.sql<{ id: number; from: number; limit: number }, WeatherRow>(
      `SELECT * FROM (${WEATHER} WHERE station_id = :id AND at >= :from ORDER BY at DESC LIMIT :limit) ORDER BY at`,
    );
    this.#putTelemetry = db.sql<
      { id: number; at: number; sequence: string; analog: string; bits: string | null }
    >(
      `INSERT INTO telemetry_sample (station_id, at, sequence, analog, bits)
       VALUES (:id, :at, :sequence, :analog, :bits) ON CONFLICT DO NOTHING`,
    );
    this.#telemetry = db.sql<
      { id: number; from: number; limit: number },
      { at: number; sequence: string; analog: string; bits: string | null }
    >(
      `SELECT * FROM (SELECT at, sequence, analog, bits FROM telemetry_sample WHERE station_id = :id AND at >= :from
       ORDER BY at DESC LIMIT :limit) ORDER BY at`,
    );
    this.#putDefinition = db.sql<{ call: string; part: string; given: string; at: number }>(
      `INSERT INTO telemetry_definition (call, part, given, heard_at) VALUES (:call, :part, :given, :at)
       ON CONFLICT (call, part) DO UPDATE SET given = excluded.given, heard_at = excluded.heard_at`,
    );
    this.#definitions = db.sql<{ call: string }, { part: string; given: string }>(
      "SELECT part, given FROM telemetry_definition WHERE call = :call",
    );
    this.#prune = ["weather_sample", "telemetry_sample"].map((table) =>
      db.sql<{ before: number }>(`DELETE FROM ${table} WHERE at < :before`)
    );
  }

  putWeather(tx: Tx, id: number, at: number, w: Weather): void {
    this.#putWeather.run(tx, {
      id,
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
    });
  }
  /** Oldest first; the newest `limit` of them. */
  weather = (id: number, from: number, limit: number): WeatherRow[] => this.#weather.all({ id, from, limit });

  putTelemetry(tx: Tx, id: number, at: number, { sequence, analog, bits }: TelemetryValues): void {
    this.#putTelemetry.run(tx, { id, at, sequence, analog: JSON.stringify(analog), bits: bits ?? null });
  }
  telemetry = (id: number, from: number, limit: number): TelemetrySample[] =>
    this.#telemetry.all({ id, from, limit }).map(({ at, sequence, analog, bits }) => ({
      at,
      sequence,
      analog: JSON.parse(analog),
      ...(bits === null ? {} : { bits }),
    }));

  /** Definitions count only from the station that they are about; the caller has seen to it. */
  putDefinition(tx: Tx, definition: TelemetryDefinition, at: number): void {
    const given = JSON.stringify(definition.values);
    this.#putDefinition.run(tx, { call: definition.addressee, part: definition.of, given, at });
  }
  definitions = (call: string): Record<string, string[]> =>
    Object.fromEntries(this.#definitions.all({ call }).map(({ part, given }) => [part, JSON.parse(given)]));

  prune(tx: Tx, before: number): void {
    for (const statement of this.#prune) statement.run(tx, { before });
  }
}
