/** The page Messages: all conversations, and the form to begin one. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { ownerCall } from "../../../base/callsigns.ts";
import { rowActs } from "../../panes/key_table.ts";
import { KeyHelp } from "../../panes/keys.tsx";
import { useApp } from "../../phone/app.ts";
import { Button, Foreign, Loading } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { go, place, rowTo } from "../../pages/router.ts";
import { say } from "../../ui/say.ts";
import { sayAgo } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { AsOf, TalkFrame, useTouched } from "../talk_frame.tsx";
import { addressOf, CALL, deliveryOf, type Talk, useOwnMessages } from "./talks.ts";
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
      <NewMessage />
      <AsOf known={known.value} />
      {!talks && <Loading />}
      {talks?.length === 0 && <p class="soft">{say("talk.none")}</p>}
      <ul class={known.value?.source === "live" ? "rows" : "rows old"}>
        {talks?.map((talk) => <Row key={talk.with} talk={talk} />)}
      </ul>
      <KeyHelp
        acts={{
          ...rowActs(".talks .rows a"),
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
  return (
    <li>
      <a class="row" {...rowTo(addressOf(talk.with))}>
        <span class="row-title">
          <span class="code">{talk.with}</span>
          {unread > 0 && <span class="count">{say("talk.unread", { n: unread })}</span>}
          <span class="soft">{sayAgo(last.ts, gateway.now())}</span>
        </span>
        <span class="row-text">
          <Foreign>{last.body}</Foreign>
        </span>
        {mine && <span class={last.delivery === "failed" ? "bad" : "soft"}>{deliveryOf(last, mine)}</span>}
      </a>
    </li>
  );
}

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
      <Button submit>{say("talk.open")}</Button>
    </form>
  );
}
