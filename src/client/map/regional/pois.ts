/** Places to see and to use: how each is drawn, from which zoom on, and what tiles call it. */

/** A small drawing of 24 units. `f`: filled; `box`: light lines on a filled plate. */
interface Sign {
  path: string;
  f?: true;
  box?: true;
}

/** The icons: lines of the same weight as those of the app, without words. */
export const SIGNS = {
  peak: { path: "M12 5.5 19.5 18.5h-15Z", f: true },
  saddle: { path: "M4 8c4 0 5 8 8 8s4-8 8-8" },
  hut: { path: "M3.5 12 12 4.5l8.5 7.5M6 10.5V19.5h12v-9M12 19.5v-5" },
  shelter: { path: "M3.5 11 12 4.5l8.5 6.5M6.5 9.5v10M17.5 9.5v10" },
  water: { path: "M12 3.5c4 5 6 7.6 6 10.5a6 6 0 0 1-12 0c0-2.9 2-5.5 6-10.5Z" },
  viewpoint: { path: "M12 16.5v.01M12 11V4M7.5 12.5 3.5 7M16.5 12.5l4-5.5M6 16.5H2.5M18 16.5h3.5" },
  tower: { path: "M8 20 10 5h4l2 15M7.5 5h9M9 12.5h6" },
  parking: { path: "M8.5 19V5h4.5a4.2 4.2 0 0 1 0 8.4H8.5" },
  stop: { path: "M5.5 6.5a2 2 0 0 1 2-2h9a2 2 0 0 1 2 2V17h-13ZM5.5 12h13M8.5 17v2.5M15.5 17v2.5" },
  station: { path: "M8 6.5h8v8.5H8ZM8 11h8M9.5 15 7.5 18.5M14.5 15l2 3.5", box: true },
  lift: { path: "M4.5 8 19.5 5M12 6.5v4M7.5 10.5h9v7.5h-9ZM7.5 14h9", box: true },
  toilets: {
    path:
      "M8 9v6M6 20v-5H4.8L7 9.5h2L11.2 15H10v5M16 9.5v10.5M14 9.5h4.2M14.4 9.5v5.5M17.7 9.5V15M8 5.5v.01M16 5.5v.01",
  },
  bench: { path: "M3.5 9h17M3.5 13.5h17M6 13.5v5M18 13.5v5" },
  picnic: { path: "M4 8.5h16M8.5 8.5 5.5 19M15.5 8.5l3 10.5M3.5 14h17" },
  info: { path: "M12 11v8M12 6v.01" },
  camp: { path: "M12 5 3.5 19.5h17ZM12 12l-3.5 7.5M12 12l3.5 7.5" },
  castle: { path: "M5 20V5.5h3.5V8h2V5.5h3V8h2V5.5H19V20ZM12 20v-4.5" },
  cross: { path: "M12 4v16M7 9h10" },
  cave: { path: "M3.5 19.5C3.5 10 7 5 12 5s8.5 5 8.5 14.5M8.5 19.5c0-4 1.5-6 3.5-6s3.5 2 3.5 6" },
  play: { path: "M5 19.5 9 5l4 14.5M6.5 14h5M9 5h9M17 5v9M15 14h4" },
  food: { path: "M7.5 4v16M5 4v4.5a2.5 2.5 0 0 0 5 0V4M16.5 20V4c-2.5 1-3.5 4-3.5 8h3.5" },
  cup: { path: "M5 8h11v6a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4ZM16 9.5h1.5a2.5 2.5 0 0 1 0 5H16" },
  shop: { path: "M6 8.5h12l1 11H5ZM9 8.5a3 3 0 0 1 6 0" },
  bath: {
    path: "M3.5 15c2 2 3.5 2 5.7 0 2.2 2 4 2 5.8 0 2 2 3.5 2 5.5 0M7 11l5-3 3.5 3M16.5 6.5v.01",
  },
  museum: { path: "M4 9 12 4.5 20 9ZM6 19.5V11M10 19.5V11M14 19.5V11M18 19.5V11M4 19.5h16" },
  aid: { path: "M12 7v10M7 12h10", box: true },
  sight: {
    path: "M12 4.5l2.3 4.9 5.2.7-3.8 3.7.9 5.3L12 16.5l-4.6 2.6.9-5.3-3.8-3.7 5.2-.7Z",
    f: true,
  },
  post: { path: "M3.5 7h17v10.5h-17ZM3.5 8l8.5 6 8.5-6" },
} as const satisfies Readonly<Record<string, Sign>>;
export type SignName = keyof typeof SIGNS;

/** What is about water or about getting there has the colour of water, what is high that of paths, the rest that of names. */
const HUES: Readonly<Partial<Record<SignName, "m-sea" | "m-path">>> = {
  ...{ water: "m-sea", bath: "m-sea", parking: "m-sea", stop: "m-sea", station: "m-sea", lift: "m-sea" },
  ...{ peak: "m-path", saddle: "m-path" },
};
export const hueOf = (sign: SignName): "m-sea" | "m-path" | "m-label" => HUES[sign] ?? "m-label";

export interface Poi {
  sign: SignName;
  /** From which zoom on; and from which with its name, `undefined` where the sign says all. */
  from: number;
  namedFrom?: number;
  kinds: readonly string[];
}
const poi = (sign: SignName, from: number, namedFrom: number, ...kinds: readonly string[]): Poi => ({
  sign,
  from,
  ...(namedFrom > 0 && { namedFrom }),
  kinds,
});

/** The first give way to none of the later ones. */
export const POIS: readonly Poi[] = [
  poi("hut", 13, 13, "alpine_hut", "wilderness_hut", "basic_hut"),
  poi("station", 13, 14, "station", "halt", "tram_stop", "subway"),
  poi("castle", 14, 14, "castle", "ruins", "fort", "archaeological_site", "palace"),
  poi("viewpoint", 14, 15, "viewpoint"),
  poi("tower", 14, 15, "tower", "observation_tower", "lighthouse"),
  poi("cave", 14, 15, "cave_entrance"),
  poi("shelter", 15, 16, "shelter"),
  poi("water", 15, 0, "drinking_water", "spring", "water_well", "fountain", "watering_place", "waterfall"),
  poi("parking", 16, 0, "parking"),
  poi("camp", 14, 15, "camp_site", "campsite", "caravan_site"),
  poi("lift", 14, 15, "aerialway_station"),
  poi("stop", 16, 17, "bus_stop", "bus_station", "ferry_terminal"),
  poi("museum", 15, 16, "museum", "townhall", "town_hall", "theatre"),
  poi("sight", 15, 16, "attraction", "monument"),
  poi("cross", 15, 17, "place_of_worship", "wayside_cross", "wayside_shrine"),
  poi("bath", 15, 16, "swimming_area", "beach", "water_park", "swimming_pool"),
  poi("aid", 15, 16, "hospital"),
  poi("aid", 17, 17, "pharmacy", "defibrillator", "doctors", "clinic"),
  poi("food", 16, 16, "restaurant", "fast_food", "food_court", "biergarten"),
  poi("cup", 16, 17, "cafe", "pub", "bar"),
  poi("shop", 16, 17, "supermarket", "convenience", "bakery"),
  poi("picnic", 16, 0, "picnic_site", "picnic_table", "bbq"),
  poi("toilets", 16, 0, "toilets"),
  poi("info", 16, 0, "information", "guidepost"),
  poi("play", 16, 0, "playground"),
  poi("sight", 17, 0, "artwork", "memorial"),
  poi("bench", 17, 0, "bench"),
  poi("post", 16, 0, "post_office"),
];
