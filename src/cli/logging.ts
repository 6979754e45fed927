/** Where log lines go: standard error, as text for people or JSON for machines. */
import {
  ansiColorFormatter,
  configure,
  defaultTextFormatter,
  getConsoleSink,
  jsonLinesFormatter,
} from "@logtape/logtape";

/** Sets logging up for the process. Standard output stays free for what a command answers. */
export async function setUpLogging(
  level: "debug" | "info" | "warning" | "error",
  format: "text" | "json",
): Promise<void> {
  const formatter = format === "json"
    ? jsonLinesFormatter
    : Deno.stderr.isTerminal()
    ? ansiColorFormatter
    : defaultTextFormatter;
  const encoder = new TextEncoder();
  await configure({
    reset: true,
    sinks: {
      stderr: format === "text" && Deno.stderr.isTerminal() ? getConsoleSink({ formatter }) : (record) => {
        Deno.stderr.writeSync(encoder.encode(String(formatter(record))));
      },
    },
    loggers: [
      { category: "gateway", lowestLevel: level, sinks: ["stderr"] },
      { category: ["logtape", "meta"], lowestLevel: "error", sinks: ["stderr"] },
    ],
  });
}
