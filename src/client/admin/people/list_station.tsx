/** Enters a station for a member who cannot do it themselves. */
import { useSignal } from "@preact/signals";
import { PlaceField } from "../../ui/places/place_field.tsx";
import type { Point } from "../../ui/places/arrow.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export function ListStation({ owner }: { owner: string }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const callsign = useSignal(""), place = useSignal<Point | undefined>(undefined), said = useSignal("");
  const list = async (event: Event) => {
    event.preventDefault();
    said.value = "";
    const body = { owner, callsign: callsign.peek().trim(), ...place.peek() };
    if (await doing.run(() => gateway.ask("POST", routeTo("POST /api/admin/stations"), body))) {
      said.value = tell("station.listed", { call: body.callsign.toUpperCase() });
    }
  };
  return (
    <details>
      <summary>{tell("station.list")}</summary>
      <form onSubmit={(event) => void list(event)}>
        <p class="soft">{tell("station.what")}</p>
        <TextField
          id="station-call"
          label={tell("people.call")}
          value={callsign}
          required
          maxLength={20}
          code
        />
        <PlaceField id="station-place" place={place.value} set={(point) => place.value = point} />
        <Button submit disabled={doing.busy.value}>{tell("station.list.do")}</Button>
        <p role="status">{said.value}</p>
        <Problem of={doing} />
      </form>
    </details>
  );
}
