/** The last problems, each once: what a sysop would look for in the log, without the log. */
import { z } from "#schemas";

/** A kind of problem, with how often it came. Times are unix seconds. */
export const Problem = z.object({
  level: z.enum(["warning", "error", "fatal"]),
  area: z.string().describe("Part of the program, such as `http` or `federation`"),
  text: z.string().describe("What the latest of these problems says, as a sentence"),
  count: z.number().int().positive(),
  firstAt: z.number().int(),
  lastAt: z.number().int(),
});
export type Problem = z.output<typeof Problem>;

/** A line of the log, as LogTape hands it to a sink. */
export interface LogLine {
  level: string;
  category: readonly string[];
  message: readonly unknown[];
  rawMessage: string | TemplateStringsArray;
  /** Unix milliseconds. */
  timestamp: number;
}

/** Most kinds of problems that are kept; for a new one the kind that did not come for longest is dropped. */
const KINDS = 200;
/** Longest sentence, in characters. */
const LONGEST = 300;
const LEVELS: ReadonlySet<string> = new Set(["warning", "error", "fatal"]);

/** Gathers warnings and errors by the text of their message, without the values filled into it. */
export class Problems {
  readonly #kinds: Map<string, Problem>;

  /** `before`: what `entries` of an earlier process gave. */
  constructor(before: readonly (readonly [string, Problem])[] = []) {
    this.#kinds = new Map(before.slice(-KINDS));
  }

  /** A sink for the log. */
  readonly sink = (line: LogLine): void => {
    if (!LEVELS.has(line.level)) return;
    const area = line.category.slice(1).join(".") || "house";
    const key = `${area} ${String(line.rawMessage).slice(0, LONGEST)}`;
    const at = Math.floor(line.timestamp / 1000);
    const before = this.#kinds.get(key);
    this.#kinds.delete(key);
    this.#kinds.set(key, {
      level: line.level as Problem["level"],
      area,
      text: line.message.map(told).join("").slice(0, LONGEST),
      count: (before?.count ?? 0) + 1,
      firstAt: before?.firstAt ?? at,
      lastAt: at,
    });
    if (this.#kinds.size > KINDS) this.#kinds.delete(this.#kinds.keys().next().value!);
  };

  /** The kinds by their keys, oldest first. */
  entries(): [string, Problem][] {
    return [...this.#kinds];
  }

  /** Newest first. */
  list(): Problem[] {
    return [...this.#kinds.values()].reverse();
  }
}

/** A value within a sentence. Of an error its message: a stack is for the log. */
const told = (part: unknown): string =>
  part instanceof Error
    ? part.message
    : typeof part === "string"
    ? part
    : JSON.stringify(part) ?? String(part);
