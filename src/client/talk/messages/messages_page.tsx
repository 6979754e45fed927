/** The page Messages: a list of conversations, and beside it the open one; on a phone, one of the two. */
import { useSignal } from "@preact/signals";
import { baseOf } from "../../account/base_call.ts";
import { rowActs } from "../../live/key_table.ts";
import { KeyHelp } from "../../live/keys.tsx";
import { useApp } from "../../shell/app.ts";
import { Button, Field, Foreign, Loading } from "../../shell/parts.tsx";
import { go, place } from "../../shell/router.ts";
import { say } from "../../shell/say.ts";
import { sayAgo } from "../../shell/times.ts";
import { useRead } from "../../shell/use_read.ts";
import { AsOf, TalkFrame } from "../talk_frame.tsx";
import { Conversation } from "./conversation.tsx";
import { deliveryOf, type Talk, type Talks, useOwnMessages } from "./talks.ts";

const addressOf = (call: string) => `/messages?with=${encodeURIComponent(call)}`;
/** A call with or without an SSID, or a group name of APRS. */
const CALL = "[A-Za-z0-9]{1,6}(-[A-Za-z0-9]{1,2})?";

export default function MessagesPage() {
  const asked = new URLSearchParams(place.value.query).get("with")?.trim().toUpperCase();
  const other = asked && new RegExp(`^${CALL}$`).test(asked) ? asked : undefined;
  return (
    <TalkFrame page="messages" title="page.messages" what="talk.who">
      {() => <Messages other={other} />}
    </TalkFrame>
  );
}

function Messages({ other }: { other: string | undefined }) {
  const app = useApp();
  const { known, again } = useRead<Talks>("/api/messages/conversations");
  useOwnMessages(() => void again());
  const talks = known.value?.value.conversations;
  const read = () => {
    void again();
    void app.refresh();
  };
  return (
    <>
      <div class={other ? "talks talks-open" : "talks"}>
        <section class="talk-list" aria-label={say("talk.list")}>
          <NewMessage />
          <AsOf known={known.value} />
          {!talks && <Loading />}
          {talks?.length === 0 && <p class="soft">{say("talk.none")}</p>}
          <ul class={known.value?.source === "live" ? "rows" : "rows old"}>
            {talks?.map((talk) => <Row key={talk.with} talk={talk} here={talk.with === other} />)}
          </ul>
        </section>
        {other && (
          <div class="talk-open">
            <p class="talk-back">
              <a href="/messages">{say("talk.back")}</a>
            </p>
            <Conversation key={other} other={other} read={read} />
          </div>
        )}
      </div>
      <KeyHelp
        acts={{
          ...rowActs(".talk-list .rows a"),
          write: () => document.getElementById("message-to")?.focus(),
          ...(other && { reply: () => document.getElementById("message-text")?.focus() }),
        }}
      />
    </>
  );
}

function Row({ talk, here }: { talk: Talk; here: boolean }) {
  const { gateway } = useApp();
  const { last, unread } = talk;
  const mine = baseOf(last.fromCall) !== baseOf(talk.with);
  return (
    <li>
      <a class="row" href={addressOf(talk.with)} aria-current={here ? "true" : undefined}>
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
      <Field id="message-to" label={say("talk.to")}>
        <input
          id="message-to"
          required
          maxLength={9}
          pattern={CALL}
          autoCapitalize="characters"
          autoComplete="off"
          spellcheck={false}
          value={to.value}
          onInput={({ currentTarget }) => to.value = currentTarget.value}
        />
      </Field>
      <Button submit>{say("talk.open")}</Button>
    </form>
  );
}
