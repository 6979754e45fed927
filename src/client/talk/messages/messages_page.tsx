/** The page Messages: what people said and wrote, as one list, and the form to begin a conversation. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { ownerCall } from "../../../base/callsigns.ts";
import { rowActs } from "../../panes/key_table.ts";
import { KeyHelp } from "../../panes/keys.tsx";
import { unreadFor, useApp } from "../../phone/app.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { Chip, Chips } from "../../ui/look/choose.tsx";
import { Card, Entries, Entry } from "../../ui/look/lists.tsx";
import { CallPlate, IconDisc } from "../../ui/look/radio.tsx";
import { SearchBox } from "../../ui/look/search_box.tsx";
import { Button, Foreign, Loading } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { currentAt, go, place } from "../../pages/router.ts";
import { say } from "../../ui/say.ts";
import { sayAgo } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { AsOf, TalkFrame, useTouched } from "../talk_frame.tsx";
import { PAGE } from "../bbs/mails.ts";
import { PAGES } from "../../pages/page_table.ts";
import { addressOf, CALL, useOwnMessages } from "./talks.ts";
import { has, isOf, LIST_KINDS, type ListKind, type Person, together } from "./together.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export default function MessagesPage() {
  const asked = new URLSearchParams(place.value.query).get("with");
  // A conversation's address before it had a page of its own: notices of the phone may still lead there.
  useLayoutEffect(() => {
    if (asked) go(addressOf(asked), { replace: true });
  }, [asked]);
  return (
    <TalkFrame title={say("page.messages")} what="talk.who">
      {(mine) => <Messages mine={mine} />}
    </TalkFrame>
  );
}

function Messages({ mine }: { mine: string }) {
  const { known, again } = useRead(routeTo("GET /api/messages/conversations"));
  // Whose call nobody has verified has no mail here: then there are messages alone.
  const inbox = useRead(routeTo("GET /api/bbs/messages", { query: { to: mine, limit: PAGE } }));
  const sent = useRead(routeTo("GET /api/bbs/sent", { query: { from: mine, limit: PAGE } }));
  useOwnMessages(() => void again());
  useTouched(() => void Promise.all([again(), inbox.again(), sent.again()]));
  const kind = useSignal<ListKind>("all"), words = useSignal("");
  const talks = known.value?.value.conversations;
  const mails = [inbox, sent].flatMap((read) => read.known.value?.value.messages ?? []);
  const people = talks && together(talks, mails, mine);
  const found = people?.filter((one) => isOf(one, kind.value) && has(one, words.value));
  return (
    <section class="talks" aria-label={say("talk.list")}>
      <AsOf known={known.value} />
      {people && people.length > 0 && (
        <>
          <SearchBox id="talk-find" label={say("talk.find")} placeholder={say("talk.find")} value={words} />
          <Chips label={say("talk.kinds")}>
            {LIST_KINDS.map((one) => (
              <Chip
                key={one}
                on={kind.value === one}
                n={people.filter((person) => isOf(person, one)).length}
                onClick={() => kind.value = one}
              >
                {say(`talk.kind.${one}`)}
              </Chip>
            ))}
          </Chips>
        </>
      )}
      {!people && <Loading />}
      {people?.length === 0 && <p class="soft">{say("talk.none")}</p>}
      {people && people.length > 0 && found?.length === 0 && <p class="soft">{say("talk.none.fits")}</p>}
      <div class={known.value?.source === "live" ? "talk-rows" : "talk-rows old"}>
        <Entries label={say("talk.list")}>
          {found?.map((one) => <Row key={one.with} person={one} />)}
        </Entries>
      </div>
      <NewMessage />
      <Others />
      <KeyHelp
        acts={{
          ...rowActs(".talks .entries a"),
          write: () => document.getElementById("message-to")?.focus(),
        }}
      />
    </section>
  );
}

/** What is no conversation: texts that wait for a station, and bulletins. */
function Others() {
  const app = useApp();
  return (
    <Card flush>
      <Entries label={say("talk.tabs")}>
        {(["mailbox", "bbs"] as const).map((page) => {
          const unread = unreadFor(app, page);
          return (
            <Entry
              key={page}
              href={PAGES[page].path}
              disc={<IconDisc icon={PAGES[page].icon} />}
              name={say(PAGES[page].title)}
              line={say(`talk.about.${page}`)}
              far={unread > 0 && <span class="count">{say("talk.unread", { n: unread })}</span>}
            />
          );
        })}
      </Entries>
    </Card>
  );
}

function Row({ person: { with: call, at, unread, talk, mail } }: { person: Person }) {
  const { gateway } = useApp();
  const last = talk?.last, mine = !!last && ownerCall(last.fromCall) !== ownerCall(call);
  const state = !mail && mine && last.delivery && last.delivery !== "acked" && last.delivery !== "here"
    ? last.delivery
    : undefined;
  return (
    <Entry
      {...currentAt(addressOf(call))}
      disc={<span class="face" aria-hidden="true">{faceOf(call)}</span>}
      name={
        <>
          <CallPlate call={call} /> {mail && (
            <span class="talk-mail">
              <Icon name="mails" />
              {say("talk.mail")}
            </span>
          )}
          {state && (
            <span class={state === "failed" ? "talk-state bad" : "talk-state"}>
              {say(`talk.short.${state}`)}
            </span>
          )}
        </>
      }
      line={mail
        ? (
          <b class="clip">
            {mail.subject === "" ? say("bbs.no_subject") : <Foreign>{mail.subject}</Foreign>}
          </b>
        )
        : (
          <span class="clip">
            {mine && `${say("talk.you")} `}
            <Foreign>{last?.body ?? ""}</Foreign>
          </span>
        )}
      far={
        <span class="talk-far">
          {sayAgo(at, gateway.now())}
          {unread > 0 && <span class="count">{say("talk.unread", { n: unread })}</span>}
        </span>
      }
    />
  );
}

/** The letters of a call by which people know each other: what follows its digit. */
const faceOf = (call: string): string => /^\w+?\d([A-Z]+)/.exec(ownerCall(call))?.[1]?.slice(0, 3) ?? "";

/** The form to begin a conversation. */
function NewMessage() {
  const to = useSignal("");
  const open = (event: Event) => {
    event.preventDefault();
    const call = to.peek().trim().toUpperCase();
    to.value = "";
    if (call !== "") go(addressOf(call));
  };
  return (
    <form class="talk-new" onSubmit={open}>
      <TextField
        id="message-to"
        label={say("talk.to")}
        required
        maxLength={9}
        pattern={CALL}
        call
        value={to}
      />
      <Button submit icon="pencil">{say("talk.open")}</Button>
    </form>
  );
}
