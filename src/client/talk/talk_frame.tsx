/** The frame of the pages to talk: links to each other, and for whoever is not signed in a link to do so. */
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { unreadFor, useApp } from "../phone/app.ts";
import { Boundary } from "../phone/boundary.tsx";
import { type PageName, PAGES } from "../pages/page_table.ts";
import { Tabs } from "../ui/look/choose.tsx";
import { Heading, Loading, Notice } from "../ui/parts.tsx";
import type { Known } from "../phone/reader.ts";
import { place, signInAddress } from "../pages/router.ts";
import { type Key, say } from "../ui/say.ts";
import { sayAgo, sayTime } from "../ui/times.ts";

const TABS = ["messages", "mailbox", "bbs"] as const satisfies readonly PageName[];

/** `children` draws the content for the call that is signed in. Without `page` it has no links to the other ways. */
export function TalkFrame({ page, title, what, children }: {
  page?: typeof TABS[number];
  title: ComponentChildren;
  /** The sentence that says why to sign in here. */
  what: Key;
  children: (call: string) => ComponentChildren;
}) {
  const { start, call } = useApp();
  return (
    <>
      <Heading>{title}</Heading>
      {page && <TalkTabs here={page} />}
      {!start.value ? <Loading /> : call.value ? <Boundary>{children(call.value)}</Boundary> : (
        <Notice
          action={
            <a href={signInAddress(place.value.path + place.value.query)}>{say("write.signin.link")}</a>
          }
        >
          {say(what)}
        </Notice>
      )}
    </>
  );
}

/** Counts what was read, written or removed beside a list. */
const touched = signal(0);

/** Says that something was read, written or removed: a list beside it reads again. */
export const touch = (): void => void touched.value++;

/** Calls `again` each time that something was read, written or removed beside the list. */
export function useTouched(again: () => void): void {
  const now = touched.value, was = useRef(now);
  useEffect(() => {
    if (was.current !== now) again();
    was.current = now;
  }, [now]);
}

/** The three ways to write to somebody. */
export function TalkTabs({ here }: { here?: typeof TABS[number] }) {
  const app = useApp();
  const of = (name: typeof TABS[number]) => {
    // Of what waits in all, a tab counts its own.
    const unread = name === "messages" ? app.start.value?.value.counts.messages ?? 0 : unreadFor(app, name);
    return {
      href: PAGES[name].path,
      current: name === here,
      words: (
        <>
          {say(`talk.tab.${name}`)}
          {unread > 0 && <span class="count">{say("talk.unread", { n: unread })}</span>}
        </>
      ),
    };
  };
  return <Tabs label={say("talk.tabs")} of={TABS.map(of)} />;
}

/** Says how old the content is, where it does not come from the gateway now. */
export function AsOf({ known }: { known: Known<unknown> | undefined }) {
  const { gateway } = useApp();
  if (!known || (known.source === "live" && gateway.reached.value !== false)) return null;
  const now = gateway.now();
  return (
    <p class="soft" role="status">
      {say("talk.as_of", { time: sayTime(known.at, now), age: sayAgo(known.at, now) })}
    </p>
  );
}
