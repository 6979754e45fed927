/** A page judged by axe-core, by WCAG 2.2 at levels A and AA. */
import axe from "axe-core";
import type { Phone } from "./phone.ts";

/** What is wrong with the page that the phone shows: rule and element. */
export async function judged(phone: Phone): Promise<string[]> {
  if (!await phone.tab.evaluate(`"axe" in globalThis`)) await phone.tab.evaluate(axe.source);
  return await phone.tab.evaluate(`axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + " " + html)))`) as string[];
}
