/** The big map in a page: loads the library, and gives the map every change of the app's data. */
import type { Archive } from "../regional/archive.ts";
import { archiveOf } from "../regional/regional.ts";
import { effect, type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Point } from "../../ui/places/arrow.ts";
import { type App, useApp } from "../../phone/app.ts";
import { assets, loadStyle } from "../../phone/assets.ts";
import { recall, remember } from "../../phone/choices.ts";
import { Moment } from "../../ui/parts.tsx";
import { language } from "../../ui/say.ts";
import type { BigMap, Picked } from "../big_map.ts";
import { BigScale } from "../over/scale_bar.tsx";
import { overMap } from "../../phone/known/from_tools.ts";
import type { CacheRow } from "../../phone/known/caches.ts";
import { useFan } from "../full/fan/use_fan.tsx";
import { CachesDrawn } from "./caches_drawn.ts";
import {
  boxFeature,
  collection,
  lineFeatures,
  nameFeatures,
  rulerFeatures,
  seaFeatures,
} from "../features.ts";
import type { Overlays } from "../layers/overlays.ts";
import { gridFeatures, ringFeatures, ringPlace } from "../texture_features.ts";
import { LAYER_NAMES, type LayerName } from "../style.ts";
import { hasWebGl } from "./web_gl.ts";
import { type View, viewOf, viewOfBox, whereMostAre } from "../../ui/places/view.ts";
import type { Bounds } from "../../ui/places/world_shapes.ts";

/** Stations are drawn anew after so many milliseconds; after the second number where more changed than one turn takes. */
const DRAW_MS = 2000, NEXT_MS = 50;
const PATIENCE_MS = 2000;
/** Where a place is known, a map begins with so many of the nearest caches. */
const NEAREST = 10;
const VIEW = "map.view";
const WORLD: Omit<View, "bounds"> = { centre: { lat: 25, lon: 10 }, zoom: 0.5 };

export interface MapCanvasProps {
  /** What further layers show; a map of stations alone has none. */
  overlays?: Overlays;
  layers: ReadonlySet<LayerName>;
  /** Set to the view whenever the map has moved. */
  view: Signal<View | undefined>;
  /** Set to the names of the towns in view, the largest first. */
  towns?: Signal<readonly string[]>;
  /** Set to the map while there is one, for buttons beside it. */
  map: Signal<BigMap | undefined>;
  /** Set to true where this browser cannot draw the map. */
  missing: Signal<boolean>;
  /** Where a map begins that nobody has moved: at the caches or at the stations. */
  about?: "caches" | "stations";
  /** A box to outline. */
  square?: Bounds | undefined;
  /** The points of a ruler. */
  ruler?: readonly Point[] | undefined;
  /** Set to the things that were pressed; who shows them empties it when that is closed. */
  picked: Signal<readonly Picked[]>;
  /** The caches that are drawn: all, unless told. */
  rows?: ReadonlySignal<readonly CacheRow[]>;
}

export function MapCanvas(
  { overlays, layers, view, towns, map, missing, about = "caches", square, ruler, picked, rows }:
    MapCanvasProps,
) {
  const app = useApp();
  const box = useRef<HTMLDivElement>(null);
  const look = useLook();
  const credit = useSignal("");
  const fanned = useFan(map.value, picked, box);
  // What shows no caches draws none.
  const cached = useSignal(layers.has("caches"));
  cached.value = layers.has("caches");
  useEffect(() => {
    if (!hasWebGl()) {
      missing.value = true;
      return;
    }
    let made: BigMap | undefined, gone = false;
    let stop = () => {};
    const open = async () => {
      // The map does not wait long for a slow gateway: without the archive it draws the built-in ground.
      const patience = new Promise<undefined>((resolve) =>
        app.world.later(() => resolve(undefined), PATIENCE_MS)
      );
      // Its colours stand in a sheet of their own, also where another page has it beside it.
      const [{ BigMap }] = await Promise.all([import("../big_map.ts"), loadStyle(assets().ownStyles.map)]);
      const archive = await Promise.race([archiveOf(app), patience]);
      // The page may have been left meanwhile: a map made now would be closed by nobody.
      if (gone) return;
      credit.value = archive?.attribution ?? "";
      const touched = { yet: false };
      const known = view.peek() ?? recall<Omit<View, "bounds">>(VIEW);
      // The map may tell that it has become smaller when it is already out of the page.
      const begins = () => box.current ? startOf(app, about, box.current) : undefined;
      made = new BigMap({
        container: box.current!,
        // A fresh instance that has a map opens on it.
        view: known ?? begins() ?? areaOf(archive, box.current!) ?? WORLD,
        archive,
        look,
        file: (path) => app.gateway.file(path),
        towns: (names) => towns && (towns.value = names),
        picked: (things, at, byKey) => {
          fanned.open(things, at, byKey);
          picked.value = things;
        },
        touched: () => touched.yet = true,
        moved: (now) => {
          view.value = now;
          if (touched.yet) remember(VIEW, { centre: now.centre, zoom: now.zoom });
        },
      });
      stop = keepInStep(
        app,
        overlays,
        made,
        view,
        cached,
        rows ?? app.caches.rows,
        about,
        () => known === undefined && !touched.yet ? begins() : undefined,
        archive !== undefined,
      );
      map.value = made;
    };
    open().catch((error) => {
      console.error(error);
      if (!gone) missing.value = true;
    });
    return () => {
      gone = true;
      map.value = undefined;
      stop();
      made?.close();
    };
  }, [look, language.value.code]);
  useEffect(() => {
    for (const name of LAYER_NAMES) void map.value?.show(name, layers.has(name));
  }, [map.value, layers]);
  useEffect(() => {
    const drawn = [...(square ? [boxFeature(square)] : []), ...rulerFeatures(ruler ?? [])];
    void map.value?.put("square", collection(drawn));
  }, [map.value, square, ruler]);
  return (
    <div class="big-map">
      <div class="big-map-canvas" ref={box} />
      {fanned.drawn}
      <BigScale view={view} />
      {credit.value && <p class="map-credit">{credit.value}</p>}
      {!map.value && <Moment />}
    </div>
  );
}

/** The look in force; when it changes, the map is made anew in its colours. */
function useLook(): string {
  const look = useSignal(document.documentElement.dataset.theme ?? "");
  useEffect(() => {
    const root = document.documentElement;
    const watch = new MutationObserver(() => look.value = root.dataset.theme ?? "");
    watch.observe(root, { attributes: true, attributeFilter: ["data-theme"] });
    return () => watch.disconnect();
  }, []);
  return look.value;
}

/** All of the archive, where there is one. */
function areaOf(archive: Archive | undefined, { clientWidth, clientHeight }: Element) {
  if (!archive) return undefined;
  const { minLon: west, minLat: south, maxLon: east, maxLat: north } = archive.header;
  return viewOfBox({ west, south, east, north }, clientWidth, clientHeight);
}

/** Where a map begins that nobody has moved: where most of the known caches or stations are, else at the instance's region. */
function startOf({ caches, stations, start }: App, about: "caches" | "stations", on: Element) {
  const region = start.peek()?.value.region;
  // Of more caches than one list holds, the list says nothing of where most of them are.
  const rows = about === "stations"
    ? stations.all()
    : caches.isPart.peek() && region
    ? []
    : caches.rows.peek();
  const { clientWidth: width, clientHeight: height } = on;
  const here = about === "caches" ? caches.own.from.peek() : undefined;
  if (here && rows.length > 0) {
    return viewOf([...caches.sorted.peek().slice(0, NEAREST), here], width, height);
  }
  return viewOf(whereMostAre<Point>(rows), width, height) ??
    (region ? viewOfBox(region, width, height) : undefined);
}

/** Gives the map all data of the app, and whenever it changes; gives the function that ends that. */
function keepInStep(
  app: App,
  overlays: Overlays | undefined,
  map: BigMap,
  view: Signal<View | undefined>,
  cached: ReadonlySignal<boolean>,
  rows: ReadonlySignal<readonly CacheRow[]>,
  about: "caches" | "stations",
  begins: () => Omit<View, "bounds"> | undefined,
  isDrawn: boolean,
): () => void {
  const { caches, stations, coast, gateway, world } = app;
  const now = () => gateway.now();
  const drawn = new CachesDrawn(map);
  const begin = () => {
    const start = begins();
    if (start) map.go(start);
  };
  map.resized(begin);
  let next = () => {}, rings: Point | undefined, ended = false, endOverlays = () => {}, hadObjects = false;
  const turn = () => {
    const left = map.stations.turn((call) => stations.of(call)?.peek(), now());
    next = world.later(turn, left > 0 ? NEXT_MS : DRAW_MS);
  };
  map.stations.add(stations.all().map(({ call }) => call));
  turn();
  void coast.want("coarse").then(() => coast.want("fine"));
  const ends = [
    effect(() => {
      const shapes = coast.fine.value ?? coast.coarse.value;
      if (!shapes) return;
      const drawn = map.near.value ?? shapes;
      void map.put("sea", seaFeatures(drawn));
      void map.put("borders", lineFeatures(drawn.borders));
    }),
    effect(() => {
      const shapes = coast.fine.value ?? coast.coarse.value;
      if (shapes) void map.put("names", nameFeatures(shapes.names, language.value.code));
    }),
    effect(() => {
      if (cached.value) void drawn.draw(rows.value, (row) => caches.mark(row));
    }),
    // What a look brings is drawn where one looks: it does not move the map.
    effect(() => {
      const rows = caches.isPart.value ? caches.list.value!.value : caches.rows.value;
      if (about === "caches" && rows.length > 0) begin();
    }),
    effect(() => {
      if (about === "stations" && stations.known.value) begin();
    }),
    effect(() => map.stations.add(stations.changed.value)),
    effect(() => {
      const objects = stations.objects.value;
      if (objects.length === 0 && !hadObjects) return;
      hadObjects = true;
      void import("../layers/overlay_features.ts").then(({ objectFeatures }) => {
        if (!ended) void map.put("objects", objectFeatures(objects, now()));
      });
    }),
    effect(() => {
      if (!overlays?.asked.value) return;
      void import("../layers/overlays_drawn.ts").then(({ drawOverlays }) => {
        if (!ended) endOverlays = drawOverlays(overlays, map, now, world);
      });
    }),
    effect(() => {
      const over = about === "caches" && overMap.value ? map.over(overMap.value.draw) : undefined;
      return () => void over?.then((off) => off());
    }),
    effect(() => {
      if (!view.value) return;
      void map.put("grid", gridFeatures(view.value));
      // An archive knows what lies there: rings stand where nothing is known.
      if (isDrawn) return;
      rings = ringPlace(view.value, caches.own.from.value, rings);
      void map.put("rings", ringFeatures(view.value, rings, map.room));
    }),
  ];
  return () => {
    ended = true;
    endOverlays();
    for (const end of ends) end();
    next();
  };
}
