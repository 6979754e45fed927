/** A person's data: everything that this gateway keeps of them as one file, API keys, and erasing the account. */
import { useApp } from "../phone/app.ts";
import { Boundary } from "../phone/boundary.tsx";
import { Button, Heading, Notice } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { hasNoWayIn } from "./sign_in/ended_told.tsx";
import { ApiKeys } from "./api_keys.tsx";
import { Erase } from "./erase.tsx";
import { SignedIn } from "../phone/signed_in.tsx";
import { type Address, routeTo } from "../phone/wire/routes.ts";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { signAct } from "../phone/queue/sign.ts";
import type { DeviceKey } from "../phone/kept/storage.ts";
import type { Answered } from "../phone/ask.ts";
import { Problem, useDoing } from "../phone/doing.tsx";
import type { SessionEnd } from "../phone/person/ended.ts";
import { MailForm } from "./sign_in/mail_form.tsx";

// The same for somebody who can no longer sign in: their data may still be fetched and erased. This device's key
// signs the request; whoever has no key on this device gets a link by mail.

function DataSignedOut({ ended }: { ended: SessionEnd }) {
  const app = useApp();
  const { call } = ended;
  const key = useSignal<DeviceKey | undefined>(undefined);
  useEffect(() => {
    // The gateway has deleted the keys of a call that was released.
    if (ended.reason !== "suspended") return;
    void app.storage.deviceKey(call).then((found) => {
      if (found?.registered) key.value = found;
    });
  }, [call]);
  const mails = app.start.value?.value.configured.mail ?? false;
  return (
    <>
      <Heading>{say("page.data")}</Heading>
      {key.value && <ByKey call={call} deviceKey={key.value} />}
      {mails && <ByMail />}
      {!key.value && !mails && <Notice>{say("data.by.operator")}</Notice>}
    </>
  );
}

function ByKey({ call, deviceKey }: { call: string; deviceKey: DeviceKey }) {
  const app = useApp();
  const doing = useDoing();
  const params = { call };
  const act = async <T,>(path: Address<T>): Promise<Answered<T>> => {
    const instance = app.start.peek()!.value.instance;
    return app.gateway.ask(
      "POST",
      path,
      await signAct(deviceKey, { at: app.gateway.now(), call, instance, path }),
    );
  };
  const save = () =>
    doing.run(async () => {
      const answer = await act(routeTo("POST /api/account/:call/export", { params }));
      if (answer.ok) download(`${call}-export.json`, JSON.stringify(answer.value, null, 2));
      return answer;
    });
  return (
    <>
      <p>{say("data.by.key")}</p>
      <section>
        <h2>{say("data.export")}</h2>
        <p>{say("data.export.what")}</p>
        <Button disabled={doing.busy.value} onClick={() => void save()}>{say("data.export.do")}</Button>
        <Problem of={doing} />
      </section>
      <Erase call={call} act={() => act(routeTo("POST /api/account/:call/delete", { params }))} />
    </>
  );
}

/** Lets the browser save a text as a file of this name. */
function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function ByMail() {
  const app = useApp();
  const doing = useDoing();
  const send = (email: string) =>
    doing.run(() =>
      app.gateway.ask("POST", routeTo("POST /auth/email/start"), { email, purpose: "account-data" })
    );
  return (
    <section>
      <MailForm
        heading={say("data.by.mail")}
        what={say("data.by.mail.what")}
        busy={doing.busy.value}
        send={send}
      />
      <Problem of={doing} />
    </section>
  );
}

export default function DataPage() {
  const app = useApp();
  const ended = app.ended.value;
  if (ended && hasNoWayIn(ended) && !app.call.value) return <DataSignedOut ended={ended} />;
  const erase = () =>
    app.gateway.ask("POST", routeTo("POST /api/account/:call/delete", { params: { call: "me" } }), {});
  return (
    <SignedIn title="page.data">
      {(call) => (
        <>
          <section>
            <h2>{say("data.export")}</h2>
            <p>{say("data.export.what")}</p>
            <form method="post" action="/api/account/me/export">
              <Button submit>{say("data.export.do")}</Button>
            </form>
          </section>
          <Boundary>
            <ApiKeys />
          </Boundary>
          <Erase call={call} act={erase} />
        </>
      )}
    </SignedIn>
  );
}
