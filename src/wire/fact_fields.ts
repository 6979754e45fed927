/**
 * What of a thing's facts leaves in its record, and back. A kind has one form: a level in tenths, degrees in ten millionths, a
 * flag as true or not at all; what may be absent is, where nothing is said of it. FED "Envelope".
 */
import type { Fact, Facts, RowOf } from "../things/mod.ts";
import { bool, call, type Field, integer, oneOf, optional, seconds, text } from "./fields.ts";

type Leaves<F> = F extends { leaves: infer L } ? L : never;
type NameOf<K, F> = Leaves<F> extends { name: infer N extends string } ? N : K;
type FactValue<F> = F extends Fact<infer Json, infer _> ? NonNullable<Json> : never;
/** The fields of a record that facts make. */
type FactFields<F extends Facts> = {
  [K in keyof F as F[K] extends { leaves: object } ? NameOf<K, F[K]> : never]: Field<
    FactValue<F[K]>,
    Leaves<F[K]> extends { needed: true } ? false : true
  >;
};

interface Form {
  field: Field<unknown, false>;
  out(json: unknown): unknown;
  in(said: unknown): unknown;
}
const same = (value: unknown) => value;
const times = (factor: number) => ({
  out: (json: unknown) => Math.round(json as number * factor),
  in: (said: unknown) => said as number / factor,
});

function formOf({ is, leaves }: Fact): Form {
  switch (is.kind) {
    case "flag":
      return { field: bool, out: same, in: same };
    case "text":
      return { field: text(is.least, leaves?.most ?? is.most), out: same, in: same };
    case "level":
      return { field: integer(10, 50), ...times(10) };
    case "choice":
      return { field: oneOf(...is.of), out: same, in: same };
    case "call":
      return { field: call, out: same, in: same };
    case "time":
      return { field: seconds, out: same, in: same };
    case "degrees":
      return { field: integer(-is.most * 1e7, is.most * 1e7, "degrees × 10^7"), ...times(1e7) };
    case "words":
      throw new TypeError("A list of words leaves in no record");
  }
}

interface Leaving {
  fact: string;
  name: string;
  needed: boolean;
  of: Fact;
  form: Form;
}
const leaving = (facts: Facts): Leaving[] =>
  Object.entries(facts).flatMap(([fact, of]) =>
    of.leaves
      ? [{ fact, of, name: of.leaves.name ?? fact, needed: of.leaves.needed === true, form: formOf(of) }]
      : []
  );

/** The fields of a record that facts make, by their names there. */
export const fieldsOfFacts = <F extends Facts>(facts: F): FactFields<F> =>
  Object.fromEntries(
    leaving(facts).map(({ name, needed, form }) => [name, needed ? form.field : optional(form.field)]),
  ) as unknown as FactFields<F>;

type Body<F extends Facts> =
  & {
    [K in keyof FactFields<F> as FactFields<F>[K] extends Field<unknown, true> ? never : K]: ValueOf<
      FactFields<F>[K]
    >;
  }
  & {
    [K in keyof FactFields<F> as FactFields<F>[K] extends Field<unknown, true> ? K : never]?: ValueOf<
      FactFields<F>[K]
    >;
  };
type ValueOf<F> = F extends Field<infer T> ? T : never;

/** Reads and writes the part of a body that facts make. */
export function factBody<F extends Facts>(facts: F) {
  const all = leaving(facts);
  return {
    bodyOf(row: RowOf<F>): Body<F> {
      const body: Record<string, unknown> = {};
      for (const { fact, of, name, needed, form } of all) {
        const json = of.toJson((row as Record<string, unknown>)[fact]);
        if (needed || (json !== of.empty && json !== null)) body[name] = form.out(json);
      }
      return body as Body<F>;
    },
    /** What a body says, by the names of the API; what it does not say is empty. */
    saidBy(
      body: Body<F>,
    ): { [K in keyof F as F[K] extends { leaves: object } ? K : never]: ReturnType<F[K]["toJson"]> } {
      const json: Record<string, unknown> = {};
      for (const { fact, of, name, form } of all) {
        const said = (body as Record<string, unknown>)[name];
        json[fact] = said === undefined ? of.empty : form.in(said);
      }
      return json as ReturnType<typeof this.saidBy>;
    },
  };
}
