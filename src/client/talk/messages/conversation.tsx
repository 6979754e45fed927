/** One conversation: what was said, where each own message stands, and the field for the next one. */
import { useSignal } from "@preact/signals";
import { Fragment } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { ownerCall } from "../../../base/callsigns.ts";
import type { LoggedMessage } from "../../../stations/mod.ts";
import { useApp } from "../../phone/app.ts";
import { Bubble } from "../../ui/look/bubble.tsx";
import { OnAir } from "../../ui/look/radio.tsx";
import { Button, Foreign, Loading } from "../../ui/parts.tsx";
import { language, localeOf, say } from "../../ui/say.ts";
import { sayAgo, sayDate, sayTick } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { AsOf, useTouched } from "../talk_frame.tsx";
import { type Mail, PAGE, stateOf } from "../bbs/mails.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { otherOf } from "./together.ts";
import { deliveryOf, mailboxFor, useOwnMessages } from "./talks.ts";
import { addToDraft, WriteMessage } from "./write_message.tsx";
import { routeTo } from "../../phone/wire/routes.ts";

interface Page {
  /** When that station was heard last, and whether a member of this instance has verified its call. */
  heardAt: number | null;
  member: boolean;
  messages: readonly LoggedMessage[];
  nextCursor: string | null;
}

export function Conversation({ other, read }: { other: string; read: () => void }) {
  const app = useApp();
  const params = { call: other }, path = routeTo("GET /api/messages/with/:call", { params });
  const { known, again } = useRead(path);
  const older = useSignal<Page | undefined>(undefined), written = useSignal(0);
  const list = useRef<HTMLOListElement>(null);
  useOwnMessages(() => void again());
  useEffect(() => {
    older.value = undefined;
  }, [path]);
  const page = known.value?.value;
  const received = page?.messages.find(({ fromCall }) => fromCall === other)?.id;
  const isLive = known.value?.source === "live";
  useEffect(() => {
    if (received === undefined || !isLive) return;
    const mark = () => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", mark);
      void app.gateway.ask("POST", routeTo("POST /api/messages/with/:call/read", { params }), {
        upTo: received,
      }).then(() => read());
    };
    // What nobody looks at is not read.
    document.addEventListener("visibilitychange", mark);
    mark();
    return () => document.removeEventListener("visibilitychange", mark);
  }, [path, received, isLive]);
  const more = async () => {
    const cursor = (older.peek() ?? page)?.nextCursor;
    const answer = await app.gateway.get(
      routeTo("GET /api/messages/with/:call", { params, query: { cursor: cursor ?? undefined } }),
    );
    if (!answer.ok) return;
    older.value = {
      ...answer.value,
      messages: [...older.peek()?.messages ?? [], ...answer.value.messages],
    };
  };
  // What failed is put into the field again, behind what stands there: it goes out only when it is sent from there.
  const rewrite = (text: string) => {
    addToDraft(other, text, app.world);
    written.value++;
    queueMicrotask(() => document.getElementById("message-text")?.focus());
  };
  // A long conversation opens where it goes on.
  const isRead = page !== undefined;
  useEffect(() => {
    if (isRead) list.current?.lastElementChild?.scrollIntoView({ block: "nearest" });
  }, [path, isRead]);
  const said = [...page?.messages ?? [], ...older.value?.messages ?? []];
  const letters = useMails(other);
  // Mail that is older than what is loaded of the messages comes with them.
  const from = (older.value ?? page)?.nextCursor ? said.at(-1)?.ts ?? 0 : 0;
  const all = [
    // The newest comes first: of one second too, the one said first stands first.
    ...said.toReversed().map((message) => ({
      at: message.ts,
      key: `${message.id}`,
      message,
      mail: undefined,
    })),
    ...letters.filter(({ postedAt }) => postedAt >= from)
      .map((mail) => ({ at: mail.postedAt, key: `mail ${mail.id}`, message: undefined, mail })),
  ].sort((a, b) => a.at - b.at);
  return (
    <section class="conversation" aria-label={say("talk.with", { call: other })}>
      {page?.heardAt != null && <HeardAgo at={page.heardAt} />}
      <AsOf known={known.value} />
      {!page && <Loading />}
      {page && all.length === 0 && <p class="soft">{say("talk.nothing_yet", { call: other })}</p>}
      {(older.value ?? page)?.nextCursor && <Button onClick={() => void more()}>{say("talk.older")}</Button>}
      <ol class={isLive ? "said" : "said old"} ref={list}>
        {all.map(({ at, key, message, mail }, i) => (
          <Fragment key={key}>
            {dayOf(at) !== dayOf(all[i - 1]?.at ?? 0) && <Day at={at} />}
            {mail && <Letter mail={mail} mine={ownerCall(mail.fromCall) !== ownerCall(other)} />}
            {message && (
              <Said
                message={message}
                mine={ownerCall(message.fromCall) !== ownerCall(other)}
                rewrite={() => rewrite(message.body)}
              />
            )}
          </Fragment>
        ))}
      </ol>
      {page && isLive && <Reach other={other} {...page} />}
      <WriteMessage
        key={written.value}
        to={other}
        member={page?.member === true && isBase(other)}
        sent={() => void again()}
      />
    </section>
  );
}

/** The mail with a person, of that which was read last; a station has none. */
function useMails(other: string): readonly Mail[] {
  const mine = useApp().call.value, who = isBase(other) ? mine : undefined;
  const inbox = useRead(who && routeTo("GET /api/bbs/messages", { query: { to: who, limit: PAGE } }));
  const sent = useRead(who && routeTo("GET /api/bbs/sent", { query: { from: who, limit: PAGE } }));
  useTouched(() => void Promise.all([inbox.again(), sent.again()]));
  return [inbox, sent].flatMap((read) => read.known.value?.value.messages ?? [])
    .filter((mail) => mine && otherOf(mail, mine) === other);
}

/** A mail within the conversation: its subject and how it begins. It leads to the whole of it. */
const Letter = ({ mail, mine }: { mail: Mail; mine: boolean }) => {
  const { id, subject, body, postedAt, readAt } = mail, state = mine ? stateOf(mail) : "";
  return (
    <li class={mine ? "said-mine" : "said-theirs"}>
      <a class="said-mail" href={`/bbs/t/${id}`}>
        <span class="soft">
          <Icon name="mails" />
          {say("talk.mail")}
          {!mine && readAt === null && <span class="count">{say("bbs.new")}</span>}
        </span>
        <b>{subject === "" ? say("bbs.no_subject") : <Foreign>{subject}</Foreign>}</b>
        <span class="soft said-begins">
          <Foreign>{body}</Foreign>
        </span>
      </a>
      <p class="said-state">
        <time dateTime={new Date(postedAt * 1000).toISOString()}>{sayTick(postedAt, 0)}</time>
        {state && (
          <>
            <span aria-hidden="true">·</span>
            <span>{state}</span>
          </>
        )}
      </p>
    </li>
  );
};

/** Whether a call is a person's, and not that of one of their stations. */
const isBase = (call: string): boolean => ownerCall(call) === call;

/** The day of a time where the phone is. */
const dayOf = (at: number): number => new Date(at * 1000).setHours(0, 0, 0, 0) / 1000;

/** Begins what was said on a day. */
function Day({ at }: { at: number }) {
  const { gateway } = useApp();
  const days = Math.round((dayOf(gateway.now()) - dayOf(at)) / 86_400);
  return (
    <li class="said-day caps">
      {days > 1
        ? sayDate(at)
        : new Intl.RelativeTimeFormat(localeOf(language.value.code), { numeric: "auto" }).format(
          -days,
          "day",
        )}
    </li>
  );
}

/** Seconds after which a station that was not heard may well be off. */
const OFF_S = 7200;

/** When the other station was on the air, as long as it may still be there. */
function HeardAgo({ at }: { at: number }) {
  const now = useApp().gateway.now();
  return now - at > OFF_S ? null : (
    <p class="talk-heard">
      <OnAir now={now - at < 60}>{say("talk.heard", { ago: sayAgo(at, now) })}</OnAir>
    </p>
  );
}

/** Who gets what is written now, where that may be nobody: said before it is written. */
function Reach({ other, heardAt, member }: { other: string } & Pick<Page, "heardAt" | "member">) {
  const { gateway } = useApp();
  const now = gateway.now(), isOff = heardAt === null || now - heardAt > OFF_S;
  // To a member of this instance nothing has to go by radio.
  if (member && (!isOff || isBase(other))) return null;
  return (
    <p class="soft" role="note">
      {isOff && (
        <>
          {heardAt === null
            ? say("talk.unheard", { call: other })
            : say("talk.heard_last", { call: other, ago: sayAgo(heardAt, now) })} {say("talk.unheard.what")}
          {" "}
          <a href={mailboxFor(other)}>{say("talk.unheard.mailbox")}</a>
          {" "}
        </>
      )}
      {!member && say("talk.no_member", { call: ownerCall(other) })}
    </p>
  );
}

/** One message. Its state is words, with a sign and a colour beside them. */
function Said({ message, mine, rewrite }: { message: LoggedMessage; mine: boolean; rewrite: () => void }) {
  const { call } = useApp();
  const { ts, body, delivery, fromCall, toCall } = message;
  const iso = new Date(ts * 1000).toISOString();
  return (
    <Bubble
      mine={mine}
      state={delivery === "here" ? mine ? "acked" : undefined : delivery}
      says={deliveryOf(message, mine)}
      line={
        <>
          {mine
            ? fromCall !== call.value && <span class="code">{fromCall}</span>
            : toCall !== call.value && <span class="code">› {toCall}</span>}
          <time dateTime={iso} title={iso}>{sayTick(ts, 0)}</time>
        </>
      }
      action={delivery === "failed" && <Button onClick={rewrite}>{say("talk.again")}</Button>}
    >
      <Foreign>{body}</Foreign>
    </Bubble>
  );
}
