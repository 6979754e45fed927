/**
 * What is counted: each series once, for the table, the drawings and `/metrics`. `fold` says how a longer step is made of
 * shorter ones: counts are summed, of what has a level the worst is kept.
 */

interface Series {
  readonly fold: "sum" | "max" | "min";
  readonly unit: "" | "bytes";
  /** Name in `/metrics`, without `_total`, by the conventions of Prometheus. */
  readonly metric: string;
  /** One sentence, for `/metrics` and the reference page. */
  readonly says: string;
}

const GATEWAY = "service_gateway";

export const SERIES = {
  packets: {
    fold: "sum",
    unit: "",
    metric: `${GATEWAY}_packets`,
    says: "Packets that came in, copies of the same one left out.",
  },
  stations: {
    fold: "max",
    unit: "",
    metric: `${GATEWAY}_stations_heard`,
    says: "Stations heard within the last hour.",
  },
  finds: { fold: "sum", unit: "", metric: `${GATEWAY}_finds`, says: "Finds that were logged here." },
  requests: {
    fold: "sum",
    unit: "",
    metric: `${GATEWAY}_http_requests`,
    says: "Requests that were answered.",
  },
  errors: {
    fold: "sum",
    unit: "",
    metric: `${GATEWAY}_http_errors`,
    says: "Requests that failed by a fault of the gateway (status 500 and above).",
  },
  pulls: {
    fold: "sum",
    unit: "",
    metric: `${GATEWAY}_federation_pulls`,
    says: "Pulls from neighbours that ended, well or not.",
  },
  pullsFailed: {
    fold: "sum",
    unit: "",
    metric: `${GATEWAY}_federation_pulls_failed`,
    says: "Pulls from neighbours that failed.",
  },
  signUps: {
    fold: "sum",
    unit: "",
    metric: `${GATEWAY}_sign_ups`,
    says: "Accounts that were made here.",
  },
  mailWaiting: {
    fold: "max",
    unit: "",
    metric: `${GATEWAY}_packet_mail_waiting`,
    says: "Messages that wait for a forwarding partner.",
  },
  reportsOpen: {
    fold: "max",
    unit: "",
    metric: `${GATEWAY}_reports_open`,
    says: "Reports that wait for an operator.",
  },
  diskFree: {
    fold: "min",
    unit: "bytes",
    metric: `${GATEWAY}_disk_free_bytes`,
    says: "Bytes that may still be written beside the database.",
  },
  database: {
    fold: "max",
    unit: "bytes",
    metric: `${GATEWAY}_database_bytes`,
    says: "Size of the database, without what waits in its log.",
  },
  memory: {
    fold: "max",
    unit: "bytes",
    metric: "process_resident_memory_bytes",
    says: "Memory of the process.",
  },
} as const satisfies Record<string, Series>;

export type SeriesName = keyof typeof SERIES;
export const NAMES = Object.keys(SERIES) as SeriesName[];

/**
 * One look at everything: of a `sum` how many there were since the start of the process, of anything else its level now. Null
 * where the system does not say.
 */
export type Readings = Readonly<Record<SeriesName, number | null>>;

/** Values of one step; a series that nothing is known of is left out. */
export type Values = { [Name in SeriesName]?: number };

/** Two neighbouring steps as one. */
export function folded(a: Values, b: Values): Values {
  const both = { ...a };
  for (const name of NAMES) {
    const [x, y] = [a[name], b[name]];
    if (y === undefined) continue;
    both[name] = x === undefined ? y : FOLDS[SERIES[name].fold](x, y);
  }
  return both;
}

const FOLDS: Record<Series["fold"], (a: number, b: number) => number> = {
  sum: (a, b) => a + b,
  max: Math.max,
  min: Math.min,
};

/** What happened between two looks at the same process. */
export function between(before: Readings, now: Readings): Values {
  const values: Values = {};
  for (const name of NAMES) {
    const value = now[name];
    if (value === null) continue;
    values[name] = SERIES[name].fold === "sum" ? value - (before[name] ?? 0) : value;
  }
  return values;
}
