/** The form to enter a station, or to change one. */
import { useSignal } from "@preact/signals";
import { readPlace, writePlace } from "../../ui/places/coordinates.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Field, takesFocus } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
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
  const description = useSignal(station?.description ?? ""), symbol = useSignal(station?.symbol ?? "");
  const place = useSignal(
    station && station.lat !== null && station.lon !== null
      ? writePlace({ lat: station.lat, lon: station.lon })
      : "",
  );
  const read = readPlace(place.value), wrong = place.value.trim() !== "" && !read;
  const save = async (event: Event) => {
    event.preventDefault();
    if (wrong) return;
    const body = {
      ...read,
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
        <Field id={`call-${id}`} label={tell("mystat.call")} hint={tell("mystat.call.hint")}>
          <input
            id={`call-${id}`}
            ref={takesFocus}
            required
            maxLength={9}
            autoCapitalize="characters"
            autoComplete="off"
            aria-describedby={`call-${id}-hint`}
            value={callsign.value}
            onInput={({ currentTarget }) => callsign.value = currentTarget.value}
          />
        </Field>
      )}
      <fieldset class="choices">
        <legend>{tell("mystat.roles")}</legend>
        {ROLES.map((role) => (
          <label key={role}>
            <input
              type="checkbox"
              checked={roles.value.has(role)}
              onChange={({ currentTarget }) => turn(role, currentTarget.checked)}
            />
            {tell(`mystat.role.${role}`)}
          </label>
        ))}
      </fieldset>
      <Field id={`description-${id}`} label={tell("mystat.description")}>
        <input
          id={`description-${id}`}
          maxLength={200}
          value={description.value}
          onInput={({ currentTarget }) => description.value = currentTarget.value}
        />
      </Field>
      <Field
        id={`place-${id}`}
        label={tell("mystat.place")}
        hint={tell(wrong ? "mystat.place.wrong" : "mystat.place.hint")}
      >
        <input
          id={`place-${id}`}
          class="code"
          autoComplete="off"
          aria-invalid={wrong}
          aria-describedby={`place-${id}-hint`}
          value={place.value}
          onInput={({ currentTarget: field }) => {
            place.value = field.value;
            // Saving says it too: the button does not stay without an answer.
            const isPlace = field.value.trim() === "" || readPlace(field.value);
            field.setCustomValidity(isPlace ? "" : tell("mystat.place.wrong"));
          }}
        />
      </Field>
      <Field id={`symbol-${id}`} label={tell("mystat.symbol")}>
        <select
          id={`symbol-${id}`}
          value={symbol.value}
          onChange={({ currentTarget }) => symbol.value = currentTarget.value}
        >
          <option value="">{tell("mystat.symbol.role")}</option>
          {SYMBOLS.map(([code, shape]) => (
            <option key={code} value={code}>{say(`symbol.${shape}`)} {code}</option>
          ))}
          {symbol.value !== "" && !SYMBOLS.some(([code]) => code === symbol.value) && (
            <option value={symbol.value}>{symbol.value}</option>
          )}
        </select>
      </Field>
      <Button submit kind="main" disabled={doing.busy.value}>{tell("mystat.save")}</Button>
      <Problem of={doing} />
    </form>
  );
}
