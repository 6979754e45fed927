/** `FS +-=RHE!n`: one answer for each offer of a block, in order. */
import type { Outcome } from "./effects.ts";

type ProposalAnswer =
  /** They want it, from `offset` of the compressed bytes on; `held` when an operator looks at it first. */
  | { take: true; offset: number; held: boolean }
  | { take: false; outcome: Outcome };

/** Largest resume offset: six digits stand in a transfer's header. */
export const MAX_OFFSET = 999_999;

const NO: Record<string, Outcome> = {
  "-": "had_it",
  N: "had_it",
  "=": "deferred",
  L: "deferred",
  R: "rejected",
  E: "malformed",
};

/**
 * Reads the answers to `count` offers. Fewer than that: the rest counts as deferred. Undefined when a character is
 * not an answer, or there are more answers than offers: then it is unknown which message the partner waits for.
 */
export function readAnswers(line: string, count: number): ProposalAnswer[] | undefined {
  const text = line.slice(2).replaceAll(" ", "").toUpperCase();
  if (text.length > count * 8) return undefined;
  const answers: ProposalAnswer[] = [];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    const outcome = NO[sign];
    if (sign === "+" || sign === "Y" || sign === "H") {
      answers.push({ take: true, offset: 0, held: sign === "H" });
    } else if (outcome) answers.push({ take: false, outcome });
    else if (sign === "!" || sign === "A") {
      const digits = /^[0-9]{1,7}/.exec(text.slice(at + 1))?.[0];
      if (digits === undefined || Number(digits) > MAX_OFFSET) return undefined;
      answers.push({ take: true, offset: Number(digits), held: false });
      at += digits.length;
    } else return undefined;
  }
  if (answers.length > count) return undefined;
  while (answers.length < count) answers.push({ take: false, outcome: "deferred" });
  return answers;
}
