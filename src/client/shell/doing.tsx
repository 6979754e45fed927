/** Doing something on the gateway from a page: one thing at a time, and what was refused is said beside it. */
import { type Signal, useSignal } from "@preact/signals";
import type { Answered, Refused } from "./ask.ts";
import { place, signInAddress } from "./router.ts";
import { say, sayRefusal } from "./say.ts";
import { sayLater } from "./times.ts";
import { useApp } from "./app.ts";

type Act = () => Promise<Answered<unknown>>;

export interface Doing {
  readonly busy: Signal<boolean>;
  /** What went wrong last; `undefined` where nothing did. */
  readonly problem: Signal<{ sentence: string; reason: string } | undefined>;
  /** Does it, unless something is being done; gives whether it went well. */
  run(act: Act): Promise<boolean>;
}

export function useDoing(): Doing {
  const { gateway } = useApp();
  const busy = useSignal(false),
    problem = useSignal<{ sentence: string; reason: string } | undefined>(undefined);
  const run = async (act: Act) => {
    if (busy.peek()) return false;
    busy.value = true;
    try {
      const answer = await act();
      problem.value = answer.ok
        ? undefined
        : answer.refused
        ? { sentence: refusalOf(answer, gateway.now()), reason: answer.reason }
        : { sentence: say("doing.unreached"), reason: "" };
      return answer.ok;
    } finally {
      busy.value = false;
    }
  };
  return { busy, problem, run };
}

/** Why not; of too many requests also when it goes on. */
const refusalOf = (refused: Extract<Refused, { refused: true }>, now: number): string =>
  refused.reason === "limited" || refused.reason === "http_429"
    ? sayLater(refused, now) ?? sayRefusal(refused)
    : sayRefusal(refused);

/** What went wrong, and where to sign in where that is what lacks. */
export function Problem({ of }: { of: Doing }) {
  const problem = of.problem.value;
  const lacksSignIn = problem?.reason === "fresh_sign_in" || problem?.reason === "no_session";
  return (
    <p class="bad" role="alert">
      {problem?.sentence}{" "}
      {lacksSignIn && <a href={signInAddress(place.value.path)}>{say("doing.sign_in")}</a>}
    </p>
  );
}
