/** "Heard?" on the way and in front of the log: the same press, locks and lamp as on the radio's own page. */
import { useNow } from "../../phone/position/use_now.ts";
import { usePosition } from "../../phone/position/use_position.ts";
import { Tick } from "../../ui/choices.tsx";
import { say } from "../../ui/say.ts";
import { useGate } from "../held.ts";
import type { Rig } from "../rig.ts";
import { Press } from "../send_one.tsx";

export function FieldLamp({ rig }: { rig: Rig }) {
  useGate(rig);
  const { reading } = usePosition(), now = useNow();
  const allowed = rig.tx.value.allowed !== undefined;
  return (
    <section class="rig-field" aria-label={say("rig.am_i")}>
      {!allowed && <Tick label={say("rig.allow")} value={allowed} set={(on) => rig.allow(on)} />}
      <Press rig={rig} reading={reading.value} now={now} />
    </section>
  );
}
