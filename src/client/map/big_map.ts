/**
 * The big map. This file imports the map library, so it is loaded only where a big map is shown. The map moves by itself
 * (to the caches, to a page's place) until somebody has touched it, and never after that.
 */
import { signal } from "@preact/signals";
import { type GeoJSONSource, Map as LibraryMap, setWorkerUrl } from "maplibre-gl";
import type { Point } from "../ui/places/arrow.ts";
import { assets } from "../phone/assets.ts";
import { language, say } from "../ui/say.ts";
import { type Archive, archiveBase, namedBy } from "./regional/archive.ts";
import { collection, type Feature, type Features } from "./features.ts";
import type { Reading } from "../phone/position/reading.ts";
import { InSight } from "./canvas/in_sight.ts";
import type { CompassOver } from "./own/compass_over.ts";
import { ownFeatures, zoomFor } from "./own/own_features.ts";
import { Ground } from "./ground.ts";
import { coloursOf, icons, SHARP } from "../marks/icons.ts";
import { StationsOver } from "./stations/over.ts";
import { drawings } from "./regional/drawings.ts";
import { ABOVE_NAMES, type LayerName, LAYERS, type SourceName, styleOf } from "./style.ts";
import type { View } from "../ui/places/view.ts";
import type { World } from "../ui/places/world_shapes.ts";

/** A thing on the map that somebody pressed. */
export interface Picked {
  kind: string;
  id: string;
  code: string;
  /** What is known of it as JSON, where no list of the phone has it. */
  said?: string;
  /** When it was heard, unix seconds. */
  at?: number;
  /** What it is drawn as, an APRS symbol, where no list of the phone has it. */
  symbol?: string;
}

/** What the map is made with, and whom it tells what happens. */
export interface BigMapParts {
  container: HTMLElement;
  view: Omit<View, "bounds">;
  archive?: Archive | undefined;
  /** The look in force: in the sun and at night some things have shapes of their own. */
  look: string;
  /** Fetches a file of the app's build; gives `undefined` where that fails. */
  file(path: string): Promise<Uint8Array | undefined>;
  /** Called when a movement of the map has ended. */
  moved(view: View): void;
  /** Called with the towns in view, the largest first. */
  towns(names: readonly string[]): void;
  /** Called when somebody pressed a spot, with the things there and where they are; `byKey`: with the keyboard. */
  picked(things: Picked[], at: Point, byKey: boolean): void;
  /** Called when somebody moved the map: from then on it does not move by itself. */
  touched(): void;
}

/** Things within so many pixels of a press count as being at one spot. */
const FINGER = 18;
/** A cluster of at most so many things is listed when it is pressed; for a larger one the map zooms in. */
const HEAP = 30;
/** From this zoom on, zooming in does not part a cluster any more. */
const NEAREST = 16;
/** Milliseconds in which a group opens. */
const OPENS_MS = 300;
const PICKABLE = ["caches", "mine", "mesh", "tak", "spots", "objects", "clusters"];
/** Squares of coarse places: pressed where nothing else lies at that spot. */
const SQUARES = ["cell-areas"];

/** The map in its element; pages change it through these methods alone. */
export class BigMap {
  readonly #map: LibraryMap;
  readonly #ready: Promise<void>;
  readonly #parts: BigMapParts;
  readonly #ground: Ground;
  /** Loaded with the first way that it shows. */
  #compass: Promise<CompassOver | undefined> | undefined;
  #measure: ((at: Point) => void) | undefined;
  #closed = false;
  #touches = 0;
  /** Coasts and borders around the view, finer than those of the whole world; `undefined` from afar. */
  readonly near = signal<World | undefined>(undefined);
  /** Keeps places in sight, whatever opens over or beside the map. */
  readonly sight: InSight;
  /** Stations change all the time, so they are drawn on a canvas over the map and not by the map library. */
  readonly stations: StationsOver;

  constructor(parts: BigMapParts) {
    this.#parts = parts;
    setWorkerUrl(new URL(assets().mapWorker, location.href).href);
    const { container, archive, file, towns, look, view: { centre, zoom } } = parts;
    const colours = coloursOf(container);
    const base = archiveBase(archive, { colours, look, language: language.peek().code });
    const map = this.#map = new LibraryMap({
      container,
      style: styleOf(colours, base),
      center: [centre.lon, centre.lat],
      zoom,
      maxZoom: 18,
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      fadeDuration: 0,
      localIdeographFontFamily: "sans-serif",
      locale: { "Map.Title": say("map.title") },
    });
    map.touchZoomRotate.disableRotation();
    map.keyboard.disableRotation();
    const pictures = new Map(icons(colours));
    for (const [name, image] of pictures) map.addImage(name, image, { pixelRatio: SHARP });
    if (archive) {
      for (const [name, image, more] of drawings(colours, look)) {
        map.addImage(name, image, { pixelRatio: SHARP, ...more });
      }
    }
    this.sight = new InSight(map, () => this.#touch());
    this.stations = new StationsOver(map, colours, pictures);
    this.#ready = new Promise((resolve) => map.once("load", () => resolve()));
    this.#ground = new Ground({
      file,
      put: (source, data) => this.put(source, data),
      towns,
      shapes: (world) => this.near.value = world,
      named: namedBy(archive),
    });
    void this.#ready.then(() => this.#moved());
    map.once("idle", () => {
      void this.#ground.load();
      // Names come when the ground is there: finding room for them takes longer than drawing it.
      for (const [name, source] of Object.entries(base.later.sources)) map.addSource(name, source);
      for (const layer of base.later.layers) map.addLayer(layer, ABOVE_NAMES);
    });
    map.on("moveend", () => this.#moved());
    map.on("movestart", ({ originalEvent }) => originalEvent && this.#touch());
    map.on("click", ({ point: { x, y }, lngLat: { lng: lon, lat } }) => {
      this.sight.pressed = { lat, lon };
      if (this.#measure) this.#measure({ lat, lon });
      else void this.#pick(x, y, false);
    });
    // With the keyboard one presses what lies in the middle.
    map.getCanvas().addEventListener("keydown", ({ key }) => {
      if (key !== "Enter" || this.#measure) return;
      const { clientWidth, clientHeight } = map.getContainer();
      void this.#pick(clientWidth / 2, clientHeight / 2, true);
    });
    // What cannot be drawn is left out. The list beside the map has it all the same.
    map.on("error", ({ error }) => console.debug(error.message));
  }

  /** Replaces the data of a source. */
  async put(source: SourceName, data: Features): Promise<void> {
    await this.#ready;
    if (this.#closed) return;
    await this.#map.getSource<GeoJSONSource>(source)?.setData(data);
  }

  /** Changes what a source holds; the library knows the features by their ids. */
  async change(source: SourceName, add: Feature[], remove: string[]): Promise<void> {
    await this.#ready;
    if (this.#closed) return;
    await this.#map.getSource<GeoJSONSource>(source)?.updateData({ remove, add });
  }

  /** Draws more over the map once it is there; gives what takes that off again. */
  async over(draw: (map: LibraryMap) => () => void): Promise<() => void> {
    await this.#ready;
    const off = this.#closed ? () => {} : draw(this.#map);
    return () => this.#closed || off();
  }

  async show(layer: LayerName, shown: boolean): Promise<void> {
    await this.#ready;
    if (this.#closed) return;
    if (layer === "stations") this.stations.show(shown);
    for (const id of LAYERS[layer]) this.#map.setLayoutProperty(id, "visibility", shown ? "visible" : "none");
  }

  /** For the ruler: from now on each press calls `add` with its place, and opens nothing. `undefined` ends that. */
  measure(add: ((at: Point) => void) | undefined): void {
    this.#measure = add;
  }

  /** Moves the map because somebody asked for it; that counts as touching it. */
  go({ centre, zoom }: Omit<View, "bounds">): void {
    this.#map.jumpTo({ center: [centre.lon, centre.lat], zoom });
  }
  /** What lies in the middle. */
  get middle(): Point {
    const { lng: lon, lat } = this.#map.getCenter();
    return { lat, lon };
  }
  /** The shorter side of the map, in pixels. */
  get room(): number {
    const { clientWidth, clientHeight } = this.#map.getContainer();
    return Math.min(clientWidth, clientHeight);
  }
  /** How often somebody has moved the map. */
  get touches(): number {
    return this.#touches;
  }
  #touch(): void {
    this.#touches++;
    this.#parts.touched();
  }
  /** Brings the phone's place into the middle because somebody asked for it. */
  centre(reading: Reading): void {
    this.#touch();
    const { lat, lon } = reading;
    this.#map.jumpTo({ center: [lon, lat], zoom: zoomFor(reading, this.#map.getZoom()) });
  }
  /** Draws where the phone is, as in `ownFeatures`; and over the map, where from there `to` lies. */
  own(reading: Reading | undefined, old: boolean, heading: number | undefined, to: Point | undefined): void {
    void this.put("own", collection(reading ? ownFeatures(reading, old, heading) : []));
    const from = old ? undefined : reading;
    if (from && to) {
      this.#compass ??= import("./own/compass_over.ts").then(
        ({ CompassOver }) => new CompassOver(this.#parts.container),
        () => undefined, // the card says the way too
      );
    }
    void this.#compass?.then((compass) => compass?.show(from, to));
  }

  /** Gives the keyboard back to the map. */
  focus(): void {
    this.#map.getCanvas().focus({ preventScroll: true });
  }
  /** Calls `then` whenever the map has become larger or smaller. */
  resized(then: () => void): void {
    this.#map.on("resize", () => !this.#closed && then());
  }
  zoom(by: number): void {
    this.#touch();
    this.#map.jumpTo({ zoom: this.#map.getZoom() + by });
  }

  close(): void {
    this.#closed = true;
    this.stations.close();
    this.#map.remove();
  }

  #moved(): void {
    if (this.#closed) return;
    const bounds = this.#map.getBounds(), { lng: lon, lat } = this.#map.getCenter();
    const view: View = {
      centre: { lat, lon },
      zoom: this.#map.getZoom(),
      bounds: {
        west: bounds.getWest(),
        south: bounds.getSouth(),
        east: bounds.getEast(),
        north: bounds.getNorth(),
      },
    };
    this.#parts.moved(view);
    void this.#ground.moved(view);
  }

  /** Tells what lies at a pressed spot, one thing or several to choose from; at a large cluster it zooms in. */
  async #pick(x: number, y: number, byKey: boolean): Promise<void> {
    const drawn = (around: number, layers: readonly string[]) =>
      this.#map.queryRenderedFeatures(
        [[x - around, y - around], [x + around, y + around]],
        { layers: layers.filter((id) => this.#map.getLayer(id)) },
      );
    const found = drawn(FINGER, PICKABLE);
    const things: Picked[] = [];
    for (const feature of found) {
      const { point_count: count, cluster_id: cluster } = feature.properties;
      if (count === undefined) things.push(thingOf(feature.properties));
      else {
        const source = this.#map.getSource<GeoJSONSource>("caches")!;
        const leaves = await source.getClusterLeaves(cluster, HEAP, 0) as unknown as Spot[];
        if (count > HEAP || areApart(leaves)) {
          // A group opens. What lies on one spot never would: that is listed.
          const zoom = await source.getClusterExpansionZoom(cluster);
          const { coordinates: center } = (feature as unknown as Spot).geometry;
          this.#touch();
          this.#map.easeTo({ center, zoom: Math.max(zoom, this.#map.getZoom() + 1), duration: OPENS_MS });
          return;
        }
        things.push(...leaves.map(({ properties }) => thingOf(properties)));
      }
    }
    const stations = this.stations.at(x, y, FINGER).map((call) => ({
      kind: "station",
      id: call,
      code: call,
    }));
    things.push(...stations);
    if (things.length === 0) things.push(...drawn(0, SQUARES).map(({ properties }) => thingOf(properties)));
    if (things.length > HEAP && this.#map.getZoom() < NEAREST) {
      const { lng: lon, lat } = this.#map.unproject([x, y]);
      this.go({ centre: { lat, lon }, zoom: this.#map.getZoom() + 2 });
      return this.#touch();
    }
    const once = new Map(things.map((thing) => [`${thing.kind} ${thing.id}`, thing]));
    const at = this.#map.unproject([x, y]);
    this.#parts.picked([...once.values()], { lat: at.lat, lon: at.lng }, byKey);
  }
}

interface Spot {
  properties: Record<string, unknown>;
  geometry: { coordinates: [number, number] };
}
/** Degrees by which two things are apart at least, so that zooming in parts them. */
const APART = 0.0003;
const areApart = ([first, ...others]: readonly Spot[]): boolean =>
  others.some(({ geometry: { coordinates: [lon, lat] } }) =>
    Math.hypot(lon - first!.geometry.coordinates[0], lat - first!.geometry.coordinates[1]) > APART
  );

const thingOf = ({ kind, id, code, said, at, symbol }: Record<string, unknown>): Picked => ({
  kind: String(kind),
  id: String(id),
  code: String(code),
  ...(typeof said === "string" && { said }),
  ...(typeof at === "number" && { at }),
  ...(typeof symbol === "string" && { symbol }),
});

/** Data for a source that shows nothing. */
export const nothing = (): Features => collection([]);
