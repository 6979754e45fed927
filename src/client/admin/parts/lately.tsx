/** What the instance did lately of what a page is about: beside it on a wide screen; a phone opens it. */
import { useSignal } from "@preact/signals";
import type { SeriesName } from "../../../trends/series.ts";
import { wideParts } from "../../panes/list_panes.ts";
import { usePart } from "../../ui/use_part.ts";
import { tell } from "../tell.ts";

export function Lately({ of }: { of: readonly SeriesName[] }) {
  const isWide = wideParts.value !== undefined, open = useSignal(false);
  const part = usePart(() => import("../overview/trends.tsx"), isWide || open.value);
  const drawn = part && <part.Trends of={of} />;
  return isWide
    ? <>{drawn}</>
    : (
      <details class="setting-group" onToggle={({ currentTarget }) => open.value = currentTarget.open}>
        <summary>{tell("trend.title")}</summary>
        {drawn}
      </details>
    );
}
