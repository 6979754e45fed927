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
import { Card, Entries, GroupHead } from "../ui/look/lists.tsx";
import { ChoiceSetting } from "../ui/look/setting_rows.tsx";
import { say } from "../ui/say.ts";

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
    <>
      <GroupHead>{say("me.device")}</GroupHead>
      <Card flush>
        <Entries label={say("me.device")}>
          <ChoiceSetting
            id="look"
            icon="eye"
            label={say("me.look")}
            choices={LOOK_CHOICES}
            words={(one) => say(`me.look.${one}`)}
            value={useSignal(chosenLook())}
            set={setLook}
          />
          <ChoiceSetting
            id="language"
            icon="messages-square"
            label={say("me.language")}
            choices={LANGUAGE_CHOICES}
            words={(one) => one === "system" ? say("me.language.system") : nameOf(one)}
            value={useSignal(chosenLanguage())}
            set={speak}
          />
          <ChoiceSetting
            id="units"
            icon="navigation"
            label={say("me.units")}
            choices={UNIT_CHOICES}
            words={(one) => say(`me.units.${one}`)}
            value={useSignal<Units>(units.value)}
            set={measure}
          />
        </Entries>
      </Card>
    </>
  );
}

/** A language is named in itself, so that whoever reads it finds it. */
const nameOf = (code: string): string => {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.slice(0, 1).toLocaleUpperCase(code) + name.slice(1);
};
