/** The input of a setting; its kind follows what the gateway says about the setting's values. */
import type { Signal } from "@preact/signals";
import { tell } from "../tell.ts";
import { chosen, type Setting } from "./settings.ts";

export function Control({ setting, wanted }: { setting: Setting; wanted: Signal<string> }) {
  const { key, label, control, min, max, unit, maxLength, values = [], options = [] } = setting;
  const set = ({ currentTarget }: { currentTarget: { value: string } }) =>
    void (wanted.value = currentTarget.value);
  const common = {
    id: `${key}-value`,
    "aria-label": label,
    "aria-describedby": `${key}-takes`,
    value: wanted.value,
  };
  if (control === "switch") {
    return (
      <label class="switch">
        <input
          type="checkbox"
          aria-label={`${tell("settings.on")}: ${label}`}
          checked={wanted.value === "1"}
          onChange={({ currentTarget }) => wanted.value = currentTarget.checked ? "1" : "0"}
        />
        <span>{tell("settings.on")}</span>
      </label>
    );
  }
  if (control === "checkboxes") {
    const now = chosen(wanted.value);
    return (
      <fieldset class="choices">
        <legend>{label}</legend>
        {options.map((one) => (
          <label key={one}>
            <input
              type="checkbox"
              checked={now.includes(one)}
              onChange={({ currentTarget }) => {
                const rest = options.filter((other) =>
                  other === one ? currentTarget.checked : now.includes(other)
                );
                wanted.value = rest.length > 0 ? rest.join(",") : "none";
              }}
            />
            <span lang="en">{one}</span>
          </label>
        ))}
      </fieldset>
    );
  }
  return (
    <div class="field">
      {control === "select"
        ? (
          <select {...common} onChange={set}>
            {values.map((one) => <option key={one} value={one}>{one}</option>)}
          </select>
        )
        : control === "textarea"
        ? <textarea {...common} rows={4} spellcheck={false} {...(maxLength && { maxLength })} onInput={set} />
        : control === "number"
        ? (
          <input
            {...common}
            type="number"
            step={1}
            {...(min !== undefined && { min })}
            {...(max !== undefined && { max })}
            onInput={set}
          />
        )
        : <input {...common} spellcheck={false} {...(maxLength && { maxLength })} onInput={set} />}
      {unit && <span class="soft">{unit}</span>}
    </div>
  );
}
