/** The name constraints of the authority (RFC 5280 4.2.1.10): what it may speak for stands in its own certificate. */
import { toHex } from "../base/mod.ts";
import { RANGES } from "./ranges.ts";

/** Its object identifier, and the same as a certificate has it. */
export const NAME_CONSTRAINTS = "2.5.29.30";
const IDENTIFIER = "551d1e";

/** One DER value: tag, length, content. */
function der(tag: number, ...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const head = length < 128
    ? [tag, length]
    : length < 256
    ? [tag, 0x81, length]
    : [tag, 0x82, length >> 8, length & 255];
  const out = new Uint8Array(head.length + length);
  out.set(head);
  let at = head.length;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Eight groups of an IPv6 address in its short form, or four numbers of an IPv4 one, as bytes. */
function addressBytes(address: string): number[] {
  if (!address.includes(":")) return address.split(".").map(Number);
  const [head = "", tail = ""] = address.split("::");
  const groups = (part: string) => part === "" ? [] : part.split(":").map((group) => parseInt(group, 16));
  const [before, after] = [groups(head), groups(tail)];
  const all = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
  return all.flatMap((group) => [group >> 8, group & 255]);
}

/** A network as an address and its mask. */
function network(range: string): Uint8Array<ArrayBuffer> {
  const [net, bits] = range.split("/") as [string, string];
  const bytes = addressBytes(net);
  const mask = bytes.map((_, at) => 256 - 2 ** (8 - Math.min(8, Math.max(0, Number(bits) - at * 8))));
  return Uint8Array.from([...bytes, ...mask]);
}

/** The extension's value: the ranges, and these names with everything below them. */
export function constraintsOf(names: readonly string[]): Uint8Array<ArrayBuffer> {
  const subtrees = [
    ...names.map((name) => der(0x82, new TextEncoder().encode(name))),
    ...RANGES.map((range) => der(0x87, network(range))),
  ].map((base) => der(0x30, base));
  return der(0x30, der(0xa0, ...subtrees));
}

/**
 * The DER values of a content, one after the other. Of certificates that the runtime has read already: the library for them
 * takes a tenth of the server's start to load.
 */
function* values(content: Uint8Array): Generator<{ tag: number; content: Uint8Array }> {
  for (let at = 0; at + 1 < content.length;) {
    const tag = content[at]!, first = content[at + 1]!, more = first < 0x80 ? 0 : first & 0x7f;
    const digits = content.subarray(at + 2, at + 2 + more);
    const length = more === 0 ? first : digits.reduce((sum, digit) => sum * 256 + digit, 0);
    at += 2 + more + length;
    yield { tag, content: content.subarray(at - length, at) };
  }
}

/** The content of the only value, or of the first with this tag. */
const inner = (content: Uint8Array | undefined, tag: number): Uint8Array | undefined =>
  content && values(content).find((one) => one.tag === tag)?.content;

/** The value of a certificate's constraints; `undefined` where it has none. */
export function constraintsIn(certificate: Uint8Array): Uint8Array | undefined {
  const extensions = inner(inner(inner(inner(certificate, 0x30), 0x30), 0xa3), 0x30);
  const own = extensions && values(extensions).find(({ content }) => {
    const identifier = inner(content, 0x06);
    return identifier !== undefined && toHex(identifier) === IDENTIFIER;
  });
  return own && inner(own.content, 0x04);
}

/** The names that a certificate's constraints permit. */
export function permittedNames(value: Uint8Array): string[] {
  const subtrees = inner(inner(value, 0x30), 0xa0) ?? new Uint8Array(0);
  return values(subtrees).map(({ content }) => inner(content, 0x82))
    .filter((name) => name !== undefined).map((name) => new TextDecoder().decode(name)).toArray();
}
