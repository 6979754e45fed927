/** Choices as tiles, two in a row: a sign, a word and what it means. A group of radio buttons. */
import type { ComponentChildren } from "preact";
import { enter, type Held, heldBy } from "../../ui/held.ts";

/** `wide`: one tile a row, with a picture in the sign's place. */
export function Tiles<C extends string>(
  { name, label, choices, sign, words, line, wide, value, set }: Held<C> & {
    /** Keeps the groups of a page apart. */
    name: string;
    label: string;
    choices: readonly C[];
    sign: (choice: C) => ComponentChildren;
    words: (choice: C) => string;
    line: (choice: C) => string;
    wide?: boolean;
  },
) {
  const held = heldBy({ value });
  return (
    <fieldset class={wide ? "hide-tiles hide-tiles-wide" : "hide-tiles"}>
      <legend>{label}</legend>
      {choices.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name={name}
            checked={held === one}
            onChange={() => enter({ value, set }, one)}
          />
          {sign(one)}
          <span>
            <b>{words(one)}</b> <span class="soft">{line(one)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
