/** Status in the text form of Prometheus. Pure. */
import { CONNECTION_WORDS, GATEWAY_WORDS } from "../words.ts";
import type { BoxStatus } from "./status.ts";
import { warningsOf } from "./warnings.ts";

const label = (text: string): string =>
  text.replace(/[\\"\n]/g, (sign) => sign === "\n" ? "\\n" : `\\${sign}`);

export function metricsText(status: BoxStatus, now: number): string {
  const lines: string[] = [];
  const gauge = (name: string, help: string, rows: [string, number | null][], type = "gauge") => {
    lines.push(`# HELP box_${name} ${help}`, `# TYPE box_${name} ${type}`);
    for (const [labels, value] of rows) if (value !== null) lines.push(`box_${name}${labels} ${value}`);
  };
  const { spool, gateway, connections, clock, tx } = status;
  const of = (address: string, more = "") => `{address="${label(address)}"${more}}`;
  gauge("frames_in_total", "Frames taken in.", [["", spool.in]], "counter");
  gauge("frames_sent_total", "Frames that the gateway took.", [["", spool.sent]], "counter");
  gauge("frames_rejected_total", "Frames that the gateway refused.", [["", spool.rejected]], "counter");
  gauge("frames_dropped_total", "Frames dropped for age or size.", [["", spool.dropped]], "counter");
  gauge("frames_waiting", "Frames that wait for the gateway.", [["", spool.waiting]]);
  gauge(
    "gateway_state",
    "1 for the state that holds.",
    Object.keys(GATEWAY_WORDS).map((word) => [`{state="${word}"}`, word === gateway.state ? 1 : 0]),
  );
  gauge("gateway_last_ok_seconds", "When the gateway was last reached, Unix time.", [["", gateway.lastOkAt]]);
  gauge("clock_offset_milliseconds", "Gateway minus box.", [["", clock.offsetMs]]);
  gauge(
    "connection_frames_total",
    "Frames taken in from a connection.",
    connections.map((one) => [of(one.address), one.in]),
    "counter",
  );
  gauge(
    "connection_state",
    "1 for the state that holds.",
    connections.flatMap((one) =>
      Object.keys(CONNECTION_WORDS).map((word): [string, number] => [
        of(one.address, `,state="${word}"`),
        word === one.state ? 1 : 0,
      ])
    ),
  );
  gauge(
    "audio_level",
    "How loud the last decoded frame was; 25 to 100 is good.",
    connections.flatMap(({ address, listening }): [string, number | null][] =>
      listening ? [[of(address), listening.level]] : []
    ),
  );
  gauge("transmit_on", "1 where the box's transmit switch is on.", [["", tx.on ? 1 : 0]]);
  gauge(
    "warnings",
    "What is wrong.",
    warningsOf(status, now).map(({ code, level }) => [`{code="${code}",level="${level}"}`, 1]),
  );
  return lines.join("\n") + "\n";
}
