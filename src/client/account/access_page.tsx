/** How this person gets in: passkeys, mail address, devices that sign, sessions. */
import { Boundary } from "../phone/boundary.tsx";
import { Problem } from "../phone/doing.tsx";
import { GroupHead } from "../ui/look/lists.tsx";
import { Button } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { useRead } from "../phone/use_read.ts";
import { Addresses } from "./addresses.tsx";
import { Devices } from "./devices.tsx";
import { Passkeys } from "./passkey_list.tsx";
import { useLeaving } from "./sign_out.tsx";
import { SignedIn } from "../phone/signed_in.tsx";
import { routeTo } from "../phone/wire/routes.ts";

export default function AccessPage() {
  return (
    <SignedIn title="page.access">
      {(call) => (
        <>
          <Boundary>
            <Passkeys call={call} />
          </Boundary>
          <Boundary>
            <Addresses />
          </Boundary>
          <Boundary>
            <Devices call={call} />
          </Boundary>
          <Sessions />
        </>
      )}
    </SignedIn>
  );
}

function Sessions() {
  const { doing, here, everywhere } = useLeaving();
  const keys = useRead(routeTo("GET /auth/passkeys")).known.value?.value.passkeys;
  const own = useRead(routeTo("GET /auth/session")).known.value?.value;
  return (
    <section>
      <GroupHead>{say("access.sessions")}</GroupHead>
      <p class="soft">{say("access.sessions.what")}</p>
      {keys?.length === 0 && own && !own.email && <p class="bad">{say("access.sessions.stranded")}</p>}
      <div class="buttons">
        <Button onClick={() => void here()}>{say("me.out")}</Button>
        <Button onClick={() => void everywhere()}>{say("access.sessions.all")}</Button>
      </div>
      <Problem of={doing} />
    </section>
  );
}
