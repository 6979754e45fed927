/** The page of a member's own stations: enter, change and remove them, send a beacon, connect a weather console. */
import { FlagLines } from "../../phone/known/flags.tsx";
import { STATION_FLAGS } from "../../phone/known/other_facts.ts";
import { useSignal } from "@preact/signals";
import { SignedIn } from "../../phone/signed_in.tsx";
import { useApp } from "../../phone/app.ts";
import { Boundary } from "../../phone/boundary.tsx";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Foreign, Loading, takesFocus } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { useRead } from "../../phone/use_read.ts";
import { AsOf } from "../../talk/talk_frame.tsx";
import type { OwnStation } from "./own_station.ts";
import { StationForm } from "./station_form.tsx";
import { beaconSymbol, type Role } from "./station_choices.ts";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { Tick } from "../../ui/choices.tsx";
import { sayAge } from "../../ui/times.ts";
import { CopyText } from "../../ui/copy_text.tsx";
import { type ConsoleSetting, consoleSettings } from "./console_settings.ts";

// The key of a weather station, the settings to enter into its console, and where its values are sent.

interface Made {
  key: string;
  ecowittPath: string;
  wuUrl: string;
}

function WeatherConsole({ station, wx, again }: {
  station: OwnStation;
  wx: NonNullable<OwnStation["wx"]>;
  again: () => Promise<void>;
}) {
  const { gateway } = useApp();
  const doing = useDoing();
  const made = useSignal<Made | undefined>(undefined);
  const make = async () => {
    await doing.run(async () => {
      const answer = await gateway.ask(
        "POST",
        routeTo("POST /api/my/stations/:sid/wx-key", { params: { sid: station.id } }),
        {},
      );
      if (answer.ok) made.value = answer.value;
      return answer;
    });
    await again();
  };
  const relay = (some: { txIs?: boolean; txCwop?: boolean }) =>
    doing.run(() =>
      gateway.ask("POST", routeTo("POST /api/wx/tx"), {
        stationId: station.id,
        txIs: wx.txIs,
        txCwop: wx.txCwop,
        ...some,
      })
    ).then(again);
  return (
    <section>
      <h3>{tell("mystat.wx")}</h3>
      <p class="soft">
        {!wx.hasKey
          ? tell("mystat.wx.none")
          : wx.lastSeen === null
          ? tell("mystat.wx.unseen")
          : tell("mystat.wx.seen", { age: sayAge(Math.max(0, gateway.now() - wx.lastSeen)) })}
      </p>
      {made.value && <Settings call={station.call} made={made.value} />}
      <Button disabled={doing.busy.value} onClick={() => void make()}>
        {tell(wx.hasKey ? "mystat.wx.again" : "mystat.wx.key")}
      </Button>
      {wx.verified
        ? (["txIs", "txCwop"] as const).map((name) => (
          <Tick
            key={name}
            label={tell(name === "txIs" ? "mystat.wx.is" : "mystat.wx.cwop")}
            value={wx[name]}
            set={(on) => void relay({ [name]: on })}
          />
        ))
        : <p class="soft">{tell("mystat.wx.unverified", { call: station.call })}</p>}
      <Problem of={doing} />
    </section>
  );
}

function Settings({ call, made }: { call: string; made: Made }) {
  const forms = consoleSettings(new URL(made.wuUrl), made.ecowittPath, call, made.key);
  return (
    <div class="notice" role="status">
      <p>
        <strong>{tell("mystat.wx.once")}</strong>
      </p>
      <Form title={tell("mystat.wx.wu")} rows={forms.wu} />
      <Form title={tell("mystat.wx.ecowitt")} rows={forms.ecowitt} />
      {made.wuUrl.startsWith("https:") && <p class="soft">{tell("mystat.wx.https")}</p>}
    </div>
  );
}

const Form = ({ title, rows }: { title: string; rows: readonly ConsoleSetting[] }) => (
  <>
    <h4>{title}</h4>
    <dl class="settings">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{tell(`mystat.wx.${name}`)}</dt>
          <dd>
            {name === "interval"
              ? tell("mystat.wx.interval.value")
              : <CopyText text={value} what={tell(`mystat.wx.${name}`)} />}
          </dd>
        </div>
      ))}
    </dl>
  </>
);

// Sends one beacon of a station. What will be transmitted is shown first, and has to be confirmed.

function BeaconNow({ station }: { station: OwnStation }) {
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
      <FlagLines of={station} flags={STATION_FLAGS} />
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
