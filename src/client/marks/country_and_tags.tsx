/**
 * Filters by what owners say of the country and call their caches, offered as far as the caches that this phone knows have
 * any; and the way to be told of new ones around the place that one looks at.
 */
import { useMemo } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { PAGES } from "../pages/page_table.ts";
import { ChoiceField } from "../ui/choices.tsx";
import { Chip, Chips } from "../ui/look/choose.tsx";
import { ButtonLink, Foreign } from "../ui/parts.tsx";
import type { Point } from "../ui/places/arrow.ts";
import { centreOf } from "../ui/places/squares.ts";
import { say } from "../ui/say.ts";
import type { Filters } from "./filters.ts";

/** Tags are written small, wherever they come from. */
const isCountry = (one: string): boolean => one !== one.toLowerCase();

/** At most so many tags are offered, those of most caches. */
const MOST_TAGS = 24;

/** What is said by most comes first; what is chosen stays, whatever the caches say. Pure. */
export function offered(words: readonly string[], chosen: readonly string[], most: number): string[] {
  const counts = new Map<string, number>();
  for (const one of words) counts.set(one, (counts.get(one) ?? 0) + 1);
  const usual = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([one]) => one);
  return [...chosen.filter((one) => !counts.has(one)), ...usual.slice(0, most)];
}

export default function CountryAndTags({ filters, set, middle }: {
  filters: Filters;
  set: (filters: Filters) => void;
  /** Where the map is looked at; a list is looked at from where the phone is. */
  middle?: Point | undefined;
}) {
  const { caches, start } = useApp(), rows = caches.rows.value, region = start.value?.value.region;
  const { tags: all = [] } = filters, country = all.find(isCountry) ?? "";
  const tags = all.filter((one) => !isCountry(one));
  const countries = useMemo(
    () => offered(rows.flatMap((row) => row.country ?? []), country ? [country] : [], rows.length).sort(),
    [rows, country],
  );
  const named = useMemo(
    () => offered(rows.flatMap((row) => row.tags ?? []), tags, MOST_TAGS),
    [rows, tags.join()],
  );
  const place = middle ?? caches.own.from.value ?? (region ? centreOf(region) : undefined);
  return (
    <>
      {countries.length > 0 && (
        <ChoiceField
          id="filter-country"
          label={say("filter.country")}
          choices={["", ...countries]}
          words={(one) => one || say("filter.country.any")}
          value={country}
          set={(one) => set({ ...filters, tags: one ? [one, ...tags] : tags })}
        />
      )}
      {named.length > 0 && (
        <>
          <p class="filter-name" aria-hidden="true">{say("filter.tags")}</p>
          <Chips label={say("filter.tags")}>
            {named.map((tag) => (
              <Chip
                key={tag}
                on={tags.includes(tag)}
                onClick={() =>
                  set({
                    ...filters,
                    tags: tags.includes(tag) ? all.filter((one) => one !== tag) : [...all, tag],
                  })}
              >
                <Foreign>{tag}</Foreign>
              </Chip>
            ))}
          </Chips>
        </>
      )}
      {place && (
        <ButtonLink
          icon="bell"
          href={`${PAGES.watches.path}?near=${place.lat.toFixed(3)},${place.lon.toFixed(3)}`}
        >
          {say("filter.watch")}
        </ButtonLink>
      )}
    </>
  );
}
