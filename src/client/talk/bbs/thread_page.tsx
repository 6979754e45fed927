/** The page of a thread: mails and answers, oldest first. All of their text was written by others. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ownerCall } from "../../../base/callsigns.ts";
import { rowActs } from "../../panes/key_table.ts";
import { KeyHelp } from "../../panes/keys.tsx";
import { useApp } from "../../phone/app.ts";
import { FlagLines } from "../../phone/known/flags.tsx";
import { MAIL_FLAGS } from "../../phone/known/other_facts.ts";
import { MAIL } from "../../../things/mail.ts";
import { Button, Foreign, Heading, Loading, Notice } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { sayTime } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { AsOf, touch } from "../talk_frame.tsx";
import { addressOf, type Mail, stateOf } from "./mails.ts";
import { WriteMail } from "./write_mail.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";

// Removes mail. The gateway cannot bring it back, so it is asked only after some seconds in which one can still undo
// it.

const THINK_MS = 8000;

function Kill({ id, back, killed }: {
  id: number;
  /** One's own mail that has not left yet: the button then says "take back". */
  back: boolean;
  killed: () => void;
}) {
  const { gateway, world } = useApp();
  const doing = useDoing();
  const going = useSignal(false);
  const stop = useRef<(() => void) | undefined>(undefined);
  const kill = async () => {
    stop.current = undefined;
    if (
      await doing.run(() =>
        gateway.ask("DELETE", routeTo("DELETE /api/bbs/messages/:id", { params: { id } }))
      )
    ) killed();
    else going.value = false;
  };
  // When the person leaves the page, the mail is removed at once.
  useEffect(() => () => {
    if (!stop.current) return;
    stop.current();
    void kill();
  }, []);
  const begin = () => {
    going.value = true;
    stop.current = world.later(() => void kill(), THINK_MS);
  };
  const undo = () => {
    stop.current?.();
    stop.current = undefined;
    going.value = false;
  };
  return (
    <>
      {going.value
        ? (
          <span role="status">
            {say("bbs.killed")} <Button onClick={undo}>{say("bbs.undo")}</Button>
          </span>
        )
        : <Button data-act="kill" onClick={begin}>{say(back ? "bbs.take_back" : "bbs.kill")}</Button>}
      <Problem of={doing} />
    </>
  );
}

export default function ThreadPage({ id }: { id: string }) {
  const app = useApp();
  const { known, again } = useRead(
    /^\d{1,15}$/.test(id) ? routeTo("GET /api/bbs/thread/:id", { params: { id } }) : undefined,
  );
  const replying = useSignal<Mail | undefined>(undefined);
  const messages = known.value?.value.messages;
  const mine = app.call.value;
  const unread = mine === undefined || known.value?.source !== "live"
    ? []
    : (messages ?? []).filter((one) => one.readAt === null && ownerCall(one.fromCall) !== ownerCall(mine));
  useEffect(() => {
    if (unread.length === 0) return;
    const asked = unread.map((one) =>
      app.gateway.ask("POST", routeTo("POST /api/bbs/messages/:id/read", { params: { id: one.id } }))
    );
    void Promise.all(asked).then(() => {
      touch();
      void app.refresh();
    });
  }, [unread.map((one) => one.id).join()]);
  const changed = () => {
    touch();
    void again();
  };
  const reply = (to: Mail | undefined) => {
    if (!to || !mine) return;
    replying.value = to;
    queueMicrotask(() => document.getElementById("mail-text")?.focus());
  };
  const done = () => {
    const letter = document.querySelector<HTMLElement>(`.letter[data-id="${replying.peek()?.id}"]`);
    replying.value = undefined;
    queueMicrotask(() => letter?.focus());
  };
  const last = messages?.at(-1);
  const first = messages?.[0];
  return (
    <>
      <Heading>
        {first && (first.subject === "" ? say("bbs.no_subject") : <Foreign>{first.subject}</Foreign>)}
        {!first && say("page.thread")}
      </Heading>
      <p>
        <a href={first?.type === "B" ? `/bbs/b/${encodeURIComponent(first.toCall)}` : "/bbs"}>
          {say("bbs.back")}
        </a>
      </p>
      <AsOf known={known.value} />
      {!messages && <Loading />}
      {messages?.length === 0 && <Notice>{say("bbs.thread.none")}</Notice>}
      <ol class="thread">
        {messages?.map((one) => (
          <Letter
            key={one.id}
            mail={one}
            heading={first!.subject}
            mine={mine}
            reply={() => reply(one)}
            killed={changed}
          />
        ))}
      </ol>
      {replying.value && mine && (
        <WriteMail
          key={replying.value.id}
          name={`mail:re:${replying.value.id}`}
          call={mine}
          {...answerTo(replying.value)}
          sent={changed}
          done={done}
        />
      )}
      <KeyHelp
        ownRows
        acts={{
          ...rowActs(".letter"),
          ...(mine && {
            reply: () => reply(chosen(messages) ?? last),
            kill: () => pressIn(chosen(messages) ?? last, "[data-act=kill]"),
            takeBack: () =>
              pressIn(chosen(messages), "[role=status] .button") ||
              pressIn(last, "[role=status] .button"),
          }),
        }}
      />
    </>
  );
}

/** The mail that has the focus, if one has. */
const chosen = (messages: readonly Mail[] | undefined): Mail | undefined => {
  const id = document.activeElement?.closest(".letter")?.getAttribute("data-id");
  return messages?.find((one) => String(one.id) === id);
};

/** Presses what the selector finds in a mail; whether there was one. */
function pressIn(mail: Mail | undefined, selector: string): boolean {
  const found = document.querySelector<HTMLElement>(`.letter[data-id="${mail?.id}"] ${selector}`);
  found?.click();
  return found !== null;
}

/** The addressee and subject of an answer: it goes to the writer, also for a bulletin. */
const answerTo = ({ id, fromCall, subject }: Mail) => ({
  to: fromCall,
  replyTo: id,
  subject: (/^re:/i.test(subject) ? subject : `Re: ${subject}`).slice(0, MAIL.facts.subject.is.most),
});

function Letter({ mail, heading, mine, reply, killed }: {
  mail: Mail;
  /** The subject over the thread: a letter that has the same does not repeat it. */
  heading: string;
  mine: string | undefined;
  reply: () => void;
  killed: () => void;
}) {
  const { gateway } = useApp();
  const { id, fromCall, postedAt, body, origin, subject, type, mirrored } = mail;
  const isMine = mine !== undefined && ownerCall(fromCall) === ownerCall(mine);
  const state = isMine ? stateOf(mail) : "";
  return (
    <li class="letter" tabIndex={-1} data-id={id}>
      <p class="soft">
        <span class="code">{fromCall} › {addressOf(mail)}</span> ·{" "}
        <time dateTime={new Date(postedAt * 1000).toISOString()}>{sayTime(postedAt, gateway.now())}</time>
        {origin.startsWith("rf-fbb:") && ` · ${say("bbs.by", { call: origin.slice(7) })}`}
        {mirrored && ` · ${say("bbs.from_instance", { name: origin })}`}
      </p>
      {subject !== "" && subject !== heading && (
        <p>
          <strong>
            <Foreign>{subject}</Foreign>
          </strong>
        </p>
      )}
      <FlagLines of={mail} flags={MAIL_FLAGS} />
      <div class="text letter-text">
        <Foreign>{body}</Foreign>
      </div>
      {state && <p class={mail.delivery === "returned" ? "bad" : "soft"}>{state}</p>}
      {mine && (
        <p>
          {!isMine && <Button onClick={reply}>{say("bbs.reply")}</Button>}{" "}
          {mayKill(mail, isMine) && <Kill id={id} back={isMine && type !== "B"} killed={killed} />}
        </p>
      )}
    </li>
  );
}

/** Whether mail may be removed: mail that came, one's own bulletins, and own mail that no partner has yet. */
const mayKill = ({ type, delivery, mirrored }: Mail, isMine: boolean): boolean =>
  !mirrored && (type === "B" ? isMine : !isMine || delivery === "queued" || delivery === "no_route");
