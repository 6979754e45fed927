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
  x: number;
  y: number;
}

export interface Drawing {
  /** Radius of the ring, in the drawing's units; its middle is the middle of the drawing. */
  ring: number;
  marks: readonly Mark[];
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
  const placed = candidates.flatMap((candidate) => {
    const { lat, lon } = candidate;
    if (lat === undefined || lon === undefined) return [];
    const far = distanceM(place, { lat, lon });
    return far > FAR_M ? [] : [{ candidate, far, towards: bearing(place, { lat, lon }) * Math.PI / 180 }];
  });
  const reach = Math.max(RING_M, ...placed.map(({ far }) => far)) * 1.2;
  const unit = size / 2 / reach;
  return {
    ring: RING_M * unit,
    marks: placed.map(({ candidate, far, towards }) => ({
      candidate,
      x: round(size / 2 + Math.sin(towards) * far * unit),
      y: round(size / 2 - Math.cos(towards) * far * unit),
    })),
    times: candidates.flatMap((candidate) => {
      const at = (candidate.at - foundAt + BEFORE_S) / (BEFORE_S + AFTER_S);
      return at >= 0 && at <= 1 ? [{ candidate, at }] : [];
    }),
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;
