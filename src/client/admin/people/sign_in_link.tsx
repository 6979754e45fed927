/** A sign-in link for somebody who has lost the device, and its QR code for the new one. */
import { useSignal } from "@preact/signals";
import { freshly } from "../../account/sign_in/fresh.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { CopyText } from "../../ui/copy_text.tsx";
import { Button } from "../../ui/parts.tsx";
import { Qr } from "../../ui/qr/qr.tsx";
import { tell } from "../tell.ts";

export function SignInLink({ call }: { call: string }) {
  const app = useApp();
  const doing = useDoing();
  const link = useSignal("");
  const make = () =>
    doing.run(async () => {
      const path = routeTo("POST /api/admin/people/:call/link", { params: { call } });
      const answer = await freshly(app, () => app.gateway.ask("POST", path));
      if (answer.ok) link.value = answer.value.link;
      return answer;
    });
  return (
    <section>
      <h2>{tell("people.link.title")}</h2>
      <p class="soft">{tell("people.link.what", { call })}</p>
      {link.value === ""
        ? <Button disabled={doing.busy.value} onClick={() => void make()}>{tell("people.link.do")}</Button>
        : (
          <>
            <CopyText text={link.value} what={tell("people.link.it")} />
            <Qr text={link.value} label={tell("people.link.it")} />
          </>
        )}
      <Problem of={doing} />
    </section>
  );
}
