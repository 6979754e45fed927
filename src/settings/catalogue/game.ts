/** Settings of the game, the public API, stations, retention and spots. */
import {
  configuration,
  instanceSetting,
  optionalConfiguration,
  optionalInstanceSetting,
} from "../declare.ts";
import { base, frequency, hostPort, webAddress } from "../forms.ts";
import { anyOf, checked, choice, flag, integer, json, listOf, text } from "../types.ts";

export const MIN_TRUST = instanceSetting({
  key: "MIN_TRUST",
  group: "game",
  label: "Least trust of a find",
  hint: "The tier from which a find counts as verified: A (radio) or B (place). A cache may ask for more.",
  type: choice("A", "B"),
  fallback: "B",
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

export const FIRST_PARTY_SITES = configuration<string[]>({
  key: "FIRST_PARTY_SITES",
  group: "radio",
  label: "Own receiving stations",
  hint: "Receiving stations whose reports are trusted where they are posted with the ingest secret.",
  type: listOf("a comma list of callsigns, with SSID where the station has one", (value) => {
    const call = value.toUpperCase();
    return /^[A-Z0-9]{3,9}(-\d{1,2})?$/.test(call) ? call : undefined;
  }),
  fallback: [],
});
export const APRS_FREQUENCY = optionalInstanceSetting<string>({
  key: "APRS_FREQUENCY",
  group: "radio",
  label: "APRS frequency",
  hint:
    "Told to members who send over the air. Unset: what is usual in the country of SERVICE_CALL, said as that, where it is known.",
  type: checked("a frequency in MHz such as 144.800", frequency),
});
export const RADIO_REPLIES = configuration({
  key: "RADIO_REPLIES",
  group: "radio",
  label: "Answer radio commands",
  hint: "Whether commands over the air get an answer besides their acknowledgement.",
  type: flag(),
  fallback: false,
});
export const POS_MIN_MOVE_M = configuration({
  key: "POS_MIN_MOVE_M",
  group: "radio",
  label: "Least move stored",
  hint:
    "A position nearer than this to the last one is stored only after POS_MIN_INTERVAL_S; 0 stores every fix.",
  type: integer(0, 100_000, "m"),
  fallback: 25,
});
export const POS_MIN_INTERVAL_S = configuration({
  key: "POS_MIN_INTERVAL_S",
  group: "radio",
  label: "Least time between fixes",
  hint: "A position that hardly moved is stored again after this time; 0 stores every fix.",
  type: integer(0, 86_400, "s"),
  fallback: 600,
});
export const MESHCOM_META_MIN_S = configuration({
  key: "MESHCOM_META_MIN_S",
  group: "radio",
  label: "Mesh node updates",
  hint: "What a mesh node says of itself is stored at most this often.",
  type: integer(0, 86_400, "s"),
  fallback: 300,
});

/** How long each kind of heard thing is kept. */
export interface Retention {
  packetsHours: number;
  messagesDays: number;
  sensorDays: number;
  portStatsDays: number;
  alertsDays: number;
  mheardDays: number;
}
const RETENTION_DEFAULT: Retention = {
  packetsHours: 24,
  messagesDays: 7,
  sensorDays: 30,
  portStatsDays: 7,
  alertsDays: 30,
  mheardDays: 7,
};
const span = (key: keyof Retention, label: string, max: number, unit: "h" | "d") => ({
  key,
  label,
  min: 1,
  max,
  default: RETENTION_DEFAULT[key],
  unit,
});
const RETENTION_FIELDS = [
  span("packetsHours", "Raw packets", 8760, "h"),
  span("messagesDays", "Messages", 3650, "d"),
  span("sensorDays", "Sensor values", 3650, "d"),
  span("portStatsDays", "Port statistics", 3650, "d"),
  span("alertsDays", "Watch alerts", 3650, "d"),
  span("mheardDays", "Node heard list", 3650, "d"),
];
export const RETENTION = instanceSetting<Retention>({
  key: "RETENTION",
  group: "retention",
  label: "Retention",
  hint: "How long raw packets, messages, sensor values, port statistics, alerts and the heard list are kept.",
  type: json<Retention>(
    "a JSON object with any of " +
      RETENTION_FIELDS.map((field) => `${field.key} (${field.min} to ${field.max})`).join(", "),
    (value) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
      const kept = { ...RETENTION_DEFAULT };
      for (const [key, n] of Object.entries(value)) {
        const field = RETENTION_FIELDS.find((one) => one.key === key);
        if (!field || !Number.isInteger(n) || n < field.min || n > field.max) return undefined;
        kept[field.key] = n;
      }
      return kept;
    },
    { format: "retention", fields: RETENTION_FIELDS },
  ),
  fallback: RETENTION_DEFAULT,
});
export const MODERATION_RETENTION_DAYS = instanceSetting({
  key: "MODERATION_RETENTION_DAYS",
  group: "retention",
  label: "Moderation records",
  hint: "How long reports and the moderation log are kept.",
  type: integer(1, 3650, "d"),
  fallback: 730,
});
export const MESHCOM_NODE_TTL_DAYS = instanceSetting({
  key: "MESHCOM_NODE_TTL_DAYS",
  group: "retention",
  label: "Mesh nodes",
  hint: "A mesh node not heard for this long is forgotten.",
  type: integer(1, 365, "d"),
  fallback: 7,
});
export const MESHCOM_LINK_TTL_HOURS = instanceSetting({
  key: "MESHCOM_LINK_TTL_HOURS",
  group: "retention",
  label: "Mesh links",
  hint: "A mesh link not heard for this long is forgotten.",
  type: integer(1, 8760, "h"),
  fallback: 48,
});

export const SPOTS_ENABLED = instanceSetting({
  key: "SPOTS_ENABLED",
  group: "spots",
  label: "Show spots",
  hint: "Fetch activity spots from the internet.",
  type: flag(),
  fallback: false,
});
export const SPOTS_SOURCES = instanceSetting({
  key: "SPOTS_SOURCES",
  group: "spots",
  label: "Sources of spots",
  hint: "Where spots are fetched from.",
  type: anyOf("pota", "sota", "gma", "pskreporter", "dxcluster", "rbn"),
  fallback: ["pota", "sota", "gma", "pskreporter", "dxcluster", "rbn"],
});
export const SPOTS_TTL_SEC = instanceSetting({
  key: "SPOTS_TTL_SEC",
  group: "spots",
  label: "Age of spots",
  hint: "How long fetched spots are used before they are fetched again.",
  type: integer(60, 86_400, "s"),
  fallback: 120,
});
export const SPOTS_CALL = optionalConfiguration<string>({
  key: "SPOTS_CALL",
  group: "spots",
  label: "Login of spot sources",
  hint:
    "Callsign with which DX cluster and Reverse Beacon Network are asked; by default the first operator's.",
  type: checked("a callsign", base),
});
export const SPOTS_DXCLUSTER = configuration<string>({
  key: "SPOTS_DXCLUSTER",
  group: "spots",
  label: "DX cluster",
  hint: "Telnet address of the DX cluster that spots are read from.",
  type: checked("host:port", hostPort),
  fallback: "dxc.ve7cc.net:23",
});
export const SPOTS_RBN = configuration<string>({
  key: "SPOTS_RBN",
  group: "spots",
  label: "Reverse Beacon Network",
  hint: "Telnet address of the Reverse Beacon Network that spots are read from.",
  type: checked("host:port", hostPort),
  fallback: "telnet.reversebeacon.net:7000",
});
