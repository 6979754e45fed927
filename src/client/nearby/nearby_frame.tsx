/** How the page Nearby is laid out, for what the server draws first and for the app alike: so nothing moves between them. */
import type { ComponentChildren } from "preact";
import { SmallMap } from "../map/small_map.tsx";
import { RoundLink } from "../ui/look/round.tsx";
import { Heading } from "../ui/parts.tsx";
import type { Point } from "../ui/places/arrow.ts";
import { say } from "../ui/say.ts";

/** What a list is sorted by whose reader's place is unknown: by the middle of the instance's region where it has one. */
export const orderWithout = (middle: Point | undefined) => middle ? "nearby.bymiddle" : "nearby.byname";

/** What lies over the small map: the field above, the sheet's round corners and the scale below. */
const COVERED = { above: 60, below: 28 };

/** `search`: over the map, or above the list on a wide screen; `sheet`: everything below the title. */
export const NearbyFrame = ({ map, search, intro, count, locate, children }: {
  map: Omit<Parameters<typeof SmallMap>[0], "label" | "fills">;
  search: ComponentChildren;
  intro?: ComponentChildren;
  count: ComponentChildren;
  locate?: ComponentChildren;
  children: ComponentChildren;
}) => (
  <div class="nearby">
    <div class="nearby-search">{search}</div>
    <div class="nearby-map">
      <SmallMap {...map} label={say("nearby.map")} fills={COVERED} />
      <RoundLink icon="map" href="/map">{say("nearby.bigmap")}</RoundLink>
      {intro}
    </div>
    <div class="nearby-sheet">
      <div class="nearby-head">
        <div>
          <Heading>{say("page.nearby")}</Heading>
          <p class="soft" role="status">{count}</p>
        </div>
        {locate}
      </div>
      {children}
    </div>
  </div>
);
