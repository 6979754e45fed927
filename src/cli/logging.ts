/** Where log lines go: standard error, as text for people or JSON for machines. */
import {
  ansiColorFormatter,
  configure,
  defaultTextFormatter,
  getConsoleSink,
  jsonLinesFormatter,
  type Sink,
  withFilter,
} from "@logtape/logtape";

/**
 * Sets logging up for the process. Standard output stays free for what a command answers. `events` is handed every warning
 * and error besides, whatever the level of what is printed.
 */
export async function setUpLogging(
  level: "debug" | "info" | "warning" | "error",
  format: "text" | "json",
  events: Sink = () => {},
): Promise<void> {
  const formatter = format === "json"
    ? jsonLinesFormatter
    : Deno.stderr.isTerminal()
    ? ansiColorFormatter
    : defaultTextFormatter;
  const encoder = new TextEncoder();
  const printed: Sink = format === "text" && Deno.stderr.isTerminal()
    ? getConsoleSink({ formatter })
    : (record) => {
      Deno.stderr.writeSync(encoder.encode(String(formatter(record))));
    };
  await configure({
    reset: true,
    sinks: { stderr: withFilter(printed, level), events },
    loggers: [
      {
        category: "gateway",
        lowestLevel: level === "error" ? "warning" : level,
        sinks: ["stderr", "events"],
      },
      { category: ["logtape", "meta"], lowestLevel: "error", sinks: ["stderr"] },
    ],
  });
}
