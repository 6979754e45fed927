/** The how manieth find or cache it is. */
import { type Key, language, say } from "../ui/say.ts";

/** `Your 12th.`; the first has words of its own. */
export function sayNth(n: number): string {
  if (n <= 1) return say("moment.first");
  const rule = new Intl.PluralRules(language.value.code, { type: "ordinal" }).select(n);
  const end = rule === "one" || rule === "two" || rule === "few" ? rule : "other";
  return say("moment.nth", { nth: `${n}${say(`moment.nth.${end}` as Key)}` });
}
