/** The frame of every page: menu, state of the connection, banners, and the page itself. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { unreadFor, useApp } from "../phone/app.ts";
import { Boundary } from "../phone/boundary.tsx";
import { barOf, pageAt, type PageEntry, type PageName, PAGES, pagesIn } from "../pages/page_table.ts";
import { loadedPage, loadPage } from "./pages.ts";
import { listOf, OWN_WINDOW, wideParts } from "../panes/list_panes.ts";
import { Beside } from "../ui/list_context.ts";
import { Top } from "./top.tsx";
import { SessionEnded } from "../account/sign_in/session_ended.tsx";
import { NewVersion } from "./version/new_version.tsx";
import { Button, CopyOut, Foreign, Heading, Loading, Missing } from "../ui/parts.tsx";
import { place } from "../pages/router.ts";
import { titled } from "../ui/focus.ts";
import { language, say } from "../ui/say.ts";
import { isPartly } from "../ui/words/load.ts";
import type { ComponentType } from "preact";
import { usePart } from "../ui/use_part.ts";
import { sayDuration, sayTime } from "../ui/times.ts";
import type { Trouble } from "../phone/connection.ts";
import { clockWord } from "./clock_word.ts";
import { PageIcon } from "../pages/page_icon.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { distanceM } from "../ui/places/arrow.ts";
import { Count } from "../phone/person/count.tsx";

// The menu of a phone: a bar at its bottom, drawn from the table of pages. A wide screen has a rail instead.

/** How many of the nearest caches the "+" offers to log. */
const NEAREST = 3;

/** `here`: the page that is shown. `code`: of the cache that it shows, if it shows one. */
function Bar({ here, code }: { here: PageName | undefined; code: string | undefined }) {
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

// The state of the connection, above every page: what is wrong, that nothing is lost, and the way to ask again.

function TroubleBar() {
  const { gateway, connection, keepsNot } = useApp();
  const trouble = connection.trouble.value;
  if (trouble) return <Bad trouble={trouble} />;
  if (keepsNot.value === "blocked") return <p class="connection" role="status">{say("keep.blocked")}</p>;
  const off = Math.round(gateway.offset.value);
  const word = clockWord(off);
  return word === undefined
    ? null
    : <p class="connection" role="status">{say(word, { time: sayDuration(Math.abs(off)) })}</p>;
}

function Bad({ trouble }: { trouble: Trouble }) {
  const { connection } = useApp();
  const isAsking = useSignal(false);
  const again = async () => {
    isAsking.value = true;
    await connection.again();
    isAsking.value = false;
    // The button goes with the trouble: whoever walks by keyboard goes on at the heading.
    if (!connection.trouble.peek()) document.querySelector<HTMLElement>("main h1")?.focus();
  };
  return (
    <section class="connection">
      <p role="status">{useSentence(trouble)} {say("weather.kept")}</p>
      {trouble.fault && (
        <p>
          <CopyOut
            text={trouble.fault}
            words={say("doing.copy")}
            shown={<span class="code">{trouble.fault}</span>}
          />
        </p>
      )}
      <p class="connection-ways">
        <Button onClick={() => void again()}>
          {say(isAsking.value ? "doing.loading" : "weather.again")}
        </Button>
      </p>
    </section>
  );
}

function useSentence({ kind, status, until }: Trouble): string {
  const { gateway, start } = useApp();
  const now = gateway.now();
  if (kind === "fault") return say("weather.fault", { status: String(status) });
  const at = until ?? gateway.answeredAt ?? start.value?.at ?? now;
  return say(kind === "gone" ? "connection.gone" : "limited.until", { time: sayTime(at, now) });
}

// Parts of the frame that come after the page: their scripts are loaded once the page stands.

/** Draws what `load` gives; nothing until it is there, and where it cannot be had. */
function Later<Props extends object>(
  { load, ...props }: { load: () => Promise<{ default: ComponentType<Props> }> } & Props,
) {
  const Shown = usePart(load)?.default;
  return Shown
    ? (
      <Boundary>
        <Shown {...props as unknown as Props} />
      </Boundary>
    )
    : null;
}

/** Whether fingers move the page. */
const isTouched = typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;

export function Frame() {
  const app = useApp();
  const found = pageAt(place.value.path);
  const name = app.start.value?.value.name ?? say("app.name");
  const [at, words] = titled.value.split("\n", 2);
  const title = found ? at === place.value.path && words || say(PAGES[found.name].title) : "";
  const unread = unreadFor(app, "messages");
  const wide = wideParts.value, { path } = place.value;
  // A window of its own is that thing alone: menus and news are in the window that it was opened from.
  const isOwn = document.defaultView?.name.startsWith(OWN_WINDOW);
  const last = useRef<PageName | undefined>(undefined);
  const list = found && listOf(found.name, document.defaultView?.name ?? "", last.current);
  const isList = list === found?.name, both = !!list && !isList && !!wide;
  if (wide && list) last.current = list;
  useEffect(() => {
    const whole = title === name ? title : `${title} · ${name}`;
    document.title = unread > 0 ? `(${unread}) ${whole}` : whole;
  }, [title, name, unread]);
  return (
    <>
      <a class="skip" href="#page" target="_self">{say("nav.skip")}</a>
      {!isOwn && <Top name={name} />}
      {/* One slot: of what is told here the first one is shown, and what matters most comes first. */}
      <div class="notices">
        <TroubleBar />
        <SessionEnded />
        {!isOwn && <NewVersion />}
        {!isOwn && <RadioBanner />}
      </div>
      {!isOwn && <Heard />}
      {/* Its list's room is that list's from the start, before the list has come. */}
      <main
        id="page"
        class={isOwn ? "page page-alone" : "page"}
        data-list={wide && list}
        data-thumb={found && (PAGES[found.name] as PageEntry).thumb}
      >
        {/* The same on every screen: a window that is made wider or narrower keeps its page and what was typed into it. */}
        {found && (
          <div class={both ? "panes" : undefined}>
            {list && (wide || isList) && (
              <div key="list" class={wide ? "pane pane-list" : "pane"}>
                <Beside.Provider value={both}>
                  <Page key={list} name={list} params={{}} />
                </Beside.Provider>
                {wide && <wide.SpareKeys />}
              </div>
            )}
            {wide && <wide.Edge key="edge" {...{ list, both, isList, path }} />}
            {!isList && (
              <div key={path} class="pane pane-detail">
                {both && <wide.Tools {...{ list, path }} />}
                <Page {...found} />
                {wide && <wide.SpareKeys />}
              </div>
            )}
          </div>
        )}
      </main>
      {!isOwn &&
        (wide?.Rail
          ? <wide.Rail here={found?.name} />
          : <Bar here={found?.name} code={found?.params.code} />)}
      <Later load={() => import("./passing.tsx")} />
      {isTouched && <Later load={() => import("./pull.tsx")} />}
    </>
  );
}

/** The page of an address, loaded when it is opened. */
function Page({ name, params }: { name: PageName; params: Record<string, string> }) {
  const app = useApp();
  // Before the page is drawn, which may be now: what it reads is its own then.
  const before = useMemo(() => {
    app.reader.leave();
    return loadedPage(name);
  }, []);
  const loaded = useSignal(before);
  const broken = useSignal(false);
  // A layout effect runs before the browser paints; other effects run after it.
  useLayoutEffect(() => {
    if (loaded.peek()) return;
    // Whether it lies at the gateway is seen by what every page needs.
    loadPage(name).then(
      (page) => loaded.value = page,
      () => app.refresh().then(() => broken.value = true),
    );
  }, [name]);
  const isBroken = broken.value, isFair = app.connection.trouble.value === undefined;
  const wasBad = useRef(false);
  useEffect(() => {
    if (isBroken && !isFair) wasBad.current = true;
    // A script that did not come does not come again in this document; nobody has written anything on this page yet.
    else if (isBroken && wasBad.current) location.reload();
  }, [isBroken, isFair]);
  if (isBroken) {
    return (
      <>
        <Heading>{say(PAGES[name].title)}</Heading>
        <p class="notice" role="alert">
          {say(isFair ? "broken.here" : "weather.unread")}{" "}
          <a href={place.value.path} target="_self">{say("broken.again")}</a>
        </p>
      </>
    );
  }
  const Shown = loaded.value;
  return Shown
    ? (
      <Boundary>
        <Missing.Provider value={app.reader}>
          {isPartly(Shown, language.value.code) && <p class="soft">{say("shell.partly")}</p>}
          <Shown {...params} />
        </Missing.Provider>
      </Boundary>
    )
    : <Loading />;
}

/** Keeps the WebSocket open for somebody signed in, so that messages to them are counted as they come. Draws nothing. */
function Heard() {
  const call = useApp().call.value;
  return call
    ? <Later key={call} load={() => import("../talk/messages/new_message.tsx")} call={call} />
    : null;
}

/** Says that commands sent by radio wait to be confirmed; on every page but the one that lists them. */
function RadioBanner() {
  const n = useApp().start.value?.value.counts.radioCommands ?? 0;
  if (n === 0 || place.value.path === "/waiting") return null;
  return (
    <p class="connection">
      <a href="/waiting">{say("radio.waits", { n })}</a>
    </p>
  );
}
