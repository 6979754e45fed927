/** E-mail of this instance, and packet mail: partners, rules, sessions, White Pages, and where an address would be sent. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { useRead } from "../../phone/use_read.ts";
import { TextField } from "../../ui/fields.tsx";
import { AdminFrame } from "../parts/frame.tsx";
import { Mark } from "../parts/mark.tsx";
import { checkName, CheckSays } from "../overview/check_words.tsx";
import { tell } from "../tell.ts";
import { Wrong } from "../parts/wrong.tsx";
import { Partners } from "./partners.tsx";
import { Sessions } from "./sessions.tsx";
import { WhitePages } from "./white_pages.tsx";
import { routeTo } from "../../phone/wire/routes.ts";

export default () => (
  <AdminFrame title={say("page.admin_mail")}>
    {() => (
      <>
        <MailTest />
        <Partners />
        <Sessions />
        <WhitePages />
      </>
    )}
  </AdminFrame>
);

/** The lines of the setup checklist that are about mail. */
const MAIL: readonly string[] = ["SMTP_URL", "partners", "fed-bbs"];

function MailTest() {
  const { gateway } = useApp();
  const { known } = useRead(routeTo("GET /api/admin/setup"));
  const doing = useDoing();
  const to = useSignal(""), said = useSignal("");
  const items = (known.value?.value.items ?? []).filter(({ key }) => MAIL.includes(key));
  const smtp = items.find(({ key }) => key === "SMTP_URL");
  const test = async (event: Event) => {
    event.preventDefault();
    said.value = "";
    await doing.run(async () => {
      const answer = await gateway.ask("POST", routeTo("POST /api/admin/mail-test"), {
        to: to.peek().trim(),
      });
      if (answer.ok) said.value = tell("mail.test.done", { to: to.peek(), by: answer.value.transport });
      return answer;
    });
  };
  return (
    <section>
      <Wrong
        faults={items.filter(({ status }) => status === "warn").map((line) => ({
          kind: "wait" as const,
          sentence: (
            <>
              <strong>{checkName(line)}</strong> <CheckSays line={line} />
            </>
          ),
        }))}
      />
      <h2>{tell("mail.title")}</h2>
      {smtp && (
        <p>
          <Mark kind={smtp.status === "missing" ? "off" : smtp.status === "ok" ? "go" : "wait"}>
            {smtp.status === "missing" ? tell("mail.unset") : smtp.values.value}
          </Mark>
        </p>
      )}
      {smtp && smtp.status === "missing"
        ? <p class="soft">{tell("mail.unset.what")}</p>
        : (
          <form class="line-form" onSubmit={(event) => void test(event)}>
            <TextField
              id="mail-to"
              label={tell("mail.test.to")}
              type="email"
              value={to}
              required
              maxLength={254}
            />
            <Button submit disabled={doing.busy.value}>{tell("mail.test")}</Button>
          </form>
        )}
      <p role="status">{said.value}</p>
      <Problem of={doing} />
    </section>
  );
}
