/** Frames for tables. */
import type { ComponentChildren } from "preact";

/** Around a table that may be wider than the screen: it scrolls without the page, also by keyboard. */
export const TableRoom = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div class="table-room" role="group" aria-label={label} tabIndex={0}>{children}</div>
);

/** A table with the headings `heads`, which must all differ; `children` are its rows. */
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
