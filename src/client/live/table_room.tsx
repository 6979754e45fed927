/** Room for a table that may be wider than the screen: it scrolls by itself, by keys too. */
import type { ComponentChildren } from "preact";

export const TableRoom = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div class="table-room" role="group" aria-label={label} tabIndex={0}>{children}</div>
);
