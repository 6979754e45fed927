/**
 * The radio in one's hand. The page itself lets one pick a radio and says what a browser cannot; what hears, shows and sends comes
 * with the first that was picked.
 */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { place } from "../pages/router.ts";
import { Button, ButtonLink, Heading, Loading } from "../ui/parts.tsx";
import { usePart } from "../ui/use_part.ts";
import { say } from "../ui/say.ts";
import { PickRadio } from "./pick_radio.tsx";
import { comeBack } from "./picked_before.ts";
import type { Picked } from "./ports/port.ts";

type Room = typeof import("./rig_room.tsx");
/** What comes with a radio, once this tab has picked one. */
const room = signal<Room | undefined>(undefined);
/** Whether somebody picks another one. */
const picking = signal(false);

/** The terminal over this radio has the same address, with a word more: it comes when it is asked for. */
export default function RigPage() {
  const isTerminal = new URLSearchParams(place.value.query).has("terminal");
  const Terminal = usePart(() => import("./terminal/terminal_room.tsx"), isTerminal)?.TerminalRoom;
  return isTerminal ? Terminal ? <Terminal /> : <Loading /> : <OwnRadio />;
}

function OwnRadio() {
  const app = useApp(), Held = room.value?.RigRoom;
  const take = async (picked: Picked) => {
    const come = room.peek() ?? await import("./rig_room.tsx");
    await come.take(app, picked);
    room.value = come;
    picking.value = false;
  };
  useEffect(() => {
    if (!room.peek()) void comeBack(take);
  }, []);
  const isHeld = room.value?.isHeld(app) ?? false;
  return (
    <>
      <div class="rig-head">
        <Heading>{say("page.rig")}</Heading>
        <ButtonLink kind="quiet" href="/radio?terminal">{say("terminal.title")}</ButtonLink>
        {isHeld && (
          <Button aria-expanded={picking.value} onClick={() => picking.value = !picking.value}>
            {say("rig.other")}
          </Button>
        )}
      </div>
      {(!isHeld || picking.value) && <PickRadio take={take} word={room.value?.wordOf(app)} />}
      {Held && <Held />}
    </>
  );
}
