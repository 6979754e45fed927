/** The kinds of records that a request names. */
import { isRecordKind, type RecordKind } from "../../wire/mod.ts";
import { fedFailure } from "../errors.ts";

/** The kinds of a list, undefined where none was given; throws `bad_record_types` for any other word. */
export function readTypes(types: readonly string[] | undefined): RecordKind[] | undefined {
  if (types === undefined) return undefined;
  if (!types.every(isRecordKind)) throw fedFailure.bad_record_types();
  return [...types];
}
