/** The list of caches as the server draws it first: sorted by title, with links that work without scripts. */
import { SmallMap } from "../map/small_map.tsx";
import { Heading } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { CacheRowLine } from "../marks/cache_row.tsx";
import type { CacheRow } from "../phone/known/caches.ts";

/** How many rows the server draws: as many as the app draws at first. */
export const FIRST_ROWS = 50;

/** `rows`: where there are more than `FIRST_ROWS`, one more than that, so that a link to the rest is drawn. */
export function NearbyDrawn({ rows }: { rows: readonly CacheRow[] }) {
  const shown = rows.slice(0, FIRST_ROWS).toSorted((a, b) => a.title.localeCompare(b.title));
  return (
    <div class="pane pane-list">
      <Heading>{say("page.nearby")}</Heading>
      <p class="soft">{say("nearby.what")}</p>
      {/* Keeps the room that the app's buttons and map will take, so that nothing moves under a finger when they come. */}
      <div class="nearby-room" aria-hidden="true" />
      <div class="nearby">
        <div class="nearby-map">
          <SmallMap points={shown} label={say("nearby.map")} />
        </div>
        <div class="nearby-rows">
          <p role="status">
            {shown.length === 0
              ? say("nearby.none")
              : rows.length > shown.length
              ? say("nearby.some", { n: shown.length })
              : say("nearby.count", { n: shown.length })}
            {shown.length > 1 && ` · ${say("nearby.byname")}`}
          </p>
          <ul class="cache-list">
            {shown.map((row) => <CacheRowLine key={row.gid ?? row.code} row={row} />)}
          </ul>
        </div>
      </div>
    </div>
  );
}
