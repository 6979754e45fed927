/** IP addresses as people and systems write them. Pure: `node:net` reads them too, and is loaded for more than that. */

/** An IPv4 address: four numbers without leading zeros. */
function bytesOfV4(text: string): number[] | undefined {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part))) return undefined;
  const bytes = parts.map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : undefined;
}

/** One side of `::` as bytes; an IPv4 address may end it where that is the end of the whole. */
function bytesOfGroups(text: string, mayEndV4: boolean): number[] | undefined {
  if (text === "") return [];
  const groups = text.split(":"), bytes: number[] = [];
  for (const [i, group] of groups.entries()) {
    const v4 = mayEndV4 && i === groups.length - 1 && group.includes(".") ? bytesOfV4(group) : undefined;
    if (!v4 && !/^[\da-f]{1,4}$/i.test(group)) return undefined;
    const word = parseInt(group, 16);
    bytes.push(...v4 ?? [word >> 8, word & 0xff]);
  }
  return bytes;
}

/** An IPv6 address (RFC 4291 2.2), perhaps with the zone of a link-local one, which is none of its bytes. */
function bytesOfV6(text: string): number[] | undefined {
  const [, plain = "", zone] = /^([^%]*)(%.*)?$/s.exec(text) ?? [];
  if (zone !== undefined && !/^%[\da-z.:-]+$/i.test(zone)) return undefined;
  const [left = "", right, ...more] = plain.split("::");
  if (more.length > 0) return undefined;
  const head = bytesOfGroups(left, right === undefined);
  const tail = right === undefined ? [] : bytesOfGroups(right, true);
  if (!head || !tail) return undefined;
  const missing = 16 - head.length - tail.length;
  if (right === undefined ? missing !== 0 : missing < 2) return undefined;
  return [...head, ...new Array<number>(missing).fill(0), ...tail];
}

/** The 4 or 16 bytes of an address; `undefined` where it is none. */
export const bytesOfIp = (text: string): number[] | undefined =>
  text.includes(":") ? bytesOfV6(text) : bytesOfV4(text);

/** 4 or 6; 0 where it is no address. */
export function isIP(text: string): 0 | 4 | 6 {
  const bytes = bytesOfIp(text);
  return bytes === undefined ? 0 : bytes.length === 4 ? 4 : 6;
}
/** Whether it is an IPv6 address. */
export const isIPv6 = (text: string): boolean => text.includes(":") && bytesOfV6(text) !== undefined;

/** Whether the first `bits` of both are the same, where both are of one kind. */
export function isWithin(bytes: readonly number[], net: readonly number[], bits: number): boolean {
  if (bytes.length !== net.length) return false;
  return net.every((byte, i) => {
    const counted = Math.max(0, Math.min(8, bits - 8 * i)), mask = 0xff << (8 - counted) & 0xff;
    return (byte & mask) === (bytes[i]! & mask);
  });
}
