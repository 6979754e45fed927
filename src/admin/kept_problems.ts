/**
 * Keeps the last problems over a restart, so that a sysop sees what came before a crash. An SD card bears few writes: the file
 * is written when the program ends, and by an error, but by errors at most once in ten minutes.
 */
import { z } from "#schemas";
import { replaceFile } from "../base/mod.ts";
import { type LogLine, Problem, Problems } from "./problems.ts";

/** Milliseconds between two writes of the file while the program runs. */
const PAUSE_MS = 600_000;
/** A file that is larger was not written here, bytes. */
const LARGEST = 1_000_000;

const Kept = z.array(z.tuple([z.string(), Problem]));

interface KeptProblems {
  problems: Problems;
  /** A sink for the log. */
  sink(line: LogLine): void;
  /** Writes the file now; what cannot be written is tried again with the next write. Throws nothing. */
  save(): void;
}

/** Goes on with the problems of this file, if it is there and whole. Times are those of the log's lines. */
export function keptProblems(path: string): KeptProblems {
  const problems = new Problems(read(path));
  let written = -Infinity;
  const save = () => {
    try {
      replaceFile(path, JSON.stringify(problems.entries()));
    } catch {
      // The log cannot tell of a full disk in its own sink; the checklist does.
    }
  };
  return {
    problems,
    save,
    sink: (line) => {
      problems.sink(line);
      const isBad = line.level === "error" || line.level === "fatal";
      if (!isBad || Math.abs(line.timestamp - written) < PAUSE_MS) return;
      written = line.timestamp;
      save();
    },
  };
}

function read(path: string): z.infer<typeof Kept> {
  try {
    if (Deno.statSync(path).size > LARGEST) return [];
    const kept: unknown = JSON.parse(Deno.readTextFileSync(path));
    return Array.isArray(kept) && kept.length === 0 ? [] : Kept.parse(kept);
  } catch {
    // No file yet, or not one of these: problems are gathered anew.
    return [];
  }
}
