/** One's own devices: each signs logs with its key, has a name, can be removed; and a second one is let in by a code. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { type Doing, Problem, useDoing } from "../phone/doing.tsx";
import { KEY_LABEL } from "../phone/queue/sign.ts";
import { useRead } from "../phone/use_read.ts";
import { type AnswerOf, routeTo } from "../phone/wire/routes.ts";
import { TextField } from "../ui/fields.tsx";
import { Acts, Card, Entries, Entry, GroupHead } from "../ui/look/lists.tsx";
import { IconDisc } from "../ui/look/radio.tsx";
import { AskOnce, Button, Foreign, Loading } from "../ui/parts.tsx";
import { Qr } from "../ui/qr/qr.tsx";
import { say } from "../ui/say.ts";
import { sayAgo, sayDate } from "../ui/times.ts";

type Device = AnswerOf<"GET /api/my/devices">["devices"][number];

/** A device that was not used for so many seconds may be lost, or somebody else's by now. */
const LONG_S = 60 * 86_400;

/** The devices whose keys sign this person's logs. */
export function Devices({ call }: { call: string }) {
  const app = useApp();
  const { known, again } = useRead(routeTo("GET /api/my/devices"));
  const doing = useDoing(), mine = useSignal("");
  // On the first page after signing in the list is read before the gateway knows this device's key.
  const keysTold = app.keysTold.value;
  useEffect(() => {
    app.storage.deviceKey(call).then((key) => mine.value = key?.publicKey ?? "", () => {});
    if (keysTold > 0) void again();
  }, [call, keysTold]);
  const list = known.value?.value.devices;
  return (
    <section>
      <GroupHead>{say("access.devices")}</GroupHead>
      {!list ? <Loading /> : list.length > 0 && (
        <Card flush>
          <Entries id="devices" label={say("access.devices")}>
            {list.map((device) => (
              <Row
                key={device.publicKey}
                device={device}
                isHere={device.publicKey === mine.value}
                again={again}
                doing={doing}
              />
            ))}
          </Entries>
        </Card>
      )}
      <p class="soft">{say(list?.length === 0 ? "access.devices.none" : "access.devices.what")}</p>
      <Problem of={doing} />
    </section>
  );
}

/** What a device is called: by its person, else by what it says of itself. */
const nameOf = ({ name, label }: Device) =>
  name || (label === KEY_LABEL ? say("access.device.browser") : label || say("access.device.unnamed"));

function Row({ device, isHere, again, doing }: {
  device: Device;
  isHere: boolean;
  again: () => Promise<unknown>;
  doing: Doing;
}) {
  const { gateway } = useApp();
  const isNaming = useSignal(false), name = useSignal(device.name);
  const { publicKey: key, label, usedAt, createdAt } = device, now = gateway.now();
  const remove = () =>
    doing.run(() => gateway.ask("DELETE", routeTo("DELETE /keys/:key", { params: { key } }))).then(again);
  const rename = async (event: Event) => {
    event.preventDefault();
    const path = routeTo("PATCH /keys/:key", { params: { key } });
    if (!await doing.run(() => gateway.ask("PATCH", path, { name: name.peek().trim() }))) return;
    isNaming.value = false;
    await again();
  };
  if (isNaming.value) {
    return (
      <li>
        <form class="card-part" onSubmit={(event) => void rename(event)}>
          <TextField id={`name-${key}`} label={say("access.device.name")} maxLength={40} value={name} />
          <Button kind="main" submit disabled={doing.busy.value}>{say("access.device.name.do")}</Button>
        </form>
      </li>
    );
  }
  return (
    <Entry
      disc={<IconDisc icon="hard-drive" tint={isHere ? "go" : "plain"} />}
      name={<Foreign>{nameOf(device)}</Foreign>}
      line={
        <>
          {isHere
            ? <strong>{say("access.device.this")}</strong>
            : usedAt !== null
            ? (
              <span class={now - usedAt > LONG_S ? "wait" : undefined}>
                {say("access.device.used", { ago: sayAgo(usedAt, now) })}
              </span>
            )
            : <span>{say("access.added", { at: sayDate(createdAt) })}</span>}
          {device.name !== "" && label !== KEY_LABEL && <Foreign>{label}</Foreign>}
          <span class="code">{key.slice(0, 8)}</span>
        </>
      }
      far={
        <Acts>
          <Button
            aria-label={say("access.device.rename", { name: nameOf(device) })}
            onClick={() => isNaming.value = true}
          >
            {say("access.device.name.it")}
          </Button>
          {!isHere && (
            <AskOnce
              words={say("access.remove")}
              label={say("access.device.remove", { key: key.slice(0, 8) })}
              what={say("access.device.remove.what")}
              sure={say("access.device.remove.do")}
              disabled={doing.busy.value}
              act={() => void remove()}
            />
          )}
        </Acts>
      }
    />
  );
}

/** A second phone is let in by a code that this one shows. */
export function SecondDevice() {
  const { gateway } = useApp(), doing = useDoing();
  const link = useSignal<string | undefined>(undefined);
  const make = () =>
    doing.run(async () => {
      const answer = await gateway.ask("POST", routeTo("POST /auth/device-link"), {});
      if (answer.ok) link.value = answer.value.link;
      return answer;
    });
  return (
    <section>
      <GroupHead>{say("access.second")}</GroupHead>
      <p class="soft">{say("access.second.what")}</p>
      {link.value && (
        <>
          <Qr text={link.value} label={say("access.second.code")} />
          <p class="copy-text">
            <code>{link.value}</code>
          </p>
        </>
      )}
      <Button disabled={doing.busy.value} onClick={() => void make()}>
        {say(link.value ? "access.second.anew" : "access.second.show")}
      </Button>
      <Problem of={doing} />
    </section>
  );
}
