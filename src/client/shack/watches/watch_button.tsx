/** The button on a station's page to be told when it is heard, or to end that. */
import { useSignal } from "@preact/signals";
import { ownerCall } from "../../../base/callsigns.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button } from "../../ui/parts.tsx";
import { place, signInAddress } from "../../pages/router.ts";
import { useRead } from "../../phone/use_read.ts";
import { TellOutside } from "./tell_outside.tsx";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export function WatchButton({ call }: { call: string }) {
  const { gateway, call: mine } = useApp();
  const doing = useDoing();
  const { known, again } = useRead(mine.value ? routeTo("GET /api/watch") : undefined);
  const added = useSignal(false);
  if (!mine.value) {
    return (
      <p>
        <a href={signInAddress(place.value.path)}>{tell("watches.sign_in")}</a>
      </p>
    );
  }
  const list = known.value?.value;
  if (!list) return null;
  const watch = list.watching.find(({ callsign }) => callsign === ownerCall(call));
  const turn = async () => {
    const done = await doing.run(() =>
      watch
        ? gateway.ask("DELETE", routeTo("DELETE /api/watch/:id", { params: { id: watch.id } }))
        : gateway.ask("POST", routeTo("POST /api/watch"), { callsign: call })
    );
    if (done) added.value = watch === undefined;
    await again();
  };
  return (
    <div class="watch">
      <Button
        icon="bell"
        id="watch"
        aria-pressed={watch !== undefined}
        disabled={doing.busy.value}
        onClick={() => void turn()}
      >
        {tell(watch ? "watches.drop" : "watches.start")}
      </Button>{" "}
      {watch && <span role="status">{tell("watches.on", { call: watch.callsign })}</span>}
      {added.value && <TellOutside />}
      <Problem of={doing} />
    </div>
  );
}
