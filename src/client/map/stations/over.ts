/**
 * The stations over the big map. The map library makes its tiles anew and places every mark again for each thing that
 * changes, which with two thousand stations takes most of a second; so stations have a canvas of their own, and the map
 * itself rests while packets arrive.
 */
import type { Map as LibraryMap } from "maplibre-gl";
import type { Heard } from "../../live/heard.ts";
import type { Colours } from "../icons.ts";
import { STATION_SHAPES } from "../marks.ts";
import { StationCanvas } from "./canvas.ts";
import { named } from "./labels.ts";
import { type Screen, spotOf, StationMarks } from "./marks.ts";

/** Zoom from which stations bear their calls. */
const NAMED = 8;
/** Pixels that the world is wide at zoom 0. */
const WORLD = 512;

export class StationsOver {
  readonly #map: LibraryMap;
  readonly #canvas: StationCanvas;
  readonly #marks = new StationMarks();
  #shown = true;

  /** `pictures`: every picture of the map by its name. */
  constructor(map: LibraryMap, colours: Colours, pictures: ReadonlyMap<string, ImageData>) {
    this.#map = map;
    const icons = [...STATION_SHAPES.map((shape) => `station-${shape}`), "heading"];
    this.#canvas = new StationCanvas(colours, icons.map((name) => pictures.get(name)!));
    map.getContainer().append(this.#canvas.element);
    map.on("render", () => this.#draw());
    map.on("moveend", () => this.#name());
  }

  /** News of these stations. */
  add(calls: Iterable<string>): void {
    this.#marks.add(calls);
  }

  /** Draws some of the news, and all stations as old as they are; tells how many still wait. */
  turn(of: (call: string) => Heard | undefined, now: number): number {
    const left = this.#marks.turn(of, now);
    this.#name();
    return left;
  }

  show(shown: boolean): void {
    this.#shown = shown;
    this.#canvas.element.hidden = !shown;
    this.#name();
  }

  /** Calls of the stations that a finger at these pixels means. */
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
    const calls = near ? named(this.#marks.shown, this.#canvas.named, this.#screen()) : [];
    this.#canvas.name(calls, this.#marks);
    this.#draw();
  }

  #draw(): void {
    if (this.#shown) this.#canvas.draw(this.#marks, this.#screen());
  }
}
