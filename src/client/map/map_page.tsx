/** The page with the big map: caches, stations and further layers, and the same as a list. */
import { useSignal } from "@preact/signals";
import { useContext, useEffect, useMemo } from "preact/hooks";
import { FeedLink, frameCode } from "../ui/for_others.tsx";
import { OnAWebsite } from "../phone/passed/on_a_website.tsx";
import { MessagePanel } from "../talk/messages/message_panel.tsx";
import { SHOWN_S } from "../phone/known/stations.ts";
import { useUncovered } from "./uncover.ts";
import type { Point } from "../ui/places/arrow.ts";
import { type App, useApp } from "../phone/app.ts";
import { Boundary } from "../phone/boundary.tsx";
import { recall } from "../phone/choices.ts";
import { Button, Heading } from "../ui/parts.tsx";
import { nameOfCache } from "../phone/known/in_parts.ts";
import { wideParts } from "../panes/beside.ts";
import { Beside } from "../ui/beside.ts";
import { go, place } from "../pages/router.ts";
import { say } from "../ui/say.ts";
import { boxOf, type Length, LENGTHS, squareAt } from "../ui/places/squares.ts";
import { TakeWithMe } from "../phone/packs/take_with_me.tsx";
import type { BigMap, Picked } from "./big_map.ts";
import { readable } from "../ui/places/locator_grid.ts";
import { InView } from "./in_view.tsx";
import { LayerChoice, LAYERS_KEY } from "./over/layer_choice.tsx";
import { MapCanvas, NoMap } from "./canvas/lazy_canvas.tsx";
import { Overlays } from "./overlays.ts";
import { WhereIAm } from "./own/where_i_am.tsx";
import { Ruler } from "./over/ruler.tsx";
import { SmallMap } from "./small_map.tsx";
import { LAYER_NAMES, type LayerName } from "./style.ts";
import { addressOf, ThingLinks } from "./thing_links.tsx";
import { askedBox, type View } from "../ui/places/view.ts";

/** How many caches the small map shows, which stands in where the big one cannot be drawn. */
const ON_SMALL = 200;
/** How many towns are named beside the list. */
const TOWNS = 12;
/** Degrees a side of the largest box that can be framed on another site. */
const FRAMED = 20;
/** From this zoom on, a pack is of a square with six characters. */
const NEAR = 9;

export default function MapPage() {
  const app = useApp(), isBeside = useContext(Beside);
  const overlays = useMemo(() => new Overlays(app.reader), []);
  const view = useSignal<View | undefined>(undefined), map = useSignal<BigMap | undefined>(undefined);
  const missing = useSignal(false), listed = useSignal(false), taking = useSignal(false);
  const layers = useSignal<ReadonlySet<LayerName>>(
    new Set([...(recall<LayerName[]>(LAYERS_KEY) ?? ["caches", "stations"]), ...askedLayers()]),
  );
  const picked = useSignal<readonly Picked[]>([]), towns = useSignal<readonly string[]>([]);
  const writing = useSignal<string | undefined>(undefined);
  const measuring = useSignal(false), points = useSignal<readonly Point[]>([]);
  useUncovered(map.value, writing.value);
  useEffect(() => void app.caches.refresh(), []);
  useStations(layers.value.has("stations"));
  const box = view.value && askedBox(view.value.bounds), asked = JSON.stringify(box);
  const isPart = app.caches.isPart.value;
  useEffect(() => {
    if (layers.value.has("caches") && view.value) void app.caches.look(box);
  }, [layers.value, asked, isPart]);
  useEffect(() => () => app.caches.leave(), []);
  useEffect(() => {
    if (layers.value.has("mesh")) void overlays.mesh(box);
    if (layers.value.has("coverage")) void overlays.cover(box);
    if (layers.value.has("spots")) void overlays.readSpots();
  }, [layers.value, asked]);
  // Where there is room beside the map, one thing is opened at once; of several one is chosen first, below the map.
  const pick = (things: readonly Picked[]) => {
    picked.value = things;
    const [one] = things;
    if (!one || things.length > 1 || !wideParts.peek() || one.kind === "spot") return;
    if (!isBeside) map.peek()?.keepPressed();
    go(addressOf(one));
  };
  // The square of a pack is as large as a region where the map shows much, and as a town where it shows little.
  // Somebody may choose another size, which then holds until they have done with squares.
  const chosen = useSignal<Length | undefined>(undefined);
  const length = chosen.value ?? ((view.value?.zoom ?? 0) < NEAR ? 4 : 6);
  const up = LENGTHS[LENGTHS.indexOf(length) - 1], down = LENGTHS[LENGTHS.indexOf(length) + 1];
  const square = taking.value && view.value ? squareAt(view.value.centre, length) : undefined;
  const outline = useMemo(() => square ? boxOf(square) : undefined, [square]);
  return (
    <>
      <Heading>{say("page.map")}</Heading>
      <div class="map-tools">
        <Button icon="list" aria-pressed={listed.value} onClick={() => listed.value = !listed.value}>
          {say("map.list")}
        </Button>
        {!missing.value && (
          <>
            <WhereIAm map={map.value} to={placeOf(app, picked.value)} />
            <Button aria-label={say("map.closer")} onClick={() => map.value?.zoom(1)}>+</Button>
            <Button aria-label={say("map.wider")} onClick={() => map.value?.zoom(-1)}>−</Button>
            <Button aria-pressed={measuring.value} onClick={() => measuring.value = !measuring.value}>
              {say("map.ruler")}
            </Button>
            <Button
              aria-pressed={taking.value}
              onClick={() => {
                taking.value = !taking.value;
                chosen.value = undefined;
              }}
            >
              {say("map.take")}
            </Button>
          </>
        )}
        <LayerChoice layers={layers} />
      </div>
      {square && view.value && (
        <>
          <p role="status">{say("map.take.square", { grid: readable(square) })}</p>
          <div class="buttons">
            <Button disabled={!up} onClick={() => chosen.value = up}>{say("packs.larger")}</Button>
            <Button disabled={!down} onClick={() => chosen.value = down}>{say("packs.smaller")}</Button>
          </div>
          <TakeWithMe centre={view.value.centre} length={length} />
        </>
      )}
      {measuring.value && <Ruler points={points} map={map.value} middle={view.value?.centre} />}
      {layers.value.has("spots") && !overlays.spotsEnabled.value && <p class="soft">{say("map.spots.off")}
      </p>}
      {layers.value.has("caches") && app.caches.cutAt.value !== undefined && (
        <p role="status" class="soft">{say("map.cut", { n: app.caches.cutAt.value })}</p>
      )}
      <div class="map-room map-whole">
        <div class="map-with">
          {missing.value ? <Standin /> : (
            <Boundary>
              <MapCanvas
                overlays={overlays}
                layers={layers.value}
                view={view}
                towns={towns}
                map={map}
                missing={missing}
                square={outline}
                ruler={points.value}
                picked={pick}
              />
            </Boundary>
          )}
          {writing.value && <MessagePanel call={writing.value} close={() => writing.value = undefined} />}
        </div>
        <section class="map-picked" aria-live="polite">
          {picked.value.length > 0 && (
            <>
              <h2>{say("map.here", { n: picked.value.length })}</h2>
              <ThingLinks things={picked.value} write={(call) => writing.value = call} />
            </>
          )}
        </section>
        {listed.value && towns.value.length > 0 && (
          <p>{say("map.towns", { names: towns.value.slice(0, TOWNS).join(", ") })}</p>
        )}
        {(listed.value || missing.value) && (
          <InView
            view={view.value}
            layers={layers.value}
            wider={missing.value ? undefined : () => map.value?.zoom(-2)}
          />
        )}
      </div>
      {view.value && frameBox(view.value) && (
        <OnAWebsite code={(origin) => frameCode(origin, { bbox: frameBox(view.value!)! }, say("page.map"))} />
      )}
      <FeedLink path="/feeds/caches.xml" />
      <p class="soft">
        {say("map.borders")} <a href="/about">{say("map.sources")}</a>
      </p>
    </>
  );
}

/** What the map shows as the embeddable map takes it; undefined where it shows more than that one draws. */
function frameBox({ bounds }: View): string | undefined {
  const box = askedBox(bounds);
  return box && box.east - box.west <= FRAMED && box.north - box.south <= FRAMED
    ? [box.west, box.south, box.east, box.north].join(",")
    : undefined;
}

/** The layers that the address names: other pages lead here with the layer that they are about. */
const askedLayers = (): LayerName[] => {
  const asked = new URLSearchParams(place.peek().query).get("layers")?.split(",") ?? [];
  return LAYER_NAMES.filter((name) => asked.includes(name));
};

/** Where the one thing is that was pressed. */
function placeOf({ caches, stations }: App, [one, ...others]: readonly Picked[]): Point | undefined {
  if (!one || others.length > 0) return undefined;
  return one.kind === "cache"
    ? caches.rows.value.find((row) => nameOfCache(row) === one.id)
    : stations.of(one.code)?.value;
}

/** Reads the stations and listens for packets while their layer is shown. */
function useStations(wanted: boolean): void {
  const { stations, wire } = useApp();
  useEffect(() => {
    if (!wanted) return;
    void stations.refresh();
    return wire.want({ maxAgeS: SHOWN_S });
  }, [wanted]);
}

/** In place of a big map that cannot be drawn: the small one, which needs no library. */
function Standin() {
  const { caches } = useApp();
  return (
    <>
      <NoMap />
      <SmallMap
        points={caches.sorted.value.slice(0, ON_SMALL).map((row) => ({ ...row, mark: caches.mark(row) }))}
        here={caches.here.value}
        label={say("nearby.map")}
      />
    </>
  );
}
