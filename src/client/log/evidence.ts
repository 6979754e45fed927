/**
 * The drawing of why a find is worth what it is: the cache with its ring, what was looked at around it, and when. Metres
 * east and north of the cache become points of a square drawing. Pure.
 */
import { bearing, distanceM, type Point } from "../nearby/arrow.ts";

/** One thing that the gateway looked at, as its answer has it. */
export interface Candidate {
  kind: string;
  at: number;
  call?: string | undefined;
  lat?: number | undefined;
  lon?: number | undefined;
  distanceM?: number | undefined;
  /** Of a device's reading. */
  accuracyM?: number | undefined;
  /** Of a neighbour's word: from how far its ring begins; `distanceM` is where it ends. */
  fromM?: number | undefined;
  receiver?: { site: string; lat?: number | undefined; lon?: number | undefined } | undefined;
  counted: boolean;
  reason?: string | undefined;
}

/** How near a find has to be, metres: the ring that is always drawn. */
export const RING_M = 150;
/** Things further off than this would make the ring a dot; they are named in the list alone. */
const FAR_M = 5000;
/** From how long before the find to how long after it a position report counts, seconds. */
export const BEFORE_S = 1800, AFTER_S = 60;

export interface Mark {
  candidate: Candidate;
  /** Its number in the list. */
  n: number;
  x: number;
  y: number;
  /** Radius of how exact a device's reading is. */
  accuracy?: number | undefined;
  /** Its receiver, mostly outside the drawing: a line leads there. */
  line?: Spot | undefined;
}
interface Spot {
  x: number;
  y: number;
}

/** What a neighbour heard: somewhere between two circles, never a point. */
export interface Halo extends Spot {
  candidate: Candidate;
  inner: number;
  outer: number;
}

/** The way between two reports of one station, one after the other. */
export interface Leg {
  from: Mark;
  to: Mark;
  kmh: number;
}

export interface Drawing {
  /** Radius of the ring, in the drawing's units; its middle is the middle of the drawing. */
  ring: number;
  marks: readonly Mark[];
  halos: readonly Halo[];
  legs: readonly Leg[];
  /** Where on the time bar each candidate lies, 0 to 1; those outside it are left out. */
  times: readonly { candidate: Candidate; at: number }[];
}

/** Lays out a drawing of `size` units a side. */
export function drawingOf(
  place: Point,
  foundAt: number,
  candidates: readonly Candidate[],
  size: number,
): Drawing {
  const seen = candidates.flatMap((candidate, i) => {
    const { lat, lon } = candidate;
    if (lat === undefined || lon === undefined) return [];
    const far = distanceM(place, { lat, lon });
    return far > FAR_M ? [] : [{ candidate, n: i + 1, lat, lon, far }];
  });
  const extent = ({ far, candidate }: typeof seen[number]) =>
    far + (isHeardThere(candidate) ? candidate.distanceM ?? 0 : 0);
  const reach = Math.max(RING_M, ...seen.map(extent)) * 1.2;
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
    times: candidates.flatMap((candidate) => {
      const at = (candidate.at - foundAt + BEFORE_S) / (BEFORE_S + AFTER_S);
      return at >= 0 && at <= 1 ? [{ candidate, at }] : [];
    }),
  };
}

/** A neighbour tells from how far it heard somebody, not where. */
const isHeardThere = ({ kind }: Candidate): boolean => kind === "peers";

/** The track of each station through its reports, with its speed; a device's reading is of no call, and there is one. */
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
