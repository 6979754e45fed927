/**
 * Telemetry as people read it: the values that were sent, made into physical ones by the station's own definitions
 * (APRS101, chapter 13). Pure.
 */

/** Five analogue channels. */
const CHANNELS = 5, COEFFICIENTS = 3;

interface Channel {
  name: string;
  unit: string;
  /** `a·v² + b·v + c`. */
  coefficients: [number, number, number];
}

/** What the definitions say of the channels; without any they are counted, and values are as sent. */
export function channelsOf(definitions: Readonly<Record<string, readonly string[]>>): Channel[] {
  const { PARM = [], UNIT = [], EQNS = [] } = definitions;
  return Array.from({ length: CHANNELS }, (_, at) => {
    const [a = 0, b = 1, c = 0] = Array.from({ length: COEFFICIENTS }, (_, i) => {
      const text = EQNS[at * COEFFICIENTS + i]?.trim() ?? "";
      const value = text === "" ? NaN : Number(text);
      return Number.isFinite(value) ? value : undefined;
    });
    return {
      name: PARM[at]?.trim() || `A${at + 1}`,
      unit: UNIT[at]?.trim() ?? "",
      coefficients: [a, b, c],
    };
  });
}

/** A sample's values under the definitions; what was left out stays out. */
export const physical = (
  analog: readonly (number | null)[],
  channels: readonly Channel[],
): (number | null)[] =>
  analog.map((value, at) => {
    const channel = channels[at];
    if (value === null || !channel) return value;
    const [a, b, c] = channel.coefficients;
    const result = a * value * value + b * value + c;
    return Number.isFinite(result) ? Math.round(result * 1e6) / 1e6 : null;
  });
