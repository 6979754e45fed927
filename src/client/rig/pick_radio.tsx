/** Picking a radio, once; and what this browser cannot do, with what can. */
import { useSignal } from "@preact/signals";
import { ChoiceField } from "../ui/choices.tsx";
import { Lamp } from "../ui/look/radio.tsx";
import { Card } from "../ui/look/lists.tsx";
import { Button } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { notePicked } from "./picked_before.ts";
import { pickBle } from "./ports/ble.ts";
import { type Picked, whyNotPicked } from "./ports/port.ts";
import { DEVICE_NAMES, type DeviceName, pickUsb, serial } from "./ports/usb.ts";
import { bluetooth } from "./ports/web_bluetooth.ts";
import type { RigWord } from "./rig.ts";

export function PickRadio({ take, word }: {
  take: (picked: Picked) => Promise<void>;
  /** How it is with a radio that was picked. */
  word: RigWord | undefined;
}) {
  const device = useSignal<DeviceName>("nino"), failed = useSignal(false);
  const hasBle = isSecureContext && bluetooth() !== undefined;
  const hasUsb = isSecureContext && serial() !== undefined;
  const pick = async (ask: () => Promise<Picked>) => {
    failed.value = false;
    try {
      await take(await ask());
    } catch (error) {
      failed.value = whyNotPicked(error) === "failed";
    }
  };
  const pickPort = async () => {
    const picked = await pickUsb(device.peek());
    notePicked({ kind: "usb", device: device.peek() });
    return picked;
  };
  const pickRadio = async () => {
    const { id, ...picked } = await pickBle();
    notePicked({ kind: "ble", id });
    return picked;
  };
  return (
    <div class="rig-pick">
      <h2>{say("rig.pick")}</h2>
      {hasBle && (
        <Button kind="main" icon="radio" onClick={() => void pick(pickRadio)}>
          {say("rig.pick.ble")}
        </Button>
      )}
      {hasBle && <p class="soft">{say("rig.pick.ble.hint")}</p>}
      {hasUsb && (
        <>
          <ChoiceField
            id="rig-device"
            label={say("rig.device")}
            choices={DEVICE_NAMES}
            words={(one) => say(`rig.device.${one}`)}
            value={device}
          />
          <Button kind={hasBle ? "quiet" : "main"} onClick={() => void pick(pickPort)}>
            {say("rig.pick.usb")}
          </Button>
        </>
      )}
      {(failed.value || word === "failed") && <p class="bad" role="alert">{say("rig.failed")}</p>}
      {word === "elsewhere" && <p class="wait" role="alert">{say("rig.elsewhere")}</p>}
      {!hasBle && !hasUsb && (
        <p class="wait" role="status">{say(isSecureContext ? "rig.neither" : "rig.insecure")}</p>
      )}
      <Card>
        <h3>{say("rig.can")}</h3>
        <ul class="rig-can">
          <Can is={hasBle} what={say("rig.ble")} />
          <Can is={hasUsb} what={say("rig.usb")} />
          <Can is={false} what={say("rig.can.closed")} why={say("rig.can.closed.why")} />
          <Can is={false} what={say("rig.can.prove")} why={say("rig.can.prove.why")} />
        </ul>
      </Card>
      <Card>
        <h3>{say("rig.others")}</h3>
        <ul class="rig-can">
          <li>{say("rig.others.desk")}</li>
          <li>{say("rig.others.android")}</li>
          <li>{say("rig.others.none")}</li>
        </ul>
      </Card>
    </div>
  );
}

const Can = ({ is, what, why }: { is: boolean; what: string; why?: string }) => (
  <li>
    <span class="rig-name">
      <b>{what}</b>
      {why && <span class="soft">{why}</span>}
    </span>
    <Lamp is={is ? "good" : "off"}>{say(is ? "rig.can.yes" : "rig.can.no")}</Lamp>
  </li>
);
