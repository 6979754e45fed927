/** What a decision touches, as the gateway counts it, in sentences. */
import type { Answered } from "../shell/ask.ts";
import { isTold, tell } from "./tell.ts";

/** Numbers of things by kind, a sentence each; a kind of which there are none is left out. */
export const sayCounts = (touches: Readonly<Record<string, number>>): string[] =>
  Object.entries(touches).filter(([, n]) => n > 0).map(([kind, n]) => {
    const key = `touch.${kind}`;
    return isTold(key) ? tell(key, { n }) : tell("touch.other", { n, kind });
  });

/** The sentences of an answer that counts what a decision would touch, then those of `more`; a refusal stays as it came. */
export async function touched(
  asked: Promise<Answered<{ touches: Record<string, number> }>>,
  ...more: readonly string[]
): Promise<Answered<readonly string[]>> {
  const answer = await asked;
  return answer.ok ? { ...answer, value: [...sayCounts(answer.value.touches), ...more] } : answer;
}
