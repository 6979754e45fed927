/** How this person gets in: devices that sign, a second one, passkeys, mail address, sessions. */
import { Boundary } from "../phone/boundary.tsx";
import { Problem } from "../phone/doing.tsx";
import { GroupHead } from "../ui/look/lists.tsx";
import { say } from "../ui/say.ts";
import { useRead } from "../phone/use_read.ts";
import { Addresses } from "./addresses.tsx";
import { Devices, SecondDevice } from "./devices.tsx";
import { Passkeys } from "./passkey_list.tsx";
import { LeaveButton, useLeaving } from "./sign_out.tsx";
import { SignedIn } from "../phone/signed_in.tsx";
import { routeTo } from "../phone/wire/routes.ts";

export default function AccessPage() {
  return (
    <SignedIn title="page.access">
      {(call) => <Access call={call} />}
    </SignedIn>
  );
}

function Access({ call }: { call: string }) {
  const passkeys = useRead(routeTo("GET /auth/passkeys"));
  return (
    <>
      <Boundary>
        <Devices call={call} />
      </Boundary>
      <Boundary>
        <SecondDevice />
      </Boundary>
      <Boundary>
        <Passkeys call={call} read={passkeys} />
      </Boundary>
      <Boundary>
        <Addresses />
      </Boundary>
      <Sessions keys={passkeys.known.value?.value.passkeys} />
    </>
  );
}

function Sessions({ keys }: { keys: readonly unknown[] | undefined }) {
  const { doing, here, everywhere } = useLeaving();
  const own = useRead(routeTo("GET /auth/session")).known.value?.value;
  return (
    <section>
      <GroupHead>{say("access.sessions")}</GroupHead>
      <p class="soft">{say("access.sessions.what")}</p>
      {keys?.length === 0 && own && !own.email && <p class="bad">{say("access.sessions.stranded")}</p>}
      <div class="buttons">
        <LeaveButton words={say("me.out")} act={here} busy={doing.busy.value} />
        <LeaveButton words={say("access.sessions.all")} act={everywhere} busy={doing.busy.value} />
      </div>
      <Problem of={doing} />
    </section>
  );
}
