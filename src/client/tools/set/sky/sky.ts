/** Where sun and moon stand, and when they rise and set: by the library suncalc. Pure. */
import * as library from "suncalc";
import type { Point } from "../../../ui/places/arrow.ts";

interface Standing {
  /** Degrees from north, clockwise, and above the horizon. */
  azimuth: number;
  height: number;
  rise: Date | undefined;
  set: Date | undefined;
}
/** `lit`: how much of the moon is lit, 0 to 1. */
interface Sky {
  sun: Standing;
  moon: Standing & { lit: number };
}
/** What is used of it; angles are degrees, azimuths from north. */
const suncalc = library as unknown as {
  getTimes(at: Date, lat: number, lon: number): { sunrise?: Date | null; sunset?: Date | null };
  getMoonTimes(at: Date, lat: number, lon: number): { rise?: Date | null; set?: Date | null };
  getPosition(at: Date, lat: number, lon: number): { azimuth: number; altitude: number };
  getMoonPosition(at: Date, lat: number, lon: number): { azimuth: number; altitude: number };
  getMoonIllumination(at: Date): { fraction: number };
};
const known = (date: Date | null | undefined): Date | undefined =>
  date && Number.isFinite(date.getTime()) ? date : undefined;

/** The sky over a place; it rises and sets on that day (UTC) as far as it does. */
export function skyAt(at: Date, { lat, lon }: Point): Sky {
  const times = suncalc.getTimes(at, lat, lon), moonTimes = suncalc.getMoonTimes(at, lat, lon);
  const sun = suncalc.getPosition(at, lat, lon), moon = suncalc.getMoonPosition(at, lat, lon);
  return {
    sun: { azimuth: sun.azimuth, height: sun.altitude, rise: known(times.sunrise), set: known(times.sunset) },
    moon: {
      azimuth: moon.azimuth,
      height: moon.altitude,
      rise: known(moonTimes.rise),
      set: known(moonTimes.set),
      lit: suncalc.getMoonIllumination(at).fraction,
    },
  };
}
