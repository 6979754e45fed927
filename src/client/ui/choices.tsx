/** Fields that offer choices: a list, radio buttons, boxes to tick. `words` says a choice; without it, it is said as it is. */
import type { ComponentChildren } from "preact";
import { framed, type Named, namedBy } from "./fields.tsx";
import { enter, type Held, heldBy } from "./held.ts";

/** A list to choose one from. */
export function ChoiceField<C extends string>(
  { choices, words = String, value, set, ...named }: Named & Held<C> & {
    choices: readonly C[];
    words?: (choice: C) => string;
  },
) {
  return framed(
    named,
    <select
      {...namedBy(named)}
      value={heldBy({ value })}
      onChange={({ currentTarget }) => enter({ value, set }, currentTarget.value as C)}
    >
      {choices.map((one) => <option key={one} value={one} dir="auto">{words(one)}</option>)}
    </select>,
  );
}

/** Choices under one heading: in a row, or one under the other where each is told with a sentence. */
interface Group<C extends string> {
  label: string;
  choices: readonly C[];
  words: (choice: C) => ComponentChildren;
  down?: boolean;
}

/** All choices at once, of which one is taken. `name` keeps the groups of a page apart. */
export function Radios<C extends string>(
  { name, value, set, ...group }: Group<C> & Held<C> & { name: string },
) {
  const held = heldBy({ value });
  return inGroup(
    group,
    (one) => (
      <input
        type="radio"
        name={name}
        checked={held === one}
        onChange={() => enter({ value, set }, one)}
      />
    ),
  );
}

/** All choices at once, of which any may be taken. */
export const Ticks = <C extends string>({ has, turn, ...group }: Group<C> & {
  has: (choice: C) => boolean;
  turn: (choice: C, on: boolean) => void;
}) =>
  inGroup(
    group,
    (one) => (
      <input
        type="checkbox"
        checked={has(one)}
        onChange={({ currentTarget }) => turn(one, currentTarget.checked)}
      />
    ),
  );

const inGroup = <C extends string>(
  { label, choices, words, down }: Group<C>,
  box: (choice: C) => ComponentChildren,
) => (
  <fieldset class={down ? "choices choices-down" : "choices"}>
    <legend>{label}</legend>
    {choices.map((one) => (
      <label key={one}>
        {box(one)}
        <span>{words(one)}</span>
      </label>
    ))}
  </fieldset>
);

/** A box to tick. `about` says to screen readers of what, where the label alone does not. */
export const Tick = ({ label, about, disabled, value, set }: Held<boolean> & {
  label: string;
  about?: string;
  disabled?: boolean;
}) => (
  <label class="switch">
    <input
      type="checkbox"
      aria-label={about}
      disabled={disabled}
      checked={heldBy({ value })}
      onChange={({ currentTarget }) => enter({ value, set }, currentTarget.checked)}
    />
    <span>{label}</span>
  </label>
);
