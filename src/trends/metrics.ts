/** `/metrics`: the readings as OpenMetrics text, version 1.0.0, or as the classic text of Prometheus, version 0.0.4. */
import { type Living, standingOf } from "../base/mod.ts";
import { NAMES, type Readings, SERIES } from "./series.ts";

export const OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

export const CLASSIC = "text/plain; version=0.0.4; charset=utf-8";

/**
 * Whether who asks so wants the classic text: `text/plain` is named, and OpenMetrics is not or is liked less. Whoever says
 * nothing gets OpenMetrics, as before.
 */
export function wantsClassic(accept: string | null): boolean {
  const liked = (type: string): number =>
    Math.max(
      0,
      ...(accept ?? "").slice(0, 1000).toLowerCase().split(",").filter((one) =>
        one.split(";", 1)[0]!.trim() === type
      ).map((one) => Number(/;q=([\d.]{1,5})/.exec(one.replaceAll(" ", ""))?.[1] ?? 1) || 0),
    );
  return liked("text/plain") > liked("application/openmetrics-text");
}

/** What is said of the process beside the series. */
export interface Process {
  version: string;
  /** When it began: unix seconds. */
  startedAt: number;
  /** Processor time that it has used, in seconds. */
  cpuS: number;
}

interface Family {
  name: string;
  type: "counter" | "gauge" | "info";
  says: string;
  unit: string;
  samples: readonly string[];
}

const family = (
  name: string,
  type: Family["type"],
  says: string,
  unit: string,
  samples: readonly string[],
): Family => ({ name, type, says, unit, samples });

const openText = ({ name, type, says, unit, samples }: Family): string[] => [
  `# TYPE ${name} ${type}`,
  ...(unit === "" ? [] : [`# UNIT ${name} ${unit}`]),
  `# HELP ${name} ${says}`,
  ...samples,
];

/** A family bears the name of its samples, an info is a level; units are not said. */
const classicText = ({ name, type, says, samples }: Family): string[] => {
  const whole = name + { counter: "_total", gauge: "", info: "_info" }[type];
  // A family without a sample is nothing that its readers know.
  return samples.length === 0
    ? []
    : [`# HELP ${whole} ${says}`, `# TYPE ${whole} ${type === "info" ? "gauge" : type}`, ...samples];
};

const escaped = (text: string): string =>
  text.replace(/[\\"\n]/g, (char) => char === "\n" ? "\\n" : `\\${char}`);

/** Most services that have samples of their own: whoever watches pays for each name. */
const SERVICES_MOST = 500;

/** Outside services: whether each worked when it was last asked, and when it last did. What nobody asked yet has no sample. */
function services(lives: readonly Living[]): Family[] {
  const tried = lives.filter(({ life }) => standingOf(life) !== "untried").slice(0, SERVICES_MOST).map((
    { service, life },
  ) => {
    const at = service.indexOf(":");
    const [kind, name] = at < 0 ? [service, ""] : [service.slice(0, at), service.slice(at + 1)];
    return { labels: `{kind="${kind}",name="${escaped(name)}"}`, life };
  });
  return [
    family(
      "service_gateway_service_up",
      "gauge",
      "Whether an outside service, or what runs by itself, did last what was asked of it.",
      "",
      tried.map(({ labels, life }) =>
        `service_gateway_service_up${labels} ${life.lastError === null ? 1 : 0}`
      ),
    ),
    family(
      "service_gateway_service_last_ok_timestamp_seconds",
      "gauge",
      "When it last did, in unix seconds.",
      "seconds",
      tried.filter(({ life }) => life.lastOkAt !== null).map(({ labels, life }) =>
        `service_gateway_service_last_ok_timestamp_seconds${labels} ${life.lastOkAt}`
      ),
    ),
  ];
}

/** Everything that is known now. A level that the system does not tell is left out. */
export function metricsText(
  readings: Readings,
  { version, startedAt, cpuS }: Process,
  lives: readonly Living[],
  { classic = false } = {},
): string {
  const levels = NAMES.flatMap((name) => {
    const value = readings[name];
    if (value === null) return [];
    const { fold, metric, says, unit } = SERIES[name];
    return fold === "sum"
      ? [family(metric, "counter", says, unit, [`${metric}_total ${value}`])]
      : [family(metric, "gauge", says, unit, [`${metric} ${value}`])];
  });
  const families = [
    family("service_gateway_build", "info", "The program that runs.", "", [
      `service_gateway_build_info{version="${escaped(version)}"} 1`,
    ]),
    family("process_start_time_seconds", "gauge", "When the process began, in unix seconds.", "seconds", [
      `process_start_time_seconds ${startedAt}`,
    ]),
    family("process_cpu_seconds", "counter", "Processor time of the process.", "seconds", [
      `process_cpu_seconds_total ${cpuS.toFixed(3)}`,
    ]),
    ...levels,
    ...services(lives),
  ];
  return [
    ...families.flatMap(classic ? classicText : openText),
    ...(classic ? [] : ["# EOF"]),
    "",
  ].join("\n");
}
