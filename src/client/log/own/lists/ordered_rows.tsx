/**
 * The caches of a list in the order in which they are visited. A handle is dragged, or moved with the arrow keys while it has the
 * focus; where the cache stands then is said.
 */
import { useSignal } from "@preact/signals";
import type { TargetedEvent } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { sayType, Way } from "../../../marks/cache_row.tsx";
import { useApp } from "../../../phone/app.ts";
import { Problem } from "../../../phone/doing.tsx";
import { plainCode } from "../../../phone/known/same_code.ts";
import { useOwnPlace } from "../../../phone/position/use_own_place.ts";
import { KindDisc } from "../../../ui/look/radio.tsx";
import { Button, Foreign } from "../../../ui/parts.tsx";
import { say } from "../../../ui/say.ts";
import { placeAt } from "./order.ts";
import type { RowsByCode, useOrder } from "./use_order.ts";

/** Where the keys move a cache: by one, or to an end. */
const KEYS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
};

export function OrderedRows({ order, byCode, label }: {
  order: ReturnType<typeof useOrder>;
  byCode: RowsByCode;
  label: string;
}) {
  const { caches } = useApp(), here = useOwnPlace(true).from.value;
  const { codes, move, save } = order;
  const list = useRef<HTMLOListElement>(null);
  /** The cache that a hand holds; and the one that the keys moved last, whose handle keeps the focus. */
  const held = useSignal<string | undefined>(undefined), keyed = useSignal<string | undefined>(undefined);
  useLayoutEffect(() => {
    const at = keyed.peek() === undefined ? -1 : codes.indexOf(keyed.peek()!);
    list.current?.children[at]?.querySelector("button")?.focus();
  }, [codes]);
  const take = (event: TargetedEvent<HTMLButtonElement, PointerEvent>, code: string) => {
    if (event.button !== 0) return;
    held.value = code;
    keyed.value = undefined;
    // The list holds the pointer and not the handle, which moves.
    list.current?.setPointerCapture(event.pointerId);
  };
  const drag = ({ clientY }: PointerEvent) => {
    const code = held.peek();
    if (code === undefined || !list.current) return;
    const others = [...list.current.children].filter((_, at) => codes[at] !== code);
    move(
      code,
      placeAt(
        clientY,
        others.map((row) => {
          const { top, height } = row.getBoundingClientRect();
          return top + height / 2;
        }),
      ),
    );
  };
  const leave = () => {
    if (held.peek() === undefined) return;
    held.value = undefined;
    save();
  };
  const press = (event: KeyboardEvent, code: string, at: number) => {
    const to = KEYS[event.key]?.(at, codes.length - 1);
    if (to === undefined) return;
    event.preventDefault();
    if (!move(code, to)) return;
    keyed.value = code;
    save();
  };
  return (
    <>
      <ol
        class="entries card card-flush list-order"
        aria-label={label}
        ref={list}
        onPointerMove={drag}
        onPointerUp={leave}
        onPointerCancel={leave}
      >
        {codes.map((code, at) => {
          const row = byCode.get(plainCode(code)), title = row?.title ?? code;
          const mark = row && caches.mark(row);
          return (
            <li key={code} class={held.value === code ? "entry list-held" : "entry"}>
              <Button
                kind="round"
                icon="menu"
                aria-label={say("lists.move", { title })}
                onPointerDown={(event) => take(event, code)}
                onKeyDown={(event) => press(event, code, at)}
              />
              <a class="entry list-link" href={`/c/${encodeURIComponent(row?.gid ?? code)}`}>
                <KindDisc type={row?.type ?? ""} mark={mark} off={row?.status !== "active"} />
                <span class="entry-words">
                  <span class="entry-name">
                    <Foreign>{title}</Foreign>
                  </span>
                  <span class="entry-line">
                    {mark
                      ? <span class={mark === "logged" ? "soft" : "go"}>{say(`state.${mark}`)}</span>
                      : row?.status === "disabled"
                      ? say("state.disabled")
                      : row
                      ? sayType(row.type)
                      : say("lists.unknown")}
                  </span>
                </span>
              </a>
              {here && row && <Way from={here} to={row} />}
            </li>
          );
        })}
      </ol>
      <p class="unseen" role="status">
        {keyed.value !== undefined && say("lists.moved", {
          title: byCode.get(plainCode(keyed.value))?.title ?? keyed.value,
          n: codes.indexOf(keyed.value) + 1,
          of: codes.length,
        })}
      </p>
      <Problem of={order.doing} />
    </>
  );
}
