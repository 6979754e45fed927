/** The page of one category of bulletins: the name that they are addressed to. */
import { useSignal } from "@preact/signals";
import { rowActs } from "../../panes/key_table.ts";
import { KeyHelp } from "../../panes/keys.tsx";
import { useApp } from "../../phone/app.ts";
import { Button, Heading } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { MailList } from "./mail_list.tsx";
import { PAGE } from "./mails.ts";
import { FeedLink } from "../../ui/for_others.tsx";
import { WriteMail } from "./write_mail.tsx";
import { routeTo } from "../../phone/wire/routes.ts";

export default function CategoryPage({ category: given }: { category: string }) {
  const category = given.toUpperCase().slice(0, 9);
  const { call } = useApp();
  const writing = useSignal(false), written = useSignal(0);
  const mine = call.value;
  const write = () => {
    writing.value = true;
    queueMicrotask(() => document.getElementById("mail-subject")?.focus());
  };
  const done = () => {
    writing.value = false;
    queueMicrotask(() => document.getElementById("bulletin-write")?.focus());
  };
  const at = (before?: string) =>
    routeTo("GET /api/bbs/bulletins", { query: { category, limit: PAGE, before } });
  return (
    <>
      <Heading>
        {say("bbs.category")} <span class="code">{category}</span>
      </Heading>
      <p class="back">
        <a href="/bbs">{say("bbs.back")}</a>
      </p>
      {mine && (writing.value
        ? (
          <WriteMail
            name={`mail:to:${category}`}
            call={mine}
            to={category}
            sent={() => written.value++}
            done={done}
          />
        )
        : <Button id="bulletin-write" kind="main" onClick={write}>{say("bbs.write.bulletin")}</Button>)}
      <MailList key={written.value} at={at} none={say("bbs.bulletins.none")} box="bulletins" />
      <FeedLink path="/feeds/bulletins.xml" />
      <KeyHelp acts={{ ...rowActs(".mails a"), ...(mine && { write }) }} />
    </>
  );
}
