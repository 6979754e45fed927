/** The frame of every page: menu, state of the connection, banners, and the page itself. */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { unreadFor, useApp } from "../phone/app.ts";
import { isSpoken, speakFor } from "../phone/choices.ts";
import { Bar } from "./bar.tsx";
import { Later } from "./later.tsx";
import { Boundary } from "../phone/boundary.tsx";
import { pageAt, type PageName, PAGES } from "../pages/page_table.ts";
import { loadedPage, loadPage } from "./pages.ts";
import { listOf, OWN_WINDOW, wideParts } from "../panes/beside.ts";
import { Top } from "./top.tsx";
import { SessionEnded } from "../account/sign_in/session_ended.tsx";
import { NewVersion } from "./version/new_version.tsx";
import { TroubleBar } from "./trouble_bar.tsx";
import { Heading, Loading, Missing } from "../ui/parts.tsx";
import { place } from "../pages/router.ts";
import { say } from "../ui/say.ts";

/** Whether fingers move the page. */
const isTouched = typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;

export function Frame() {
  const app = useApp();
  const found = pageAt(place.value.path);
  const name = app.start.value?.value.name ?? say("app.name");
  const title = found ? say(PAGES[found.name].title) : "";
  const unread = unreadFor(app, "messages");
  const { Panes, Rail } = wideParts.value ?? {};
  // A window of its own is that thing alone: menus and news are in the window that it was opened from.
  const isOwn = document.defaultView?.name.startsWith(OWN_WINDOW);
  const last = useRef<PageName | undefined>(undefined);
  const list = found && Panes
    ? listOf(found.name, document.defaultView?.name ?? "", last.current)
    : undefined;
  last.current = list ?? last.current;
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
      <main id="page" class={isOwn ? "page page-alone" : "page"} data-list={list}>
        {found && Panes && (
          <Panes
            list={list && <Page key={list} name={list} params={{}} />}
            detail={list !== found.name && <Page {...found} />}
            path={place.value.path}
            back={list && PAGES[list].path}
          />
        )}
        {found && !Panes && (
          <div class="pane">
            <Page key={place.value.path} {...found} />
          </div>
        )}
      </main>
      {!isOwn && (Rail ? <Rail here={found?.name} /> : <Bar here={found?.name} code={found?.params.code} />)}
      <Later load={() => import("./passing.tsx")} />
      {isTouched && <Later load={() => import("./pull.tsx")} />}
    </>
  );
}

/** A page that is there already, with its words: it is drawn in the same frame as what leads to it goes. */
function shownBefore(name: PageName): ComponentType<Record<string, string>> | undefined {
  const page = loadedPage(name);
  return page && isSpoken(page) ? page : undefined;
}

/** The page of an address, loaded when it is opened. */
function Page({ name, params }: { name: PageName; params: Record<string, string> }) {
  const app = useApp();
  // Before the page is drawn, which may be now: what it reads is its own then.
  const before = useMemo(() => {
    app.reader.leave();
    return shownBefore(name);
  }, []);
  const loaded = useSignal(before);
  const broken = useSignal(false);
  // A layout effect runs before the browser paints; other effects run after it.
  useLayoutEffect(() => {
    if (loaded.peek()) return;
    // Whether it lies at the gateway is seen by what every page needs.
    loadPage(name).then(
      (page) => speakFor(page).then(() => loaded.value = page),
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
