/** What a decision touches, as the gateway counts it, in sentences. */
import type { Answered } from "../shell/ask.ts";
import { isTold, tell } from "./tell.ts";

/** Numbers of things by kind; nothing is said of what is none. */
export const sayCounts = (touches: Readonly<Record<string, number>>): string[] =>
  Object.entries(touches).filter(([, n]) => n > 0).map(([kind, n]) => {
    const key = `touch.${kind}`;
    return isTold(key) ? tell(key, { n }) : tell("touch.other", { n, kind });
  });

/** The same of an answer that counts first; `more` stands behind it. */
export async function touched(
  asked: Promise<Answered<{ touches: Record<string, number> }>>,
  ...more: readonly string[]
): Promise<Answered<readonly string[]>> {
  const answer = await asked;
  return answer.ok ? { ...answer, value: [...sayCounts(answer.value.touches), ...more] } : answer;
}
