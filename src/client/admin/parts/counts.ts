/** Sentences that say how many things a decision of an operator affects, from the gateway's count. */
import type { Answered } from "../../phone/ask.ts";
import { isTold, tell } from "../tell.ts";

/** One sentence for each kind of thing (`touches`: how many, by kind); a kind with none is left out. */
export const sayCounts = (touches: Readonly<Record<string, number>>): string[] =>
  Object.entries(touches).filter(([, n]) => n > 0).map(([kind, n]) => {
    const key = `touch.${kind}`;
    return isTold(key) ? tell(key, { n }) : tell("touch.other", { n, kind });
  });

/** The same from an answer that counts what a decision would affect, then the sentences of `more`; a refusal stays as it came. */
export async function touched(
  asked: Promise<Answered<{ touches: Record<string, number> }>>,
  ...more: readonly string[]
): Promise<Answered<readonly string[]>> {
  const answer = await asked;
  return answer.ok ? { ...answer, value: [...sayCounts(answer.value.touches), ...more] } : answer;
}
