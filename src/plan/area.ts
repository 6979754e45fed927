/** How an area is declared. */
import type { Living } from "../base/mod.ts";
import type { ModeratedKind } from "../db/mod.ts";
import type { Route } from "../http/mod.ts";
import type { Job } from "../jobs/mod.ts";
import type { PersonalData } from "./personal_data.ts";

/**
 * An area as the list of all areas has it. `Parts`: everything that it takes, by name; `Happenings`: the events that it
 * hears; `Check`: its rows of the setup checklist. Functions take `Parts`, so that an area fits into a list whose areas
 * together keep at least that.
 */
export interface Area<Parts, Happenings = unknown, Check = unknown> {
  /** As its folder is called. */
  readonly name: string;
  /** What is there before what it keeps is made. */
  readonly needs: readonly string[];
  /** What it asks when it acts, of areas that may need it in their turn. */
  readonly asks?: readonly string[];
  /** What others may need and ask, made in this order. `others` must not be looked into before all is made. */
  readonly keeps?: Readonly<Record<string, (needed: Parts, others: Parts) => unknown>>;
  /** What it does when something happens in another area. */
  readonly hears?: { readonly [Name in keyof Happenings]?: (parts: Parts, event: Happenings[Name]) => void };
  readonly jobs?: (parts: Parts) => readonly Job[];
  readonly checks?: (parts: Parts) => readonly Check[];
  /** Its share in a person's data: export and erasure. */
  readonly data?: (parts: Parts) => PersonalData;
  /** Kinds of things that can be reported and removed. */
  readonly moderated?: (parts: Parts) => readonly ModeratedKind[];
  /** How the outside services did that it keeps itself: its neighbours, partners, boxes. */
  readonly lives?: (parts: Parts) => readonly Living[];
  readonly routes?: (parts: Parts) => readonly Route[];
  /** Ends what it holds open beside the database. */
  readonly close?: (parts: Parts) => void;
}

/** The types of an area, each an interface of its own words. */
interface Words {
  needs: object;
  asks?: object;
  keeps?: object;
  hears?: object;
}
type Of<Types, Name extends string> = Name extends keyof Types ? Types[Name] : unknown;
type Parts<Types extends Words> = Types["needs"] & Of<Types, "asks"> & Of<Types, "keeps">;

/** An area's own view of its declaration. */
interface Declared<Types extends Words, Check>
  extends Omit<Area<Parts<Types>, Of<Types, "hears">, Check>, "needs" | "asks" | "keeps"> {
  readonly keeps?: {
    readonly [Name in keyof Of<Types, "keeps">]: (
      needed: Types["needs"] & Of<Types, "keeps">,
      others: Of<Types, "asks">,
    ) => Of<Types, "keeps">[Name];
  };
}

/** Nothing where a list has all the names of a type; the compiler names one that is missing. */
type Whole<Names, List extends readonly unknown[], What> = [Exclude<Names, List[number]>] extends [never]
  ? unknown
  : { readonly [name in `${What & string} lack`]: Exclude<Names, List[number]> };

/**
 * Declares an area: `area<AwardsWords>()({ name, needs, keeps, hears, routes, … })`. Names are those under which the
 * program keeps a thing, so that wiring can sort; types are the area's own, so that it knows nobody's.
 */
export const area = <Types extends Words>() =>
<
  const Needs extends readonly (keyof Types["needs"] & string)[],
  const Asks extends readonly (keyof Of<Types, "asks"> & string)[] = [],
  Check = never,
>(
  declared:
    & Declared<Types, Check>
    & { readonly needs: Needs; readonly asks?: Asks }
    & Whole<keyof Types["needs"], Needs, "needs">
    & Whole<keyof Of<Types, "asks">, Asks, "asks">,
): Area<Parts<Types>, Of<Types, "hears">, Check> =>
  declared as unknown as Area<Parts<Types>, Of<Types, "hears">, Check>;
