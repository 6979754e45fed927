/** The schemas of a thing's facts: as posted, as changed and as shown. The app has no part of it. */
import { z } from "#schemas";
import type { Fact, FactKind, Facts } from "./fact.ts";
import type { JsonOf, ListedOf, ViewOf } from "./thing.ts";

// deno-lint-ignore no-control-regex -- control characters are what is refused
const NO_CONTROLS = /^[^\u0000-\u001f\u007f]*$/;
// deno-lint-ignore no-control-regex -- the same, line breaks and tabs allowed
const NO_CONTROLS_BUT_BREAKS = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/;
/** One line. */
export const oneLine = (max: number) =>
  z.string().trim().max(max).regex(NO_CONTROLS, "has control characters");
/** Several lines, kept as sent. */
export const severalLines = (max: number) =>
  z.string().max(max).regex(NO_CONTROLS_BUT_BREAKS, "has control characters");

/** What is taken of a kind. */
function taken(is: FactKind): z.ZodType {
  switch (is.kind) {
    case "flag":
      return z.boolean();
    case "text":
      return is.form
        ? z.string().max(is.most).regex(is.form)
        : is.lines
        ? severalLines(is.most)
        : is.least > 0
        ? oneLine(is.most).min(is.least)
        : oneLine(is.most);
    case "level":
      return z.number().min(1).max(5).multipleOf(0.5);
    case "choice":
      return z.enum(is.of as [string, ...string[]]);
    case "call":
      return z.string().trim().min(3).max(12);
    case "words":
      return z.array(oneLine(is.each).min(1)).max(is.most);
    case "time":
      return z.number().int().min(is.from).max(is.until);
    case "degrees":
      return z.number().min(-is.most).max(is.most);
  }
}
/** What is shown of a kind: nobody checks an answer against bounds. */
const shown = ({ kind, ...is }: FactKind): z.ZodType =>
  kind === "flag"
    ? z.boolean()
    : kind === "words"
    ? z.array(z.string())
    : kind === "level" || kind === "time" || kind === "degrees"
    ? z.number()
    : kind === "choice" && "of" in is
    ? z.enum(is.of as [string, ...string[]])
    : z.string();

const withWords = (schema: z.ZodType, { says }: Fact) => says === undefined ? schema : schema.describe(says);
const asGiven = (fact: Fact) => withWords(fact.maybe ? taken(fact.is).nullable() : taken(fact.is), fact);

/** What may be left out where a thing is made: all but what it has to have, which its own schema says. */
type GivenShape<F extends Facts> = {
  [K in keyof F]: null extends JsonOf<F>[K] ? z.ZodOptional<z.ZodType<JsonOf<F>[K], JsonOf<F>[K]>>
    : z.ZodDefault<z.ZodType<JsonOf<F>[K], JsonOf<F>[K]>>;
};
type ChangeShape<F extends Facts> = {
  [K in keyof F as F[K] extends { once: true } ? never : K]: z.ZodOptional<
    z.ZodType<JsonOf<F>[K], JsonOf<F>[K]>
  >;
};
type ShapeOf<View> = {
  [K in keyof View]-?: undefined extends View[K] ? z.ZodOptional<z.ZodType<NonNullable<View[K]>>>
    : z.ZodType<View[K]>;
};
const shape = (facts: Facts, each: (fact: Fact) => z.ZodType | undefined): z.ZodRawShape =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) => {
      const schema = each(fact);
      return schema ? [[name, schema]] : [];
    }),
  );

/** As posted: what may be left out is empty then, or null. */
export const givenShape = <F extends Facts>(facts: F) =>
  shape(
    facts,
    (fact) =>
      fact.maybe
        ? asGiven(fact).optional()
        : fact.is.kind === "text" && fact.is.least > 0
        ? asGiven(fact)
        : asGiven(fact).default(fact.empty as never),
  ) as unknown as GivenShape<F>;

/** As changed: what is left out stays. */
export const changeShape = <F extends Facts>(facts: F) =>
  shape(facts, (fact) => fact.once ? undefined : asGiven(fact).optional()) as unknown as ChangeShape<F>;

/** As shown in full. */
export const viewShape = <F extends Facts>(facts: F) =>
  shape(facts, (fact) => {
    if (fact.once) return undefined;
    const schema = withWords(shown(fact.is), fact);
    return fact.always ? (fact.maybe ? schema.nullable() : schema) : schema.optional();
  }) as unknown as ShapeOf<ViewOf<F>>;

/** As shown in lists. */
export const listedShape = <F extends Facts>(facts: F) =>
  shape(facts, (fact) => {
    if (fact.listed === undefined) return undefined;
    const schema = withWords(shown(fact.is), fact);
    return fact.listed === "always" ? (fact.maybe ? schema.nullable() : schema) : schema.optional();
  }) as unknown as ShapeOf<ListedOf<F>>;
