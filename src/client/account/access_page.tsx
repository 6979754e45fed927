/** How this person gets in: passkeys, mail address, devices that sign, sessions. */
import { Boundary } from "../phone/boundary.tsx";
import { Problem, useDoing } from "../phone/doing.tsx";
import { Acts, Card, Entries, Entry, GroupHead } from "../ui/look/lists.tsx";
import { say } from "../ui/say.ts";
import { useRead } from "../phone/use_read.ts";
import { Addresses } from "./addresses.tsx";
import { Passkeys } from "./passkey_list.tsx";
import { LeaveButton, useLeaving } from "./sign_out.tsx";
import { SignedIn } from "../phone/signed_in.tsx";
import { routeTo } from "../phone/wire/routes.ts";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ownerCall } from "../../base/callsigns.ts";
import { KEY_LABEL } from "../phone/queue/sign.ts";
import { useApp } from "../phone/app.ts";
import { IconDisc } from "../ui/look/radio.tsx";
import { AskOnce, Foreign, Loading } from "../ui/parts.tsx";
import { sayDate } from "../ui/times.ts";

// The devices whose keys sign this person's logs; this device is marked, and each can be removed.

interface Listed {
  keys: { publicKey: string; label: string; createdAt: number }[];
}

function Devices({ call }: { call: string }) {
  const app = useApp();
  const { known, again } = useRead(routeTo("GET /keys/:call", { params: { call: ownerCall(call) } }));
  const doing = useDoing();
  const mine = useSignal("");
  // On the first page after signing in the list is read before the gateway knows this device's key.
  const told = app.keysTold.value;
  useEffect(() => {
    app.storage.deviceKey(call).then((key) => mine.value = key?.publicKey ?? "", () => {});
    if (told > 0) void again();
  }, [call, told]);
  const remove = (key: string) =>
    doing.run(() => app.gateway.ask("DELETE", routeTo("DELETE /keys/:key", { params: { key } }))).then(again);
  const list = known.value?.value.keys;
  return (
    <section>
      <GroupHead>{say("access.devices")}</GroupHead>
      <p class="soft">{say("access.devices.what")}</p>
      {!list ? <Loading /> : list.length > 0 && (
        <Card flush>
          <Entries id="devices" label={say("access.devices")}>
            {list.map(({ publicKey, label, createdAt }) => (
              <Entry
                key={publicKey}
                disc={<IconDisc icon="hard-drive" tint={publicKey === mine.value ? "go" : "plain"} />}
                name={label === KEY_LABEL
                  ? say("access.device.browser")
                  : <Foreign>{label || say("access.device.unnamed")}</Foreign>}
                line={
                  <>
                    <span class="code">{publicKey.slice(0, 8)}</span>{" "}
                    {say("access.added", { at: sayDate(createdAt) })}
                  </>
                }
                far={publicKey === mine.value
                  ? <strong class="entry-val entry-on">{say("access.device.this")}</strong>
                  : (
                    <Acts>
                      <AskOnce
                        words={say("access.remove")}
                        label={say("access.device.remove", { key: publicKey.slice(0, 8) })}
                        what={say("access.device.remove.what")}
                        sure={say("access.device.remove.do")}
                        disabled={doing.busy.value}
                        act={() => void remove(publicKey)}
                      />
                    </Acts>
                  )}
              />
            ))}
          </Entries>
        </Card>
      )}
      {list?.length === 0 && <p class="soft">{say("access.devices.none")}</p>}
      <Problem of={doing} />
    </section>
  );
}

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
        <Passkeys call={call} read={passkeys} />
      </Boundary>
      <Boundary>
        <Addresses />
      </Boundary>
      <Boundary>
        <Devices call={call} />
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
