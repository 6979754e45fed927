/** Doing something on the gateway from a page: one thing at a time, and what was refused is said beside it. */
import { type Signal, useSignal } from "@preact/signals";
import { useApp } from "./app.ts";
import type { Answered, Refused } from "./ask.ts";
import { Button } from "./parts.tsx";
import { place, signInAddress } from "./router.ts";
import { say, sayRefusal } from "./say.ts";
import { sayLater } from "./times.ts";

interface Trouble {
  sentence: string;
  reason: string;
  /** What an operator needs to find a fault of the gateway's. */
  fault?: string;
}

type Act = () => Promise<Answered<unknown>>;

export interface Doing {
  readonly busy: Signal<boolean>;
  /** What went wrong last; `undefined` where nothing did. */
  readonly problem: Signal<Trouble | undefined>;
  /** Does it, unless something is being done; gives whether it went well. */
  run(act: Act): Promise<boolean>;
}

export function useDoing(): Doing {
  const { gateway } = useApp();
  const busy = useSignal(false),
    problem = useSignal<Trouble | undefined>(undefined);
  const run = async (act: Act) => {
    if (busy.peek()) return false;
    busy.value = true;
    try {
      const answer = await act();
      problem.value = answer.ok
        ? undefined
        : answer.refused
        ? troubleOf(answer, gateway.now())
        : { sentence: say("doing.unreached"), reason: "" };
      return answer.ok;
    } finally {
      busy.value = false;
    }
  };
  return { busy, problem, run };
}

/** Why not; of too many requests also when it goes on, of a fault what an operator asks for. */
function troubleOf(refused: Extract<Refused, { refused: true }>, now: number): Trouble {
  const { reason, status } = refused;
  const limited = reason === "limited" || reason === "http_429" ? sayLater(refused, now) : undefined;
  const sentence = limited ?? sayRefusal(refused);
  if (status < 500) return { sentence, reason };
  const at = new Date(now * 1000).toISOString().slice(0, 19);
  return { sentence, reason, fault: `${at}Z ${status} ${reason} ${place.peek().path}` };
}

/** What went wrong, and where to sign in where that is what lacks. */
export function Problem({ of }: { of: Doing }) {
  const problem = of.problem.value;
  const lacksSignIn = problem?.reason === "fresh_sign_in" || problem?.reason === "no_session";
  return (
    <p class="bad" role="alert">
      {problem?.sentence} {problem?.fault && (
        <>
          <span class="code">{problem.fault}</span>{" "}
          {navigator.clipboard && (
            <Button onClick={() => void navigator.clipboard.writeText(problem.fault!)}>
              {say("doing.copy")}
            </Button>
          )}
        </>
      )}
      {lacksSignIn && <a href={signInAddress(place.value.path)}>{say("doing.sign_in")}</a>}
    </p>
  );
}
