/** Prepares what a station measured for plots: which plots there are, gaps, and nights. Pure. */
import type { Series } from "../../stations/mod.ts";
import type { z } from "#schemas";
import type { Point } from "../ui/places/arrow.ts";

/** What the gateway answers about a station's measurements. */
export type Measured = z.output<typeof Series>;

/** What plots are drawn of: measurements of a station, or of a device of a mesh. */
export type Drawn = Pick<Measured, "wx" | "motion" | "telemetry" | "channels"> & {
  device?: readonly DeviceSample[];
};

/** How a device itself does at a time. */
interface DeviceSample {
  ts: number;
  batt?: number | undefined;
  voltage?: number | undefined;
  channelUse?: number | undefined;
  airUse?: number | undefined;
}

/** One plot: the times (unix seconds) and one or more lines of values. */
export interface Plot {
  /** Name of the quantity: a part of the words' key, or (`own`) the name that the station gives it. */
  name: string;
  own: boolean;
  unit: string;
  at: number[];
  lines: { name: string; values: (number | null)[] }[];
}

/** The quantities of weather and motion, with units; a plot may show several fields on one axis. */
const WEATHER = [
  ["temp", "°C", ["tempC"]],
  ["wind", "m/s", ["windMs", "gustMs"]],
  ["pressure", "hPa", ["pressureHpa"]],
  ["humidity", "%", ["humidity"]],
  ["rain", "mm", ["rain1hMm", "rain24hMm"]],
  ["light", "W/m²", ["luminosityWm2"]],
  ["snow", "mm", ["snowMm"]],
] as const;
const MOTION = [["speed", "km/h", ["speedKmh"]], ["altitude", "m", ["altitudeM"]]] as const;

const DEVICE = [
  ["battery", "%", ["batt"]],
  ["voltage", "V", ["voltage"]],
  ["channel", "%", ["channelUse", "airUse"]],
] as const;

/** All plots that have at least one value, each with the times of its own values alone. */
export function plotsOf({ wx, motion, telemetry, channels, device = [] }: Drawn): Plot[] {
  const of = <Field extends string>(
    rows: readonly ({ ts: number } & Partial<Record<Field, number | null | undefined>>)[],
    table: readonly (readonly [string, string, readonly Field[]])[],
  ) =>
    table.map(([name, unit, fields]): Plot => ({
      name,
      own: false,
      unit,
      at: rows.map(({ ts }) => ts),
      lines: fields.map((field) => ({
        name: field,
        values: rows.map((row) => row[field] ?? null),
      })),
    }));
  const measured = channels.map(({ name, unit }, at): Plot => ({
    name,
    own: true,
    unit,
    at: telemetry.map(({ ts }) => ts),
    lines: [{ name, values: telemetry.map((sample) => sample.channels[at] ?? null) }],
  }));
  return [...of(wx, WEATHER), ...of(motion, MOTION), ...of(device, DEVICE), ...measured]
    .map(asMeasured).filter(({ lines }) => lines.length > 0).map(withGaps);
}

/** Without lines and times that have no value: what a device tells of itself comes between what it measures, and is no gap in it. */
function asMeasured(plot: Plot): Plot {
  const isThere = plot.at.map((_, i) => plot.lines.some(({ values }) => values[i] !== null));
  return {
    ...plot,
    at: plot.at.filter((_, i) => isThere[i]),
    lines: plot.lines.filter(({ values }) => values.some((value) => value !== null))
      .map(({ name, values }) => ({ name, values: values.filter((_, i) => isThere[i]) })),
  };
}

/** Where nothing was measured for more than so many usual intervals, there is a gap. */
const GAP = 4;

/** Puts `null` into gaps, so that no line is drawn across them. */
export function withGaps(plot: Plot): Plot {
  const steps = plot.at.slice(1).map((at, i) => at - plot.at[i]!).sort((a, b) => a - b);
  const usual = Math.max(60, steps[Math.floor(steps.length / 2)] ?? 0);
  const at: number[] = [], lines = plot.lines.map(({ name }) => ({ name, values: [] as (number | null)[] }));
  plot.at.forEach((time, i) => {
    const before = plot.at[i - 1];
    if (before !== undefined && time - before > GAP * usual) {
      at.push(before + usual);
      for (const line of lines) line.values.push(null);
    }
    at.push(time);
    lines.forEach((line, n) => line.values.push(plot.lines[n]!.values[i]!));
  });
  return { ...plot, at, lines };
}

const radians = (degrees: number): number => degrees * Math.PI / 180;
const J2000_S = 946_728_000;

/** Whether the sun is below the horizon at a time and place; exact to a minute or two (Meeus, chapter 25). */
export function isNight(at: number, { lat, lon }: Point): boolean {
  const days = (at - J2000_S) / 86_400;
  const mean = radians(357.529 + 0.98560028 * days);
  const long = radians(280.459 + 0.98564736 * days + 1.915 * Math.sin(mean) + 0.02 * Math.sin(2 * mean));
  const tilt = radians(23.439);
  const right = Math.atan2(Math.cos(tilt) * Math.sin(long), Math.cos(long));
  const up = Math.asin(Math.sin(tilt) * Math.sin(long));
  const sidereal = radians(280.46061837 + 360.98564736629 * days + lon);
  const height = Math.asin(
    Math.sin(radians(lat)) * Math.sin(up) +
      Math.cos(radians(lat)) * Math.cos(up) * Math.cos(sidereal - right),
  );
  return height < radians(-0.833);
}

/** The nights between two times, as pairs of begin and end in unix seconds, exact to ten minutes. */
export function nights(from: number, to: number, place: Point): [number, number][] {
  const found: [number, number][] = [];
  for (let at = from; at <= to; at += 600) {
    if (!isNight(at, place)) continue;
    const last = found.at(-1);
    if (last && at - last[1] <= 600) last[1] = at;
    else found.push([at, at]);
  }
  return found;
}

/**
 * The range of a plot's axis: a little more than what was measured. What stayed the same is drawn in the middle of one per cent
 * either way; what cannot be negative begins at nothing.
 */
export function rangeOf(least: number | null, most: number | null): [number, number] {
  if (least === null || most === null) return [0, 1];
  const room = least === most ? Math.abs(least) / 100 || 1 : (most - least) / 12;
  return [least >= 0 ? Math.max(0, least - room) : least - room, most + room];
}
