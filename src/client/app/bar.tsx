/** The menu of a phone: a bar at its bottom, drawn from the table of pages. A wide screen has a rail instead. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { PageIcon } from "../pages/page_icon.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { distanceM } from "../ui/places/arrow.ts";
import { useApp } from "../phone/app.ts";
import { Count } from "../phone/person/count.tsx";
import { barOf, type PageName, PAGES, pagesIn } from "../pages/page_table.ts";
import { Button, Foreign } from "../ui/parts.tsx";
import { place } from "../pages/router.ts";
import { say } from "../ui/say.ts";

/** How many of the nearest caches the "+" offers to log. */
const NEAREST = 3;

/** `here`: the page that is shown. `code`: of the cache that it shows, if it shows one. */
export function Bar({ here, code }: { here: PageName | undefined; code: string | undefined }) {
  // In a bar of five the "+" is the middle one.
  const bar = pagesIn("bar"), middle = Math.ceil(bar.length / 2);
  const link = (name: PageName) => (
    <a
      key={name}
      href={PAGES[name].path}
      aria-current={here === name ? "page" : here && barOf(here) === name ? "true" : undefined}
    >
      <span class="bar-sign">
        <PageIcon of={name} />
        <Count of={name} />
      </span>
      {say(PAGES[name].title)}
    </a>
  );
  return (
    <nav class="bar" aria-label={say("nav.label")}>
      {bar.slice(0, middle).map(link)}
      <Plus code={code} />
      {bar.slice(middle).map(link)}
    </nav>
  );
}

/** The "+": log the cache that is shown or one that is near, or go to a page on which something new is made. */
function Plus({ code }: { code: string | undefined }) {
  const { caches } = useApp();
  const open = useSignal(false);
  const { path, query } = place.value;
  useEffect(() => {
    open.value = false;
  }, [path, query]);
  const here = caches.here.value;
  const near = here
    ? caches.sorted.value.filter((row) => !row.mirrored && distanceM(here, row) < 1000).slice(0, NEAREST)
    : [];
  return (
    <div
      class="plus"
      onKeyDown={({ key }) => {
        if (key === "Escape") open.value = false;
      }}
    >
      <Button kind="main" aria-expanded={open.value} onClick={() => open.value = !open.value}>
        <span class="bar-sign">
          <Icon name="plus" />
          {""}
        </span>
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
              <a href="/?log">{say("plus.choose")}</a>
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
