/** The page Messages: all conversations, and the form to begin one. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { ownerCall } from "../../../base/callsigns.ts";
import { rowActs } from "../../panes/key_table.ts";
import { KeyHelp } from "../../panes/keys.tsx";
import { useApp } from "../../phone/app.ts";
import { Entries, Entry } from "../../ui/look/lists.tsx";
import { CallPlate } from "../../ui/look/radio.tsx";
import { Button, Foreign, Loading } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { currentAt, go, place } from "../../pages/router.ts";
import { say } from "../../ui/say.ts";
import { sayAgo } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { AsOf, TalkFrame, useTouched } from "../talk_frame.tsx";
import { addressOf, CALL, type Talk, useOwnMessages } from "./talks.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export default function MessagesPage() {
  const asked = new URLSearchParams(place.value.query).get("with");
  // A conversation's address before it had a page of its own: notices of the phone may still lead there.
  useLayoutEffect(() => {
    if (asked) go(addressOf(asked), { replace: true });
  }, [asked]);
  return (
    <TalkFrame page="messages" title={say("page.messages")} what="talk.who">
      {() => <Messages />}
    </TalkFrame>
  );
}

function Messages() {
  const { known, again } = useRead(routeTo("GET /api/messages/conversations"));
  useOwnMessages(() => void again());
  useTouched(() => void again());
  const talks = known.value?.value.conversations;
  return (
    <section class="talks" aria-label={say("talk.list")}>
      <AsOf known={known.value} />
      {!talks && <Loading />}
      {talks?.length === 0 && <p class="soft">{say("talk.none")}</p>}
      <div class={known.value?.source === "live" ? "talk-rows" : "talk-rows old"}>
        <Entries label={say("talk.list")}>
          {talks?.map((talk) => <Row key={talk.with} talk={talk} />)}
        </Entries>
      </div>
      <NewMessage />
      <KeyHelp
        acts={{
          ...rowActs(".talks .entries a"),
          write: () => document.getElementById("message-to")?.focus(),
        }}
      />
    </section>
  );
}

function Row({ talk }: { talk: Talk }) {
  const { gateway } = useApp();
  const { last, unread } = talk;
  const mine = ownerCall(last.fromCall) !== ownerCall(talk.with);
  const state = mine && last.delivery && last.delivery !== "acked" && last.delivery !== "here"
    ? last.delivery
    : undefined;
  return (
    <Entry
      {...currentAt(addressOf(talk.with))}
      disc={<span class="face" aria-hidden="true">{faceOf(talk.with)}</span>}
      name={
        <>
          <CallPlate call={talk.with} />{" "}
          {state && (
            <span class={state === "failed" ? "talk-state bad" : "talk-state"}>
              {say(`talk.short.${state}`)}
            </span>
          )}
        </>
      }
      line={
        <span class="clip">
          {mine && `${say("talk.you")} `}
          <Foreign>{last.body}</Foreign>
        </span>
      }
      far={
        <span class="talk-far">
          {sayAgo(last.ts, gateway.now())}
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
