/**
 * Where names of the map may not stand because stations are drawn there. The library places names anew with each change, so it is told
 * a few times a minute and not with every packet. Pure but for whom it tells.
 */
import { collection, type Feature, type Features, pointFeature } from "../features.ts";
import { latOf } from "../../ui/places/mercator.ts";
import { type MapStation, pixelOf, type Screen } from "./marks.ts";

/** At least so many seconds lie between two tellings. */
const EVERY_S = 5;
/** So many stations of the screen have room at most. */
const MOST = 200;

/** What keeps names away from the stations on a screen; `calls`: those whose call stands below them. */
export function roomsOf(
  shown: ReadonlyMap<string, MapStation>,
  calls: ReadonlySet<string>,
  screen: Screen,
): Feature[] {
  const seen = [...shown.values()].filter((one) => {
    const { x, y } = pixelOf(screen, one);
    return x >= 0 && y >= 0 && x <= screen.width && y <= screen.height;
  });
  return seen.slice(0, MOST).flatMap((one) => {
    const place = { lat: latOf((0.5 - one.y) * 360), lon: one.x * 360 - 180 };
    const icons = calls.has(one.call) ? ["room", "room-call"] : ["room"];
    return icons.map((icon) => pointFeature(place, { icon }));
  });
}

export class Rooms {
  readonly #tell: (rooms: Features) => void;
  #last = "[]";
  #at = -EVERY_S;

  constructor(tell: (rooms: Features) => void) {
    this.#tell = tell;
  }

  /** `now`: unix seconds. */
  keep(shown: ReadonlyMap<string, MapStation>, calls: Iterable<string>, screen: Screen, now: number): void {
    if (now - this.#at < EVERY_S) return;
    const rooms = roomsOf(shown, new Set(calls), screen), text = JSON.stringify(rooms);
    if (text === this.#last) return;
    this.#last = text;
    this.#at = now;
    this.#tell(collection(rooms));
  }
}
