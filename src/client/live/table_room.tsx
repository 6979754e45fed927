/** Tables: room that scrolls where one is wider than the screen, and one row of headings above the rest. */
import type { ComponentChildren } from "preact";

/** Room for a table that may be wider than the screen: it scrolls by itself, by keys too. */
export const TableRoom = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div class="table-room" role="group" aria-label={label} tabIndex={0}>{children}</div>
);

/** A table whose columns are named by `heads`, which differ from each other; the children are its rows. */
export function HeadedTable({ caption, heads, children }: {
  caption?: string | undefined;
  heads: readonly string[];
  children: ComponentChildren;
}) {
  return (
    <table class="table">
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>{heads.map((head) => <th key={head} scope="col">{head}</th>)}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
