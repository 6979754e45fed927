/** Where a cache lies: its surroundings, how near one has to be for a find, and the receivers that may hear one there. */
import { RADIUS_M } from "../../caches/rules/tier_limits.ts";
import { SmallMap } from "../map/small_map.tsx";
import type { Mark } from "../phone/known/caches.ts";
import type { Point } from "../ui/places/arrow.ts";
import type { Projection } from "../ui/places/project.ts";
import { say } from "../ui/say.ts";
import { sayDistance } from "../ui/times.ts";
import type { CacheSeen } from "./cache_seen.ts";

/** So many metres are drawn from south to north at least. */
const SPAN_M = 1300;
/** A place a little to the north, which shows how many units a metre has. */
const NORTH_M = 111.195;

/** `mark`: whether the reader has found it. */
export function PlacePicture({ cache, mark, here }: {
  cache: CacheSeen;
  mark?: Mark;
  here?: Point | undefined;
}) {
  const { lat, lon, code, title, type, status } = cache;
  if (lat === null || lon === null) return null;
  return (
    <SmallMap
      points={[{ lat, lon, code, title, type, status, ...(mark && { mark }) }]}
      leastM={SPAN_M}
      label={say("cache.map", { far: sayDistance(RADIUS_M) })}
      fills
      within={RADIUS_M}
      over={(projection) => (
        <>
          <Reach projection={projection} at={{ lat, lon }} />
          {here && <Own projection={projection} at={here} />}
        </>
      )}
    />
  );
}

/** How near one has to be, with its size in words. */
export function Reach({ projection, at }: { projection: Projection; at: Point }) {
  const { x, y } = projection.at(at);
  const r = unitsOf(projection, at) * RADIUS_M;
  return (
    <g class="reach">
      <circle cx={x} cy={y} r={r} />
      <text x={x + r * 0.72 + 4} y={y + r * 0.72 + 4}>{sayDistance(RADIUS_M)}</text>
    </g>
  );
}

/** Where the phone is; outside of the drawing nothing. */
function Own({ projection, at }: { projection: Projection; at: Point }) {
  const { x, y } = projection.at(at);
  const isIn = x >= 0 && y >= 0 && x <= projection.width && y <= projection.height;
  return isIn ? <circle class="own-spot" cx={x} cy={y} r="8" /> : null;
}

/** How many units of the drawing a metre has. */
const unitsOf = (projection: Projection, { lat, lon }: Point): number =>
  (projection.at({ lat, lon }).y - projection.at({ lat: lat + NORTH_M / 111_195, lon }).y) / NORTH_M;
