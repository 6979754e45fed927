/** The pictures of the big map, drawn in the colours of the present look. */
import { KINDS } from "../ui/look/kinds.ts";
import { CACHE_STATES, type CacheState, INNER, kindPath, SIGN_AT, SIGN_R, SIGNS, SIZE } from "./caches.ts";
import { isReceiver, STATION_SHAPES, stationPath } from "./stations.ts";

/** The names of the style's tokens that are drawn with. */
const MEANINGS = [
  ...[
    "ink",
    "paper",
    "card",
    "sunk",
    "soft",
    "line",
    "rim",
    "go",
    "go-ink",
    "go-text",
    "pin",
    "bad",
    "air",
    "arc",
  ] as const,
  ...[
    "m-land",
    "m-town",
    "m-wood",
    "m-water",
    "m-road",
    "m-road-edge",
    "m-border",
    "m-grid",
    "m-label",
  ] as const,
  ...["m-meadow", "m-rock", "m-ice", "m-sand", "m-way", "m-mark", "m-rock-mark"] as const,
  ...["m-house", "m-house-edge", "m-main", "m-main-edge", "m-path", "m-cycle", "m-rail"] as const,
  ...["m-sea", "k-ink", "k-traditional", "k-multi", "k-mystery", "k-letterbox", "k-virtual"] as const,
  ...["k-earth", "k-audio", "k-living"] as const,
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
/** Room around a mark for its edge and its sign, in the mark's units. */
const EDGE = 4;
/** The hatching of towns: the side of its square in pixels. */
const HATCH = 8;

/** Room around a station or a group, and below a station for its call; in pixels. */
const ROOMS = [["room", 36, 36], ["room-call", 84, 16]] as const;

/** All pictures, each with its name. */
export function* icons(colours: Colours): Generator<[string, ImageData]> {
  for (const kind of KINDS) {
    for (const state of CACHE_STATES) {
      const hue = colours[`k-${kind}`];
      yield [`cache-${kind}-${state}`, cacheIcon(kindPath(kind), hue, state, colours)];
    }
  }
  for (const shape of STATION_SHAPES) {
    yield [`station-${shape}`, drawn((pen) => stationOn(pen, shape, colours))];
  }
  yield [
    "town",
    drawn((pen) => {
      pen.fillStyle = colours["m-label"];
      pen.fill(new Path2D("M12 9.5a2.5 2.5 0 1 0 .1 0Z"));
    }),
  ];
  // A place of one's own: a pin whose point is the place.
  yield [
    "mine",
    pixelsOf(20 * SHARP, 26 * SHARP, (pen) => {
      pen.scale(SHARP, SHARP);
      pen.lineJoin = "round";
      pen.lineWidth = 2;
      pen.strokeStyle = colours.card;
      pen.fillStyle = colours.pin;
      const pin = new Path2D(
        "M10 25C5 18 2 14 2 9.5a8 8 0 0 1 16 0C18 14 15 18 10 25ZM10 6.5a3 3 0 1 0 .01 0Z",
      );
      pen.stroke(pin);
      pen.fill(pin, "evenodd");
    }),
  ];
  yield [
    "heading",
    drawn((pen) => {
      const outline = new Path2D("M12-3.500 16 3.500h-8Z");
      pen.fillStyle = colours.pin;
      pen.fill(outline);
    }),
  ];
  // Room for what the library does not know of: names keep away from it, and nothing is seen.
  for (const [name, width, height] of ROOMS) yield [name, pixelsOf(width * SHARP, height * SHARP, () => {})];
  yield [
    "hatch",
    pixelsOf(HATCH * SHARP, HATCH * SHARP, (pen) => {
      pen.fillStyle = colours["m-town"];
      pen.fillRect(0, 0, HATCH * SHARP, HATCH * SHARP);
      pen.scale(SHARP, SHARP);
      pen.globalAlpha = 0.5;
      pen.strokeStyle = colours["m-grid"];
      pen.lineWidth = 0.8;
      // Its corners too, so that the lines go on in the next square.
      pen.stroke(
        new Path2D(`M0 ${HATCH}L${HATCH} 0M-1 1L1 -1M${HATCH - 1} ${HATCH + 1}L${HATCH + 1} ${HATCH - 1}`),
      );
    }),
  ];
}

/** What is moved about stands in a square, what stands still and hears is a dark disc. */
function stationOn(pen: CanvasRenderingContext2D, shape: typeof STATION_SHAPES[number], colours: Colours) {
  const receives = isReceiver(shape), room = new Path2D();
  if (receives) room.arc(SIZE / 2, SIZE / 2, SIZE / 2, 0, 2 * Math.PI);
  else room.roundRect(0, 0, SIZE, SIZE, 8);
  pen.fillStyle = receives ? colours.ink : colours.card;
  pen.fill(room);
  pen.lineWidth = receives ? 2 : 1.5;
  pen.strokeStyle = receives ? colours.card : colours.rim;
  pen.stroke(room);
  inner(pen, 0.66, () => {
    pen.fillStyle = receives ? colours.card : colours.ink;
    pen.fill(new Path2D(stationPath(shape)), "evenodd");
  });
}

/** Draws in the middle of the mark, so much smaller. */
function inner(pen: CanvasRenderingContext2D, part: number, draw: () => void): void {
  pen.save();
  pen.translate(SIZE * (1 - part) / 2, SIZE * (1 - part) / 2);
  pen.scale(part, part);
  draw();
  pen.restore();
}

function cacheIcon(path: string, hue: string, state: CacheState, colours: Colours): ImageData {
  const off = state === "disabled", sign = SIGNS[state];
  return drawn((pen) => {
    const disc = new Path2D();
    disc.arc(SIZE / 2, SIZE / 2, SIZE / 2, 0, 2 * Math.PI);
    pen.fillStyle = off ? colours.card : hue;
    pen.fill(disc);
    pen.lineWidth = 2;
    pen.strokeStyle = off ? colours.rim : colours.card;
    if (off) pen.setLineDash([3, 2.5]);
    pen.stroke(disc);
    pen.setLineDash([]);
    inner(pen, INNER, () => {
      pen.lineWidth = 2.6;
      pen.strokeStyle = off ? colours.soft : colours["k-ink"];
      pen.stroke(new Path2D(path));
    });
    if (!sign) return;
    const at = new Path2D(), tint = state === "found" ? colours.go : colours.air;
    at.arc(SIGN_AT, SIGN_AT, SIGN_R, 0, 2 * Math.PI);
    pen.fillStyle = colours.card;
    pen.fill(at);
    pen.lineWidth = 1.5;
    pen.strokeStyle = tint;
    pen.stroke(at);
    pen.translate(SIGN_AT - SIGN_R * 2 / 3, SIGN_AT - SIGN_R * 2 / 3);
    pen.scale(SIGN_R / 18, SIGN_R / 18);
    pen.lineWidth = 4;
    pen.stroke(new Path2D(sign));
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
