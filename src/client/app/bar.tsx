/** The menu: a bar at the bottom of a phone, a rail at the side of a wide screen. Both are drawn from the table of pages. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { PageIcon } from "../pages/page_icon.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { distanceM } from "../ui/places/arrow.ts";
import { unreadFor, useApp, waitsFor } from "../phone/app.ts";
import { isAdmin, type PageName, PAGES, pagesIn } from "../pages/page_table.ts";
import { Button, Foreign } from "../ui/parts.tsx";
import { place } from "../pages/router.ts";
import { say } from "../ui/say.ts";

/** How many of the nearest caches the "+" offers to log. */
const NEAREST = 3;

/** `here`: the page that is shown. `code`: of the cache that it shows, if it shows one. */
export function Bar({ here, code }: { here: PageName | undefined; code: string | undefined }) {
  // In a bar of five the "+" is the middle one.
  const bar = pagesIn("bar"), middle = Math.ceil(bar.length / 2);
  const link = (name: PageName) => <BarLink key={name} name={name} here={here} />;
  const sysop = useApp().isSysop.value, inAdmin = sysop && here !== undefined && isAdmin(PAGES[here]);
  return (
    <nav class={inAdmin ? "bar bar-admin" : "bar"} aria-label={say("nav.label")}>
      {bar.slice(0, middle).map(link)}
      <Plus code={code} />
      {bar.slice(middle).map(link)}
      {/* Within administration a wide screen's rail is administration's own, with one way out. */}
      {inAdmin ? pagesIn("admin").map(link) : pagesIn("add", "more").map(link)}
      {sysop && !inAdmin && link("admin")}
    </nav>
  );
}

/** On a phone only pages of the bar are shown; a wide screen has room for all. */
function BarLink({ name, here }: { name: PageName; here: PageName | undefined }) {
  const { path, title, menu } = PAGES[name];
  const shownOn = name === "more" ? "bar-last" : menu === "bar" ? "bar-both" : "bar-wide";
  return (
    <a
      class={begins(name) ? `${shownOn} begins` : shownOn}
      href={path}
      aria-current={here === name ? "page" : undefined}
    >
      <PageIcon of={name} />
      {say(title)}
      <Count of={name} />
    </a>
  );
}

/** Whether menus leave room before a page. */
export const begins = (name: PageName): boolean => "begins" in PAGES[name];

/** How many things of a page are unread or wait. On a phone "more" leads to what waits, so it counts that. */
export function Count({ of }: { of: PageName }) {
  const app = useApp();
  const waits = of === "waiting" || of === "more";
  const n = waits ? waitsFor(app) : unreadFor(app, of);
  if (n === 0) return null;
  return <span class="count" aria-label={say(waits ? "top.waiting" : "talk.unread", { n })}>{n}</span>;
}

/** The "+": log the cache that is shown or one that is near, or go to a page on which something new is made. */
function Plus({ code }: { code: string | undefined }) {
  const { caches } = useApp();
  const open = useSignal(false);
  const { path } = place.value;
  useEffect(() => {
    open.value = false;
  }, [path]);
  const here = caches.here.value;
  const near = here
    ? caches.sorted.value.filter((row) => !row.mirrored && distanceM(here, row) < 1000).slice(0, NEAREST)
    : [];
  return (
    <div
      class="bar-phone plus"
      onKeyDown={({ key }) => {
        if (key === "Escape") open.value = false;
      }}
    >
      <Button kind="main" aria-expanded={open.value} onClick={() => open.value = !open.value}>
        <Icon name="plus" />
        {say("plus.label")}
      </Button>
      {open.value && (
        <ul class="plus-sheet">
          {code && !code.includes(":") && (
            <li>
              <a href={`/c/${encodeURIComponent(code)}/log`}>
                <Icon name="flag" />
                {say("plus.log", { code })}
              </a>
            </li>
          )}
          {near.filter((row) => row.code !== code).map((row) => (
            <li key={row.code}>
              <a href={`/c/${encodeURIComponent(row.code)}/log`}>
                <Icon name="flag" />
                {say("plus.log", { code: row.code })} <Foreign>{row.title}</Foreign>
              </a>
            </li>
          ))}
          {!code && near.length === 0 && (
            <li>
              <a href="/">{say("plus.choose")}</a>
            </li>
          )}
          {pagesIn("add").map((name) => (
            <li key={name}>
              <a href={PAGES[name].path}>
                <PageIcon of={name} />
                {say(PAGES[name].title)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
