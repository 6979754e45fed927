/** The page with the big map: it fills the screen, its controls float, and what is pressed or opened comes from below. */
import { type Signal, useSignal } from "@preact/signals";
import { useContext, useEffect, useMemo } from "preact/hooks";
import { SHOWN_S } from "../phone/known/stations.ts";
import { useUncovered } from "./uncover.ts";
import type { Point } from "../ui/places/arrow.ts";
import { type App, useApp } from "../phone/app.ts";
import { Boundary } from "../phone/boundary.tsx";
import { recall } from "../phone/choices.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { Chip, Chips } from "../ui/look/choose.tsx";
import { Round, RoundGroup } from "../ui/look/round.tsx";
import { Heading } from "../ui/parts.tsx";
import { nameOfCache } from "../phone/known/in_parts.ts";
import { sameCode } from "../phone/known/same_code.ts";
import { wideParts } from "../panes/list_panes.ts";
import { Beside } from "../ui/list_context.ts";
import { place } from "../pages/router.ts";
import { usePart } from "../ui/use_part.ts";
import { say } from "../ui/say.ts";
import { boxOf, type Length, squareAt } from "../ui/places/squares.ts";
import type { BigMap, Picked } from "./big_map.ts";
import { useFiltered } from "./full/filtered.ts";
import { lengthOf } from "./full/square_length.ts";
import { LAYERS_KEY, turnLayer, useShownAlone } from "./over/layers_kept.ts";
import { MapCanvas } from "./canvas/lazy_canvas.tsx";
import { Overlays } from "./layers/overlays.ts";
import { ownPlaceFeatures } from "./own/own_features.ts";
import { useOwnPlaces } from "./own/own_places.ts";
import { WhereIAm } from "./own/where_i_am.tsx";
import { LAYER_NAMES, type LayerName } from "./style.ts";
import { askedBox, type View } from "../ui/places/view.ts";

/** How many towns are named beside the list. */
const TOWNS = 12;
/** What is shown where nobody has chosen layers. */
const USUAL: readonly LayerName[] = ["caches", "stations", "grid"];
/** Layers that can be turned on and off without opening anything. */
const QUICK = [["caches", "box"], ["stations", "radio-tower"], ["mesh", "waypoints"]] as const;

/** What is open over the map; one at a time. */
type Open = "filter" | "layers" | "ruler" | "take" | "list";

export default function MapPage() {
  const app = useApp(), isBeside = useContext(Beside);
  const overlays = useMemo(() => new Overlays(app.reader), []);
  const view = useSignal<View | undefined>(undefined), map = useSignal<BigMap | undefined>(undefined);
  const missing = useSignal(false), open = useSignal<Open | undefined>(undefined);
  const layers = useSignal<ReadonlySet<LayerName>>(
    new Set([...(recall<LayerName[]>(LAYERS_KEY) ?? USUAL), ...askedLayers()]),
  );
  const picked = useSignal<readonly Picked[]>([]), towns = useSignal<readonly string[]>([]);
  const writing = useSignal<string | undefined>(undefined), points = useSignal<readonly Point[]>([]);
  const chosen = useSignal<Length | undefined>(undefined), filtered = useFiltered();
  const messages = usePart(() => import("../talk/messages/message_panel.tsx"), writing.value !== undefined);
  const [one] = picked.value, mine = useOwnPlaces(one?.kind === "cache" ? one.code : undefined);
  const places = JSON.stringify(mine);
  useEffect(() => {
    const rowOf = (code: string) => app.caches.rows.peek().find((row) => sameCode(row.code, code));
    void map.value?.put("mine", ownPlaceFeatures(mine, rowOf));
  }, [map.value, places, app.caches.rows.value.length]);
  useUncovered(map.value, writing.value);
  useEffect(() => void app.caches.refresh(), []);
  // Where there is no big map, the list says what it would show.
  useEffect(() => {
    if (missing.value) open.value ??= "list";
  }, [missing.value]);
  useStations(layers.value.has("stations"));
  useShownAlone(layers, picked);
  useAsked(app, overlays, layers, view);
  const turn = (which: Open) => {
    open.value = open.peek() === which ? undefined : which;
    chosen.value = undefined;
  };
  const square = open.value === "take" && view.value
    ? squareAt(view.value.centre, lengthOf(view.value, chosen.value))
    : undefined;
  const outline = useMemo(() => square ? boxOf(square) : undefined, [square]);
  const opened = usePart(
    () => import("./full/opened.tsx"),
    open.value !== undefined || picked.value.length > 0,
  );
  return (
    <div class="map-full">
      <div class="unseen">
        <Heading>{say("page.map")}</Heading>
      </div>
      <div class="map-with">
        {missing.value ? opened && <opened.Standin of={filtered.rows.value} /> : (
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
              picked={picked}
              rows={filtered.rows}
            />
          </Boundary>
        )}
        {writing.value && messages && (
          <messages.MessagePanel
            call={writing.value}
            close={() => writing.value = undefined}
          />
        )}
      </div>
      <div class="map-chips">
        <Chips label={say("map.layers.which")}>
          <Chip
            on={filtered.count > 0}
            n={filtered.count || undefined}
            opens={open.value === "filter"}
            onClick={() => turn("filter")}
          >
            <Icon name="sliders-horizontal" />
            {say("nearby.filter")}
          </Chip>
          {QUICK.map(([name, icon]) => (
            <Chip
              key={name}
              on={layers.value.has(name)}
              onClick={() => turnLayer(layers, name, !layers.value.has(name))}
            >
              <Icon name={icon} />
              {say(`map.quick.${name}`)}
            </Chip>
          ))}
          <Chip on={open.value === "list"} opens={open.value === "list"} onClick={() => turn("list")}>
            <Icon name="list" />
            {say("map.list")}
          </Chip>
        </Chips>
      </div>
      <div class="map-side">
        <RoundGroup label={say("map.tools")}>
          <Round icon="layers" aria-expanded={open.value === "layers"} onClick={() => turn("layers")}>
            {say("map.layers")}
          </Round>
          {!missing.value && (
            <>
              <Round icon="ruler" aria-expanded={open.value === "ruler"} onClick={() => turn("ruler")}>
                {say("map.ruler")}
              </Round>
              <Round
                icon="square-dashed-mouse-pointer"
                aria-expanded={open.value === "take"}
                onClick={() => turn("take")}
              >
                {say("map.take")}
              </Round>
            </>
          )}
        </RoundGroup>
        {!missing.value && (
          <RoundGroup label={say("page.map")}>
            <WhereIAm map={map.value} to={placeOf(app, picked.value)} />
            <Round icon="plus" onClick={() => map.value?.zoom(1)}>{say("map.closer")}</Round>
            <Round icon="minus" onClick={() => map.value?.zoom(-1)}>{say("map.wider")}</Round>
          </RoundGroup>
        )}
      </div>
      {layers.value.has("caches") && app.caches.cutAt.value !== undefined && (
        <p role="status" class="map-note">{say("map.cut", { n: app.caches.cutAt.value })}</p>
      )}
      <section
        class="map-picked"
        aria-live="polite"
        onClickCapture={({ target }) => {
          // What is opened stands beside the map, which becomes narrower.
          const isOpened = (target as Element).closest("a[href]") && wideParts.peek() && !isBeside;
          if (isOpened) map.peek()?.sight.keepPressed();
        }}
      >
        {picked.value.length > 0 && open.value === undefined && (
          <>
            <Round icon="x" onClick={() => picked.value = []}>{say("live.message.close")}</Round>
            {opened && <opened.ThingLinks things={picked.value} write={(call) => writing.value = call} />}
          </>
        )}
      </section>
      {open.value && opened && (
        <opened.MapSheet
          key={open.value}
          title={say(TITLES[open.value])}
          close={() => open.value = undefined}
        >
          {open.value === "filter" && (
            <>
              <opened.FilterPanel
                filters={filtered.filters}
                set={filtered.set}
                map
                middle={view.value?.centre}
              />
              <p role="status" class="soft">
                {filtered.rows.value.length === 0
                  ? say("nearby.nofit")
                  : say("nearby.count", { n: filtered.rows.value.length })}
              </p>
            </>
          )}
          {open.value === "layers" && (
            <opened.Layers
              layers={layers}
              spots={overlays.spotsEnabled.value}
              tak={overlays.takShown.value}
              view={view.value}
            />
          )}
          {open.value === "ruler" && (
            <opened.Ruler points={points} map={map.value} middle={view.value?.centre} />
          )}
          {open.value === "take" && <opened.TakeSquare view={view} chosen={chosen} />}
          {open.value === "list" && (
            <>
              {towns.value.length > 0 && (
                <p class="soft">{say("map.towns", { names: towns.value.slice(0, TOWNS).join(", ") })}</p>
              )}
              <opened.InView
                view={view.value}
                layers={layers.value}
                of={filtered.rows.value}
                wider={missing.value ? undefined : () => map.value?.zoom(-2)}
              />
            </>
          )}
        </opened.MapSheet>
      )}
    </div>
  );
}
const TITLES = {
  filter: "nearby.filter",
  layers: "map.layers",
  ruler: "map.ruler",
  take: "map.take",
  list: "map.list",
} as const;

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

/** Reads what the layers show in the part of the world that is looked at. */
function useAsked(
  app: App,
  overlays: Overlays,
  layers: Signal<ReadonlySet<LayerName>>,
  view: Signal<View | undefined>,
): void {
  const box = view.value && askedBox(view.value.bounds), asked = JSON.stringify(box);
  const isPart = app.caches.isPart.value;
  useEffect(() => {
    if (layers.value.has("caches") && view.value) void app.caches.look(box);
  }, [layers.value, asked, isPart]);
  useEffect(() => () => app.caches.leave(), []);
  useEffect(() => {
    if (layers.value.has("mesh")) void overlays.read("mesh", box);
    if (layers.value.has("coverage")) void overlays.read("coverage", box);
    if (layers.value.has("spots")) void overlays.read("spots");
    if (layers.value.has("tak")) void overlays.read("tak");
  }, [layers.value, asked]);
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
