/** What stands in where the big map cannot be drawn. */
import { useApp } from "../../phone/app.ts";
import type { CacheRow } from "../../phone/known/caches.ts";
import { say } from "../../ui/say.ts";
import { NoMap } from "../canvas/lazy_canvas.tsx";
import { SmallMap } from "../small_map.tsx";

/** How many caches the small map shows. */
const ON_SMALL = 200;

/** In place of a big map that cannot be drawn: the small one, which needs no library, and the list. */
export function Standin({ of }: { of: readonly CacheRow[] }) {
  const { caches } = useApp(), shown = new Set(of);
  return (
    <div class="big-map">
      <SmallMap
        points={caches.sorted.value.filter((row) => shown.has(row)).slice(0, ON_SMALL).map((row) => ({
          ...row,
          mark: caches.mark(row),
        }))}
        here={caches.here.value}
        label={say("nearby.map")}
        fills
      />
      <NoMap />
    </div>
  );
}
