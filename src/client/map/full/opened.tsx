/** What opens over the big map, and what answers to a press on it: until then nobody loads it. */
import type { ReadonlySignal, Signal } from "@preact/signals";
import { FeedLink, frameCode } from "../../ui/for_others.tsx";
import { OnAWebsite } from "../../phone/passed/on_a_website.tsx";
import { say } from "../../ui/say.ts";
import { askedBox, type View } from "../../ui/places/view.ts";
import { LayerChoice } from "../over/layer_choice.tsx";
import type { LayerName } from "../style.ts";
import { useApp } from "../../phone/app.ts";
import type { CacheRow } from "../../phone/known/caches.ts";
import { NoMap } from "../canvas/lazy_canvas.tsx";
import { SmallMap } from "../small_map.tsx";
import { TakeWithMe } from "../../phone/packs/take_with_me.tsx";
import { Button } from "../../ui/parts.tsx";
import { readable } from "../../ui/places/locator_grid.ts";
import { type Length, LENGTHS, squareAt } from "../../ui/places/squares.ts";
import { lengthOf } from "./square_length.ts";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Round } from "../../ui/look/round.tsx";

// What opens over the big map: from below on a phone, at its side on a wide screen. The map stays where it is.

/** `close` is called for its button and for Escape. */
export function MapSheet({ title, close, children }: {
  title: string;
  close: () => void;
  children: ComponentChildren;
}) {
  const sheet = useRef<HTMLElement>(null);
  // Its content is read from its beginning; afterwards the focus is where it was.
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    sheet.current?.focus({ preventScroll: true });
    return () => before?.isConnected && before.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => key === "Escape" && close();
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [close]);
  return (
    <section class="map-sheet" ref={sheet} tabIndex={-1} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Round icon="x" onClick={close}>{say("live.message.close")}</Round>
      </header>
      {children}
    </section>
  );
}

// The square that somebody takes along: outlined on the map, by the zoom at first, then one step larger or smaller.

export function TakeSquare({ view, chosen }: {
  view: ReadonlySignal<View | undefined>;
  /** The size that somebody chose, which holds until they have done with squares. */
  chosen: Signal<Length | undefined>;
}) {
  if (!view.value) return null;
  const length = lengthOf(view.value, chosen.value), { centre } = view.value;
  const up = LENGTHS[LENGTHS.indexOf(length) - 1], down = LENGTHS[LENGTHS.indexOf(length) + 1];
  return (
    <>
      <p role="status">{say("map.take.square", { grid: readable(squareAt(centre, length)) })}</p>
      <div class="buttons">
        <Button disabled={!up} onClick={() => chosen.value = up}>{say("packs.larger")}</Button>
        <Button disabled={!down} onClick={() => chosen.value = down}>{say("packs.smaller")}</Button>
      </div>
      <TakeWithMe centre={centre} length={length} />
    </>
  );
}

// What stands in where the big map cannot be drawn.

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

export { default as FilterPanel } from "../../marks/filter_panel.tsx";
export { InView } from "../in_view.tsx";
export { Ruler } from "../over/ruler.tsx";
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
