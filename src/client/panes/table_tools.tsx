/** Around a table: on a wide screen with tools for it, which a phone never loads. */
import { useRef } from "preact/hooks";
import { type TableProps, wideParts } from "./list_panes.ts";

/** The table in `children`, with its tools where there is room for them. Once it had them, a narrower window keeps its rows. */
export function TableTools({ children, ...about }: TableProps) {
  const Bar = useRef(wideParts.value?.TableBar);
  Bar.current ??= wideParts.value?.TableBar;
  return Bar.current ? <Bar.current {...about}>{children}</Bar.current> : <>{children}</>;
}
