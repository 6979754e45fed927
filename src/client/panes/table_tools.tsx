/** Around a table: on a wide screen with tools for it, which a phone never loads. */
import { type TableProps, wideParts } from "./list_panes.ts";

/** The table in `children`, with its tools where there is room for them. */
export function TableTools({ children, ...about }: TableProps) {
  const Bar = wideParts.value?.TableBar;
  return Bar ? <Bar {...about}>{children}</Bar> : <>{children}</>;
}
