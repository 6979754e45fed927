/** The input of a setting; its kind follows what the gateway says about the setting's values. */
import type { Signal } from "@preact/signals";
import { ChoiceField, Tick, Ticks } from "../../ui/choices.tsx";
import { TextField } from "../../ui/fields.tsx";
import { tell } from "../tell.ts";
import { chosen, type Setting } from "./settings.ts";

export function Control({ setting, wanted }: { setting: Setting; wanted: Signal<string> }) {
  const { key, label, control, min, max, unit, maxLength, values = [], options = [] } = setting;
  const on = tell("settings.on");
  if (control === "switch") {
    return (
      <Tick
        label={on}
        about={`${on}: ${label}`}
        value={wanted.value === "1"}
        set={(now) => wanted.value = now ? "1" : "0"}
      />
    );
  }
  if (control === "checkboxes") {
    const now = chosen(wanted.value);
    return (
      <Ticks
        label={label}
        choices={options}
        words={(one) => <span lang="en">{one}</span>}
        has={(one) => now.includes(one)}
        turn={(one, taken) => {
          const rest = options.filter((other) => other === one ? taken : now.includes(other));
          wanted.value = rest.length > 0 ? rest.join(",") : "none";
        }}
      />
    );
  }
  // The setting's heading and what it takes stand around it.
  const common = {
    bare: true as const,
    id: `${key}-value`,
    label,
    describedBy: `${key}-takes`,
    value: wanted,
  };
  return (
    <div class="field">
      {control === "select"
        ? <ChoiceField {...common} choices={values} />
        : control === "textarea"
        ? <TextField {...common} rows={4} spellcheck={false} maxLength={maxLength} />
        : control === "number"
        ? <TextField {...common} type="number" step={1} min={min} max={max} />
        : <TextField {...common} spellcheck={false} maxLength={maxLength} />}
      {unit && <span class="soft">{unit}</span>}
    </div>
  );
}
