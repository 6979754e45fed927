/**
 * Rows in an order of one's own. A row's handle is dragged, or moved with the arrow keys while it has the focus, and keeps the
 * focus then.
 */
import { useSignal } from "@preact/signals";
import type { TargetedEvent } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** Where something that is held at this height comes to stand among rows: behind those whose middle lies above. */
export const placeAt = (y: number, middles: readonly number[]): number =>
  middles.filter((middle) => middle < y).length;

/** Where the keys move a row: by one, or to an end. */
const KEYS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** `move` puts a row at another place, in sight only, and says whether that is another one; `save` is called at the end. */
export function useHandles({ keys, move, save }: {
  keys: readonly string[];
  move: (key: string, to: number) => boolean;
  save: () => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  /** The row that a hand holds; and the one that the keys moved last. */
  const held = useSignal<string | undefined>(undefined), keyed = useSignal<string | undefined>(undefined);
  const order = keys.join("\n");
  useLayoutEffect(() => {
    const at = keyed.peek() === undefined ? -1 : keys.indexOf(keyed.peek()!);
    list.current?.children[at]?.querySelector("button")?.focus();
  }, [order]);
  const drag = ({ clientY }: PointerEvent) => {
    const key = held.peek();
    if (key === undefined || !list.current) return;
    const others = [...list.current.children].filter((_, at) => keys[at] !== undefined && keys[at] !== key);
    const middles = others.map((row) => {
      const { top, height } = row.getBoundingClientRect();
      return top + height / 2;
    });
    move(key, placeAt(clientY, middles));
  };
  const leave = () => {
    if (held.peek() === undefined) return;
    held.value = undefined;
    save();
  };
  return {
    held: held.value,
    keyed: keyed.value,
    /** For the list itself. */
    rows: { ref: list, onPointerMove: drag, onPointerUp: leave, onPointerCancel: leave },
    /** For the handle of a row. */
    handle: (key: string, at: number) => ({
      onPointerDown: (event: TargetedEvent<HTMLButtonElement, PointerEvent>) => {
        if (event.button !== 0) return;
        held.value = key;
        keyed.value = undefined;
        // The list holds the pointer and not the handle, which moves.
        list.current?.setPointerCapture(event.pointerId);
      },
      onKeyDown: (event: KeyboardEvent) => {
        const to = KEYS[event.key]?.(at, keys.length - 1);
        if (to === undefined) return;
        event.preventDefault();
        if (!move(key, to)) return;
        keyed.value = key;
        save();
      },
    }),
  };
}
