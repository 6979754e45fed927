/**
 * Which refusals each area of the app may meet, by the server's areas: their words come with the area's pages. A test holds
 * it against what the routes declare that an area asks.
 */

/** Begins the name of a file of words that has the refusals of one area of the server. */
export const REFUSED = "refused_";

/** What any page may meet: what every route refuses, and what the app itself does. */
const ANY = ["http", "app", "web"];
const OF: Readonly<Record<string, readonly string[]>> = {
  app: ANY,
  account: ["accounts", "caches", "live", "moderation", "read", "stations"],
  // Folders of it with words of their own: their pages ask for less.
  first: ["accounts", "admin", "caches", "moderation", "settings"],
  overview: ["admin", "ingest"],
  system: ["accounts", "admin", "caches"],
  neighbours: ["accounts", "admin", "federation", "settings", "visits"],
  people: ["accounts", "admin", "awards", "bbs", "caches", "moderation", "read", "settings", "stations"],
  receivers: ["accounts", "admin", "ingest", "settings", "stations"],
  admin: [
    "accounts",
    "admin",
    "awards",
    "bbs",
    "caches",
    "federation",
    "ingest",
    "moderation",
    "registries",
    "settings",
    "stations",
  ],
  cache: ["accounts", "caches", "moderation", "notebook", "read", "stations"],
  community: ["accounts", "caches", "read"],
  go: ["accounts", "caches", "stations"],
  hide: ["accounts", "caches", "live", "stations"],
  live: ["accounts", "caches", "live", "moderation", "read", "stations"],
  log: ["accounts", "awards", "caches", "moderation", "notebook", "qsl", "read", "stations"],
  map: ["stations"],
  visit: ["caches", "visits"],
  wall: ["accounts", "bbs", "caches", "ingest", "read", "stations"],
  waiting: ["accounts", "bbs", "caches", "live", "stations"],
  packs: ["caches"],
  shack: ["accounts", "ingest", "live", "read", "stations"],
  tools: ["ingest", "registries", "stations"],
  talk: ["accounts", "bbs", "live", "stations"],
};

/** Scripts that the first page brings and that show no refusal: they draw alone, or leave out what they are not given. */
export const SHOW_NONE: readonly string[] = [
  "src/client/map/small_ground.tsx",
  "src/client/talk/messages/new_message.tsx",
];

/** Areas of the server whose refusals come with the pages of an area of the app, beside those of any page. */
export const refusalsOf = (area: string): readonly string[] => OF[area] ?? [];

/** Areas whose pages tell of now alone: without a connection they have nothing to say, and so are not kept with the app. */
export const ONLY_NOW = [
  "admin",
  "first",
  "neighbours",
  "overview",
  "people",
  "receivers",
  "shack",
  "system",
];

/** Whether a file of words is kept with the app: one that pages need which open without a connection. */
export const isKept = (name: string): boolean =>
  name.startsWith(REFUSED)
    ? Object.entries(OF).some(([area, its]) =>
      !ONLY_NOW.includes(area) && its.includes(name.slice(REFUSED.length))
    )
    : !ONLY_NOW.includes(name);
