/** The list of caches as the server draws it first, with links that work without scripts. */
import { CacheRowLine } from "../marks/cache_row.tsx";
import type { CacheRow } from "../phone/known/caches.ts";
import { SearchBox } from "../ui/look/search_box.tsx";
import { byDistance, type Point } from "../ui/places/arrow.ts";
import { say } from "../ui/say.ts";
import { byTitle } from "../ui/words/plain.ts";
import { NearbyFrame, orderWithout } from "./nearby_frame.tsx";

/** How many rows the server draws: as many as the app draws at first. */
export const FIRST_ROWS = 50;

/**
 * `rows`: where there are more than `FIRST_ROWS`, one more than that, so that a link to the rest is drawn. `middle`: of the
 * instance's region; the nearest to it come first, by their titles where there is none.
 */
export function NearbyDrawn({ rows, middle }: { rows: readonly CacheRow[]; middle?: Point }) {
  const some = rows.slice(0, FIRST_ROWS), drawn = middle ? byDistance(some, middle) : byTitle(some);
  return (
    <div class="pane pane-list">
      <NearbyFrame
        map={{ points: drawn }}
        search={
          <form action="/" role="search">
            <SearchBox
              id="search"
              name="q"
              label={say("nearby.search")}
              placeholder={say("nearby.search.short")}
            />
          </form>
        }
        count={
          <>
            {drawn.length === 0
              ? say("nearby.none")
              : rows.length > drawn.length
              ? say("nearby.some", { n: drawn.length })
              : say("nearby.count", { n: drawn.length })}
            {drawn.length > 1 && ` · ${say(orderWithout(middle))}`}
          </>
        }
      >
        {/* Keeps the room that the filters will take, so that nothing moves under a finger when they come. */}
        <div class="nearby-room" aria-hidden="true" />
        <ul class="cache-list">
          {drawn.map((row) => <CacheRowLine key={row.gid ?? row.code} row={row} />)}
        </ul>
      </NearbyFrame>
    </div>
  );
}
