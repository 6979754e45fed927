/** The wizard's answers, until the box has joined: the same command goes on from where it was left. */
import { join } from "node:path";
import { writePrivate } from "../../box/mod.ts";

/** What was answered; `code` is good for a quarter of an hour at most, and for one box. */
export interface Answers {
  gateways?: string[];
  authority?: string;
  code?: string;
  call?: string;
  connections?: string[];
}

const NAME = "answers.json",
  WORDS = ["authority", "code", "call"] as const,
  LISTS = ["gateways", "connections"] as const;

/** What a folder has of an earlier run; a file that cannot be read is none. */
export function readAnswers(dir: string): Answers {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(Deno.readTextFileSync(join(dir, NAME)));
  } catch {
    return {};
  }
  const answers: Answers = {};
  for (const name of WORDS) if (typeof value?.[name] === "string") answers[name] = value[name];
  for (const name of LISTS) {
    const list = value?.[name];
    if (Array.isArray(list) && list.every((one) => typeof one === "string")) answers[name] = list;
  }
  return answers;
}

/** Keeps what was answered so far, for its owner's eyes alone. */
export function keepAnswers(dir: string, answers: Answers): void {
  Deno.mkdirSync(dir, { recursive: true, mode: 0o700 });
  writePrivate(join(dir, NAME), JSON.stringify(answers));
}

/** The box has joined, or begins anew. */
export function dropAnswers(dir: string): void {
  try {
    Deno.removeSync(join(dir, NAME));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
