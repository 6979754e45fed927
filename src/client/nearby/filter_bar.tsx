/** The filters of the list, as a row of chips; the rest of them opens below it. */
import { useSignal } from "@preact/signals";
import type { ComponentProps } from "preact";
import { Icon } from "../ui/icons/icon.tsx";
import { Chip, Chips } from "../ui/look/choose.tsx";
import { say } from "../ui/say.ts";
import { type Filters, filtersSet } from "../marks/filters.ts";
import type FilterPanel from "../marks/filter_panel.tsx";
import { usePart } from "../ui/use_part.ts";

interface FilterBarProps {
  filters: Filters;
  set: (filters: Filters) => void;
  /** How many caches each of the two leaves, where that is known. */
  isNew: number | undefined;
  isHeard: number | undefined;
}

export function FilterBar({ filters, set, isNew, isHeard }: FilterBarProps) {
  const isOpen = useSignal(false), count = filtersSet(filters);
  return (
    <div
      class="nearby-filters"
      onKeyDown={({ key }) => {
        if (key === "Escape") isOpen.value = false;
      }}
    >
      <Chips label={say("nearby.filters")}>
        <Chip
          on={count > 0 || filters.sort !== "far"}
          n={count || undefined}
          opens={isOpen.value}
          onClick={() => isOpen.value = !isOpen.value}
        >
          <Icon name="sliders-horizontal" />
          {say(filters.sort === "far" ? "nearby.filter" : `nearby.sort.${filters.sort}`)}
        </Chip>
        <Chip on={filters.isNew} n={isNew} onClick={() => set({ ...filters, isNew: !filters.isNew })}>
          {say("nearby.new")}
        </Chip>
        <Chip on={filters.isHeard} n={isHeard} onClick={() => set({ ...filters, isHeard: !filters.isHeard })}>
          <Icon name="radio" />
          {say("nearby.heard")}
        </Chip>
      </Chips>
      {isOpen.value && <Panel filters={filters} set={set} />}
    </div>
  );
}

/** See `../marks/filter_panel.tsx`, which is loaded when it is opened. */
function Panel(props: ComponentProps<typeof FilterPanel>) {
  const part = usePart(() => import("../marks/filter_panel.tsx"));
  return part ? <part.default {...props} /> : null;
}
