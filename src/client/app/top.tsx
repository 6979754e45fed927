/** The line at the top: this gateway's name, search, how many things wait, the connection in a word, and who is signed in. */
import { useApp, waitsFor } from "../phone/app.ts";
import { go, place, signInAddress } from "../pages/router.ts";
import { isAdmin } from "../pages/page_table.ts";
import { CallPlate } from "../ui/look/radio.tsx";
import { Button } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { FIND, KEYS_ASKED } from "../panes/key_table.ts";
import { foundAt } from "./find_where.ts";
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { assets, loadStyle } from "../phone/assets.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { usePart } from "../ui/use_part.ts";

// The bell: how many alerts are new, and the latest of them over the page, from any page.

/** The list, as the button names it. */
const LIST = "bell-list";

/** The browser closes it on Escape and on a press beside it, and gives the focus back. */
function Bell() {
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

export function Top({ name }: { name: string }) {
  const app = useApp();
  const waits = waitsFor(app);
  const call = app.call.value, lost = app.gateway.reached.value === false;
  return (
    <header class="top">
      <Home name={name} />
      <Find />
      <div class="top-foot">
        <a
          class="top-help"
          href={`/help?of=${encodeURIComponent(place.value.path)}`}
          aria-label={say("help.of_page")}
        >
          ?
        </a>
        <span class="top-keys">
          <Button aria-keyshortcuts="?" onClick={() => void document.dispatchEvent(new Event(KEYS_ASKED))}>
            {say("keys.show")}
          </Button>
        </span>
        {waits > 0 && <a class="top-waiting" href="/waiting">{say("top.waiting", { n: waits })}</a>}
        {call && (
          <span class="top-bell">
            <Bell />
          </span>
        )}
        <span class={lost ? "top-line bad" : "top-line soft"}>{say(lost ? "top.lost" : "top.there")}</span>
        {call
          ? (
            <a class="top-me" href="/me">
              <CallPlate call={call} />
            </a>
          )
          : <a class="top-me" href={signInAddress(place.value.path)}>{say("write.signin.link")}</a>}
      </div>
    </header>
  );
}

/** This gateway's name; on a phone a page below another one has the way back in its place. */
function Home({ name }: { name: string }) {
  const { path } = place.value, Back = usePart(() => import("./way_back.tsx"), path !== "/")?.default;
  const home = (
    <a class="top-name" href="/">
      <Logo />
      <span>{name}</span>
    </a>
  );
  return Back ? <Back path={path}>{home}</Back> : home;
}

/**
 * The search of the page Nearby, from any page: caches, places, stations and people. A phone has it on that page alone. In
 * administration it searches administration.
 */
const Find = () => (
  <form
    class="top-find"
    role="search"
    onSubmit={(event) => {
      event.preventDefault();
      const field = event.currentTarget.elements.namedItem("q") as HTMLInputElement;
      if (field.value.trim()) go(foundAt(place.peek().path, field.value.trim()));
    }}
  >
    <input
      id={FIND}
      name="q"
      type="search"
      autoComplete="off"
      aria-label={say(isAdmin(place.value) ? "top.find.house" : "top.find")}
      placeholder={`${say("keys.search")}  /`}
    />
  </form>
);

/** A place that hears: the sign of the app. */
const Logo = () => (
  <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="9" />
    <path d="M16 6a7.5 7.5 0 0 0-7.5 7.5C8.5 19 16 26 16 26s7.5-7 7.5-12.5A7.5 7.5 0 0 0 16 6Z" />
    <path class="logo-arc" d="M12.3 14.6a5 5 0 0 1 7.4 0M10.6 12a8 8 0 0 1 10.8 0M16 17.4h.01" />
  </svg>
);
