/**
 * `T#sss,a1,a2,a3,a4,a5,bbbbbbbb`: APRS101 chapter 13. Modern senders exceed 0-255, use decimals and leave values
 * out.
 */
import type { Content, Reading } from "./packet.ts";
import { shown } from "./text.ts";

const VALUE = /^\s{0,20}-?\d{0,20}(?:\.\d{0,20})?\s{0,20}$/;

export function readTelemetry(info: string, reading: Reading): Content {
  const parts = info.slice(2).split(",");
  let sequence = parts[0]!.trim();
  let from = 1;
  // `T#MIC199,…`: the first Kenwood form has no comma behind MIC.
  if (sequence.startsWith("MIC") && sequence.length > 3) {
    parts[0] = sequence.slice(3);
    sequence = "MIC";
    from = 0;
  }
  if (!/^[A-Za-z0-9]{1,5}$/.test(sequence)) {
    reading.problems.push("the telemetry has no sequence number");
    return { kind: "broken", as: "telemetry" };
  }
  const analog: (number | null)[] = [];
  for (const part of parts.slice(from, from + 5)) {
    if (!VALUE.test(part)) {
      reading.problems.push(`telemetry value ${analog.length + 1} is not a number`);
      analog.push(null);
    } else analog.push(/\d/.test(part) ? Number(part) : null);
  }
  if (analog.length === 0) {
    reading.problems.push("the telemetry has no values");
    return { kind: "broken", as: "telemetry" };
  }
  const tail = parts.slice(from + 5).join(",");
  const bits = /^[01]{1,8}/.exec(tail);
  return {
    kind: "telemetry",
    sequence,
    analog,
    ...(bits ? { bits: bits[0].padEnd(8, "0") } : {}),
    comment: shown(bits ? tail.slice(bits[0].length) : tail),
  };
}
