/** Fields of administration's forms: a label, a native input, and the signal that holds what stands in it. */
import type { Signal } from "@preact/signals";
import { Field } from "../shell/parts.tsx";

/** What the browser itself looks at. */
interface Bounds {
  type?: "text" | "email" | "url" | "number";
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  min?: number;
  max?: number;
  inputMode?: "numeric";
}

export function TextField({ id, label, hint, value, type = "text", code = false, ...bounds }: Bounds & {
  id: string;
  label: string;
  hint?: string;
  value: Signal<string>;
  /** A callsign, an address, a key: letters that must not be mistaken. */
  code?: boolean;
}) {
  return (
    <Field id={id} label={label} {...(hint && { hint })}>
      <input
        id={id}
        {...(code && { class: "code", autoCapitalize: "none", spellcheck: false, autoComplete: "off" })}
        {...(hint && { "aria-describedby": `${id}-hint` })}
        {...bounds}
        // To the types each kind of input is another element.
        type={type as "text"}
        value={value.value}
        onInput={({ currentTarget }) => value.value = currentTarget.value}
      />
    </Field>
  );
}

export function ChoiceField<C extends string>({ id, label, value, choices, onChosen }: {
  id: string;
  label: string;
  value: Signal<C>;
  choices: readonly { value: C; label: string }[];
  onChosen?: (chosen: C) => void;
}) {
  return (
    <Field id={id} label={label}>
      <select
        id={id}
        value={value.value}
        onChange={({ currentTarget }) => {
          value.value = currentTarget.value as C;
          onChosen?.(value.peek());
        }}
      >
        {choices.map((one) => <option key={one.value} value={one.value}>{one.label}</option>)}
      </select>
    </Field>
  );
}

export const Tick = ({ label, value }: { label: string; value: Signal<boolean> }) => (
  <label class="switch">
    <input
      type="checkbox"
      checked={value.value}
      onChange={({ currentTarget }) => value.value = currentTarget.checked}
    />
    <span>{label}</span>
  </label>
);
