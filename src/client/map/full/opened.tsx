/** What opens over the big map, and what answers to a press on it: until then nobody loads it. */
import type { Signal } from "@preact/signals";
import { FeedLink, frameCode } from "../../ui/for_others.tsx";
import { OnAWebsite } from "../../phone/passed/on_a_website.tsx";
import { say } from "../../ui/say.ts";
import { askedBox, type View } from "../../ui/places/view.ts";
import { LayerChoice } from "../over/layer_choice.tsx";
import type { LayerName } from "../style.ts";

export { default as FilterPanel } from "../../marks/filter_panel.tsx";
export { InView } from "../in_view.tsx";
export { Ruler } from "../over/ruler.tsx";
export { MapSheet } from "./map_sheet.tsx";
export { Standin } from "./standin.tsx";
export { TakeSquare } from "./take_square.tsx";
export { ThingLinks } from "./thing_links.tsx";

/** Degrees a side of the largest box that can be framed on another site. */
const FRAMED = 20;

/** The layers and their meaning, where the ground comes from, and how the map stands on another site. */
export const Layers = ({ layers, spots, tak, view }: {
  layers: Signal<ReadonlySet<LayerName>>;
  /** Whether the instance reads what others publish. */
  spots: boolean;
  tak: boolean;
  view: View | undefined;
}) => (
  <>
    <LayerChoice layers={layers} spots={spots} tak={tak} />
    {view && frameBox(view) && (
      <OnAWebsite code={(origin) => frameCode(origin, { bbox: frameBox(view)! }, say("page.map"))} />
    )}
    <FeedLink path="/feeds/caches.xml" />
    <p class="soft">
      {say("map.borders")} <a href="/about">{say("map.sources")}</a>
    </p>
  </>
);

/** What the map shows as the embeddable map takes it; undefined where it shows more than that one draws. */
function frameBox({ bounds }: View): string | undefined {
  const box = askedBox(bounds);
  return box && box.east - box.west <= FRAMED && box.north - box.south <= FRAMED
    ? [box.west, box.south, box.east, box.north].join(",")
    : undefined;
}
