/** Settings of stations: what the radios say and hear, how long it is kept, and spots. */
import {
  configuration,
  instanceSetting,
  optionalConfiguration,
  optionalInstanceSetting,
} from "../declare.ts";
import { base, frequency, hostPort } from "../forms.ts";
import { anyOf, checked, flag, integer, json, listOf } from "../types.ts";

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
export const COT_INBOUND = configuration({
  key: "COT_INBOUND",
  group: "radio",
  label: "TAK clients are shown",
  hint:
    "TAK clients connect at COT_PORT; where they say they are is shown to everybody for ten minutes, as no station and no evidence.",
  type: flag(),
  fallback: false,
});
export const COT_PORT = configuration({
  key: "COT_PORT",
  group: "radio",
  label: "Port for TAK clients",
  hint: "TCP port at which TAK clients connect as to a TAK server, where COT_INBOUND is on.",
  type: integer(0, 65_535),
  fallback: 8087,
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
