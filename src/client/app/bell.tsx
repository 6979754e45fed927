/** The bell: how many alerts are new, and the latest of them over the page, from any page. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { assets, loadStyle } from "../phone/assets.ts";
import { place } from "../pages/router.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { Button } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { usePart } from "../ui/use_part.ts";

/** The list, as the button names it. */
const LIST = "bell-list";

/** The browser closes it on Escape and on a press beside it, and gives the focus back. */
export function Bell() {
  const { start } = useApp();
  const n = start.value?.value.counts.alerts ?? 0;
  const over = useRef<HTMLElement>(null);
  const isOpen = useSignal(false), { path } = place.value;
  const Shown = usePart(async () => {
    await loadStyle(assets().restStyle);
    return await import("../shack/watches/bell_list.tsx");
  }, isOpen.value)?.default;
  // With the page that comes, not some time after it: a bell that was pressed meanwhile stays open.
  useLayoutEffect(() => over.current?.hidePopover(), [path]);
  return (
    <>
      <Button aria-expanded={isOpen.value} popovertarget={LIST}>
        <Icon name="bell" />
        <span class="unseen">{n > 0 ? say("alert.waits", { n }) : say("alert.none")}</span>
        {n > 0 && <span class="count" aria-hidden="true">{n}</span>}
      </Button>
      <section
        class="bell-list"
        id={LIST}
        popover="auto"
        ref={over}
        onToggle={({ newState }) => isOpen.value = newState === "open"}
      >
        {isOpen.value && Shown && <Shown />}
      </section>
    </>
  );
}
