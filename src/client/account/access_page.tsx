/** How this person gets in: passkeys, mail address, devices that sign, sessions. */
import { useApp } from "../phone/app.ts";
import { Boundary } from "../phone/boundary.tsx";
import { Problem, useDoing } from "../phone/doing.tsx";
import { Button } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { useRead } from "../phone/use_read.ts";
import { Addresses } from "./addresses.tsx";
import { Devices } from "./devices.tsx";
import { Passkeys } from "./passkey_list.tsx";
import { SignedIn } from "../phone/signed_in.tsx";
import { type Address, routeTo } from "../phone/wire/routes.ts";

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
  const app = useApp();
  const doing = useDoing();
  const keys = useRead(routeTo("GET /auth/passkeys")).known.value?.value.passkeys;
  const own = useRead(routeTo("GET /auth/session")).known.value?.value;
  const leave = async (path: Address<unknown>) => {
    if (await doing.run(() => app.gateway.ask("POST", path, {}))) await app.left();
  };
  return (
    <section>
      <h2>{say("access.sessions")}</h2>
      <p class="soft">{say("access.sessions.what")}</p>
      {keys?.length === 0 && own && !own.email && <p class="bad">{say("access.sessions.stranded")}</p>}
      <Button onClick={() => void leave(routeTo("POST /auth/logout"))}>{say("me.out")}</Button>{" "}
      <Button onClick={() => void leave(routeTo("POST /auth/logout-all"))}>
        {say("access.sessions.all")}
      </Button>
      <Problem of={doing} />
    </section>
  );
}
