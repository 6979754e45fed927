/** Fields of forms: a label, a native input, and the signal that holds its value. */
import type { Signal } from "@preact/signals";
import { Field } from "./parts.tsx";

/** What the browser itself checks. */
interface Bounds {
  type?: "text" | "email" | "url" | "number" | "search";
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  min?: number;
  max?: number;
  inputMode?: "numeric";
}

/** A line of text or a number. `hint` says what to enter. */
export function TextField({ id, label, hint, value, type = "text", code = false, ...bounds }: Bounds & {
  id: string;
  label: string;
  hint?: string;
  value: Signal<string>;
  /** It holds a callsign, an address or a key: a typeface in which no letters look alike, and no corrections. */
  code?: boolean;
}) {
  return (
    <Field id={id} label={label} {...(hint && { hint })}>
      <input
        id={id}
        {...(code && { class: "code", autoCapitalize: "none", spellcheck: false, autoComplete: "off" })}
        {...(hint && { "aria-describedby": `${id}-hint` })}
        {...bounds}
        // Preact's types treat each input type as an element of its own; all that is used here, a text input has too.
        type={type as "text"}
        value={value.value}
        onInput={({ currentTarget }) => value.value = currentTarget.value}
      />
    </Field>
  );
}

/** A box to tick. */
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
