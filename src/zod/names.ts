/** zod's names, of which those that make schemas make them later. */
import * as zod from "zod";
import { given, lateMaker, lateObjects, later } from "./later.ts";

export * from "zod";

export const any = lateMaker(zod.any);
export const array = lateMaker(zod.array);
export const boolean = lateMaker(zod.boolean);
export const custom = lateMaker(zod.custom);
export const discriminatedUnion = lateMaker(zod.discriminatedUnion);
export const email = lateMaker(zod.email);
export const int = lateMaker(zod.int);
export const intersection = lateMaker(zod.intersection);
export const literal = lateMaker(zod.literal);
export const looseObject = lateObjects(zod.looseObject);
export const nullable = lateMaker(zod.nullable);
export const number = lateMaker(zod.number);
export const object = lateObjects(zod.object);
export const optional = lateMaker(zod.optional);
export const partialRecord = lateMaker(zod.partialRecord);
export const preprocess = lateMaker(zod.preprocess);
export const record = lateMaker(zod.record);
export const strictObject = lateObjects(zod.strictObject);
export const string = lateMaker(zod.string);
export const tuple = lateMaker(zod.tuple);
export const union = lateMaker(zod.union);
export const unknown = lateMaker(zod.unknown);
const enumOf = lateMaker(zod.enum);
const nothing = lateMaker(zod.null);
export { enumOf as enum, nothing as null };

/** A schema that refers to what is declared later, itself among them. */
export const lazy: typeof zod.lazy = (getter) => later(() => zod.lazy(() => given(getter())));
export const coerce: typeof zod.coerce = {
  ...zod.coerce,
  boolean: lateMaker(zod.coerce.boolean),
  number: lateMaker(zod.coerce.number),
  string: lateMaker(zod.coerce.string),
};
/** What a schema says as JSON Schema. */
export const toJSONSchema =
  ((schema: zod.ZodType, ...rest: []) => zod.toJSONSchema(given(schema), ...rest)) as typeof zod.toJSONSchema;
