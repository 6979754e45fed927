/** Language, look and units of the app on this device. For somebody signed in, the gateway keeps language and units as well. */
import { useSignal } from "@preact/signals";
import { useApp } from "../phone/app.ts";
import {
  chosenLanguage,
  chosenLook,
  LANGUAGE_CHOICES,
  LOOK_CHOICES,
  setLanguage,
  setLook,
  setUnits,
} from "../phone/choices.ts";
import { UNIT_CHOICES, type Units, units } from "../ui/units.ts";
import { ChoiceField } from "../ui/choices.tsx";
import { type Key, say } from "../ui/say.ts";

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
        name="language"
        label={say("me.language")}
        choices={LANGUAGE_CHOICES}
        chosen={chosenLanguage()}
        set={speak}
      />
      <Choice
        name="look"
        label={say("me.look")}
        choices={LOOK_CHOICES}
        chosen={chosenLook()}
        set={setLook}
      />
      <Choice
        name="units"
        label={say("me.units")}
        choices={UNIT_CHOICES}
        chosen={units.value}
        set={measure}
      />
    </section>
  );
}

/** A language is named in itself, so that whoever reads it finds it. */
const nameOf = (code: string): string => {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.slice(0, 1).toLocaleUpperCase(code) + name.slice(1);
};
const labelOf = (name: string, value: string): string =>
  name === "language" && value !== "system" ? nameOf(value) : say(`me.${name}.${value}` as Key);

/** One list. `name`: its part of the words' keys, `me.look.dark` for the choice `dark` of `look`. */
function Choice<C extends string>({ name, label, choices, chosen, set }: {
  name: string;
  label: string;
  choices: readonly C[];
  chosen: C;
  set: (choice: C) => void;
}) {
  return (
    <ChoiceField
      id={name}
      label={label}
      value={useSignal(chosen)}
      choices={choices}
      words={(one) => labelOf(name, one)}
      set={set}
    />
  );
}
