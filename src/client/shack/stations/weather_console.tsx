/** The key of a weather station, the settings to enter into its console, and where its values are sent. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button } from "../../ui/parts.tsx";
import { Tick } from "../../ui/choices.tsx";
import { sayAge } from "../../ui/times.ts";
import { CopyText } from "../../ui/copy_text.tsx";
import { type ConsoleSetting, consoleSettings } from "./console_settings.ts";
import type { OwnStation } from "./own_station.ts";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

interface Made {
  key: string;
  ecowittPath: string;
  wuUrl: string;
}

export function WeatherConsole({ station, wx, again }: {
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
