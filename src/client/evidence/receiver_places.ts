/**
 * Where receivers are that were not placed yet when a find was judged: as everybody is told now. What was heard and why it
 * counted does not change by that; the drawing shows from where.
 */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { routeTo } from "../phone/wire/routes.ts";
import type { Candidate } from "./evidence.ts";

interface Site {
  readonly site: string;
  readonly lat: number | null;
  readonly lon: number | null;
}

/** The candidates, with a place for each receiver that has none and is known to `sites`. Pure. */
export function withPlaces(candidates: readonly Candidate[], sites: readonly Site[]): readonly Candidate[] {
  const places = new Map(sites.map((one) => [one.site, one]));
  return candidates.map((one) => {
    const { receiver } = one, known = receiver && places.get(receiver.site);
    if (!receiver || receiver.lat !== undefined || known?.lat == null || known.lon === null) return one;
    return { ...one, receiver: { ...receiver, lat: known.lat, lon: known.lon } };
  });
}

const isUnplaced = ({ receiver }: Candidate): boolean => receiver !== undefined && receiver.lat === undefined;

/** The same for a component. Nothing is asked where every receiver has its place. */
export function usePlaced(
  candidates: readonly Candidate[] | undefined,
): ReadonlySignal<readonly Candidate[] | undefined> {
  const { reader } = useApp();
  const placed = useSignal(candidates), latest = candidates?.some(isUnplaced);
  useEffect(() => {
    placed.value = candidates;
    if (!latest) return;
    void reader.read(routeTo("GET /api/coverage", { query: { limit: 1 } }), ({ value }) => {
      placed.value = withPlaces(candidates!, value.sites);
    });
  }, [candidates]);
  return placed;
}
