/** The page of the mailbox: texts for stations that are out of range. Each is transmitted when its addressee is heard. */
import { useSignal } from "@preact/signals";
import { useApp } from "../phone/app.ts";
import { Problem, useDoing } from "../phone/doing.tsx";
import { Button, Foreign, Loading, Notice } from "../ui/parts.tsx";
import { CallPlate } from "../ui/look/radio.tsx";
import { TextField } from "../ui/fields.tsx";
import { place } from "../pages/router.ts";
import { say } from "../ui/say.ts";
import { sayTime } from "../ui/times.ts";
import { useRead } from "../phone/use_read.ts";
import { draftOf, keepDraft } from "../phone/drafts/text.ts";
import { leaves, useOwnMessages } from "./messages/talks.ts";
import { onAir } from "./on_air.ts";
import { MOST_ON_AIR, ShortText } from "./short_text.tsx";
import { AsOf, TalkFrame } from "./talk_frame.tsx";
import { routeTo } from "../phone/wire/routes.ts";

interface Mail {
  id: number;
  from: string;
  to: string;
  text: string;
  status: "held" | "sent" | "delivered" | "undelivered" | "expired" | "withdrawn";
  deliveredTo: string | null;
  createdAt: number;
  expiresAt: number;
  attempts: number;
}

export default function MailboxPage() {
  return (
    <TalkFrame page="mailbox" title={say("page.mailbox")} what="mailbox.who">
      {(call) => <Mailbox call={call} />}
    </TalkFrame>
  );
}

function Mailbox({ call }: { call: string }) {
  const app = useApp();
  const { known, again } = useRead(routeTo("GET /api/mailbox"));
  const changed = () => {
    void again();
    void app.refresh();
  };
  useOwnMessages(changed);
  const mail = known.value?.value;
  return (
    <>
      <p>{say("mailbox.what")}</p>
      <div class="groups">
        <LeaveMail call={call} left={changed} />
        <div>
          <AsOf known={known.value} />
          {!mail && <Loading />}
          {mail && (
            <>
              <h2>{say("mailbox.sent")}</h2>
              <MailList
                mails={mail.sent}
                none={say("mailbox.sent.none")}
                changed={changed}
                old={known.value?.source !== "live"}
              />
              <h2>{say("mailbox.received")}</h2>
              <MailList
                mails={mail.received}
                none={say("mailbox.received.none")}
                old={known.value?.source !== "live"}
              />
            </>
          )}
        </div>
      </div>
    </>
  );
}

function MailList({ mails, none, changed, old }: {
  mails: readonly Mail[];
  none: string;
  /** For one's own texts: called after one was taken back. */
  changed?: () => void;
  old: boolean;
}) {
  if (mails.length === 0) return <p class="soft">{none}</p>;
  return (
    <ul class={old ? "rows old" : "rows"}>
      {mails.map((mail) => <MailRow key={mail.id} mail={mail} changed={changed} />)}
    </ul>
  );
}

function MailRow({ mail, changed }: { mail: Mail; changed: (() => void) | undefined }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const { id, from, to, text, status, createdAt, expiresAt, deliveredTo, attempts } = mail;
  const now = gateway.now();
  const back = async () => {
    if (
      await doing.run(() => gateway.ask("DELETE", routeTo("DELETE /api/mailbox/:id", { params: { id } })))
    ) changed?.();
    else if (doing.problem.peek()?.reason === "already_sent") changed?.();
  };
  const word = status === "delivered"
    ? "go"
    : status === "undelivered" || status === "expired"
    ? "bad"
    : "soft";
  return (
    <li class="row" data-status={status}>
      <span class="row-title">
        <span>
          <CallPlate call={from} /> › <CallPlate call={to} />
        </span>
        <span class="soft">{sayTime(createdAt, now)}</span>
      </span>
      <span class="text">
        <Foreign>{text}</Foreign>
      </span>
      <span class={word}>
        {say(`mailbox.status.${status}`, {
          until: sayTime(expiresAt, now),
          call: deliveredTo ?? to,
          n: attempts,
        })}
      </span>
      {changed && status === "held" && (
        <span>
          <Button onClick={() => void back()} disabled={doing.busy.value}>{say("mailbox.back")}</Button>
        </span>
      )}
      <Problem of={doing} />
    </li>
  );
}

interface Draft {
  to: string;
  text: string;
}
const NOTHING: Draft = { to: "", text: "" };

/** The draft; by the link from a conversation one for that station, with what was written to it there. */
function begun(): Draft {
  const kept = draftOf<Draft>("mailbox") ?? NOTHING;
  const to = new URLSearchParams(place.value.query).get("to") ?? "";
  if (to === "" || kept.text !== "") return kept;
  return { to: to.slice(0, 9), text: draftOf<Draft>(`message:${to}`)?.text ?? "" };
}

function LeaveMail({ call, left }: { call: string; left: () => void }) {
  const { gateway, start } = useApp();
  const doing = useDoing();
  const draft = useSignal<Draft>(begun());
  const talks = useRead(routeTo("GET /api/messages/conversations")).known.value;
  const done = useSignal<"mailbox.left" | "talk.sent.here" | undefined>(undefined);
  // The mailbox begins each text with these words, which take some of the room.
  const most = MOST_ON_AIR - `de ${call}: `.length;
  const keep = (next: Draft) => {
    draft.value = next;
    keepDraft("mailbox", next);
  };
  const leave = async (event: Event) => {
    event.preventDefault();
    const { to, text } = draft.peek();
    const body = { from: call, to: to.trim(), text: onAir(text) };
    done.value = undefined;
    const isLeft = await doing.run(async () => {
      const answer = await gateway.ask("POST", routeTo("POST /api/mailbox"), body);
      if (answer.ok) done.value = answer.value.delivery === "here" ? "talk.sent.here" : "mailbox.left";
      return answer;
    });
    if (!isLeft) return;
    keep(NOTHING);
    left();
  };
  if (start.value && !start.value.value.session.verified) {
    return <Notice action={<a href="/me/verify">{say("page.verify")}</a>}>{say("talk.not_verified")}</Notice>;
  }
  const { to, text } = draft.value;
  return (
    <form onSubmit={leave}>
      <TextField
        id="mailbox-to"
        label={say("mailbox.to")}
        hint={say("mailbox.to.hint")}
        required
        maxLength={9}
        call
        value={to}
        set={(to) => keep({ ...draft.peek(), to })}
      />
      <ShortText
        id="mailbox-text"
        label={say("mailbox.text")}
        most={most}
        text={text}
        change={(text) => keep({ ...draft.peek(), text })}
      />
      {talks?.source === "live" && !leaves(talks.value, gateway.now()) && (
        <p class="soft" role="note">{say("mailbox.no_way")}</p>
      )}
      <Button kind="main" submit disabled={doing.busy.value || onAir(text).length > most}>
        {say("mailbox.leave")}
      </Button>
      {doing.problem.value?.reason === ""
        ? <p class="bad" role="alert">{say("talk.unsent")}</p>
        : <Problem of={doing} />}
      {done.value && <p class="go" role="status">{say(done.value)}</p>}
    </form>
  );
}
