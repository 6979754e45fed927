/** On a wide screen: a list and what was opened from it, side by side. Each scrolls by itself; the edge between can be moved. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { toRow } from "./key_table.ts";
import { recall, remember } from "../phone/choices.ts";
import { type PageName, PAGES } from "../pages/page_table.ts";
import { Button } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { type EdgeProps, listHasMap, OWN_WINDOW } from "./list_panes.ts";
import { afterKey, afterPress, LEAST, MOST, USUAL, USUAL_BOTH, USUAL_MAP, within } from "./sizes.ts";

/** How wide the list is at first, and where this device remembers what was chosen: a map needs more room, and a list with one. */
const WIDTHS = {
  list: { kept: "panes.list", usual: USUAL },
  map: { kept: "panes.map", usual: USUAL_MAP },
  both: { kept: "panes.both", usual: USUAL_BOTH },
} as const;

/** Between list and detail, where both are drawn: the edge. Where the list is alone, nothing. */
export function Edge({ list, both, isList, path }: EdgeProps) {
  const was = useRef<string | undefined>(undefined);
  // Once the detail is closed, the focus is on the row from which it was opened.
  useLayoutEffect(() => {
    if (was.current && isList) toRow(was.current);
    was.current = both ? path : undefined;
  }, [path]);
  const of = list === "map" ? "map" : listHasMap.value ? "both" : "list";
  return both ? <Handle key={of} of={of} /> : null;
}

/** Above the detail: the list alone, and the detail in a window of its own. */
export const Tools = ({ list, path }: { list: PageName; path: string }) => (
  <p class="pane-tools">
    <a class="button button-quiet" href={PAGES[list].path}>
      {say(list === "map" ? "panes.map" : "panes.close")}
    </a>
    <Button onClick={() => openOwn(path)}>{say("panes.own")}</Button>
  </p>
);

/** Opens one thing in a window of its own, for a second screen; pressed again, the same window comes to the front. */
function openOwn(path: string): void {
  globalThis.open(path, OWN_WINDOW + path, "popup,width=720,height=900")?.focus();
}

/** The edge between the panes: dragged, moved by arrow keys, or pressed to go to the next of a few widths. */
function Handle({ of }: { of: keyof typeof WIDTHS }) {
  const { kept, usual } = WIDTHS[of];
  const edge = useRef<HTMLDivElement>(null), room = () => edge.current?.parentElement;
  const size = useSignal(within(recall(kept), usual));
  const drag = useRef<{ moved: boolean } | undefined>(undefined);
  // Set through the element: the page's policy allows no style attributes.
  useLayoutEffect(() => room()?.style.setProperty("--list", `${size.value}%`), [size.value]);
  useLayoutEffect(() => {
    const panes = room();
    return () => void panes?.style.removeProperty("--list");
  }, []);
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
      ref={edge}
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
