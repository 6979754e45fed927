/** One place of another programme's catalogue, as every reader gives it. */
import { cut } from "../../base/mod.ts";
import type { ImportedType } from "./sources.ts";

export interface ImportedPlace {
  /** The programme's own reference, `OE/OO-001`. */
  externalId: string;
  title: string;
  type: ImportedType | "multi" | "mystery" | "letterbox" | "virtual" | "earth";
  lat: number;
  lon: number;
  description?: string;
  hint?: string;
  owner?: string;
  url?: string;
  size?: "micro" | "small" | "regular" | "large" | "other" | "none";
  /** 1 to 5 by halves. */
  difficulty?: number;
  terrain?: number;
  /** Its list says that it cannot be visited for now. */
  isDisabled?: true;
}

/** A row that cannot be used as a place: where it stands and why. */
export interface SkippedRow {
  row: number;
  reason: string;
}

/** A row is a place, one that its list no longer has as such, or none. */
export type ImportedRow =
  | { place: ImportedPlace; row: number }
  | { retired: { externalId: string } & SkippedRow }
  | { skipped: SkippedRow };

/** One line, no control characters, at most `max` characters. */
export const oneLine = (text: string, max: number): string =>
  // deno-lint-ignore no-control-regex
  cut(text.replace(/[\u0000-\u001f\u007f]+/g, " ").replace(/\s+/g, " ").trim(), max);

/** Several lines, no other control characters, at most `max` characters. */
export const manyLines = (text: string, max: number): string =>
  // deno-lint-ignore no-control-regex
  cut(text.replace(/\r\n?/g, "\n").replace(/[\u0000-\u0009\u000b-\u001f\u007f]+/g, " ").trim(), max);

/** Thrown where the file breaks off or is malformed, so that reading cannot go on. */
export class UnreadableFile extends Error {}
