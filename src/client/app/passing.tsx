/**
 * What lies over every page once it stands: what was done is said in passing, for a while and not on the next page; and the search
 * for everything, which `/`, Ctrl+K, the field at the top or a button calls for.
 */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Boundary } from "../phone/boundary.tsx";
import { useApp } from "../phone/app.ts";
import { place } from "../pages/router.ts";
import { PALETTE_ASKED } from "../palette/call_palette.ts";
import { FIND } from "../panes/key_table.ts";
import { usePart } from "../ui/use_part.ts";
import { endSaying, said, Toast } from "../ui/look/over.tsx";

/** Long enough to read it and to reach for the way back. */
const STANDS_MS = 8000;

export default function Passing() {
  const { world } = useApp();
  const now = said.value, { path } = place.value;
  // What is said as another page is opened belongs to that one.
  const saidOn = useRef(path);
  useEffect(() => {
    saidOn.current = path;
    return now ? world.later(endSaying, STANDS_MS) : undefined;
  }, [now]);
  useEffect(() => {
    if (saidOn.current !== path) endSaying();
  }, [path]);
  return (
    <>
      <Toast />
      <Everything />
    </>
  );
}

/** The palette, loaded when it is called for the first time, and its part of administration for operators alone. */
function Everything() {
  const app = useApp(), isSysop = app.isSysop.value;
  const open = useSignal<{ begun: string } | undefined>(undefined), once = useSignal(false);
  const Palette = usePart(() => import("../palette/palette.tsx"), once.value)?.default;
  const house = usePart(() => import("../admin/find/house.ts"), once.value && isSysop);
  // At once: a key that is pressed as soon as the page stands is heard.
  useLayoutEffect(() => {
    const call = (begun = "") => {
      once.value = true;
      open.value ??= { begun };
    };
    const atTop = ({ target }: Event) =>
      target instanceof HTMLInputElement && target.id === FIND ? target : null;
    const asked = (event: Event) => {
      event.preventDefault();
      call();
    };
    const pressed = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey
      ) return;
      asked(event);
    };
    const pointed = (event: Event) => {
      if (atTop(event)) call();
    };
    // Who came to the field by keys types on in the palette.
    const typed = (event: Event) => {
      const field = atTop(event);
      if (!field) return;
      call(field.value);
      field.value = "";
    };
    const heard = [["keydown", pressed], ["click", pointed], ["input", typed], [
      PALETTE_ASKED,
      asked,
    ]] as const;
    for (const [name, hear] of heard) document.addEventListener(name, hear as (event: Event) => void);
    return () => {
      for (const [name, hear] of heard) document.removeEventListener(name, hear as (event: Event) => void);
    };
  }, []);
  if (!open.value || !Palette || isSysop && !house) return null;
  const below = onPage();
  return (
    <Boundary>
      <Palette
        begun={open.value.begun}
        close={() => open.value = undefined}
        house={house?.houseOf(app)}
        onPage={below && (() => below.focus())}
      />
    </Boundary>
  );
}

/** The search field of the page that is shown: of what was opened, before that of the list beside it. */
const onPage = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>("main input[type=search]")].findLast((one) =>
    one.getClientRects().length > 0
  );
