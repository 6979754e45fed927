/** What follows from the facts of a thing: its row, and what is seen of it. Pure: the app uses it too. */
import type { Fact, Facts } from "./fact.ts";

export type JsonOf<F extends Facts> = {
  -readonly [K in keyof F]: F[K] extends Fact<infer J, infer _> ? J : never;
};
export type RowOf<F extends Facts> = {
  -readonly [K in keyof F]: F[K] extends Fact<infer _, infer R> ? R : never;
};
/** A view: what need not be said may be absent; what is always there is not. */
export type ViewOf<F extends Facts> =
  & { -readonly [K in keyof F as F[K] extends { always: true } ? K : never]: JsonOf<F>[K] }
  & {
    -readonly [K in keyof F as F[K] extends { always: true } | { once: true } ? never : K]?: NonNullable<
      JsonOf<F>[K]
    >;
  };
/** What a list shows of it. */
export type ListedOf<F extends Facts> =
  & { -readonly [K in keyof F as F[K] extends { listed: "always" } ? K : never]: JsonOf<F>[K] }
  & { -readonly [K in keyof F as F[K] extends { listed: "said" } ? K : never]?: NonNullable<JsonOf<F>[K]> };
/** A change: what is left out stays. */
export type ChangeOf<F extends Facts> = { [K in keyof F]?: JsonOf<F>[K] | undefined };

/** The facts but these. */
export const factsWithout = <const F extends Facts, const K extends keyof F & string>(
  facts: F,
  ...names: K[]
) =>
  Object.fromEntries(Object.entries(facts).filter(([name]) => !(names as string[]).includes(name))) as Omit<
    F,
    K
  >;

type Leaving<F extends Facts> = { [K in keyof F as F[K] extends { leaves: object } ? K : never]: F[K] };
/** The facts that leave in a record: what a mirror of the thing has. */
export const factsThatLeave = <const F extends Facts>(facts: F) =>
  Object.fromEntries(Object.entries(facts).filter(([, { leaves }]) => leaves !== undefined)) as Leaving<F>;

type Entry = readonly [string, Fact];
const isSaid = ({ empty }: Fact, json: unknown): boolean => json !== empty && json !== null;

/** Declares a thing by its facts. All that follows takes them in their order. */
export function thing<const F extends Facts>(facts: F) {
  const entries = Object.entries(facts) as Entry[];
  const listed = entries.filter(([, { listed }]) => listed !== undefined);
  /** Puts what is seen of a row into `view`. */
  const see = (those: readonly Entry[], isAlways: (fact: Fact) => boolean) => (row: object) => {
    const view: Record<string, unknown> = {};
    for (const [name, fact] of those) {
      const json = fact.toJson((row as Record<string, unknown>)[name]);
      if (isAlways(fact) || isSaid(fact, json)) view[name] = json;
    }
    return view;
  };
  const seen = see(entries.filter(([, { once }]) => once === undefined), ({ always }) => always === true);
  const seenInList = see(listed, ({ listed }) => listed === "always");
  const emptyRow = Object.fromEntries(entries.map(([name, fact]) => [name, fact.toRow(fact.empty)]));
  const pairs: Record<string, string[]> = {};
  for (const [name, { pair }] of entries) if (pair !== undefined) (pairs[pair] ??= []).push(name);

  return {
    facts,
    entries,
    names: Object.keys(facts) as (keyof F & string)[],
    /** The names of facts that go together, by the pair's name. */
    pairs: pairs as Readonly<Record<string, readonly string[]>>,
    /** The row of a thing of which nothing is said. */
    emptyRow: emptyRow as RowOf<F>,
    /** The row of what is said; the rest is empty. */
    rowOf(json: ChangeOf<F>): RowOf<F> {
      return this.changed(emptyRow as RowOf<F>, json);
    },
    /** The facts of a row of which some are there; the rest is empty. */
    rowWith: (some: { readonly [K in keyof F]?: RowOf<F>[K] | undefined }): RowOf<F> =>
      Object.fromEntries(
        entries.map(([name]) => [name, some[name] ?? (emptyRow as RowOf<F>)[name]]),
      ) as RowOf<F>,
    /** The facts of a row after a change. */
    changed(row: RowOf<F>, change: ChangeOf<F>): RowOf<F> {
      const next: Record<string, unknown> = {};
      for (const [name, fact] of entries) {
        const json = (change as Record<string, unknown>)[name];
        next[name] = json === undefined ? (row as Record<string, unknown>)[name] : fact.toRow(json);
      }
      return next as RowOf<F>;
    },
    /** Whether two rows say the same. */
    isSame: (one: RowOf<F>, other: RowOf<F>): boolean => entries.every(([name]) => one[name] === other[name]),
    /** What is shown of a row in full. */
    viewOf: seen as (row: RowOf<F>) => ViewOf<F>,
    /** What a list or the map shows of a row. */
    listedOf: seenInList as (row: RowOf<F>) => ListedOf<F>,
  };
}
