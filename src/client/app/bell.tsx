/** The bell: how many alerts are new, and the latest of them over the page, from any page. */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { assets, loadStyle } from "../phone/assets.ts";
import { place } from "../pages/router.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { Button } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";

/** The list, as the button names it. */
const LIST = "bell-list";

/** The browser closes it on Escape and on a press beside it, and gives the focus back. */
export function Bell() {
  const { start } = useApp();
  const n = start.value?.value.counts.alerts ?? 0;
  const over = useRef<HTMLElement>(null);
  const List = useSignal<ComponentType | undefined>(undefined), isOpen = useSignal(false);
  const { path } = place.value;
  useEffect(() => over.current?.hidePopover(), [path]);
  const toggled = async ({ newState }: { newState: string }) => {
    isOpen.value = newState === "open";
    if (!isOpen.peek() || List.peek()) return;
    await loadStyle(assets().restStyle);
    const loaded = await import("../shack/watches/bell_list.tsx").catch(() => undefined);
    List.value = loaded?.default;
  };
  const Shown = List.value;
  return (
    <>
      <Button aria-expanded={isOpen.value} popovertarget={LIST}>
        <Icon name="bell" />
        <span class="unseen">{say("alert.waits", { n })}</span>
        {n > 0 && <span class="count" aria-hidden="true">{n}</span>}
      </Button>
      <section class="bell-list" id={LIST} popover="auto" ref={over} onToggle={toggled}>
        {isOpen.value && Shown && <Shown />}
      </section>
    </>
  );
}
