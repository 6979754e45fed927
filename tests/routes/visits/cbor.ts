/** A visit in CBOR, as a slow way carries it. */
import canonicalize from "canonicalize";
import { encodeCbor } from "../../../src/wire/mod.ts";
import type { Visit } from "./visitor.ts";

/** `loose`: JSON that says the same in other bytes. */
export function canonicalBytes(visit: Visit, { loose = false } = {}): Uint8Array<ArrayBuffer> {
  const { sig, private: beside, ...document } = visit;
  const bytes = (value: unknown) =>
    new TextEncoder().encode(loose ? ` ${canonicalize(value)!}` : canonicalize(value)!);
  return encodeCbor(
    new Map<number, string | Uint8Array>([
      [1, bytes(document)],
      [2, sig],
      ...(beside === undefined ? [] : [[3, bytes(beside)] as const]),
    ]),
  );
}
