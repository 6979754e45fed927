/** `/metrics`: the readings as OpenMetrics text, version 1.0.0. */
import { NAMES, type Readings, SERIES } from "./series.ts";

export const OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/** What is said of the process beside the series. */
export interface Process {
  version: string;
  /** When it began: unix seconds. */
  startedAt: number;
  /** Processor time that it has used, in seconds. */
  cpuS: number;
}

const family = (
  name: string,
  type: string,
  says: string,
  unit: string,
  samples: readonly string[],
): string[] => [
  `# TYPE ${name} ${type}`,
  ...(unit === "" ? [] : [`# UNIT ${name} ${unit}`]),
  `# HELP ${name} ${says}`,
  ...samples,
];

/** Everything that is known now. A level that the system does not tell is left out. */
export function metricsText(readings: Readings, { version, startedAt, cpuS }: Process): string {
  const lines = NAMES.flatMap((name) => {
    const value = readings[name];
    if (value === null) return [];
    const { fold, metric, says, unit } = SERIES[name];
    return fold === "sum"
      ? family(metric, "counter", says, unit, [`${metric}_total ${value}`])
      : family(metric, "gauge", says, unit, [`${metric} ${value}`]);
  });
  const escaped = version.replace(/[\\"\n]/g, (char) => char === "\n" ? "\\n" : `\\${char}`);
  return [
    ...family("service_gateway_build", "info", "The program that runs.", "", [
      `service_gateway_build_info{version="${escaped}"} 1`,
    ]),
    ...family("process_start_time_seconds", "gauge", "When the process began, in unix seconds.", "seconds", [
      `process_start_time_seconds ${startedAt}`,
    ]),
    ...family("process_cpu_seconds", "counter", "Processor time of the process.", "seconds", [
      `process_cpu_seconds_total ${cpuS.toFixed(3)}`,
    ]),
    ...lines,
    "# EOF",
    "",
  ].join("\n");
}
