/** What the check of one's own records says, in the reader's language. */
import type { z } from "#schemas";
import type { Identity } from "../../../federation/mod.ts";
import { sayRefusal } from "../../ui/say.ts";
import { isTold, tell } from "../tell.ts";

type IdentityDetail = NonNullable<NonNullable<z.infer<typeof Identity>["lines"]>[number]["said"]["detail"]>;

/**
 * A sentence by its code; a refusal of DNS by its reason. What has no code is addresses alone, and what a newer gateway says
 * in words of its own stays in English.
 */
export function OwnWords({ said, english }: { said: IdentityDetail | undefined; english: string }) {
  if (!said) return <span>{english}</span>;
  const { code, values } = said, key = `peers.self.${code}`;
  if (isTold(key)) {
    return <span>{tell(`peers.self.${code}` as typeof key, values as Record<string, string>)}</span>;
  }
  return <span>{sayRefusal({ reason: code, sentence: english })}</span>;
}
