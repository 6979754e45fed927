/** Choosing: one of a few at once, some of many, or a view of the same thing. */
import type { ComponentChildren } from "preact";
import { enter, type Held, heldBy } from "../held.ts";

/** One of two to four, as one thing. A group of radio buttons: arrows move, a screen reader says how many there are. */
export function Segmented<C extends string>({ name, label, choices, words, value, set }: Held<C> & {
  /** Keeps the groups of a page apart. */
  name: string;
  label: string;
  choices: readonly C[];
  words: (choice: C) => ComponentChildren;
}) {
  const held = heldBy({ value });
  return (
    <fieldset class="segmented" aria-label={label}>
      {choices.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name={name}
            checked={held === one}
            onChange={() => enter({ value, set }, one)}
          />
          {words(one)}
        </label>
      ))}
    </fieldset>
  );
}

/** Filters in a row that scrolls sideways where it does not fit. */
export const Chips = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div class="chips" role="group" aria-label={label}>{children}</div>
);

/** A filter that is on or off, and how many it leaves. `opens`: it opens more filters instead, which are open or not. */
export const Chip = ({ on, n, opens, onClick, children }: {
  on: boolean;
  n?: number | string | undefined;
  opens?: boolean;
  onClick: () => void;
  children: ComponentChildren;
}) => (
  <button
    type="button"
    class={on ? "chip chip-on" : "chip"}
    aria-pressed={opens === undefined ? on : undefined}
    aria-expanded={opens}
    onClick={onClick}
  >
    {children}
    {n !== undefined && <b>{n}</b>}
  </button>
);

/** Views of one thing, each with an address. */
export const Tabs = ({ label, of }: {
  label: string;
  of: readonly { href: string; words: ComponentChildren; current: boolean }[];
}) => (
  <nav class="tabs" aria-label={label}>
    {of.map(({ href, words, current }) => (
      <a key={href} href={href} aria-current={current ? "page" : undefined}>{words}</a>
    ))}
  </nav>
);
