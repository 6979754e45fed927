/** How an installed tool is: whether it runs, and if not, why. */
import { signal } from "@preact/signals";
import { say } from "../ui/say.ts";
import type { Bench } from "./install/bench.ts";
import type { Installed } from "./install/trust.ts";

/** The code of the cache that is worked at, as its page or a person names it. */
export const forCache = signal("");

/** Where a tool is opened. */
export const toolAddress = (name: string): string => `/tools?open=${name}`;

type State = "off" | "on" | "refused" | "ended" | "starting";

export function stateOf(bench: Bench, { name, on }: Installed): { state: State; words: string } {
  const running = bench.running.value.get(name), why = bench.refused.value.get(name);
  const ended = running?.ended.value;
  if (!on) return { state: "off", words: say("tools.state.off") };
  if (why) return { state: "refused", words: say(`tools.why.${why}`) };
  if (ended) return { state: "ended", words: say(`tools.ended.${ended}`, { name }) };
  const state = running?.loaded.value ? "on" : "starting";
  return { state, words: say(`tools.state.${state}`) };
}
