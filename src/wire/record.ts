/** Record declarations: one gives the TypeScript type, strict reading, writing and a row of the documentation. */
import type { CborMap, CborValue } from "./cbor.ts";
import { encodeCbor } from "./encode_cbor.ts";
import { type BodyOf, type Fields, readFields, writeFields } from "./fields.ts";

interface RecordDeclaration<F extends Fields> {
  /** Key 1 of the payload (FED "Envelope"). Never used again for another type. */
  type: number;
  /** The word in its global ids. */
  word: string;
  fields: F;
  /** Most bytes that a frame of it may weigh, in all. A heavier one is refused for good, and never published. */
  maxBytes: number;
  /** A rule across several fields; gives a sentence on what is wrong, or `undefined`. */
  rule?: (body: BodyOf<F>, raw: CborMap) => string | undefined;
  /** Clause of the specification. */
  spec: string;
}

type BodyRead<T> = { ok: true; body: T } | { ok: false; problem: string };

/** A declared record type as its readers see it. */
export interface RecordReader<Body> {
  readonly name: string;
  /** Key 1 of the payload. */
  readonly type: number;
  readonly word: string;
  readonly fields: Fields;
  readonly maxBytes: number;
  readonly spec: string;
  /**
   * The body of a verified payload, or why it cannot be used (refused for good). Fields that say when something happened
   * are pulled back to `latest` (unix seconds) where they lie ahead of it.
   */
  read(value: CborValue, latest?: number): BodyRead<Body>;
}

export interface RecordType<Body> extends RecordReader<Body> {
  /** The wire form. Throws TypeError for a body that a receiver would refuse: this program made it, so it has a mistake. */
  write(body: Body): CborMap;
}

/** Body type of a declared record: `BodyOfRecord<typeof CacheRecord>`. */
export type BodyOfRecord<R> = R extends RecordReader<infer B> ? B : never;

/** What a frame adds to a body at most: global id, two names of 253 characters, key, signature. */
const ENVELOPE_BYTES = 1200;

const declared = new Map<number, string>();

/** Declares a record type. Two records of one number fail when the module loads. */
export function record<const F extends Fields>(
  name: string,
  declaration: RecordDeclaration<F>,
): RecordType<BodyOf<F>> {
  const before = declared.get(declaration.type);
  if (before !== undefined) throw new Error(`Record type ${declaration.type} is already ${before}`);
  declared.set(declaration.type, name);
  const read = (value: CborValue, latest?: number): BodyRead<BodyOf<F>> => {
    const fields = readFields(declaration.fields, value, latest);
    if (!fields.ok) {
      return { ok: false, problem: fields.field ? `field ${fields.field}` : "body is not a map" };
    }
    const problem = declaration.rule?.(fields.body, value as CborMap);
    return problem === undefined ? { ok: true, body: fields.body } : { ok: false, problem };
  };
  const { type, word, fields, maxBytes, spec } = declaration;
  return {
    name,
    type,
    word,
    fields,
    maxBytes,
    spec,
    read,
    write: (body) => {
      const map = writeFields(declaration.fields, body);
      const again = read(map);
      if (!again.ok) throw new TypeError(`Cannot encode a ${name}: ${again.problem}`);
      const bytes = encodeCbor(map).length + ENVELOPE_BYTES;
      if (bytes > maxBytes) {
        throw new TypeError(`Cannot encode a ${name}: ${bytes} bytes, at most ${maxBytes}`);
      }
      return map;
    },
  };
}

/** The declaration as rows of a Markdown table: field, values it takes, whether it is required. */
export function describeRecord(record: RecordReader<object>): string {
  const rows = Object.entries(record.fields).map(([name, field]) =>
    `| \`${name}\` | ${field.takes} | ${field.optional ? "may be absent" : "required"} |`
  );
  const head = [
    `### ${record.type} ${record.name}`,
    "",
    `At most ${record.maxBytes} bytes, signature and all.`,
    "",
  ];
  return [...head, "| field | takes | |", "|---|---|---|", ...rows].join(
    "\n",
  );
}
