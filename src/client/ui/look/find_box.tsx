/** A field above a list of what it finds: the focus stays in it while keys walk along the list. */
import { enter, type Held, heldBy } from "../held.ts";
import { Icon } from "../icons/icon.tsx";

/** The type of the field takes every such one for one with a `datalist`. */
const ROLE = "combobox" as unknown as undefined;

/** `list`: the id of the list, `active`: of the row that Enter takes. */
export const FindBox = ({ label, placeholder, list, active, press, ...held }: Held<string> & {
  label: string;
  placeholder: string;
  list: string;
  active: string | undefined;
  press: (event: KeyboardEvent) => void;
}) => (
  <label class="search-box">
    <Icon name="search" />
    <span class="unseen">{label}</span>
    <input
      type="search"
      role={ROLE}
      autofocus
      autoComplete="off"
      autoCapitalize="none"
      spellcheck={false}
      aria-expanded="true"
      aria-autocomplete="list"
      aria-controls={list}
      aria-activedescendant={active}
      placeholder={placeholder}
      value={heldBy(held)}
      onInput={({ currentTarget }) => enter(held, currentTarget.value)}
      onKeyDown={press}
    />
  </label>
);
