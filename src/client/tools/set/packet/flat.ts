/** A decoded packet as lines of a name and a value. Pure. */

/** Every member with a value, those of members with a point between their names; lists on one line. */
export function flat(thing: unknown, name = "", depth = 0): string[] {
  if (thing === undefined || thing === null || thing === "" || depth > 6) return [];
  if (Array.isArray(thing)) {
    const plain = thing.every((one) => typeof one !== "object");
    return plain
      ? thing.length > 0 ? [`${name}: ${thing.join(" ")}`] : []
      : thing.flatMap((one, i) => flat(one, `${name}.${i + 1}`, depth + 1));
  }
  if (typeof thing === "object") {
    return Object.entries(thing).flatMap(([key, value]) =>
      flat(value, name ? `${name}.${key}` : key, depth + 1)
    );
  }
  return [`${name}: ${typeof thing === "number" ? Math.round(thing * 1e6) / 1e6 : thing}`];
}

/** Bytes as people write them: `82 a0 b4`, `0x82,0xa0`; `undefined` where it is no such text. */
export function bytesIn(text: string): Uint8Array | undefined {
  const digits = text.replaceAll(/0x/gi, "").replaceAll(/[\s,:]/g, "");
  if (!/^(?:[0-9a-f]{2}){16,400}$/i.test(digits)) return undefined;
  return Uint8Array.from(digits.match(/../g)!, (pair) => parseInt(pair, 16));
}
