/** Rows of settings: what is set, its value on the right, and the way to change it, so that most need no visit. */
import type { ComponentChildren } from "preact";
import { enter, type Held, heldBy } from "../held.ts";
import type { IconName } from "../icons/icon.tsx";
import { Entry } from "./lists.tsx";
import { IconDisc } from "./radio.tsx";

/** A row that leads to a page of its own. */
export const Setting = ({ icon, name, value, href }: {
  icon: IconName;
  name: string;
  value?: ComponentChildren;
  href: string;
}) => (
  <Entry
    href={href}
    disc={<IconDisc icon={icon} />}
    name={name}
    far={<span class="entry-val entry-on">{value}</span>}
  />
);

/** A row in which one of several is chosen. `words` says a choice. */
export function ChoiceSetting<C extends string>({ id, icon, label, choices, words, value, set }: Held<C> & {
  id: string;
  icon: IconName;
  label: string;
  choices: readonly C[];
  words: (choice: C) => string;
}) {
  return (
    <Entry
      disc={<IconDisc icon={icon} />}
      name={<label for={id}>{label}</label>}
      far={
        <select
          id={id}
          class="entry-select"
          value={heldBy({ value })}
          onChange={({ currentTarget }) => enter({ value, set }, currentTarget.value as C)}
        >
          {choices.map((one) => <option key={one} value={one}>{words(one)}</option>)}
        </select>
      }
    />
  );
}
