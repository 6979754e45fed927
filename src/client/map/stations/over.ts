/**
 * The stations over the big map. For each change the map library would make its tiles anew and place every mark again: with
 * two thousand stations that takes most of a second. So stations have a canvas of their own, and packets cost the map nothing.
 */
import type { GeoJSONSource, Map as LibraryMap } from "maplibre-gl";
import type { Heard } from "../../phone/known/heard.ts";
import type { Colours } from "../../marks/icons.ts";
import { STATION_SHAPES } from "../../marks/stations.ts";
import { StationCanvas } from "./canvas.ts";
import { clearingsOf, type Drawn } from "./clearings.ts";
import { type Covered, named } from "./labels.ts";
import { type Screen, spotOf, StationMarks } from "./marks.ts";
import { Rooms } from "./rooms.ts";

/** From this zoom on stations show their calls. */
const NAMED = 8;
/** Width of the world at zoom 0, in pixels. */
const WORLD = 512;

/** The canvas on the map: it follows the map's movements. */
export class StationsOver {
  readonly #map: LibraryMap;
  readonly #canvas: StationCanvas;
  readonly #marks = new StationMarks();
  readonly #rooms: Rooms;
  #shown = true;
  #covered: readonly Covered[] = [];

  /** `pictures`: every picture of the map by its name. */
  constructor(map: LibraryMap, colours: Colours, pictures: ReadonlyMap<string, ImageData>) {
    this.#map = map;
    const icons = [...STATION_SHAPES.map((shape) => `station-${shape}`), "heading"];
    this.#canvas = new StationCanvas(colours, icons.map((name) => pictures.get(name)!));
    this.#rooms = new Rooms((data) => void map.getSource<GeoJSONSource>("rooms")?.setData(data));
    map.getContainer().append(this.#canvas.element);
    map.on("render", () => this.#draw());
    map.on("moveend", () => this.#name());
    // Names of caches and towns are placed by then: calls keep clear of them.
    map.on("idle", () => {
      const seen = seenOn(map);
      this.#covered = coveredOn(map, seen);
      this.#canvas.keepClear(clearingsOf(seen));
      this.#name();
    });
  }

  /** Queues stations that were added, changed or dropped. */
  add(calls: Iterable<string>): void {
    this.#marks.add(calls);
  }

  /** Takes some of the queued stations, and draws all stations at their present age; gives how many still wait. */
  turn(of: (call: string) => Heard | undefined, now: number): number {
    const left = this.#marks.turn(of, now);
    this.#name();
    this.#rooms.keep(this.#shown ? this.#marks.shown : new Map(), this.#canvas.named, this.#screen(), now);
    return left;
  }

  show(shown: boolean): void {
    this.#shown = shown;
    this.#canvas.element.hidden = !shown;
    this.#name();
  }

  /** The calls of the stations within `reach` pixels of a point of the map. */
  at(x: number, y: number, reach: number): string[] {
    return this.#shown ? this.#marks.at({ x, y }, reach, this.#screen()) : [];
  }

  close(): void {
    this.#shown = false;
    this.#canvas.close();
  }

  #screen(): Screen {
    const { lng: lon, lat } = this.#map.getCenter();
    const { clientWidth: width, clientHeight: height } = this.#map.getContainer();
    return { centre: spotOf({ lat, lon }), world: WORLD * 2 ** this.#map.getZoom(), width, height };
  }

  #name(): void {
    const near = this.#shown && this.#map.getZoom() >= NAMED;
    const calls = near ? named(this.#marks.shown, this.#canvas.named, this.#screen(), this.#covered) : [];
    this.#canvas.name(calls, this.#marks);
    this.#draw();
  }

  #draw(): void {
    if (this.#shown) this.#canvas.draw(this.#marks, this.#screen());
  }
}

/** Pixels of a letter and of a line of names, how far below its mark a cache's name stands, and the size of a mark. */
const LETTER = 6.5, LINE = 15, NAME = 26, MARK = 32;
/** Longer names have more lines than one: they are as wide as this. */
const MOST_WIDE = 110;

/** What the library draws of caches and towns, where it drew it. */
const seenOn = (map: LibraryMap): Drawn[] =>
  map.queryRenderedFeatures({ layers: ["caches", "clusters", "towns"].filter((id) => map.getLayer(id)) })
    .flatMap(({ layer, properties, geometry }) => {
      if (geometry.type !== "Point") return [];
      const [lon, lat] = geometry.coordinates as [number, number];
      return [{ layer: layer.id, properties, lat, lon }];
    });

/** Where caches and towns are drawn on the map, with their names. */
function coveredOn(map: LibraryMap, seen: readonly Drawn[]): Covered[] {
  if (map.getZoom() < NAMED) return [];
  return seen.flatMap(({ layer, properties, lat, lon }) => {
    const { x, y } = map.project([lon, lat]);
    const name = String(properties.title ?? properties.name ?? "");
    const wide = Math.min(MOST_WIDE, name.length * LETTER),
      high = LINE * Math.ceil(name.length * LETTER / MOST_WIDE);
    if (layer === "towns") return [{ x: x + wide / 2, y, wide: wide + MARK, high: LINE }];
    return [
      { x, y, wide: MARK, high: MARK },
      ...(name ? [{ x, y: y + NAME + high / 2 - LINE / 2, wide, high }] : []),
    ];
  });
}
