/** Reading an address for a page: what the phone kept at once, then what the gateway says. */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "./app.ts";
import type { Known } from "./reader.ts";
import { say, sayRefusal } from "./say.ts";

export interface Read<T> {
  readonly known: ReadonlySignal<Known<T> | undefined>;
  /** Why there is nothing to show; empty while there is, or while it is read. */
  readonly problem: ReadonlySignal<string>;
  /** Reads it once more. */
  again(): Promise<void>;
}

/** Without a path nothing is read: the page does not know yet what, or may not. */
export function useRead<T>(path: string | undefined): Read<T> {
  const { reader } = useApp();
  const known = useSignal<Known<T> | undefined>(undefined), problem = useSignal("");
  const again = async () => {
    if (path === undefined) return;
    const failed = await reader.read<T>(path, (one) => known.value = one);
    if (!failed || failed.ok) problem.value = "";
    else if (failed.refused) {
      // What it says now counts, not what it said once.
      known.value = undefined;
      problem.value = sayRefusal(failed);
    } else if (!known.peek()) problem.value = say("doing.unreached");
  };
  useEffect(() => {
    known.value = undefined;
    problem.value = "";
    void again();
  }, [path]);
  return { known, problem, again };
}
