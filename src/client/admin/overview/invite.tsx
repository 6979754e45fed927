/** How people get here: the address to pass on, and a poster that has it as a QR code. */
import { useSignal } from "@preact/signals";
import { isOnlyHere, passedOn } from "../../ui/passed_on.ts";
import { ChoiceField } from "../../ui/choices.tsx";
import { say } from "../../ui/say.ts";
import { useRead } from "../../phone/use_read.ts";
import { CopyText } from "../../ui/copy_text.tsx";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export function Invite() {
  const { known } = useRead(routeTo("GET /health"));
  const addresses = passedOn(location.origin, known.value?.value.addresses ?? []);
  const chosen = useSignal("");
  const origin = addresses.includes(chosen.value) ? chosen.value : addresses[0]!;
  return (
    <section class="card" aria-labelledby="invite-title">
      <h2 id="invite-title">{tell("invite.title")}</h2>
      <p>{tell("invite.what")}</p>
      {addresses.length > 1 && (
        <ChoiceField
          id="invite-address"
          label={tell("invite.choose")}
          value={chosen}
          choices={addresses}
        />
      )}
      <CopyText text={`${origin}/`} what={tell("invite.address")} />
      {isOnlyHere(origin) && (
        <p class="soft">
          {tell("invite.here")} <a href="/admin/first">{say("page.admin_first")}</a>
        </p>
      )}
      <p>
        {/* A sheet leads to the address that it was opened at. */}
        <a href={`${origin}/print/invitation`}>{say("print.invitation")}</a>
      </p>
    </section>
  );
}
