/** A decoded packet field by field, as names and texts: for people who read raw packets. Pure. */
import type { Content } from "../../aprs/mod.ts";

interface Field {
  /** `lat`, `weather.tempC`, `inner.text`. */
  name: string;
  value: string;
}

/** No packet has more to say; what a sender makes up must not fill the answer. */
const MOST_FIELDS = 40, MOST_TEXT = 200, MOST_DEEP = 3;

/** Everything that was read out of a packet's information field, in the order of reading. */
export function fieldsOf(content: Content): Field[] {
  const fields: Field[] = [];
  gather(fields, "", content, 0);
  return fields.slice(0, MOST_FIELDS);
}

function gather(fields: Field[], name: string, value: unknown, deep: number): void {
  if (value === undefined || value === null || fields.length >= MOST_FIELDS) return;
  if (typeof value === "object" && !Array.isArray(value)) {
    if (deep >= MOST_DEEP) return;
    for (const [key, inner] of Object.entries(value)) {
      gather(fields, name === "" ? key : `${name}.${key}`, inner, deep + 1);
    }
    return;
  }
  const text = Array.isArray(value) ? value.map((one) => String(one ?? "")).join(", ") : String(value);
  if (text !== "") fields.push({ name: name.slice(0, MOST_TEXT), value: text.slice(0, MOST_TEXT) });
}
