/** What one does with a thing: its main actions at the thumb, and the rest behind three points. */
import type { ComponentChildren } from "preact";
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { ELLIPSIS } from "../icons/field_paths.ts";
import { Button } from "../parts.tsx";

/**
 * One or two buttons that stay at the thumb while the page scrolls under them. Its parent is a `thumbed` column, in which it
 * stands early for the keyboard and is drawn last: at the end of the page nothing lies below it.
 */
export const ActBar = ({ children }: { children: ComponentChildren }) => <div class="act-bar">{children}
</div>;

/** Rarely used actions of a thing. `label` says of what; a press outside of the list or Escape shuts it. */
export function Menu({ label, children }: { label: string; children: ComponentChildren }) {
  const open = useSignal(false), whole = useRef<HTMLDivElement>(null);
  const shut = () => open.value = false;
  return (
    <div
      class="menu"
      ref={whole}
      onKeyDown={({ key }) => {
        if (key !== "Escape" || !open.peek()) return;
        shut();
        whole.current?.querySelector("button")?.focus();
      }}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !whole.current?.contains(relatedTarget)) shut();
      }}
    >
      <Button
        kind="round"
        icon={ELLIPSIS}
        aria-label={label}
        aria-expanded={open.value}
        onClick={() => open.value = !open.value}
      />
      {open.value && <ul class="menu-list" onClick={shut}>{children}</ul>}
    </div>
  );
}
