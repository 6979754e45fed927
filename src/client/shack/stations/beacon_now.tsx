/** Sends one beacon of a station. What will be transmitted is shown first, and has to be confirmed. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Foreign, takesFocus } from "../../ui/parts.tsx";
import type { OwnStation } from "./own_station.ts";
import { beaconSymbol } from "./station_choices.ts";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export function BeaconNow({ station }: { station: OwnStation }) {
  const { call, lat, lon, description } = station, symbol = beaconSymbol(station);
  const { gateway } = useApp();
  const doing = useDoing();
  const state = useSignal<"" | "asked" | "queued">("");
  if (lat === null || lon === null) return <p class="soft">{tell("mystat.beacon.place")}</p>;
  const send = async () => {
    const beacon = { kind: "beacon" as const, from: call, lat, lon, symbol, comment: description };
    if (await doing.run(() => gateway.ask("POST", routeTo("POST /api/tx/aprs"), beacon))) {
      state.value = "queued";
    }
  };
  if (state.value === "asked") {
    return (
      <div class="notice" role="group" aria-label={tell("mystat.beacon")} tabIndex={-1} ref={takesFocus}>
        <p>{tell("mystat.beacon.ask", { call })}</p>
        <p class="code">
          {lat.toFixed(4)}, {lon.toFixed(4)} {symbol} <Foreign>{description}</Foreign>
        </p>
        <Button kind="main" disabled={doing.busy.value} onClick={() => void send()}>
          {tell("mystat.beacon.send")}
        </Button>
        <Button onClick={() => state.value = ""}>{tell("mystat.beacon.no")}</Button>
        <Problem of={doing} />
      </div>
    );
  }
  return (
    <p>
      <Button onClick={() => state.value = "asked"}>{tell("mystat.beacon")}</Button>{" "}
      <span role="status">{state.value === "queued" && tell("mystat.beacon.queued")}</span>
    </p>
  );
}
