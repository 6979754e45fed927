/** The account's passkeys: the list, a button to add one, and one each to remove it. */
import { useApp } from "../phone/app.ts";
import { Problem, useDoing } from "../phone/doing.tsx";
import { Acts, Card, Entries, Entry, GroupHead } from "../ui/look/lists.tsx";
import { IconDisc } from "../ui/look/radio.tsx";
import { AskOnce, Button, Loading } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { sayDate } from "../ui/times.ts";
import type { Read } from "../phone/use_read.ts";
import { makePasskey, passkeysInBrowser } from "./sign_in/passkeys.ts";
import { routeTo } from "../phone/wire/routes.ts";

interface Listed {
  passkeys: { id: string; addedAt: number; transports: string[] }[];
}

/** Where a passkey is kept (this device, a phone, a security key), from what the browser said when it was made. */
const sayPlace = (transports: readonly string[]): string =>
  transports.includes("internal")
    ? say("access.passkey.internal")
    : transports.includes("hybrid")
    ? say("access.passkey.phone")
    : transports.length > 0
    ? say("access.passkey.key")
    : say("access.passkey.somewhere");

/** `read`: the list as the page has read it, for what is beside it says whether there is any. */
export function Passkeys({ call, read: { known, again } }: { call: string; read: Read<Listed> }) {
  const app = useApp();
  const doing = useDoing();
  const here = passkeysInBrowser();
  const add = () => doing.run(() => makePasskey(app.gateway, call)).then(again);
  const remove = (id: string) =>
    doing.run(() => app.gateway.ask("DELETE", routeTo("DELETE /auth/passkeys/:id", { params: { id } }))).then(
      again,
    );
  const list = known.value?.value.passkeys;
  return (
    <section>
      <GroupHead>{say("access.passkeys")}</GroupHead>
      <Card flush>
        {!list ? <Loading /> : (
          <Entries id="passkeys" label={say("access.passkeys")}>
            {list.map(({ id, addedAt, transports }) => (
              <Entry
                key={id}
                disc={<IconDisc icon="key-round" tint="go" />}
                name={sayPlace(transports)}
                line={say("access.added", { at: sayDate(addedAt) })}
                far={
                  <Acts>
                    <AskOnce
                      words={say("access.remove")}
                      label={say("access.passkey.remove", {
                        what: sayPlace(transports),
                        at: sayDate(addedAt),
                      })}
                      what={say("access.passkey.remove.what")}
                      sure={say("access.passkey.remove.do")}
                      disabled={doing.busy.value}
                      act={() => void remove(id)}
                    />
                  </Acts>
                }
              />
            ))}
          </Entries>
        )}
        {list?.length === 0 && <p class="soft card-part">{say("access.passkey.none")}</p>}
      </Card>
      {here === "yes"
        ? <Button disabled={doing.busy.value} onClick={() => void add()}>{say("access.passkey.add")}</Button>
        : <p class="soft">{say(`signin.passkeys.${here}`)}</p>}
      <Problem of={doing} />
    </section>
  );
}
