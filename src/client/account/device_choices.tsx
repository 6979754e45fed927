/** Language, look and units of the app on this device. For somebody signed in, the gateway keeps language and units as well. */
import { useSignal } from "@preact/signals";
import { useApp } from "../shell/app.ts";
import {
  chosenLanguage,
  chosenLook,
  LANGUAGE_CHOICES,
  LOOK_CHOICES,
  setLanguage,
  setLook,
  setUnits,
  UNIT_CHOICES,
  type Units,
  units,
} from "../shell/choices.ts";
import { Field } from "../shell/parts.tsx";
import { type Key, say } from "../shell/say.ts";

export function DeviceChoices() {
  const app = useApp();
  const speak = (choice: typeof LANGUAGE_CHOICES[number]) => {
    setLanguage(choice);
    app.setPrefs({ lang: choice === "system" ? null : choice });
  };
  const measure = (choice: Units) => {
    setUnits(choice);
    app.setPrefs({ locale: { units: choice } });
  };
  return (
    <section>
      <h2>{say("me.device")}</h2>
      <Choice
        id="language"
        label={say("me.language")}
        name="language"
        choices={LANGUAGE_CHOICES}
        chosen={chosenLanguage()}
        set={speak}
      />
      <Choice
        id="look"
        label={say("me.look")}
        name="look"
        choices={LOOK_CHOICES}
        chosen={chosenLook()}
        set={setLook}
      />
      <Choice
        id="units"
        label={say("me.units")}
        name="units"
        choices={UNIT_CHOICES}
        chosen={units.value}
        set={measure}
      />
    </section>
  );
}

function Choice<C extends string>({ id, label, name, choices, chosen, set }: {
  id: string;
  label: string;
  /** Its part of the words' keys: `me.look.dark` for the choice `dark` of `look`. */
  name: string;
  choices: readonly C[];
  chosen: C;
  set: (choice: C) => void;
}) {
  const value = useSignal(chosen);
  return (
    <Field id={id} label={label}>
      <select
        id={id}
        value={value.value}
        onChange={({ currentTarget }) => {
          value.value = currentTarget.value as C;
          set(value.peek());
        }}
      >
        {choices.map((one) => <option key={one} value={one}>{say(`me.${name}.${one}` as Key)}</option>)}
      </select>
    </Field>
  );
}
