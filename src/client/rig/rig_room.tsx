/** What a radio brings with it: how it is with it, the press, what it hears, and the lamp on Go and Log. */
import { type App, useApp } from "../phone/app.ts";
import { usePosition } from "../phone/position/use_position.ts";
import { useNow } from "../phone/position/use_now.ts";
import { IconDisc, Lamp } from "../ui/look/radio.tsx";
import { Card } from "../ui/look/lists.tsx";
import { Button } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { sayClock } from "../ui/times.ts";
import { HeardHereList } from "./heard_here.tsx";
import { keepFieldLamp } from "./field/mount.tsx";
import { isHeld, wordOf } from "./held.ts";
import { forgetPicked } from "./picked_before.ts";
import type { Picked } from "./ports/port.ts";
import { type Rig, rigOf } from "./rig.ts";
import { SendOne } from "./send_one.tsx";

/** This tab takes the radio that somebody picked. */
export async function take(app: App, picked: Picked): Promise<void> {
  const rig = rigOf(app);
  keepFieldLamp(app, rig);
  await rig.take(picked);
}

export { isHeld, wordOf };

export function RigRoom() {
  const app = useApp(), rig = rigOf(app), now = useNow();
  const { reading } = usePosition();
  return (
    <div class="rig-room">
      {isHeld(app) && (
        <section class="rig-me">
          <Held rig={rig} />
          <SendOne rig={rig} reading={reading.value} now={now} />
        </section>
      )}
      <HeardHereList rig={rig} here={reading.value} now={now} />
    </div>
  );
}

/** The radio that is held, and how it is with it. */
function Held({ rig }: { rig: Rig }) {
  const port = rig.port.value, word = rig.word.value, isWell = word === "connected";
  return (
    <Card>
      <div class="rig-held" role="status">
        <IconDisc icon="radio" tint={isWell ? "go" : "plain"} />
        <span class="rig-name">
          <b>{rig.name.value || say(rig.kind.value === "ble" ? "rig.ble" : "rig.usb")}</b>
          {port && <span class="soft">{say("rig.since", { time: sayClock(rig.since.value) })}</span>}
        </span>
        <Lamp is={isWell ? "good" : word === "opening" ? "off" : "look"}>{say(`rig.word.${word}`)}</Lamp>
      </div>
      {word === "text" && <p class="wait">{say("rig.text")}</p>}
      <Button
        onClick={() => {
          forgetPicked();
          rig.drop();
        }}
      >
        {say("rig.let_go")}
      </Button>
    </Card>
  );
}
