/** All filters of the list and its order: kinds, how hard, where, sorted by what. */
import type { ComponentProps } from "preact";
import { sayType } from "./cache_row.tsx";
import { FLAGS } from "../phone/known/facts.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { KINDS } from "../ui/look/kinds.ts";
import { Chip, Chips, Segmented } from "../ui/look/choose.tsx";
import { KindDisc } from "../ui/look/radio.tsx";
import { Button } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import type Of from "./country_and_tags.tsx";
import { usePart } from "../ui/use_part.ts";
import type { Point } from "../ui/places/arrow.ts";
import { type Filters, filtersOf, MOST_HARD, SORTS } from "./filters.ts";

/** With what was not chosen, or without what was. */
const turned = (chosen: readonly string[], one: string): readonly string[] =>
  chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one];

/** See `country_and_tags.tsx`, whose words come with it. */
function CountryAndTags(props: ComponentProps<typeof Of>) {
  const part = usePart(() => import("./country_and_tags.tsx"));
  return part ? <part.default {...props} /> : null;
}

export default function FilterPanel({ filters, set, map, middle }: {
  filters: Filters;
  set: (filters: Filters) => void;
  /** On a map: it has no order, and the chips are here that stand above a list. */
  map?: boolean;
  /** Where the map is looked at. */
  middle?: Point | undefined;
}) {
  const { kinds, flags = [] } = filters;
  const turn = (kind: string) => set({ ...filters, kinds: turned(kinds, kind) });
  const hard = (name: "difficulty" | "terrain") => (
    <>
      <p class="filter-name" aria-hidden="true">{say(`nearby.${name}`)}</p>
      <Segmented
        name={`filter-${name}`}
        label={say(`nearby.${name}`)}
        choices={MOST_HARD}
        words={(most) => most === "5" ? say("nearby.any") : say("nearby.upto", { n: Number(most) })}
        value={filters[name]}
        set={(most) => set({ ...filters, [name]: most })}
      />
    </>
  );
  return (
    <div class="filter-panel">
      {map
        ? (
          <Chips label={say("nearby.filters")}>
            <Chip on={filters.isNew} onClick={() => set({ ...filters, isNew: !filters.isNew })}>
              {say("nearby.new")}
            </Chip>
            <Chip on={filters.isHeard} onClick={() => set({ ...filters, isHeard: !filters.isHeard })}>
              <Icon name="radio" />
              {say("nearby.heard")}
            </Chip>
          </Chips>
        )
        : (
          <>
            <p class="filter-name" aria-hidden="true">{say("nearby.sort")}</p>
            <Segmented
              name="filter-sort"
              label={say("nearby.sort")}
              choices={SORTS}
              words={(sort) => say(`nearby.sort.${sort}`)}
              value={filters.sort}
              set={(sort) => set({ ...filters, sort })}
            />
          </>
        )}
      <p class="filter-name" aria-hidden="true">{say("nearby.kinds")}</p>
      <Chips label={say("nearby.kinds")}>
        {KINDS.map((kind) => (
          <Chip key={kind} on={kinds.includes(kind)} onClick={() => turn(kind)}>
            <KindDisc type={kind} size="small" />
            {sayType(kind)}
          </Chip>
        ))}
      </Chips>
      <Chips label={say("cache.flags")}>
        {FLAGS.map(({ name, words }) => (
          <Chip
            key={name}
            on={flags.includes(name)}
            onClick={() => set({ ...filters, flags: turned(flags, name) })}
          >
            {say(words)}
          </Chip>
        ))}
      </Chips>
      {hard("difficulty")}
      {hard("terrain")}
      <CountryAndTags filters={filters} set={set} middle={middle} />
      <Button onClick={() => set(filtersOf(""))}>{say("nearby.nofilter")}</Button>
    </div>
  );
}
