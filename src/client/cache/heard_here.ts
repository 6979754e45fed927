/**
 * Whether one can be heard at a place, as far as that is known: what trusted receivers heard directly from the same locator
 * subsquare, and which receiver is nearest (API "Stations, mesh, messages, weather, tools": coverage).
 */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { boxAround, reachPath } from "../phone/queue/reach.ts";
import { distanceM, type Point } from "../ui/places/arrow.ts";
import { squareAt } from "../ui/places/squares.ts";

/** As the gateway says it. */
interface Coverage {
  readonly squares: readonly { grid: string; heard: number; lastHeard: number }[];
  readonly sites: readonly { site: string; lat: number | null; lon: number | null }[];
}

interface HeardHere {
  /** From this subsquare, from one around it, or from nowhere near. */
  from: "here" | "around" | "nowhere";
  /** How many positions were heard from this subsquare, and when the last of them, unix seconds. */
  heard: number;
  lastHeard: number;
  /** The nearest receiver whose place is known. */
  nearest?: { site: string; awayM: number };
}

/** What the answer says of a place. Pure. */
export function heardHere({ squares, sites }: Coverage, place: Point): HeardHere {
  const grid = squareAt(place, 6);
  const own = squares.find((square) => square.grid.toUpperCase() === grid);
  const placed = sites.flatMap(({ site, lat, lon }) =>
    lat === null || lon === null ? [] : [{ site, awayM: distanceM(place, { lat, lon }) }]
  );
  const nearest = placed.toSorted((a, b) => a.awayM - b.awayM)[0];
  return {
    from: own ? "here" : squares.length > 0 ? "around" : "nowhere",
    heard: own?.heard ?? 0,
    lastHeard: own?.lastHeard ?? 0,
    ...(nearest && { nearest }),
  };
}

/** `undefined` while nobody can say, and without a place. */
export function useHeardHere(
  { lat, lon }: { lat: number | null; lon: number | null },
): ReadonlySignal<HeardHere | undefined> {
  const { reader } = useApp();
  const heard = useSignal<HeardHere | undefined>(undefined);
  useEffect(() => {
    if (lat === null || lon === null) return;
    void reader.read(reachPath(boxAround({ lat, lon })), ({ value }) => {
      heard.value = heardHere(value, { lat, lon });
    });
  }, [lat, lon]);
  return heard;
}
