/** Reading an address for a page: what the phone kept at once, then what the gateway says; and reading it again. */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
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

/**
 * Asks again every so many seconds, for what the gateway sends no live message of. While the page cannot be seen nothing is
 * asked; once it is seen again it is asked at once. Without a number it is not asked again.
 */
export function usePoll(again: () => Promise<void>, seconds: number | undefined): void {
  const { world } = useApp();
  const latest = useRef(again);
  latest.current = again;
  useEffect(() => {
    if (seconds === undefined) return;
    let stop = () => {}, ended = false;
    const wait = () => {
      stop();
      if (!ended && !document.hidden) stop = world.later(ask, seconds * 1000);
    };
    const ask = () => void latest.current().finally(wait);
    const turned = () => {
      stop();
      if (!document.hidden) ask();
    };
    document.addEventListener("visibilitychange", turned);
    wait();
    return () => {
      ended = true;
      document.removeEventListener("visibilitychange", turned);
      stop();
    };
  }, [seconds]);
}
