/** Draws what the layers show, and whenever it changes: loaded with the first of them. */
import { effect } from "@preact/signals";
import type { BigMap } from "../big_map.ts";
import {
  coverageFeatures,
  linkFeatures,
  nodeFeatures,
  placedLinks,
  spotFeatures,
  takFeatures,
} from "./overlay_features.ts";
import type { Overlays } from "./overlays.ts";
import type { ClientWorld } from "../../phone/world.ts";

/** How often people with TAK are read, once they are shown: they move. */
const TAK_MS = 15_000;

/** Gives the function that ends it; `now` in unix seconds. */
export function drawOverlays(
  of: Overlays,
  map: BigMap,
  now: () => number,
  { later }: Pick<ClientWorld, "later">,
): () => void {
  let next = () => {};
  const follow = () => {
    if (of.takRead) void of.read("tak");
    next = later(follow, TAK_MS);
  };
  next = later(follow, TAK_MS);
  const ends = [
    effect(() => void map.put("mesh", nodeFeatures(of.nodes.value, of.tastic.value, now()))),
    effect(() => {
      const links = [...of.links.value, ...placedLinks(of.tastic.value, of.tasticLinks.value)];
      void map.put("links", linkFeatures(links, now()));
    }),
    effect(() => void map.put("tak", takFeatures(of.people.value, now()))),
    effect(() => void map.put("spots", spotFeatures(of.spots.value))),
    effect(() => {
      const { value } = of.coverage;
      if (value) void map.put("coverage", coverageFeatures(value, now()));
    }),
  ];
  return () => {
    next();
    for (const end of ends) end();
  };
}
