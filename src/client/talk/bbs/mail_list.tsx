/** A list of mail or bulletins, page by page; each leads to its thread. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Entries, Entry } from "../../ui/look/lists.tsx";
import { Button, Foreign, Loading } from "../../ui/parts.tsx";
import { currentAt } from "../../pages/router.ts";
import { say } from "../../ui/say.ts";
import { sayTime } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { AsOf, useTouched } from "../talk_frame.tsx";
import { addressOf, type Mail, type MailPage, stateOf } from "./mails.ts";
import type { Address } from "../../phone/wire/routes.ts";

export function MailList({ at, none, box }: {
  /** The address of a page of the list. */
  at: (before?: string) => Address<MailPage>;
  /** The sentence for an empty list. */
  none: string;
  box: "inbox" | "sent" | "bulletins";
}) {
  const { gateway } = useApp();
  const path = at();
  const { known, again } = useRead(path);
  useTouched(() => void again());
  const doing = useDoing();
  const older = useSignal<{ mails: readonly Mail[]; next: string | undefined } | undefined>(undefined);
  useEffect(() => {
    older.value = undefined;
  }, [path]);
  const page = known.value?.value;
  const next = older.value ? older.value.next : page?.nextCursor;
  const more = () =>
    doing.run(async () => {
      const answer = await gateway.get(at(next));
      if (answer.ok) {
        const mails = [...older.peek()?.mails ?? [], ...mailsOf(answer.value)];
        older.value = { mails, next: answer.value.nextCursor };
      }
      return answer;
    });
  const mails = page ? [...mailsOf(page), ...older.value?.mails ?? []] : [];
  return (
    <>
      <AsOf known={known.value} />
      {!page && <Loading />}
      {page && mails.length === 0 && <p class="soft">{none}</p>}
      <div class={known.value?.source === "live" ? "mails" : "mails old"}>
        <Entries label={say(`bbs.${box}`)}>
          {mails.map((mail) => <MailRow key={mail.id} mail={mail} box={box} />)}
        </Entries>
      </div>
      {next && <Button onClick={() => void more()} disabled={doing.busy.value}>{say("talk.older")}</Button>}
      <Problem of={doing} />
    </>
  );
}

const mailsOf = ({ messages, bulletins }: MailPage): readonly Mail[] => messages ?? bulletins ?? [];

function MailRow({ mail, box }: { mail: Mail; box: "inbox" | "sent" | "bulletins" }) {
  const { gateway, call } = useApp();
  const { id, fromCall, subject, postedAt, readAt } = mail;
  const isNew = box !== "sent" && readAt === null && call.value !== undefined;
  const state = box === "sent" || mail.held ? stateOf(mail) : "";
  const who = box === "sent"
    ? `› ${addressOf(mail)}`
    : box === "inbox"
    ? fromCall
    : `${fromCall} › ${addressOf(mail)}`;
  return (
    <Entry
      {...currentAt(`/bbs/t/${id}`)}
      name={subject === "" ? <span class="soft">{say("bbs.no_subject")}</span> : <Foreign>{subject}</Foreign>}
      line={
        <>
          <span class="code">{who}</span>
          {state && <span class={mail.delivery === "returned" ? "bad" : "soft"}>{state}</span>}
        </>
      }
      far={
        <span class="talk-far">
          {sayTime(postedAt, gateway.now())}
          {isNew && <span class="count">{say("bbs.new")}</span>}
        </span>
      }
    />
  );
}
