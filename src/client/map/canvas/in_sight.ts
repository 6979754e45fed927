/** How the big map moves so that a place stays in sight, whatever opens over it or beside it. */
import type { Map as LibraryMap } from "maplibre-gl";
import type { Point } from "../../ui/places/arrow.ts";

/** A place on the screen, or a way on it. */
interface Pixels {
  x: number;
  y: number;
}

/** Pixels by which a place has to be beside a panel, for its whole mark to be seen. */
const BESIDE = 20;

export class InSight {
  readonly #map: LibraryMap;
  readonly #touch: () => void;
  /** What was pressed last. */
  pressed: Point | undefined;

  /** `touch`: told when it moves the map because of what somebody did. */
  constructor(map: LibraryMap, touch: () => void) {
    this.#map = map;
    this.#touch = touch;
  }

  /** Moves sideways until a place is beside a panel that lies over its part of the map; the window's pixels. */
  uncover({ lat, lon }: Point, panel: Pick<DOMRect, "left" | "right" | "top" | "bottom">): void {
    const frame = this.#map.getContainer().getBoundingClientRect();
    const { x } = this.#map.project([lon, lat]);
    // The panel grows with what is said in it: its whole column counts as covered.
    const isOver = panel.top < frame.bottom && panel.bottom > frame.top;
    const left = panel.left - frame.left, right = panel.right - frame.left;
    if (!isOver || x < left - BESIDE || x > right + BESIDE) return;
    const middle = left >= frame.width - right ? left / 2 : (right + frame.width) / 2;
    this.#map.panBy([x - middle, 0], { duration: 0 });
  }
  /** Calls `then` with where a place is on the map in pixels, now and whenever the map moves; gives what ends that. */
  follow({ lat, lon }: Point, then: (spot: Pixels) => void): () => void {
    const tell = () => then(this.#map.project([lon, lat]));
    tell();
    this.#map.on("move", tell);
    return () => this.#map.off("move", tell);
  }
  /** Moves by as many pixels as what stands around a place needs to have room there. */
  makeRoom(
    { lat, lon }: Point,
    moved: (spot: Pixels, size: { width: number; height: number }) => Pixels,
  ): void {
    const { clientWidth: width, clientHeight: height } = this.#map.getContainer();
    const { x, y } = moved(this.#map.project([lon, lat]), { width, height });
    if (x === 0 && y === 0) return;
    this.#touch();
    this.#map.panBy([x, y], { duration: 0 });
  }
  /** The map becomes narrower, since something opens beside it: the spot that was pressed last stays in it. */
  keepPressed(): void {
    this.#touch();
    this.#map.once("resize", () => {
      if (!this.pressed) return;
      const { x } = this.#map.project([this.pressed.lon, this.pressed.lat]);
      const most = this.#map.getContainer().clientWidth - BESIDE;
      this.#map.panBy([Math.max(0, x - most) + Math.min(0, x - BESIDE), 0], { duration: 0 });
    });
  }
}
