/** Lists and cards: rows of many of a kind, a card for one thing, tiles for numbers, a line of time. */
import type { ComponentChildren } from "preact";

/** One thing that can be acted on. `flush`: its rows reach its edges. */
export const Card = ({ flush, children }: { flush?: boolean; children: ComponentChildren }) => (
  <div class={flush ? "card card-flush" : "card"}>{children}</div>
);

/** Rows with lines between them. `label` names the list where no heading does. */
export const Entries = ({ id, label, children }: {
  id?: string;
  label?: string;
  children: ComponentChildren;
}) => <ul class="entries" id={id} aria-label={label}>{children}</ul>;

/**
 * One of many: a disc, a name, one quiet line below it, one number on the right. With `href` the whole row leads there, and
 * `current` says that it is the one shown beside the list.
 */
export function Entry({ disc, name, line, far, href, current }: {
  disc?: ComponentChildren;
  name: ComponentChildren;
  line?: ComponentChildren;
  far?: ComponentChildren;
  href?: string;
  current?: boolean;
}) {
  const inside = (
    <>
      {disc}
      <span class="entry-words">
        <span class="entry-name">{name}</span>
        {line !== undefined && <span class="entry-line">{line}</span>}
      </span>
      {far}
    </>
  );
  return (
    <li>
      {href === undefined
        ? <div class="entry">{inside}</div>
        : <a class="entry" href={href} aria-current={current ? "page" : undefined}>{inside}</a>}
    </li>
  );
}

/** What is done with a row's thing, where the row leads nowhere; what it asks before takes a line of its own. */
export const Acts = ({ children }: { children: ComponentChildren }) => (
  <span class="entry-acts">{children}</span>
);

/** The number of a row, such as a distance: large, its unit quiet, and what belongs to it below. */
export const Far = ({ value, unit, below }: {
  value: string;
  unit?: string;
  below?: ComponentChildren;
}) => (
  <span class="far">
    {value}
    {unit && <small>{`\u202F${unit}`}</small>}
    {below !== undefined && <span class="far-below">{below}</span>}
  </span>
);

/** Numbers that decide, beside each other as many as there is room for. */
export const Tiles = ({ of }: { of: readonly { value: ComponentChildren; words: ComponentChildren }[] }) => (
  <dl class="tiles">
    {of.map(({ value, words }, at) => (
      <div key={at}>
        <dt>{words}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** What happened, one under the other along a line. `mark` is drawn on the line; its tint says what was proven. */
export const Timeline = ({ of }: {
  of: readonly { key: string | number; mark: ComponentChildren; tint?: "A" | "B"; what: ComponentChildren }[];
}) => (
  <ol class="timeline">
    {of.map(({ key, mark, tint, what }) => (
      <li key={key}>
        <span class={tint ? `time-mark time-${tint}` : "time-mark"} aria-hidden="true">{mark}</span>
        {what}
      </li>
    ))}
  </ol>
);

/** A heading for rows that belong together, in small capitals. */
export const GroupHead = ({ children }: { children: ComponentChildren }) => <h2 class="caps">{children}</h2>;
