/** The pictures of the big map, drawn in the colours of the present look. */
import { CACHE_SHAPES, CACHE_STATES, cachePath, type CacheState, SIGNS, SIZE } from "./caches.ts";
import { STATION_SHAPES, stationPath } from "./stations.ts";

/** The names of the style's tokens that are drawn with. */
const MEANINGS = [
  ...["ink", "paper", "sunk", "soft", "line", "go", "go-ink", "bad", "air"] as const,
  ...["m-land", "m-water"] as const,
] as const;
/** The colours of the look, by the names of the style's tokens. */
export type Colours = Readonly<Record<typeof MEANINGS[number], string>>;

/** The colours that hold for an element. */
export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  return Object.fromEntries(
    MEANINGS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
  ) as Colours;
}

/** Pixels of a picture for each pixel of the page, so that it is sharp on phones too. */
export const SHARP = 2;
/** Room around a shape for its outline, in the shape's units. */
const EDGE = 3;

/** All pictures, each with its name. */
export function* icons(colours: Colours): Generator<[string, ImageData]> {
  for (const shape of CACHE_SHAPES) {
    for (const state of CACHE_STATES) {
      yield [`cache-${shape}-${state}`, cacheIcon(cachePath(shape), state, colours)];
    }
  }
  for (const shape of STATION_SHAPES) {
    yield [
      `station-${shape}`,
      drawn((pen) => {
        const outline = new Path2D(stationPath(shape));
        pen.lineWidth = EDGE * 1.5;
        pen.strokeStyle = colours.paper;
        pen.stroke(outline);
        pen.fillStyle = colours.ink;
        pen.fill(outline, "evenodd");
      }),
    ];
  }
  yield [
    "town",
    drawn((pen) => {
      pen.fillStyle = colours.soft;
      pen.fill(new Path2D("M12 9a3 3 0 1 0 .1 0Z"));
    }),
  ];
  yield [
    "heading",
    drawn((pen) => {
      const outline = new Path2D("M12-2 15.5 4h-7Z");
      pen.fillStyle = colours.bad;
      pen.fill(outline);
    }),
  ];
}

function cacheIcon(path: string, state: CacheState, colours: Colours): ImageData {
  return drawn((pen) => {
    const outline = new Path2D(path);
    pen.lineWidth = EDGE + 2;
    pen.strokeStyle = colours.paper;
    pen.stroke(outline);
    pen.fillStyle = state === "found" ? colours.go : colours.paper;
    pen.fill(outline);
    pen.lineWidth = 2.5;
    pen.strokeStyle = state === "disabled" ? colours.soft : state === "pending" ? colours.air : colours.go;
    pen.stroke(outline);
    if (state === "open") {
      pen.fillStyle = colours.go;
      pen.fill(new Path2D(SIGNS.open));
      return;
    }
    pen.strokeStyle = state === "found"
      ? colours["go-ink"]
      : state === "pending"
      ? colours.air
      : colours.soft;
    pen.stroke(new Path2D(SIGNS[state]));
  });
}

function drawn(draw: (pen: CanvasRenderingContext2D) => void): ImageData {
  const side = (SIZE + 2 * EDGE) * SHARP;
  return pixelsOf(side, side, (pen) => {
    pen.scale(SHARP, SHARP);
    pen.translate(EDGE, EDGE);
    pen.lineJoin = pen.lineCap = "round";
    draw(pen);
  });
}

/** The pixels of what `draw` draws on an empty canvas of this size. */
export function pixelsOf(
  width: number,
  height: number,
  draw: (pen: CanvasRenderingContext2D) => void,
): ImageData {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d")!;
  draw(pen);
  return pen.getImageData(0, 0, width, height);
}
