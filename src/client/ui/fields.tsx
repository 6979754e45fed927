/**
 * Fields of forms: a label, a native control, what to enter, and what is wrong with what was entered. Each takes what it holds
 * as `Held` says. Choices stand with ticks and radio buttons in `choices.tsx`; the field that searches is a part of every page
 * and stands in `parts.tsx`.
 */
import type { ComponentChildren, JSX, TargetedKeyboardEvent } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { enter, type Held, heldBy } from "./held.ts";
import { Field } from "./parts.tsx";

/** How a field is named. */
export type Named =
  & {
    label: string;
    /** What to enter. */
    hint?: string | undefined;
    /** The id of what describes it, where that is not its hint. */
    describedBy?: string;
  }
  & ({ id: string; bare?: false | undefined } | {
    id?: string;
    /** What stands around it shows what it is for: the label is only read out. */
    bare: true;
  });

/** What the browser itself checks, keeps and offers. */
interface Native {
  name?: string;
  required?: boolean;
  disabled?: boolean;
  minLength?: number;
  maxLength?: number | undefined;
  min?: number | string | undefined;
  max?: number | string | undefined;
  step?: number;
  pattern?: string;
  placeholder?: string;
  inputMode?: "numeric" | "url";
  autoComplete?: string;
  autoCapitalize?: "none" | "characters";
  spellcheck?: boolean;
  onBlur?: () => void;
  onKeyDown?: (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => void;
}

/** A control inside its label and hint, or alone where it is bare. */
export const framed = (
  { id, label, hint, bare }: Named,
  control: JSX.Element,
  said: ComponentChildren = hint,
) => bare ? control : <Field id={id!} label={label} hint={said}>{control}</Field>;

/** The attributes by which a control is found by its label, or named by it, and described by its hint. */
export const namedBy = ({ id, label, hint, describedBy = hint && `${id}-hint`, bare }: Named) => ({
  id,
  "aria-label": bare ? label : undefined,
  "aria-describedby": describedBy || undefined,
});

/** Holds a key, an address or words of a machine: no corrections. */
const CODE = { autoCapitalize: "none", autoComplete: "off", spellcheck: false } as const;
const CALL = { ...CODE, autoCapitalize: "characters" } as const;

type TextProps = Native & Named & Held<string> & {
  type?: "text" | "email" | "url" | "number" | "search" | "datetime-local";
  /** Lines to write on, where it is more than one. */
  rows?: number;
  /** It holds an address or a key: a typeface in which no letters look alike, and no corrections. */
  code?: boolean;
  /** It holds a callsign: capitals, and no corrections. */
  call?: boolean;
  /** What is wrong with what was entered, `false` while nothing is. It stands in the hint's place, and the form is not sent. */
  wrong?: string | false;
  /** It takes the place of the button that was pressed for it, and so the focus. */
  focused?: boolean;
};

/** Text of one line or of several, or a number. */
export function TextField(
  {
    id,
    label,
    hint,
    describedBy,
    bare,
    type = "text",
    rows,
    code,
    call,
    wrong,
    focused,
    value,
    set,
    ...native
  }: TextProps,
) {
  const field = useRef<HTMLInputElement>(null);
  const named = { id, label, hint, describedBy, bare } as Named;
  useLayoutEffect(() => {
    if (focused) field.current!.focus();
  }, []);
  useLayoutEffect(() => field.current!.setCustomValidity(wrong || ""), [wrong]);
  // Preact's types treat each type of input as an element of its own; all that is used here, they all have.
  const Control = (rows ? "textarea" : "input") as "input";
  return framed(
    named,
    <Control
      {...namedBy({ ...named, hint: wrong || hint })}
      {...(code && { class: "code", ...CODE })}
      {...(call && CALL)}
      {...(wrong !== undefined && { "aria-invalid": !!wrong })}
      {...(rows ? { rows } : { type: type as "text" })}
      {...native as object}
      ref={field}
      value={heldBy({ value })}
      onInput={({ currentTarget }) => enter({ value, set }, currentTarget.value)}
    />,
    wrong === undefined ? hint : (
      <>
        <span role="status">{wrong}</span>
        {!wrong && hint}
      </>
    ),
  );
}
