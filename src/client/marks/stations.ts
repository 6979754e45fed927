/** The shapes of stations (by symbol) on maps and in lists, as SVG paths in a square of `SIZE` units (`caches.ts`). Pure. */

const STATIONS = {
  house: "M12 3 2 12h3v9h5v-6h4v6h5v-9h3Z",
  person: "M12 2a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM7 10.5h10l-1.5 6H14V22h-4v-5.5H8.5Z",
  car: "M3 17v-5l2.5-6h13l2.5 6v5h-2v2h-3v-2H8v2H5v-2ZM6 11h12l-1.5-3.5h-9Z",
  truck: "M1 17V6h13v3h4l5 4v4h-2.5a2.5 2.5 0 0 1-5 0h-6a2.5 2.5 0 0 1-5 0Z",
  bicycle:
    "M6 12a4 4 0 1 0 .1 0ZM18 12a4 4 0 1 0 .1 0ZM8 6h4l-1 2h4l-1-3h3v2h-1.5l2 7-2 .5-1.2-4L12 15h-2l3-5h-3L7.5 15l-1.5-1 3-6H8Z",
  boat: "M11 2v11H4Zm2 3 6 8h-6ZM2 15h20l-3 6H5Z",
  aircraft: "M12 1.5 14 9l9 5v2l-9-2.5V19l3 2v1.5L12 21l-5 1.5V21l3-2v-5.5L1 16v-2l9-5Z",
  balloon: "M12 2a7 7 0 0 1 3.5 13l-1 2h-5l-1-2A7 7 0 0 1 12 2ZM9.5 18h5v4h-5Z",
  weather: "M7 19a5 5 0 1 1 1-9.9A6 6 0 0 1 19.5 11 4 4 0 0 1 19 19Z",
  digipeater: "M12 1.5 14.5 9H22l-6 4.5 2.3 8L12 17l-6.3 4.5 2.3-8L2 9h7.5Z",
  gateway: "M12 1.5 22.5 12 12 22.5 1.5 12ZM8.5 8.5v7h7v-3.5h-3v1.2h1v1.3h-3.5v-5h5.5v-1Z",
  tower:
    "M11 8h2l4.5 14H15l-1-3.5h-4L9 22H6.5Zm-5-6 1.5 1a6 6 0 0 0 0 6L6 10a8 8 0 0 1 0-8Zm12 0a8 8 0 0 1 0 8l-1.5-1a6 6 0 0 0 0-6ZM12 3.5a2 2 0 1 1-.1 0Z",
  node: "M12 4a8 8 0 1 0 .1 0Zm0 5a3 3 0 1 1-.1 0Z",
  tent: "M12 3 23 21h-7l-4-7-4 7H1Z",
  aid: "M9 3h6v6h6v6h-6v6H9v-6H3V9h6Z",
  other: "M12 6a6 6 0 1 0 .1 0Z",
} as const;
export type StationShape = keyof typeof STATIONS;
export const STATION_SHAPES = Object.keys(STATIONS) as StationShape[];
/** The SVG path of a station's shape. */
export const stationPath = (shape: StationShape): string => STATIONS[shape];

/** What stands still and hears others: drawn as a receiver. */
const RECEIVERS: readonly StationShape[] = ["digipeater", "gateway", "tower"];
export const isReceiver = (shape: StationShape): boolean => RECEIVERS.includes(shape);

/** The shape for each APRS symbol, by table (`/` or `\`) and code. */
const CODES: Readonly<Record<string, StationShape>> = {
  ...codes("/", "-yGKH", "house"),
  ...codes("/", "[*()", "person"),
  ...codes("/", ">PjvU=RFaf!", "car"),
  ...codes("/", "ku<t", "truck"),
  ...codes("/", "bpe", "bicycle"),
  ...codes("/", "sYC", "boat"),
  ...codes("/", "'^Xg", "aircraft"),
  ...codes("/", "OS", "balloon"),
  ...codes("/", "_WwA@", "weather"),
  ...codes("/", "#", "digipeater"),
  ...codes("/", "&I", "gateway"),
  ...codes("/", "rm`T", "tower"),
  ...codes("/", "n%BN?", "node"),
  ...codes("/", ";zc", "tent"),
  ...codes("/", "+hod", "aid"),
  ...codes("\\", "-", "house"),
  ...codes("\\", "[", "person"),
  ...codes("\\", ">vjU", "car"),
  ...codes("\\", "ku", "truck"),
  ...codes("\\", "sYC", "boat"),
  ...codes("\\", "^'", "aircraft"),
  ...codes("\\", "_(*:@DEFJpw", "weather"),
  ...codes("\\", "#", "digipeater"),
  ...codes("\\", "&I0", "gateway"),
  ...codes("\\", "rm8", "tower"),
  ...codes("\\", "n", "node"),
  ...codes("\\", ";z", "tent"),
  ...codes("\\", "+h!", "aid"),
};

function codes(table: string, letters: string, shape: StationShape): Record<string, StationShape> {
  return Object.fromEntries([...letters].map((letter) => [table + letter, shape]));
}

/** The shape for an APRS symbol. A letter or digit in place of the table is an overlay, which belongs to the second table. */
export function stationShape(symbol: string): StationShape {
  const table = symbol[0] === "/" ? "/" : "\\";
  return CODES[table + (symbol[1] ?? "")] ?? "other";
}
