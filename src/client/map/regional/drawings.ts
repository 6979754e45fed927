/** The small pictures of a regional archive: icons, and textures of the ground, drawn in the colours of the look. */
import { type Colours, pixelsOf, SHARP } from "../../marks/icons.ts";
import { hueOf, type SignName, SIGNS } from "./pois.ts";

type Pen = CanvasRenderingContext2D;
/** A picture, and how the library is to take it. */
type Picture = readonly [name: string, pixels: ImageData, stretch?: Readonly<Record<string, unknown>>];

/** Units of an icon's drawing, pixels of its side and around it. */
const UNITS = 24, SIDE = 17, SMALL = 13, ROOM = 2;

const drawn = (wide: number, high: number, draw: (pen: Pen) => void): ImageData =>
  pixelsOf(wide * SHARP, high * SHARP, (pen) => {
    pen.scale(SHARP, SHARP);
    pen.lineCap = pen.lineJoin = "round";
    draw(pen);
  });

/** An icon with a halo of the land's colour. */
function sign(name: SignName, colours: Colours, isSun: boolean): ImageData {
  const { path, f, box }: { path: string; f?: true; box?: true } = SIGNS[name];
  const side = name === "peak" ? SMALL : SIDE, hue = colours[hueOf(name)], over = colours["m-land"];
  const stroke = (pen: Pen, shape: Path2D, colour: string, width: number) => {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.stroke(shape);
  };
  const fill = (pen: Pen, shape: Path2D) => {
    pen.fillStyle = hue;
    pen.fill(shape);
  };
  return drawn(side + 2 * ROOM, side + 2 * ROOM, (pen) => {
    pen.translate(ROOM, ROOM);
    pen.scale(side / UNITS, side / UNITS);
    const shape = new Path2D(path);
    if (box) {
      const plate = new Path2D();
      plate.roundRect(1.5, 1.5, 21, 21, 5);
      stroke(pen, plate, over, 5);
      fill(pen, plate);
      stroke(pen, shape, over, 2.6);
      return;
    }
    stroke(pen, shape, over, f ? 5 : 6.5);
    if (f) fill(pen, shape);
    else stroke(pen, shape, hue, isSun ? 2.8 : 2.3);
  });
}

interface Texture {
  name: string;
  side: number;
  hue: "m-mark" | "m-rock-mark" | "m-sea";
  /** How strong; and how wide its lines are. */
  alpha?: number;
  wide?: number;
  /** Where marks stand, and which of the shapes each is. */
  marks: readonly (readonly [x: number, y: number, shape?: number])[];
  shapes: readonly string[];
}

/** Tiles do not tell leafy woods from firs, so both stand together: an open crown, a small peak. */
const TEXTURES: readonly Texture[] = [
  {
    ...{ name: "wood", side: 64, hue: "m-mark" },
    shapes: ["M-2.6 2.2a2.6 2.6 0 1 1 5.2 0M0 2.2v1.6", "M-2.2 2.4 0-2.8 2.2 2.4M0 2.4v1.4"],
    marks: [[7, 9], [25, 20, 1], [45, 6], [57, 26, 1], [14, 37, 1], [36, 42], [54, 51], [21, 57], [5, 59, 1]],
  },
  {
    ...{ name: "scrub", side: 48, hue: "m-mark", shapes: ["M-1.6 1a1.6 1.6 0 1 1 3.2 0"] },
    marks: [[6, 8], [27, 4], [40, 19], [16, 24], [31, 34], [7, 41], [44, 43]],
  },
  {
    ...{ name: "meadow", side: 72, hue: "m-mark", alpha: 0.75, shapes: ["M-2-1.5v2.5M0-2.5v3.5M2-1.5v2.5"] },
    marks: [[10, 12], [44, 6], [62, 32], [26, 38], [50, 58], [12, 62]],
  },
  {
    ...{ name: "rock", side: 56, hue: "m-rock-mark", wide: 1 },
    shapes: ["M-2.5-1 1.5-1.5 3 1.5", "M-3 1.5-.5-1.5 3 .5"],
    marks: [[8, 10], [27, 5, 1], [45, 14], [17, 27, 1], [37, 31], [51, 41, 1], [7, 45], [27, 50, 1]],
  },
  {
    ...{ name: "vine", side: 20, hue: "m-mark", marks: [[4, 5], [14, 15]] },
    shapes: ["M0-3V3M0-1.8c1.2-1.5 2.4-.5 2 .8M0 .6c-1.2-1.5-2.4-.5-2 .8"],
  },
  {
    ...{ name: "orchard", side: 22, hue: "m-mark", marks: [[5, 5], [16, 16]] },
    shapes: ["M-1.9 0a1.9 1.9 0 1 1 3.8 0a1.9 1.9 0 1 1-3.8 0"],
  },
  {
    ...{ name: "wet", side: 40, hue: "m-sea", alpha: 0.5, shapes: ["M-4.5 0h9M-2 2.3h4"] },
    marks: [[8, 6], [29, 13], [11, 24], [33, 32]],
  },
  {
    ...{ name: "ice", side: 72, hue: "m-sea", alpha: 0.45, shapes: ["M-6 1.5c4-3 8-3 12 0"] },
    marks: [[12, 14], [48, 8], [30, 40], [62, 54], [10, 60]],
  },
  {
    ...{ name: "sand", side: 24, hue: "m-rock-mark", wide: 1, shapes: ["M0 0v.01"] },
    marks: [[4, 5], [15, 3], [20, 14], [9, 15], [3, 21], [16, 22]],
  },
  {
    ...{
      name: "grave",
      side: 22,
      hue: "m-mark",
      shapes: ["M0-2.5V2.5M-1.6-1h3.2"],
      marks: [[6, 6], [17, 17]],
    },
  },
];
/** A mark reaches so far from its middle: those near an edge are drawn on the other side too. */
const REACH = 9;
/** In the sun, marks are thinner and less, since all of them are black. */
const SUN = { alpha: 0.55, wide: 0.8 }, WIDE = 0.9;

function texture(
  { side, hue, alpha = 1, wide = WIDE, marks, shapes }: Texture,
  colours: Colours,
  isSun: boolean,
) {
  return drawn(side, side, (pen) => {
    pen.globalAlpha = isSun ? SUN.alpha * alpha : alpha;
    pen.strokeStyle = colours[hue];
    pen.lineWidth = isSun ? SUN.wide : wide;
    const turns = [-side, 0, side], isNear = (at: number) => at >= -REACH && at <= side + REACH;
    for (const [x, y, shape = 0] of marks) {
      for (const across of turns) {
        for (const down of turns) {
          if (!isNear(x + across) || !isNear(y + down)) continue;
          pen.save();
          pen.translate(x + across, y + down);
          pen.stroke(new Path2D(shapes[shape]));
          pen.restore();
        }
      }
    }
  });
}

/** A plate for the number of a road, which the library stretches. */
function plate(colours: Colours): Picture {
  const edge = colours[colours["m-main-edge"] === colours["m-land"] ? "m-border" : "m-main-edge"];
  const pixels = drawn(22, 16, (pen) => {
    const room = new Path2D();
    room.roundRect(1, 1, 20, 14, 3);
    pen.fillStyle = colours["m-land"];
    pen.fill(room);
    pen.strokeStyle = edge;
    pen.stroke(room);
  });
  return ["w-plate", pixels, { stretchX: [[10, 34]], stretchY: [[10, 22]], content: [8, 4, 36, 28] }];
}

/** All pictures that an archive is drawn with. */
export function* drawings(colours: Colours, look: string): Generator<Picture> {
  const isSun = look === "sun";
  for (const name of Object.keys(SIGNS) as SignName[]) yield [`w-${name}`, sign(name, colours, isSun)];
  for (const one of TEXTURES) yield [`w-t-${one.name}`, texture(one, colours, isSun)];
  if (isSun) {
    const lines = new Path2D("M0 4 4 0M-1 1 1-1M3 5 5 3");
    yield [
      "w-t-house",
      drawn(4, 4, (pen) => {
        pen.strokeStyle = colours.ink;
        pen.globalAlpha = 0.55;
        pen.lineWidth = 0.6;
        pen.stroke(lines);
      }),
    ];
  }
  yield plate(colours);
}
