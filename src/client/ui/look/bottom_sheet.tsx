/**
 * A sheet over a map: on a phone it lies at the bottom with three stops, of which one is half open; a wide screen shows the
 * same as a pane. It is dragged by its handle, or moved by arrow keys; what is in it scrolls by itself.
 */
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { enter, type Held, heldBy } from "../held.ts";

export const STOPS = ["low", "half", "open"] as const;
export type Stop = typeof STOPS[number];

/** So far, in pixels, a finger moves before it is a drag and no tap. */
const DRAG = 8;
/** Which share of the room each stop takes; the style draws the same. */
const SHARE: Readonly<Record<Stop, number>> = { low: 0.16, half: 0.5, open: 0.92 };

/** The stop that a drag ends at: the next one in its direction where it went far enough, else the nearest. Pure. */
export function stopAfter(from: Stop, share: number): Stop {
  const moved = share - SHARE[from], at = STOPS.indexOf(from);
  if (Math.abs(moved) < 0.08) return from;
  const nearest = STOPS.toSorted((a, b) => Math.abs(SHARE[a] - share) - Math.abs(SHARE[b] - share))[0]!;
  return nearest === from ? STOPS[at + Math.sign(moved)] ?? from : nearest;
}

/** `words`: what the handle is for, and how each stop is called. */
export function BottomSheet({ value, set, words, children }: Held<Stop> & {
  words: { handle: string } & Readonly<Record<Stop, string>>;
  children: ComponentChildren;
}) {
  const sheet = useRef<HTMLElement>(null);
  const drag = useRef<{ y: number; height: number; moved: boolean } | undefined>(undefined);
  const stop = heldBy({ value }) ?? "half", at = STOPS.indexOf(stop);
  const to = (next: Stop | undefined) => next && next !== stop && enter({ value, set }, next);
  const room = () => sheet.current!.parentElement!.clientHeight;
  const begin = (event: PointerEvent) => {
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    drag.current = { y: event.clientY, height: sheet.current!.offsetHeight, moved: false };
  };
  const move = ({ clientY }: PointerEvent) => {
    const begun = drag.current;
    if (!begun || !begun.moved && Math.abs(clientY - begun.y) < DRAG) return;
    begun.moved = true;
    sheet.current!.dataset.dragged = "";
    sheet.current!.style.setProperty("--sheet", `${begun.height + begun.y - clientY}px`);
  };
  const end = () => {
    const begun = drag.current, own = sheet.current!;
    drag.current = undefined;
    const share = own.offsetHeight / room();
    delete own.dataset.dragged;
    own.style.removeProperty("--sheet");
    if (!begun) return;
    // A tap goes one step on, and from the last one back.
    to(begun.moved ? stopAfter(stop, share) : STOPS[(at + 1) % STOPS.length]);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    const next = step ? STOPS[at + step] : { Home: STOPS[0], End: STOPS[2] }[event.key];
    if (!step && !next) return;
    event.preventDefault();
    to(next);
  };
  return (
    <section class="pull-up" data-stop={stop} ref={sheet}>
      <div
        class="pull-up-handle"
        role="slider"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={words.handle}
        aria-valuemin={0}
        aria-valuemax={STOPS.length - 1}
        aria-valuenow={at}
        aria-valuetext={words[stop]}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
        onKeyDown={press}
      />
      <div class="pull-up-room">{children}</div>
    </section>
  );
}
