/** On a wide screen: a list and what was opened from it, side by side. Each scrolls by itself; the edge between can be moved. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { toRow } from "./key_table.ts";
import { SpareKeys } from "./keys.tsx";
import { recall, remember } from "../phone/choices.ts";
import { PAGES } from "../pages/page_table.ts";
import { Button } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { listHasMap, OWN_WINDOW, type PanesProps } from "./list_panes.ts";
import { Beside } from "../ui/list_context.ts";
import { afterKey, afterPress, LEAST, MOST, USUAL, USUAL_BOTH, USUAL_MAP, within } from "./sizes.ts";

/** How wide the list is at first, and where this device remembers what was chosen: a map needs more room, and a list with one. */
const WIDTHS = {
  list: { kept: "panes.list", usual: USUAL },
  map: { kept: "panes.map", usual: USUAL_MAP },
  both: { kept: "panes.both", usual: USUAL_BOTH },
} as const;

/** The list stays as it is while details come and go. */
export function Panes({ list, detail, path, back }: PanesProps) {
  const room = useRef<HTMLDivElement>(null);
  const both = Boolean(list && detail), isMap = back === PAGES.map.path;
  const of = isMap ? "map" : listHasMap.value ? "both" : "list";
  const was = useRef<string | undefined>(undefined);
  // Once the detail is closed, the focus is on the row from which it was opened.
  useLayoutEffect(() => {
    if (was.current && !detail) toRow(was.current);
    was.current = both ? path : undefined;
  }, [path]);
  return (
    <div class={both ? "panes" : undefined} ref={room}>
      {list && (
        <Pane key="list" of="list">
          <Beside.Provider value={both}>{list}</Beside.Provider>
        </Pane>
      )}
      {both && <Edge key={`edge ${of}`} of={of} room={() => room.current} />}
      {detail && (
        <Pane key={path} of="detail">
          {both && back && (
            <p class="pane-tools">
              <a class="button button-quiet" href={back}>{say(isMap ? "panes.map" : "panes.close")}</a>
              <Button onClick={() => openOwn(path)}>{say("panes.own")}</Button>
            </p>
          )}
          {detail}
        </Pane>
      )}
    </div>
  );
}

const Pane = ({ of, children }: { of: "list" | "detail"; children: ComponentChildren }) => (
  <div class={`pane pane-${of}`}>
    {children}
    <SpareKeys />
  </div>
);

/** Opens one thing in a window of its own, for a second screen; pressed again, the same window comes to the front. */
function openOwn(path: string): void {
  globalThis.open(path, OWN_WINDOW + path, "popup,width=720,height=900")?.focus();
}

/** The edge between the panes: dragged, moved by arrow keys, or pressed to go to the next of a few widths. */
function Edge({ of, room }: { of: keyof typeof WIDTHS; room: () => HTMLElement | null }) {
  const { kept, usual } = WIDTHS[of];
  const size = useSignal(within(recall(kept), usual));
  const drag = useRef<{ moved: boolean } | undefined>(undefined);
  // Set through the element: the page's policy allows no style attributes.
  useLayoutEffect(() => room()?.style.setProperty("--list", `${size.value}%`), [size.value]);
  useEffect(() => () => void room()?.style.removeProperty("--list"), []);
  const set = (next: number) => {
    size.value = next;
    remember(kept, next);
  };
  const rtl = () => getComputedStyle(room()!).direction === "rtl";
  const follow = ({ clientX }: PointerEvent) => {
    const { left, right, width } = room()!.getBoundingClientRect();
    size.value = within((rtl() ? right - clientX : clientX - left) / width * 100);
  };
  return (
    <div
      class="pane-edge"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={say("panes.edge")}
      aria-valuenow={size.value}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      onKeyDown={(event) => {
        const next = afterKey(size.peek(), event.key, rtl());
        if (next === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        set(next);
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { moved: false };
      }}
      onPointerMove={(event) => {
        if (!drag.current || (!drag.current.moved && Math.abs(event.movementX) < 2)) return;
        drag.current.moved = true;
        follow(event);
      }}
      onPointerUp={() => {
        if (drag.current) set(drag.current.moved ? size.peek() : afterPress(size.peek()));
        drag.current = undefined;
      }}
      onPointerCancel={() => drag.current = undefined}
    />
  );
}
