/** What a year was: out of the finds of a person, or of sums of a club's. Pure; days and months are those of UTC. */
import { distanceM, locatorOf, type Place } from "../../base/mod.ts";

/** A find of a year. `lat`, `lon`: the cache's place, absent where it moves. `site`: the receiver that proved it. */
export interface YearFind {
  foundAt: number;
  code: string;
  title: string;
  type: string;
  tier: "A" | "B" | null;
  country: string | null;
  site: string | null;
  lat: number | null;
  lon: number | null;
}

/** A find that a year names. */
interface Named {
  code: string;
  title: string;
  at: number;
}
export interface Year {
  year: number;
  finds: number;
  byRadio: number;
  /** Of the club: how many people found something. */
  people?: number;
  /** January first. */
  months: { finds: number; byRadio: number }[];
  /** The most frequent first. */
  kinds: { type: string; n: number }[];
  /** Locator squares of four characters, those with the most finds first. */
  squares: { square: string; n: number }[];
  squareCount: number;
  countries: number;
  first: Named | null;
  last: Named | null;
  /** The most days in a row with a find. */
  streak: number;
  /** The find that was proven from farthest away, and how far its receiver was. */
  farthest: (Named & { site: string; distanceM: number }) | null;
}

/** Squares that are told. */
const SQUARES_MOST = 200;
const DAY_S = 86_400;

/** The first second of a year, and of each of its months; the thirteenth is the next year's first. */
export const monthsOf = (year: number): number[] =>
  Array.from({ length: 13 }, (_, month) => Date.UTC(year, month) / 1000);

/** Adds up finds in the order in which they come; a year of any size holds no more than its own answer. */
export class YearSum {
  readonly #starts: number[];
  readonly #months = Array.from({ length: 12 }, () => ({ finds: 0, byRadio: 0 }));
  readonly #kinds = new Map<string, number>();
  readonly #squares = new Map<string, number>();
  readonly #countries = new Set<string>();
  readonly #placeOf: (site: string) => Place | undefined;
  #first: Named | null = null;
  #last: Named | null = null;
  #farthest: Year["farthest"] = null;
  #day = NaN;
  #run = 0;
  #streak = 0;
  #month = 0;

  /** `placeOf`: where a receiver is, as far as that is known. */
  constructor(readonly year: number, placeOf: (site: string) => Place | undefined) {
    this.#starts = monthsOf(year);
    const known = new Map<string, Place | undefined>();
    this.#placeOf = (site) => {
      if (!known.has(site)) known.set(site, placeOf(site));
      return known.get(site);
    };
  }

  /** One more find, no earlier than the one before. */
  add(find: YearFind): void {
    const { foundAt, type, tier, country, lat, lon } = find;
    while (this.#month < 11 && foundAt >= this.#starts[this.#month + 1]!) this.#month++;
    const month = this.#months[this.#month]!, named = { code: find.code, title: find.title, at: foundAt };
    month.finds++;
    if (tier === "A") month.byRadio++;
    this.#kinds.set(type, (this.#kinds.get(type) ?? 0) + 1);
    if (country !== null) this.#countries.add(country);
    if (lat !== null && lon !== null) {
      const square = locatorOf({ lat, lon }, 4);
      this.#squares.set(square, (this.#squares.get(square) ?? 0) + 1);
      this.#hear(find, { lat, lon }, named);
    }
    this.#first ??= named;
    this.#last = named;
    const day = Math.floor(foundAt / DAY_S);
    if (day !== this.#day) {
      this.#run = day === this.#day + 1 ? this.#run + 1 : 1;
      this.#day = day;
      this.#streak = Math.max(this.#streak, this.#run);
    }
  }

  #hear({ site, tier }: YearFind, at: Place, named: Named): void {
    const from = tier === "A" && site !== null ? this.#placeOf(site) : undefined;
    if (!from) return;
    const far = Math.round(distanceM(from, at));
    if (far > (this.#farthest?.distanceM ?? -1)) this.#farthest = { ...named, site: site!, distanceM: far };
  }

  /** What it comes to. */
  told(): Year {
    const sum = (name: "finds" | "byRadio") => this.#months.reduce((all, month) => all + month[name], 0);
    const squares = ranked(this.#squares);
    return {
      year: this.year,
      finds: sum("finds"),
      byRadio: sum("byRadio"),
      months: this.#months,
      kinds: ranked(this.#kinds).map(([type, n]) => ({ type, n })),
      squares: squares.slice(0, SQUARES_MOST).map(([square, n]) => ({ square, n })),
      squareCount: squares.length,
      countries: this.#countries.size,
      ...{ first: this.#first, last: this.#last, streak: this.#streak, farthest: this.#farthest },
    };
  }
}

/** The most frequent first, in the order of names where they are equal. */
const ranked = (found: ReadonlyMap<string, number>): [string, number][] =>
  [...found].sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1));
