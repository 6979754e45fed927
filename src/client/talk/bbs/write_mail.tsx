/** The form for mail or a bulletin. It says where the mail will go; until it is sent, it is a draft on this device. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { AskOnce, Button } from "../../ui/parts.tsx";
import { Tick } from "../../ui/choices.tsx";
import { Flags } from "../../phone/known/flags.tsx";
import { MAIL_FLAGS, saidOf } from "../../phone/known/other_facts.ts";
import { MAIL } from "../../../things/mail.ts";
import { TextField } from "../../ui/fields.tsx";
import { say } from "../../ui/say.ts";
import { draftOf, keepDraft } from "../../phone/drafts/text.ts";
import { routeTo } from "../../phone/wire/routes.ts";

/** Mail that is being written. */
export interface MailDraft {
  to: string;
  subject: string;
  text: string;
  /** For everybody. While the person has not chosen, the address decides. */
  bulletin?: boolean;
  /** It was sent and the answer was lost: the gateway may have it. */
  tried?: boolean;
}
interface Way {
  parsed: { type: "P" | "B" | "T" };
  partners: readonly { partner: string }[];
  here: boolean;
}

/** How many characters a text may have: the gateway takes 65536 bytes (API "BBS"). */
const MOST = 60_000;

/** Whether it is a bulletin. Categories have names such as ALL or TEST, while every callsign has a digit. */
const isBulletin = ({ to, bulletin }: MailDraft): boolean =>
  bulletin ?? (to.trim() !== "" && !/\d/.test(to.split("@")[0]!));

export function WriteMail({ name, call, to, replyTo, subject, sent, done }: {
  /** The name under which its draft is stored. */
  name: string;
  call: string;
  to?: string;
  replyTo?: number;
  subject?: string;
  sent?: () => void;
  done: () => void;
}) {
  const { gateway, start } = useApp();
  const doing = useDoing();
  const empty: MailDraft = { to: to ?? "", subject: subject ?? "", text: "" };
  const draft = useSignal<MailDraft>(draftOf(name) ?? empty);
  const way = useSignal<Way | undefined>(undefined);
  const keep = (some: Partial<MailDraft>) => {
    draft.value = { ...draft.peek(), ...some };
    keepDraft(name, draft.peek());
  };
  const look = async () => {
    const address = draft.peek().to.trim();
    way.value = undefined;
    if (address === "") return;
    const answer = await gateway.get(routeTo("GET /api/bbs/route", {
      query: { to: address, type: isBulletin(draft.peek()) ? "B" : "P" },
    }));
    if (answer.ok) way.value = answer.value;
  };
  useEffect(() => void look(), []);
  const isThere = async (): Promise<boolean> => {
    const { subject, text, tried } = draft.peek();
    if (!tried) return false;
    const answer = isBulletin(draft.peek())
      ? await gateway.get(routeTo("GET /api/bbs/bulletins", { query: { limit: 20 } }))
      : await gateway.get(routeTo("GET /api/bbs/sent", { query: { from: call, limit: 20 } }));
    const all = !answer.ok ? [] : "messages" in answer.value ? answer.value.messages : answer.value.bulletins;
    return all.some((one) => one.fromCall === call && one.subject === subject.trim() && one.body === text);
  };
  const send = async (event: Event) => {
    event.preventDefault();
    const went = await doing.run(async () => {
      if (await isThere()) return { ok: true, value: undefined, status: 200 };
      keep({ tried: true });
      const { to, subject, text } = draft.peek();
      const type = isBulletin(draft.peek()) ? "B" as const : "P" as const;
      const said = { ...saidOf(draft.peek(), MAIL_FLAGS), subject: subject.trim() };
      const body = { ...said, fromCall: call, toCall: to.trim(), body: text, type };
      return gateway.ask(
        "POST",
        routeTo("POST /api/bbs/messages"),
        replyTo === undefined ? body : { ...body, replyTo },
      );
    });
    if (!went) return;
    keepDraft(name, undefined);
    sent?.();
    done();
  };
  const drop = () => {
    keepDraft(name, undefined);
    done();
  };
  const { value } = draft;
  return (
    <form class="write-mail" onSubmit={send}>
      <TextField
        id="mail-to"
        label={say("bbs.to")}
        hint={say("bbs.to.hint")}
        required
        maxLength={64}
        call
        onBlur={() => void look()}
        value={value.to}
        set={(to) => keep({ to })}
      />
      <Tick
        label={say("bbs.is_bulletin")}
        value={isBulletin(value)}
        set={(bulletin) => {
          keep({ bulletin });
          void look();
        }}
      />
      <p role="status" class="soft">{way.value && sayWay(way.value)}</p>
      <TextField
        id="mail-subject"
        label={say("bbs.subject")}
        maxLength={MAIL.facts.subject.is.most}
        value={value.subject}
        set={(subject) => keep({ subject })}
      />
      <Flags flags={MAIL_FLAGS} form={value} change={keep} />
      <TextField
        id="mail-text"
        label={say("bbs.text")}
        rows={8}
        maxLength={MOST}
        required
        value={value.text}
        set={(text) => keep({ text })}
      />
      {start.value && !start.value.value.session.verified && <p class="soft">{say("bbs.not_verified")}</p>}
      <Button kind="main" submit disabled={doing.busy.value}>{say("bbs.send")}</Button>
      <Button onClick={done}>{say("bbs.later")}</Button>{" "}
      {value.text.trim() === "" ? <Button onClick={drop}>{say("bbs.drop")}</Button> : (
        <AskOnce
          words={say("bbs.drop")}
          what={say("bbs.drop.what")}
          sure={say("bbs.drop.sure")}
          act={drop}
        />
      )}
      {doing.problem.value?.reason === ""
        ? <p class="bad" role="alert">{say("talk.unsent")}</p>
        : <Problem of={doing} />}
    </form>
  );
}

/** Where the mail will go, in one sentence. */
function sayWay({ parsed, partners, here }: Way): string {
  const to = partners.map(({ partner }) => partner).join(", ");
  if (parsed.type === "B") return to === "" ? say("bbs.way.bulletin_here") : say("bbs.way.bulletin", { to });
  if (here) return say("bbs.way.here");
  return to === "" ? say("bbs.way.none") : say("bbs.way.partner", { to });
}
