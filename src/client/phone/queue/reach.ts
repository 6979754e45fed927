/** Whether receivers have heard anything near a place, as the gateway says or as this phone remembers. */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../app.ts";
import { routeTo } from "../../phone/wire/routes.ts";

/** Degrees north and east of the place: about ten kilometres. */
const NORTH = 0.09, EAST = 0.14;
/** As many subsquares as there may be in that box. */
const SQUARES = 40;

/** The box around a place in which receivers are asked for; the same for all pages, so that the phone keeps one answer. */
export const boxAround = ({ lat, lon }: { lat: number; lon: number }): string =>
  [lon - EAST, lat - NORTH, lon + EAST, lat + NORTH].map((one) => one.toFixed(2)).join(",");

/** Where that is read. */
export const reachPath = (bbox: string) => routeTo("GET /api/coverage", { query: { bbox, limit: SQUARES } });

/** `undefined` while nobody can say, and without a place. Degrees. */
export function useReach(
  place: { lat: number | null; lon: number | null } | undefined,
): ReadonlySignal<boolean | undefined> {
  const { reader } = useApp();
  const heard = useSignal<boolean | undefined>(undefined);
  const lat = place?.lat ?? NaN, lon = place?.lon ?? NaN;
  const box = boxAround({ lat, lon });
  useEffect(() => {
    if (Number.isNaN(lat + lon)) return;
    void reader.read(reachPath(box), ({ value }) => heard.value = value.squares.length > 0);
  }, [box]);
  return heard;
}
