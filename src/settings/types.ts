/**
 * Types of settings. Each reads a text strictly, writes it back in one canonical form, and says what it takes: for the
 * error line at start, the settings page and the handbook. Values travel as text everywhere ("5", "1", "pota,sota").
 */

/** A value that does not fit. The message says what the setting takes and never repeats the value (it may be a secret). */
export class Misfit extends Error {}

/** What a settings page needs to draw the control; names as in API "Resources and fields", Instance setting. */
export interface Shape {
  type: "integer" | "boolean" | "choice" | "list" | "text" | "json";
  control: "number" | "switch" | "select" | "checkboxes" | "text" | "textarea";
  values?: string[];
  options?: string[];
  min?: number;
  max?: number;
  unit?: string;
  format?: string;
  maxLength?: number;
  fields?: { key: string; label: string; min: number; max: number; default: number; unit: string }[];
}

export interface ValueType<T> {
  shape: Shape;
  /** For people: "a whole number from 1 to 3600". */
  takes: string;
  parse(text: string): T;
  format(value: T): string;
}

const misfit = (takes: string): never => {
  throw new Misfit(`takes ${takes}`);
};

/** A whole number within bounds. */
export function integer(min: number, max: number, unit?: string): ValueType<number> {
  const takes = `a whole number from ${min} to ${max}${unit ? ` (${unit})` : ""}`;
  return {
    shape: { type: "integer", control: "number", min, max, ...(unit ? { unit } : {}) },
    takes,
    parse(text) {
      const value = Number(text.trim());
      return /^\s*-?\d{1,16}\s*$/.test(text) && value >= min && value <= max ? value : misfit(takes);
    },
    format: String,
  };
}

const ON = new Set(["1", "on", "true", "yes"]);
const OFF = new Set(["0", "off", "false", "no"]);

/** On or off; written as 1 or 0. */
export function flag(): ValueType<boolean> {
  const takes = "1 or 0 (also on, off, true, false, yes, no)";
  return {
    shape: { type: "boolean", control: "switch", values: ["0", "1"] },
    takes,
    parse(text) {
      const word = text.trim().toLowerCase();
      return ON.has(word) ? true : OFF.has(word) ? false : misfit(takes);
    },
    format: (value) => value ? "1" : "0",
  };
}

/** One of a few words. */
export function choice<const W extends string>(...words: W[]): ValueType<W> {
  const takes = `one of ${words.join(", ")}`;
  return {
    shape: { type: "choice", control: "select", values: words },
    takes,
    parse: (text) => words.find((word) => word.toLowerCase() === text.trim().toLowerCase()) ?? misfit(takes),
    format: String,
  };
}

/** Any of a few words, as a comma list; "none" for the empty one. Kept once each, in the order of the options. */
export function anyOf<const W extends string>(...options: W[]): ValueType<W[]> {
  const takes = `any of ${options.join(", ")} as a comma list, or none`;
  return {
    shape: { type: "list", control: "checkboxes", options },
    takes,
    parse(text) {
      const words = text.split(",").map((word) => word.trim().toLowerCase()).filter((word) => word !== "");
      if (words.length === 1 && words[0] === "none") return [];
      if (!words.every((word) => options.some((option) => option === word))) misfit(takes);
      return options.filter((option) => words.includes(option));
    },
    format: (value) => value.length === 0 ? "none" : value.join(","),
  };
}

/** Free text of one line (or several where `lines`), at most `maxLength` characters. */
export function text(
  maxLength: number,
  options: { lines?: boolean; format?: string } = {},
): ValueType<string> {
  const takes = `${options.lines ? "text" : "one line of text"} of at most ${maxLength} characters`;
  return {
    shape: {
      type: "text",
      control: options.lines ? "textarea" : "text",
      maxLength,
      ...(options.format ? { format: options.format } : {}),
    },
    takes,
    parse(value) {
      const trimmed = value.trim();
      // deno-lint-ignore no-control-regex -- control characters are what is refused
      const control = options.lines ? /[\u0000-\u0009\u000b-\u001f\u007f]/ : /[\u0000-\u001f\u007f]/;
      if (trimmed.length > maxLength || control.test(trimmed)) misfit(takes);
      return trimmed;
    },
    format: String,
  };
}

/** A text that must pass a check of its own. `read` gives the canonical value, or `undefined` when it does not fit. */
export function checked<T = string>(
  takes: string,
  read: (text: string) => T | undefined,
  options: { format?: string; maxLength?: number; write?: (value: T) => string; lines?: boolean } = {},
): ValueType<T> {
  const { format, maxLength = 4000, write = String, lines } = options;
  return {
    shape: { type: "text", control: lines ? "textarea" : "text", maxLength, ...(format ? { format } : {}) },
    takes,
    parse(value) {
      const trimmed = value.trim();
      const read_ = trimmed.length <= maxLength ? read(trimmed) : undefined;
      return read_ === undefined ? misfit(takes) : read_;
    },
    format: write,
  };
}

/** A comma list whose every entry passes `entry`; at most `most` of them, each kept once. */
export function listOf<T>(
  takes: string,
  entry: (text: string) => T | undefined,
  options: { most?: number; format?: string } = {},
): ValueType<T[]> {
  const { most = 100, format } = options;
  return checked<T[]>(takes, (value) => {
    const entries = [...new Set(value.split(",").map((part) => part.trim()).filter((part) => part !== ""))]
      .map(entry);
    return entries.length <= most && !entries.includes(undefined) ? entries as T[] : undefined;
  }, { write: (value) => value.join(","), ...(format ? { format } : {}) });
}

/** A JSON text that `read` turns into the value, or `undefined` when it does not fit. */
export function json<T>(
  takes: string,
  read: (value: unknown) => T | undefined,
  shape: Partial<Shape> = {},
): ValueType<T> {
  const type = checked<T>(takes, (text) => {
    try {
      return read(JSON.parse(text));
    } catch {
      return undefined;
    }
  }, { write: (value) => JSON.stringify(value), lines: true });
  return { ...type, shape: { ...type.shape, type: "json", ...shape } };
}
