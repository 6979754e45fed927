/** Reads an address of the API for a component, as `Reader` does, and reads it again when asked to or every so often. */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { passingOf, sayUnread } from "../ui/unread.ts";
import { useApp } from "./app.ts";
import { isAdmin } from "../pages/page_table.ts";
import type { Known } from "./reader.ts";
import type { Address } from "./wire/routes.ts";
import { place } from "../pages/router.ts";

/** What was read of one address. */
export interface Read<T> {
  readonly known: ReadonlySignal<Known<T> | undefined>;
  /** Why there is nothing to show; empty while it is read, and once there is something. */
  readonly problem: ReadonlySignal<string>;
  /** Reads it once more. */
  again(): Promise<void>;
}

/** Whether `one` is what the phone kept while the page shows an answer of the gateway already, from a reading beside it. */
export const isBehind = (one: Pick<Known<unknown>, "source">, shown: typeof one | undefined): boolean =>
  one.source !== "live" && shown?.source === "live";

/**
 * Reads `path` for a component, and again when it changes. Without a path nothing is read. In administration it is read again
 * after whatever was done: the list beside a detail, and what counts the same things, would tell of before. Anywhere it is read
 * again when somebody asks for the page anew.
 */
export function useRead<T>(path: Address<T> | undefined): Read<T> {
  const { reader, gateway } = useApp();
  const known = useSignal<Known<T> | undefined>(undefined), problem = useSignal("");
  const latest = useRef(path);
  latest.current = path;
  // One function for each address: what waits to be shown waits once.
  const show = useMemo(() => (one: Known<T>) => {
    if (latest.current !== path || isBehind(one, known.peek())) return;
    known.value = one;
    problem.value = "";
  }, [path]);
  const again = async () => {
    if (path === undefined) return;
    const failed = await reader.read<T>(path, show);
    if (latest.current !== path) return;
    if (!failed || failed.ok) problem.value = "";
    else {
      // A refusal: what was answered earlier is not shown any longer. In the gateway's own trouble it stays in sight.
      if (!passingOf(failed)) known.value = undefined;
      if (!known.peek()) problem.value = sayUnread(failed);
    }
  };
  useEffect(() => {
    known.value = undefined;
    problem.value = "";
    void again();
    const before = gateway.done.peek(), round = reader.round.peek();
    const ends = [
      gateway.done.subscribe((now) => {
        if (now > before && isAdmin(place.peek())) void again();
      }),
      reader.round.subscribe((now) => {
        if (now > round) void again();
      }),
    ];
    return () => ends.forEach((end) => end());
  }, [path]);
  return { known, problem, again };
}

/**
 * Calls `again` every so many seconds, for what the gateway sends no live message about. Nothing is asked while the page is
 * hidden; once it is shown again, it asks at once. Without `seconds` it does not ask.
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
