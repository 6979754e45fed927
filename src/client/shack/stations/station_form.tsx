/** The form to enter a station, or to change one. */
import { useSignal } from "@preact/signals";
import { readPlace, writePlace } from "../../ui/places/coordinates.ts";
import { WhichPlace } from "../../ui/places/place_field.tsx";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button } from "../../ui/parts.tsx";
import { ChoiceField, Ticks } from "../../ui/choices.tsx";
import { Flags } from "../../phone/known/flags.tsx";
import { saidOf, STATION_FLAGS } from "../../phone/known/other_facts.ts";
import { STATION } from "../../../things/station.ts";
import { TextField } from "../../ui/fields.tsx";
import { language, say } from "../../ui/say.ts";
import { type Role, ROLES, SYMBOLS } from "./station_choices.ts";
import type { OwnStation } from "./own_station.ts";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

interface Props {
  /** Begins the ids of the fields, so that several forms can be on a page. */
  id: string;
  call: string;
  station?: OwnStation;
  done: () => Promise<void>;
}

export function StationForm({ id, call, station, done }: Props) {
  const { gateway } = useApp();
  const doing = useDoing();
  const callsign = useSignal(call);
  const roles = useSignal<ReadonlySet<string>>(new Set(station?.roles));
  const ticked = useSignal(saidOf(station ?? {}, STATION_FLAGS));
  const description = useSignal(station?.description ?? ""), symbol = useSignal(station?.symbol ?? "");
  const place = useSignal(
    station && station.lat !== null && station.lon !== null
      ? writePlace({ lat: station.lat, lon: station.lon })
      : "",
  );
  const read = readPlace(place.value, language.value.code), wrong = place.value.trim() !== "" && !read;
  const save = async (event: Event) => {
    event.preventDefault();
    if (wrong) return;
    const body = {
      ...read,
      ...ticked.peek(),
      symbol: symbol.peek(),
      description: description.peek().trim(),
      roles: ROLES.filter((role) => roles.peek().has(role)),
    };
    const saved = await doing.run(() =>
      station
        ? gateway.ask("PATCH", routeTo("PATCH /api/my/stations/:sid", { params: { sid: station.id } }), body)
        : gateway.ask("POST", routeTo("POST /api/my/stations"), { callsign: callsign.peek().trim(), ...body })
    );
    if (saved) await done();
  };
  const turn = (role: Role, on: boolean) => {
    const next = new Set(roles.value);
    if (on) next.add(role);
    else next.delete(role);
    roles.value = next;
  };
  return (
    <form onSubmit={save}>
      {!station && (
        <TextField
          id={`call-${id}`}
          label={tell("mystat.call")}
          hint={tell("mystat.call.hint")}
          focused
          required
          maxLength={9}
          call
          value={callsign}
        />
      )}
      <Ticks
        label={tell("mystat.roles")}
        choices={ROLES}
        words={(role) => tell(`mystat.role.${role}`)}
        has={(role) => roles.value.has(role)}
        turn={turn}
      />
      <TextField
        id={`description-${id}`}
        label={tell("mystat.description")}
        maxLength={STATION.facts.description.is.most}
        value={description}
      />
      <Flags
        flags={STATION_FLAGS}
        form={ticked.value}
        change={(what) => ticked.value = { ...ticked.peek(), ...what }}
      />
      <TextField
        id={`place-${id}`}
        label={tell("mystat.place")}
        hint={tell("mystat.place.hint")}
        wrong={wrong && tell("mystat.place.wrong")}
        code
        value={place}
      />
      <WhichPlace text={place.value} choose={(text) => place.value = text} />
      <ChoiceField
        id={`symbol-${id}`}
        label={tell("mystat.symbol")}
        choices={[...new Set(["", ...SYMBOLS.map(([code]) => code), symbol.value])]}
        words={saySymbol}
        value={symbol}
      />
      <Button submit kind="main" disabled={doing.busy.value}>{tell("mystat.save")}</Button>
      <Problem of={doing} />
    </form>
  );
}

/** A symbol, and what the map draws for it; none is that of the station's role. */
const saySymbol = (symbol: string): string => {
  const known = SYMBOLS.find(([code]) => code === symbol);
  return known ? `${say(`symbol.${known[1]}`)} ${symbol}` : symbol || tell("mystat.symbol.role");
};
