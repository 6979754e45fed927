/** Removes mail. The gateway cannot bring it back, so it is asked only after some seconds in which one can still undo it. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { routeTo } from "../../phone/wire/routes.ts";

const THINK_MS = 8000;

export function Kill({ id, back, killed }: {
  id: number;
  /** One's own mail that has not left yet: the button then says "take back". */
  back: boolean;
  killed: () => void;
}) {
  const { gateway, world } = useApp();
  const doing = useDoing();
  const going = useSignal(false);
  const stop = useRef<(() => void) | undefined>(undefined);
  const kill = async () => {
    stop.current = undefined;
    if (
      await doing.run(() =>
        gateway.ask("DELETE", routeTo("DELETE /api/bbs/messages/:id", { params: { id } }))
      )
    ) killed();
    else going.value = false;
  };
  // When the person leaves the page, the mail is removed at once.
  useEffect(() => () => {
    if (!stop.current) return;
    stop.current();
    void kill();
  }, []);
  const begin = () => {
    going.value = true;
    stop.current = world.later(() => void kill(), THINK_MS);
  };
  const undo = () => {
    stop.current?.();
    stop.current = undefined;
    going.value = false;
  };
  return (
    <>
      {going.value
        ? (
          <span role="status">
            {say("bbs.killed")} <Button onClick={undo}>{say("bbs.undo")}</Button>
          </span>
        )
        : <Button data-act="kill" onClick={begin}>{say(back ? "bbs.take_back" : "bbs.kill")}</Button>}
      <Problem of={doing} />
    </>
  );
}
