/** The one field of a page that searches while one types; its words stand in it. */
import { Icon } from "../icons/icon.tsx";
import { enter, type Held, heldBy } from "../held.ts";

export const SearchBox = ({ id, label, placeholder, ...held }: Held<string> & {
  id: string;
  /** What can be searched for, whole. */
  label: string;
  /** The same in as few words as a phone has room for. */
  placeholder: string;
}) => (
  <label class="search-box">
    <Icon name="search" />
    <span class="unseen">{label}</span>
    <input
      id={id}
      type="search"
      autoComplete="off"
      placeholder={placeholder}
      name={"name" in held ? held.name : undefined}
      value={heldBy(held)}
      onInput={({ currentTarget }) => enter(held, currentTarget.value)}
    />
  </label>
);
