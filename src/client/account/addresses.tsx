/** The account's mail address: the confirmed one, one that still waits for its link to be opened, and a form to give another. */
import { useSignal } from "@preact/signals";
import { useApp } from "../phone/app.ts";
import { Problem, useDoing } from "../phone/doing.tsx";
import { Card, Entries, Entry, GroupHead } from "../ui/look/lists.tsx";
import { IconDisc } from "../ui/look/radio.tsx";
import { Button, Foreign, Loading } from "../ui/parts.tsx";
import { TextField } from "../ui/fields.tsx";
import { say } from "../ui/say.ts";
import { useRead } from "../phone/use_read.ts";
import { routeTo } from "../phone/wire/routes.ts";

interface Session {
  email?: string | null;
  pendingEmail?: string | null;
}

export function Addresses() {
  const app = useApp();
  const { known, again } = useRead(routeTo("GET /auth/session"));
  const doing = useDoing();
  const wanted = useSignal(""), sent = useSignal("");
  const session = known.value?.value;
  const mails = app.start.value?.value.configured.mail ?? false;
  const change = async (event: Event) => {
    event.preventDefault();
    const email = wanted.peek().trim();
    const ask = () => app.gateway.ask("POST", routeTo("POST /auth/email/change"), { email });
    if (await doing.run(ask)) sent.value = email;
    await again();
  };
  const resend = () =>
    doing.run(() => app.gateway.ask("POST", routeTo("POST /auth/email/resend"), {})).then((done) => {
      if (done) sent.value = session?.pendingEmail ?? "";
    });
  if (!session) return <Loading />;
  return (
    <section>
      <GroupHead>{say("access.mail")}</GroupHead>
      <Card flush>
        <Entries label={say("access.mail")}>
          <Entry
            disc={<IconDisc icon="mails" tint={session.email ? "go" : "plain"} />}
            name={session.email ? <Foreign>{session.email}</Foreign> : say("access.mail.none")}
          />
        </Entries>
      </Card>
      {session.pendingEmail && (
        <p>
          {say("access.mail.waits")} <Foreign>{session.pendingEmail}</Foreign>{" "}
          {mails && <Button onClick={() => void resend()}>{say("access.mail.again")}</Button>}
        </p>
      )}
      {sent.value && <p class="go" role="status">{say("access.mail.sent", { to: sent.value })}</p>}
      {mails
        ? (
          <form onSubmit={change}>
            <TextField
              id="new-mail"
              label={say("access.mail.new")}
              hint={say("access.mail.hint")}
              type="email"
              required
              autoComplete="email"
              value={wanted}
            />
            <Button submit disabled={doing.busy.value}>{say("access.mail.change")}</Button>
          </form>
        )
        : <p class="soft">{say("access.mail.off")}</p>}
      <Problem of={doing} />
    </section>
  );
}
