/** Reading protobuf without a schema: fields by number (https://protobuf.dev/programming-guides/encoding). */

/** Fields of one message; a device sends no more than a few dozen. */
const MOST_FIELDS = 600;
const utf8 = new TextDecoder();

type Field =
  /** A varint, its lowest 32 bits: none of the fields that are read here has more. */
  | { wire: 0; low: number }
  | { wire: 5; view: DataView }
  | { wire: 2; bytes: Uint8Array };

/** A message's fields. A field of another type than asked for counts as absent. */
export class Message {
  constructor(readonly fields: ReadonlyMap<number, Field[]>) {}

  /** Of a field that came more than once the last counts, as protobuf says. */
  #last = (no: number): Field | undefined => this.fields.get(no)?.at(-1);

  /** uint32, enum or bool. */
  uint(no: number): number | undefined {
    const field = this.#last(no);
    return field?.wire === 0 ? field.low >>> 0 : undefined;
  }

  /** int32. */
  int(no: number): number | undefined {
    const field = this.#last(no);
    return field?.wire === 0 ? field.low | 0 : undefined;
  }

  /** fixed32. */
  fixed(no: number): number | undefined {
    const field = this.#last(no);
    return field?.wire === 5 ? field.view.getUint32(0, true) : undefined;
  }

  /** sfixed32. */
  signedFixed(no: number): number | undefined {
    const field = this.#last(no);
    return field?.wire === 5 ? field.view.getInt32(0, true) : undefined;
  }

  /** A float that is a number: infinities and NaN count as absent. */
  float(no: number): number | undefined {
    const field = this.#last(no);
    const value = field?.wire === 5 ? field.view.getFloat32(0, true) : NaN;
    return Number.isFinite(value) ? value : undefined;
  }

  /** Bytes, as they lie in the message. */
  bytes(no: number): Uint8Array | undefined {
    const field = this.#last(no);
    return field?.wire === 2 ? field.bytes : undefined;
  }

  /** A string; what is no UTF-8 in it is shown as such. */
  text(no: number): string | undefined {
    const bytes = this.bytes(no);
    return bytes && utf8.decode(bytes);
  }

  /** A message within this one; absent where its bytes are none. */
  message(no: number): Message | undefined {
    const bytes = this.bytes(no);
    return bytes && readMessage(bytes);
  }

  /** Every message of a repeated field that can be read. */
  messages(no: number): Message[] {
    return (this.fields.get(no) ?? []).flatMap((field) => {
      const read = field.wire === 2 ? readMessage(field.bytes) : undefined;
      return read ? [read] : [];
    });
  }
}

/** The fields of a message; undefined where the bytes are none. */
export function readMessage(bytes: Uint8Array): Message | undefined {
  const fields = new Map<number, Field[]>();
  let at = 0, count = 0;
  const varint = (): number | undefined => {
    let low = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) return undefined;
      if (shift < 32) low |= (byte & 0x7f) << shift;
      if (byte < 0x80) return low;
    }
    return undefined;
  };
  const slice = (length: number): Uint8Array | undefined => {
    if (length < 0 || at + length > bytes.length) return undefined;
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    if (++count > MOST_FIELDS) return undefined;
    const tag = varint();
    if (tag === undefined) return undefined;
    const no = tag >>> 3, wire = tag & 7;
    if (no === 0) return undefined;
    let field: Field | undefined;
    if (wire === 0) {
      const low = varint();
      if (low === undefined) return undefined;
      field = { wire, low };
    } else if (wire === 1) {
      if (!slice(8)) return undefined;
      continue;
    } else if (wire === 2) {
      const length = varint(), inner = length === undefined ? undefined : slice(length);
      if (!inner) return undefined;
      field = { wire, bytes: inner };
    } else if (wire === 5) {
      const four = slice(4);
      if (!four) return undefined;
      field = { wire, view: new DataView(four.buffer, four.byteOffset, 4) };
    } else return undefined;
    const known = fields.get(no);
    if (known) known.push(field);
    else fields.set(no, [field]);
  }
  return new Message(fields);
}
