/** Follows one station while its page is shown: says when there is news of it, so that the page reads anew what it shows. */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import type { ClientWorld } from "../phone/world.ts";

/** Milliseconds after a packet until it is read: by then the copies of other receivers are in. */
const SETTLE_MS = 1000;
/** How many seconds are at least between two readings of facts and packets, and of the plots. */
export const FACTS_S = 5, PLOTS_S = 30;
/** So far back places are told when it connects; the page reads the rest itself. */
const LATE_S = 120;
/** Milliseconds between two looks at the clock. */
const TICK_MS = 1000;

/** A reading that news ask for: soon after the first, then at most once every so many seconds, however many come. */
export class Paced {
  #stop: (() => void) | undefined;
  /** When the next reading may begin, seconds of the phone's clock. */
  #next = 0;

  constructor(
    private readonly world: Pick<ClientWorld, "clock" | "later">,
    private readonly everyS: number,
    private readonly act: () => void,
  ) {}

  /** There is news. */
  ask(): void {
    if (this.#stop) return;
    const waitMs = Math.max(SETTLE_MS, (this.#next - this.world.clock()) * 1000);
    this.#stop = this.world.later(() => {
      this.#stop = undefined;
      this.#next = this.world.clock() + this.everyS;
      this.act();
    }, waitMs);
  }

  /** Reads no more. */
  end(): void {
    this.#stop?.();
    this.#stop = undefined;
  }
}

/** Counters that grow when there is more to read of a station: of its facts and packets, and of its plots. */
interface Fresh {
  facts: ReadonlySignal<number>;
  plots: ReadonlySignal<number>;
}

/**
 * Listens for packets of `call` over the live connection. The counters grow after them, and after the connection was lost
 * and is back; only while the page is visible. What came while it was hidden counts once it is seen again.
 */
export function useFollowing(call: string): Fresh {
  const { world, wire } = useApp();
  const facts = useSignal(0), plots = useSignal(0);
  useEffect(() => {
    let isMissed = false, isLost = false, wasOpen = wire.open.peek();
    const paced = [[FACTS_S, facts] as const, [PLOTS_S, plots] as const].map(([everyS, count]) =>
      new Paced(world, everyS, () => {
        if (document.hidden) isMissed = true;
        else count.value++;
      })
    );
    const ask = () => paced.forEach((one) => one.ask());
    const seen = () => {
      if (document.hidden || !isMissed) return;
      isMissed = false;
      ask();
    };
    document.addEventListener("visibilitychange", seen);
    const ends = [
      wire.want({ station: call, maxAgeS: LATE_S }),
      wire.listen((messages) => {
        const isOurs = messages.some((one) =>
          (one.type === "heard" || one.type === "sent") && one.call === call
        );
        if (isOurs) ask();
      }),
      wire.open.subscribe((open) => {
        if (open && wasOpen === false && isLost) ask();
        isLost ||= wasOpen === true && open === false;
        wasOpen = open;
      }),
    ];
    return () => {
      document.removeEventListener("visibilitychange", seen);
      for (const end of ends) end();
      for (const one of paced) one.end();
    };
  }, [call]);
  return useMemo(() => ({ facts, plots }), []);
}

/** The time now in whole unix seconds, for ages that grow while they are looked at. It rests while the page is hidden. */
export function useClock(): ReadonlySignal<number> {
  const { world, gateway } = useApp();
  const now = useSignal(gateway.now());
  useEffect(() => {
    let stop = () => {};
    const tick = () => {
      if (!document.hidden) now.value = gateway.now();
      stop = world.later(tick, TICK_MS);
    };
    tick();
    return () => stop();
  }, []);
  return now;
}
