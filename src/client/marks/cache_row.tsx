/** A cache in a list. */
import { CacheMark } from "./cache_mark.tsx";
import { Foreign } from "../ui/parts.tsx";
import { rowTo } from "../pages/router.ts";
import { type Key, say } from "../ui/say.ts";
import { bearing, distanceM, type Point } from "../ui/places/arrow.ts";
import type { CacheRow, Mark } from "../phone/known/caches.ts";
import { sayPoint } from "../ui/places/way_to.ts";
import { sayDistance } from "../ui/times.ts";

/** Types with a name of their own. */
const NAMES = [
  ...["traditional", "multi", "mystery", "living", "letterbox", "virtual", "earth", "audio"],
  ...["sota", "pota", "wwff", "iota", "bunker", "castle"],
];

/** The words for a type; a type of another instance that this app does not know is "a cache". */
export const sayType = (type: string): string => say(`type.${NAMES.includes(type) ? type : "other"}` as Key);

/** The row. `here`: the reader's place, for distance and direction. `mark`: whether they have found it. */
export function CacheRowLine({ row, here, mark }: { row: CacheRow; here?: Point | undefined; mark?: Mark }) {
  const address = `/c/${encodeURIComponent(row.gid ?? row.code)}`;
  return (
    <li class="cache-row">
      <a {...rowTo(address)}>
        <CacheMark {...row} mark={mark} />
        <span class="cache-row-title">
          <Foreign>{row.title}</Foreign>
        </span>
        {here && (
          <span class="cache-row-far">
            <Way from={here} to={row} />
          </span>
        )}
        <span class="soft cache-row-state">
          {[row.code, sayType(row.type), ...statesOf(row, mark)].join(" · ")}
        </span>
      </a>
    </li>
  );
}

/** How far, and where: an arrow for who knows where north is, letters for who has a map. North is up. */
function Way({ from, to }: { from: Point; to: Point }) {
  const towards = bearing(from, to);
  return (
    <>
      {sayDistance(distanceM(from, to))}{" "}
      <svg class="way-arrow" viewBox="-50 -50 100 100" aria-hidden="true">
        <path d="M0 -44L28 40L0 22L-28 40Z" transform={`rotate(${Math.round(towards)})`} />
      </svg>{" "}
      {sayPoint(towards)}
    </>
  );
}

function statesOf(row: CacheRow, mark: Mark): string[] {
  const states: string[] = [];
  if (mark) states.push(say(`state.${mark}`));
  if (row.status === "disabled") states.push(say("state.disabled"));
  if (row.mirrored) {
    const { origin } = row;
    states.push(say(row.originTrust === "unvetted" ? "state.unvetted" : "state.mirrored", { origin }));
  }
  return states;
}
