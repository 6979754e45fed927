/** Field types of record bodies: each reads a CBOR value strictly and says in words what it takes. Pure. */
import type { CborValue } from "./cbor.ts";
import { isInstanceId, MAX_GID, readGid } from "./names.ts";
import { fromBase64Url } from "../base/mod.ts";

/** One field's type. `read` gives `undefined` for a value it does not take. */
export interface Field<T, Optional extends boolean = boolean> {
  readonly optional: Optional;
  /** For the documentation table: "integer 10..50", "text, at most 200 characters". */
  readonly takes: string;
  /** `latest`: a field that says when something happened reads a later time as this one (unix seconds). */
  read(value: CborValue, latest?: number): T | undefined;
  /** The value as the codec takes it; only what `read` accepts is written. */
  write(value: T): CborValue;
}

const same = <T extends CborValue>(value: T): CborValue => value;

/** A field that may be absent; null reads as absent (see FED "Envelope"). */
export const optional = <T>(field: Field<T, false>): Field<T, true> => ({ ...field, optional: true });

/** A whole number within bounds, both included; `unit` is only shown in `takes`. */
export const integer = (min: number, max: number, unit = ""): Field<number, false> => ({
  optional: false,
  takes: `integer ${min}..${max}${unit && `, ${unit}`}`,
  read: (value) =>
    typeof value === "number" && Number.isInteger(value) && value >= min && value <= max ? value : undefined,
  write: same,
});

/** Unix seconds, up to the year 9999. */
export const seconds: Field<number, false> = {
  ...integer(0, 253_402_300_799),
  takes: "unix seconds",
};

/**
 * When something happened, by its origin's clock. A time that lies in the future by the reader's clock is read as the
 * latest time that it allows, so that a wrong clock elsewhere puts nothing at the top of a list for years.
 */
export const happened: Field<number, false> = {
  ...seconds,
  takes: "unix seconds, read as now where it lies ahead",
  read: (value, latest = Infinity) => {
    const at = seconds.read(value);
    return at === undefined ? undefined : Math.min(at, latest);
  },
};

/** The version of a record: a number from 1 that its origin counts up for each kind. */
export const version: Field<number, false> = { ...integer(1, Number.MAX_SAFE_INTEGER), takes: "version" };

/** A text of `min` to `max` characters (UTF-16 units), both included. */
export const text = (min: number, max: number): Field<string, false> => ({
  optional: false,
  takes: `text, ${min} to ${max} characters`,
  read: (value) =>
    typeof value === "string" && value.length >= min && value.length <= max ? value : undefined,
  write: same,
});

const matching = (takes: string, test: (value: string) => boolean): Field<string, false> => ({
  optional: false,
  takes,
  read: (value) => typeof value === "string" && test(value) ? value : undefined,
  write: same,
});

/** A call in display form; portable prefixes and suffixes are legal in the field. */
export const call = matching(
  "callsign, upper case, at most 16 characters",
  (value) =>
    value.length >= 3 && value.length <= 16 && /^(?=.*[0-9])[A-Z0-9/]+(-[A-Z0-9]{1,2})?$/.test(value),
);
export const publicKey = matching(
  "base64url raw Ed25519 key, 43 characters",
  (value) => value.length === 43 && fromBase64Url(value) !== undefined,
);
export const signature = matching(
  "base64url Ed25519 signature, 86 characters",
  (value) => value.length === 86 && fromBase64Url(value) !== undefined,
);
export const instanceId = matching("instance id", isInstanceId);
/** A global id, of any kind or of one. */
export const gid = (word?: string): Field<string, false> =>
  matching(
    word ? `global id of a ${word}` : "global id",
    (value) => {
      const read = value.length <= MAX_GID ? readGid(value) : undefined;
      return read !== undefined && (word === undefined || read.word === word);
    },
  );
/** Lower-case hex of exactly so many digits. */
export const hex = (digits: number): Field<string, false> =>
  matching(`${digits} hex digits`, (value) => value.length === digits && /^[0-9a-f]*$/.test(value));

export const bool: Field<boolean, false> = {
  optional: false,
  takes: "true or false",
  read: (value) => typeof value === "boolean" ? value : undefined,
  write: same,
};

/** One of these words, to the letter. */
export const oneOf = <const T extends string>(...values: T[]): Field<T, false> => ({
  optional: false,
  takes: values.join(", "),
  read: (value) => (values as readonly CborValue[]).includes(value) ? value as T : undefined,
  write: same,
});

/** A list of at most `max` items; one item that does not fit makes the whole list not fit. */
export const list = <T>(item: Field<T, false>, max: number): Field<T[], false> => ({
  optional: false,
  takes: `at most ${max} of: ${item.takes}`,
  read: (value) => {
    if (!Array.isArray(value) || value.length > max) return undefined;
    const items: T[] = [];
    for (const each of value) {
      const read = item.read(each);
      if (read === undefined) return undefined;
      items.push(read);
    }
    return items;
  },
  write: (items) => items.map((each) => item.write(each)),
});

export type Fields = Record<string, Field<unknown>>;
type Value<F> = F extends Field<infer T> ? T : never;
type Required<F extends Fields> = {
  [K in keyof F as F[K] extends Field<unknown, true> ? never : K]: Value<F[K]>;
};
type Maybe<F extends Fields> = {
  [K in keyof F as F[K] extends Field<unknown, true> ? K : never]?: Value<F[K]>;
};
/** The TypeScript type that a set of fields declares. */
export type BodyOf<F extends Fields> = Required<F> & Maybe<F> extends infer B ? { [K in keyof B]: B[K] }
  : never;

/** A declaration's fields as a list, made once: records are read by the hundred thousand. */
const lists = new WeakMap<Fields, [string, Field<unknown>][]>();
function listOf(fields: Fields): [string, Field<unknown>][] {
  let list = lists.get(fields);
  if (!list) lists.set(fields, list = Object.entries(fields));
  return list;
}

/**
 * Reads text-keyed fields out of a map; fields it does not know are ignored. Names the first one that does not fit.
 * `latest` as in `Field.read`.
 */
export function readFields<F extends Fields>(
  fields: F,
  value: CborValue,
  latest?: number,
): { ok: true; body: BodyOf<F> } | { ok: false; field: string } {
  if (!(value instanceof Map)) return { ok: false, field: "" };
  const body: Record<string, unknown> = {};
  for (const [name, field] of listOf(fields)) {
    const raw = value.get(name);
    if (raw === undefined || raw === null) {
      if (field.optional) continue;
      return { ok: false, field: name };
    }
    const read = field.read(raw, latest);
    if (read === undefined) return { ok: false, field: name };
    body[name] = read;
  }
  return { ok: true, body: body as BodyOf<F> };
}

/** The map of a body. Throws TypeError naming the field that does not fit: the caller made it. */
export function writeFields<F extends Fields>(fields: F, body: BodyOf<F>): Map<string, CborValue> {
  const map = new Map<string, CborValue>();
  for (const [name, field] of Object.entries(fields)) {
    const value = (body as Record<string, unknown>)[name];
    if (value === undefined || value === null) {
      if (field.optional) continue;
      throw new TypeError(`Cannot encode a record without ${name}`);
    }
    const written = field.write(value);
    if (field.read(written) === undefined) throw new TypeError(`Cannot encode ${name}: takes ${field.takes}`);
    map.set(name, written);
  }
  return map;
}

/** A map of fields as one field, e.g. an endpoint or a signature with its key. */
export const group = <F extends Fields>(fields: F): Field<BodyOf<F>, false> => ({
  optional: false,
  takes: `{${Object.entries(fields).map(([name, f]) => f.optional ? `${name}?` : name).join(", ")}}`,
  read: (value) => {
    const read = readFields(fields, value);
    return read.ok ? read.body : undefined;
  },
  write: (value) => writeFields(fields, value),
});
