/** Settings of the game, its offline maps and the public API. */
import { configuration, instanceSetting, optionalConfiguration } from "../declare.ts";
import { webAddress } from "../forms.ts";
import { anyOf, checked, choice, flag, integer, text } from "../types.ts";

export const MIN_TRUST = instanceSetting({
  key: "MIN_TRUST",
  group: "game",
  label: "Least trust of a find",
  hint: "The tier from which a find counts as verified: A (radio) or B (place). A cache may ask for more.",
  type: choice("A", "B"),
  fallback: "B",
});
export const VISITORS = instanceSetting({
  key: "VISITORS",
  group: "game",
  label: "Visitors",
  hint:
    "Whose members may log here without an account, signed by their own devices: those of trusted neighbours, of all that are known and not blocked, or nobody's.",
  type: choice("trusted", "all", "off"),
  fallback: "trusted",
});
export const VISITORS_RANKED = instanceSetting({
  key: "VISITORS_RANKED",
  group: "game",
  label: "Visitors in rankings",
  hint: "Whether visitors stand apart from members in rankings, or among them.",
  type: choice("apart", "among"),
  fallback: "apart",
});
export const VISITS_PER_KEY = instanceSetting({
  key: "VISITS_PER_KEY",
  group: "game",
  label: "Visits a day and device",
  hint: "Visits that are taken within 24 hours from one device of a visitor.",
  type: integer(1, 10_000),
  fallback: 60,
});
export const VISITS_PER_ORIGIN = instanceSetting({
  key: "VISITS_PER_ORIGIN",
  group: "game",
  label: "Visits a day and neighbour",
  hint: "Visits that are taken within 24 hours from the members of one neighbour.",
  type: integer(1, 100_000),
  fallback: 600,
});
export const VISITS_PER_CACHE = instanceSetting({
  key: "VISITS_PER_CACHE",
  group: "game",
  label: "Visits a day and cache from new keys",
  hint:
    "Visits at one cache that are taken within 24 hours from devices of one neighbour of which no visit counts yet.",
  type: integer(1, 10_000),
  fallback: 10,
});
export const CACHE_MOVE_LIMIT_M = instanceSetting({
  key: "CACHE_MOVE_LIMIT_M",
  group: "game",
  label: "Moving a found cache",
  hint: "How far a cache may be moved from where it was found; 0 keeps it there.",
  type: integer(0, 100_000, "m"),
  fallback: 100,
});
export const HIDE_DAILY_LIMIT = instanceSetting({
  key: "HIDE_DAILY_LIMIT",
  group: "game",
  label: "New caches a day",
  hint: "Caches that a member may hide within 24 hours; 0 lifts the limit.",
  type: integer(0, 1000),
  fallback: 5,
});
export const IMPORT_ALLOW = instanceSetting({
  key: "IMPORT_ALLOW",
  group: "game",
  label: "Catalogues with permission",
  hint: "Catalogues whose owners have permitted this instance to import them.",
  type: anyOf("wwff", "gcau", "iota"),
  fallback: [],
});
export const MEDIA_QUOTA_MB = configuration({
  key: "MEDIA_QUOTA_MB",
  group: "game",
  label: "Room for media",
  hint: "All uploaded photos and sounds together.",
  type: integer(0, 10_000_000, "MB"),
  fallback: 1024,
});
export const OFFLINE_TILES_URL = optionalConfiguration<string>({
  key: "OFFLINE_TILES_URL",
  group: "game",
  label: "Offline map address",
  hint: "Where the app gets its offline map; by default this instance's own archive, if it has one.",
  type: checked("an http(s) address", webAddress),
});
export const OFFLINE_TILES_ATTRIBUTION = configuration({
  key: "OFFLINE_TILES_ATTRIBUTION",
  group: "game",
  label: "Credit of the offline map",
  hint: "Shown on the offline map.",
  type: text(300),
  fallback: "© OpenStreetMap contributors",
});
export const OFFLINE_TILES_MAXZOOM = configuration({
  key: "OFFLINE_TILES_MAXZOOM",
  group: "game",
  label: "Deepest zoom of the offline map",
  hint: "The deepest zoom that the archive holds.",
  type: integer(0, 22),
  fallback: 14,
});

export const API_RATE_WINDOW_SEC = instanceSetting({
  key: "API_RATE_WINDOW_SEC",
  group: "api",
  label: "Rate window",
  hint: "The window in which requests to the read API are counted.",
  type: integer(1, 3600, "s"),
  fallback: 60,
});
export const API_RATE_ANON = instanceSetting({
  key: "API_RATE_ANON",
  group: "api",
  label: "Requests without a key",
  hint: "Requests that an address may make in a window.",
  type: integer(1, 100_000),
  fallback: 60,
});
export const METRICS_NEARBY = instanceSetting({
  key: "METRICS_NEARBY",
  group: "api",
  label: "Figures for programs nearby",
  hint:
    "Programs on this host and in its private networks read /metrics without the operator secret. Behind a proxy set TRUST_PROXY first: else everybody seems near.",
  type: flag(),
  fallback: false,
});
export const API_RATE_KEYED = instanceSetting({
  key: "API_RATE_KEYED",
  group: "api",
  label: "Requests with a key",
  hint: "Requests that an API key may make in a window.",
  type: integer(1, 1_000_000),
  fallback: 600,
});
export const API_KEYS_PER_ACCOUNT = instanceSetting({
  key: "API_KEYS_PER_ACCOUNT",
  group: "api",
  label: "Keys of an account",
  hint: "API keys that an account may have; 0 allows none.",
  type: integer(0, 100),
  fallback: 5,
});
