/** What a spot is, whatever source it came from, and how equal ones are joined. Pure. */
import type { Box } from "../../base/mod.ts";
import { bandOf } from "../formats/adif.ts";

export const SPOT_SOURCES = ["pota", "sota", "gma", "pskreporter", "dxcluster", "rbn"] as const;
export type SpotSource = (typeof SPOT_SOURCES)[number];

/** A spot as its source gives it, before normalising: somebody is on the air. */
export interface RawSpot {
  callsign: string;
  /** Park, summit or other reference. */
  ref?: string;
  name?: string;
  /** Degrees. Cluster and skimmer spots name no place. */
  lat?: number;
  lon?: number;
  freqHz?: number;
  mode?: string;
  comment?: string;
  /** Unix seconds. */
  spottedAt: number;
}

export interface Spot extends RawSpot {
  /** Stable for the same spot: source, call, reference or band, time. */
  id: string;
  source: SpotSource;
  band?: string;
}

const line = (text: string | undefined, most: number): string | undefined => {
  // deno-lint-ignore no-control-regex
  const clean = text?.replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ").replace(/\s+/g, " ").trim().slice(
    0,
    most,
  );
  return clean || undefined;
};

/** A uniform spot, or `undefined` when the call is not a callsign or the time makes no sense. */
export function spotOf(source: SpotSource, raw: RawSpot, now: number): Spot | undefined {
  const callsign = raw.callsign.trim().toUpperCase();
  if (!/^(?=.*[0-9])(?=.*[A-Z])[A-Z0-9/-]{3,20}$/.test(callsign)) return undefined;
  // An hour ahead covers sources whose clock or time zone is off; further is garbage.
  if (!Number.isFinite(raw.spottedAt) || raw.spottedAt > now + 3600 || raw.spottedAt < now - 86_400) {
    return undefined;
  }
  const freqHz = raw.freqHz !== undefined && raw.freqHz > 0 ? Math.round(raw.freqHz) : undefined;
  const band = freqHz === undefined ? undefined : bandOf(freqHz / 1e6);
  const placed = raw.lat !== undefined && raw.lon !== undefined && Math.abs(raw.lat) <= 90 &&
    Math.abs(raw.lon) <= 180 && !(raw.lat === 0 && raw.lon === 0);
  const ref = line(raw.ref, 20)?.toUpperCase();
  const spottedAt = Math.min(Math.floor(raw.spottedAt), now);
  return {
    id: [source, callsign, ref ?? band ?? "", spottedAt].join(":"),
    source,
    callsign,
    ref,
    name: line(raw.name, 80),
    ...(placed ? { lat: raw.lat, lon: raw.lon } : {}),
    freqHz,
    mode: line(raw.mode, 12)?.toUpperCase(),
    band,
    comment: line(raw.comment, 120),
    spottedAt,
  };
}

/** One spot for each call, reference and band; the newest wins. Newest first. */
export function thin(spots: Iterable<Spot>, most: number): Spot[] {
  const newest = new Map<string, Spot>();
  for (const spot of spots) {
    const key = `${spot.callsign}|${spot.ref ?? ""}|${spot.band ?? ""}`;
    const known = newest.get(key);
    if (!known || spot.spottedAt > known.spottedAt) newest.set(key, spot);
  }
  return [...newest.values()].sort((a, b) => b.spottedAt - a.spottedAt || (a.id < b.id ? -1 : 1)).slice(
    0,
    most,
  );
}

interface SpotFilter {
  box?: Box;
  bands?: string[];
  modes?: string[];
  sources?: string[];
}

/** The spots that pass every given filter; a spot without a place is in no box. */
export function filterSpots(spots: Spot[], filter: SpotFilter): Spot[] {
  const { box, bands, modes, sources } = filter;
  return spots.filter((spot) =>
    (!box ||
      (spot.lat !== undefined && spot.lon !== undefined && spot.lat >= box.minLat && spot.lat <= box.maxLat &&
        spot.lon >= box.minLon && spot.lon <= box.maxLon)) &&
    (!bands || (spot.band !== undefined && bands.includes(spot.band.toLowerCase()))) &&
    (!modes || (spot.mode !== undefined && modes.includes(spot.mode))) &&
    (!sources || sources.includes(spot.source))
  );
}
