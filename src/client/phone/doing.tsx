/** Sends what a person does on a page to the gateway: one thing at a time; a refusal is shown beside it. */
import { type Signal, useSignal } from "@preact/signals";
import { useApp } from "./app.ts";
import type { Answered } from "./ask.ts";
import type { Refused } from "../ui/refused.ts";
import { Explained } from "../ui/explained.tsx";
import { CopyOut } from "../ui/parts.tsx";
import { place, signInAddress } from "../pages/router.ts";
import { say, sayRefusal } from "../ui/say.ts";
import { faultLine, sayLater } from "../ui/times.ts";

interface Trouble {
  sentence: string;
  reason: string;
  /** The number under which an operator finds a fault in the gateway's log. */
  fault?: string;
}

type Act = () => Promise<Answered<unknown>>;

/** The state of the actions of one page or form; `Problem` shows what went wrong. */
export interface Doing {
  readonly busy: Signal<boolean>;
  /** What went wrong last; `undefined` where nothing did. */
  readonly problem: Signal<Trouble | undefined>;
  /** Runs `act`, unless another one is still running; gives whether it succeeded. */
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

/** The sentence for a refusal; for too many requests also when to go on, for a fault also its number. */
function troubleOf(refused: Extract<Refused, { refused: true }>, now: number): Trouble {
  const { reason, status } = refused;
  const limited = reason === "rate_limited" || reason === "limited" || reason === "http_429"
    ? sayLater(refused, now)
    : undefined;
  const sentence = limited ?? sayRefusal(refused);
  // Only what broke here is of use to the operator; that another host does not answer is a reason of its own.
  if (status < 500 || !reason.startsWith("http_")) return { sentence, reason };
  return { sentence, reason, fault: faultLine(now, `${status} ${reason} ${place.peek().path}`) };
}

/** Shows what went wrong, with a link to sign in where that is what is missing. */
export function Problem({ of }: { of: Doing }) {
  const problem = of.problem.value;
  const lacksSignIn = problem?.reason === "fresh_sign_in" || problem?.reason === "no_session";
  return (
    <p class="bad" role="alert">
      {problem?.sentence} {problem?.fault && (
        <CopyOut
          text={problem.fault}
          words={say("doing.copy")}
          shown={<span class="code">{problem.fault}</span>}
        />
      )}
      {problem && <Explained reason={problem.reason} />}
      {lacksSignIn && <a href={signInAddress(place.value.path)}>{say("doing.sign_in")}</a>}
    </p>
  );
}
