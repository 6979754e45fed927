/**
 * Lays out a drawing of what the gateway looked at when it judged a find: the cache with its ring, reports and readings
 * around it, and when each was made. Metres east and north of the cache become points of a square. Pure.
 */
import { bearing, distanceM, type Point } from "../ui/places/arrow.ts";
import type { Projection } from "../ui/places/project.ts";
import type { Made } from "./evidence_words.tsx";

/** One thing that the gateway looked at. Times are unix seconds. */
export interface Candidate {
  kind: string;
  at: number;
  call?: string | undefined;
  lat?: number | undefined;
  lon?: number | undefined;
  distanceM?: number | undefined;
  /** Accuracy, for a reading of a phone. */
  accuracyM?: number | undefined;
  /** For what a neighbour says it heard: at least so far from the place; `distanceM` is how far at most. */
  fromM?: number | undefined;
  receiver?: { site: string; lat?: number | undefined; lon?: number | undefined } | undefined;
  counted: boolean;
  reason?: string | undefined;
  /** What the reason is made of. */
  said?: Made | undefined;
  /** What a neighbour answered, in English. */
  detail?: string | undefined;
}

/**
 * What counted, where its tier does not reach what the cache asks for, did not count after all: it is drawn and listed so.
 * `verified`: whether the find counts, as the gateway says; a find without a tier has nothing that counted.
 */
export const asJudged = <One extends Pick<Candidate, "counted">>(
  candidates: readonly One[],
  verified: boolean | undefined,
): readonly One[] => verified === false ? candidates.map((one) => ({ ...one, counted: false })) : candidates;

/** How near the cache a station has to be for a find, metres. This ring is always drawn. */
export const RING_M = 150;
/** What lies farther away than this, in metres, is only on the list: the drawing would have to make the ring a dot. */
const FAR_M = 5000;
/** A position report counts from so many seconds before a find to so many after it. */
export const BEFORE_S = 1800, AFTER_S = 60;

/** A candidate in the drawing. */
export interface Mark {
  candidate: Candidate;
  /** Its number in the list. */
  n: number;
  x: number;
  y: number;
  /** Radius of a circle that shows the accuracy of a phone's reading. */
  accuracy?: number | undefined;
  /** The place of its receiver, to which a line is drawn; it mostly lies outside of the drawing. */
  line?: Spot | undefined;
}
/** A point of the drawing, in its units. */
export interface Spot {
  x: number;
  y: number;
}

/** What a neighbour heard: the station was somewhere between two circles. */
interface Halo extends Spot {
  candidate: Candidate;
  inner: number;
  outer: number;
}

/** The way from one report of a station to its next, and the speed. */
interface Leg {
  from: Mark;
  to: Mark;
  kmh: number;
}

/** Everything that is drawn, in the drawing's units. */
export interface Drawing {
  /** Radius of the ring; its middle is the middle of the drawing. */
  ring: number;
  marks: readonly Mark[];
  halos: readonly Halo[];
  legs: readonly Leg[];
  /** Where on the time bar each candidate is, from 0 to 1; those outside of it are left out. */
  times: readonly { candidate: Candidate; n: number; at: number }[];
  /** Where places lie on the drawing, for the coast under it. */
  view: Projection;
}

/** Lays out a square drawing with sides of `size` units, which shows at least so many metres around the cache. */
export function drawingOf(
  place: Point,
  foundAt: number,
  candidates: readonly Candidate[],
  size: number,
  leastM = RING_M,
): Drawing {
  const seen = candidates.flatMap((candidate, i) => {
    const { lat, lon } = candidate;
    if (lat === undefined || lon === undefined) return [];
    const far = distanceM(place, { lat, lon });
    return far > FAR_M ? [] : [{ candidate, n: i + 1, lat, lon, far }];
  });
  const extent = ({ far, candidate }: typeof seen[number]) =>
    far + (isHeardThere(candidate) ? candidate.distanceM ?? 0 : 0);
  const reach = Math.max(leastM, ...seen.map(extent)) * 1.2;
  const unit = size / 2 / reach;
  const spotOf = ({ lat, lon }: { lat?: number | undefined; lon?: number | undefined }): Spot | undefined => {
    if (lat === undefined || lon === undefined) return undefined;
    const far = distanceM(place, { lat, lon }), towards = bearing(place, { lat, lon }) * Math.PI / 180;
    return {
      x: round(size / 2 + Math.sin(towards) * far * unit),
      y: round(size / 2 - Math.cos(towards) * far * unit),
    };
  };
  const marks = seen.filter(({ candidate }) => !isHeardThere(candidate)).map(
    ({ candidate, n, lat, lon }): Mark => {
      const { accuracyM, receiver } = candidate;
      return {
        candidate,
        n,
        ...spotOf({ lat, lon })!,
        accuracy: accuracyM && accuracyM * unit,
        line: receiver && spotOf(receiver),
      };
    },
  );
  const wide = reach / DEGREE_M / Math.max(0.01, Math.cos(place.lat * Math.PI / 180));
  return {
    ring: RING_M * unit,
    marks,
    halos: seen.filter(({ candidate }) => isHeardThere(candidate)).map(({ candidate, lat, lon }) => ({
      candidate,
      ...spotOf({ lat, lon })!,
      inner: (candidate.fromM ?? 0) * unit,
      outer: (candidate.distanceM ?? 0) * unit,
    })),
    legs: legsOf(marks),
    times: candidates.flatMap((candidate, i) => {
      const at = onBar(candidate.at - foundAt);
      return at >= 0 && at <= 1 ? [{ candidate, n: i + 1, at }] : [];
    }),
    view: {
      ...{ at: (point) => spotOf(point)!, width: size, height: size },
      ...{ south: place.lat - reach / DEGREE_M, north: place.lat + reach / DEGREE_M },
      ...{ west: place.lon - wide, east: place.lon + wide },
    },
  };
}

/** Where on the time bar a moment is that is so many seconds after the find: from 0, its beginning, to 1. */
export const onBar = (afterS: number): number => (afterS + BEFORE_S) / (BEFORE_S + AFTER_S);

/** Metres of a degree of latitude. */
const DEGREE_M = 111_195;

/** Neighbours say how far away they heard a station, not where it was. */
const isHeardThere = ({ kind }: Candidate): boolean => kind === "peers";

/** The legs of every station from report to report. A phone's reading has no call; since there is only one, it has no leg. */
function legsOf(marks: readonly Mark[]): Leg[] {
  const reports = marks.toSorted((a, b) => a.candidate.at - b.candidate.at);
  return reports.flatMap((to, i) => {
    const from = reports.slice(0, i).findLast(({ candidate }) => candidate.call === to.candidate.call);
    const gap = from ? to.candidate.at - from.candidate.at : 0;
    if (!from || gap <= 0) return [];
    const a = from.candidate, b = to.candidate;
    const away = distanceM({ lat: a.lat!, lon: a.lon! }, { lat: b.lat!, lon: b.lon! });
    return [{ from, to, kmh: Math.round(away / gap * 3.6) }];
  });
}

const round = (value: number): number => Math.round(value * 10) / 10;
