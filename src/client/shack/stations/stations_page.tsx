/** The page of a member's own stations: enter, change and remove them, send a beacon, connect a weather console. */
import { useSignal } from "@preact/signals";
import { SignedIn } from "../../phone/signed_in.tsx";
import { useApp } from "../../phone/app.ts";
import { Boundary } from "../../phone/boundary.tsx";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Foreign, Loading, takesFocus } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { useRead } from "../../phone/use_read.ts";
import { AsOf } from "../../talk/talk_frame.tsx";
import { BeaconNow } from "./beacon_now.tsx";
import type { OwnStation } from "./own_station.ts";
import { StationForm } from "./station_form.tsx";
import type { Role } from "./station_choices.ts";
import { WeatherConsole } from "./weather_console.tsx";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export default function StationsPage() {
  return <SignedIn title="page.my_stations">{(call) => <Stations call={call} />}</SignedIn>;
}

function Stations({ call }: { call: string }) {
  const { known, again } = useRead(routeTo("GET /api/my/stations"));
  const adding = useSignal(false);
  const stations = known.value?.value.stations;
  if (!stations) return <Loading />;
  const done = async () => {
    adding.value = false;
    await again();
  };
  return (
    <>
      <p>{tell("mystat.what")}</p>
      <AsOf known={known.value} />
      {stations.length === 0 && <p class="soft">{tell("mystat.none")}</p>}
      {stations.map((station) => (
        <Boundary key={station.id}>
          <One station={station} again={again} />
        </Boundary>
      ))}
      {adding.value
        ? (
          <section>
            <h2>{tell("mystat.add")}</h2>
            <StationForm id="new" call={call} done={done} />
          </section>
        )
        : <Button kind="main" onClick={() => adding.value = true}>{tell("mystat.add")}</Button>}
    </>
  );
}

function One({ station, again }: { station: OwnStation; again: () => Promise<void> }) {
  const open = useSignal<"" | "change" | "drop">("");
  const roles = station.roles.map((role) => tell(`mystat.role.${role as Role}`));
  const done = async () => {
    open.value = "";
    await again();
  };
  return (
    <section class="own-station">
      <h2>
        <a class="code" href={`/s/${encodeURIComponent(station.call)}`}>{station.call}</a>
      </h2>
      <p>
        {roles.join(", ")} {station.description && <Foreign>{station.description}</Foreign>}
      </p>
      {station.lat !== null && station.lon !== null && (
        <p class="soft">
          {say("station.at", { place: `${station.lat.toFixed(4)}, ${station.lon.toFixed(4)}` })}
        </p>
      )}
      <BeaconNow station={station} />
      {open.value === "" && (
        <p>
          <Button onClick={() => open.value = "change"}>{tell("mystat.change")}</Button>{" "}
          <Button onClick={() => open.value = "drop"}>{tell("mystat.drop")}</Button>
        </p>
      )}
      {open.value === "change" && (
        <StationForm id={String(station.id)} call={station.call} station={station} done={done} />
      )}
      {open.value === "drop" && <Drop station={station} done={done} keep={() => open.value = ""} />}
      {station.wx && <WeatherConsole station={station} wx={station.wx} again={again} />}
    </section>
  );
}

/** Says what is lost with a station before it is removed. */
function Drop({ station: { id, call }, done, keep }: {
  station: OwnStation;
  done: () => Promise<void>;
  keep: () => void;
}) {
  const { gateway } = useApp();
  const doing = useDoing();
  const drop = async () => {
    if (
      await doing.run(() =>
        gateway.ask("DELETE", routeTo("DELETE /api/my/stations/:sid", { params: { sid: id } }))
      )
    ) await done();
  };
  return (
    <div class="notice" role="group" aria-label={tell("mystat.drop")} tabIndex={-1} ref={takesFocus}>
      <p>{tell("mystat.drop.ask", { call })}</p>
      <Button kind="bad" disabled={doing.busy.value} onClick={() => void drop()}>
        {tell("mystat.drop.sure")}
      </Button>{" "}
      <Button onClick={keep}>{tell("mystat.keep")}</Button>
      <Problem of={doing} />
    </div>
  );
}
