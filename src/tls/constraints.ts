/** The name constraints of the authority (RFC 5280 4.2.1.10): what it may speak for stands in its own certificate. */
import { AsnConvert } from "@peculiar/asn1-schema";
import { NameConstraints } from "@peculiar/asn1-x509";
import { RANGES } from "./ranges.ts";

/** Its object identifier. */
export const NAME_CONSTRAINTS = "2.5.29.30";

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

/** The names that a certificate's constraints permit. */
export const permittedNames = (value: ArrayBuffer): string[] =>
  (AsnConvert.parse(value, NameConstraints).permittedSubtrees ?? []).flatMap(({ base }) =>
    base.dNSName ?? []
  );
