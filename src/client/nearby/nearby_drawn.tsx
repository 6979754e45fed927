/** The first paint of the list, drawn by the server: the region's caches by their titles, each a link that works at once. */
import { SmallMap } from "../map/small_map.tsx";
import { Heading } from "../shell/parts.tsx";
import { say } from "../shell/say.ts";
import { CacheRowLine } from "./cache_row.tsx";
import type { CacheRow } from "./caches.ts";

/** Rows of the first paint; as many as the app draws first. */
export const FIRST_ROWS = 50;

/** `rows`: one more than are drawn where there are more. */
export function NearbyDrawn({ rows }: { rows: readonly CacheRow[] }) {
  const shown = rows.slice(0, FIRST_ROWS).toSorted((a, b) => a.title.localeCompare(b.title));
  return (
    <>
      <Heading>{say("page.nearby")}</Heading>
      <p class="soft">{say("nearby.what")}</p>
      {/* Room for what only the app can do, so that nothing moves under a finger when it comes. */}
      <div class="nearby-room" aria-hidden="true" />
      <SmallMap points={shown} label={say("nearby.map")} />
      <p role="status">
        {shown.length === 0
          ? say("nearby.none")
          : rows.length > shown.length
          ? say("nearby.some", { n: shown.length })
          : say("nearby.count", { n: shown.length })}
      </p>
      <ul class="cache-list">
        {shown.map((row) => <CacheRowLine key={row.gid ?? row.code} row={row} />)}
      </ul>
    </>
  );
}
