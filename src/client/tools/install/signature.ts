/** Signatures and digests of tools. Browsers offer their own on https alone; a gateway of a field day is on plain http. */
import { hashes, verify } from "@noble/ed25519";
import { sha256, sha512 } from "@noble/hashes/sha2.js";

hashes.sha512 = sha512;
export { sha256 };

/** JSON with the members of every object sorted by name, as what is signed is written (RFC 8785). */
export function sorted(value: unknown, depth = 0): string {
  if (depth > 50) throw new RangeError("too deep");
  if (Array.isArray(value)) return `[${value.map((one) => sorted(one ?? null, depth + 1)).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  return `{${
    members.sort(([a], [b]) => a < b ? -1 : 1)
      .map(([name, one]) => `${JSON.stringify(name)}:${sorted(one, depth + 1)}`).join()
  }}`;
}

/** Whether a text is signed by a key; both in base64 or base64url. */
export function signedBy(key: string, text: string, signature: string): boolean {
  const [its, sig] = [bytesOf(key, 32), bytesOf(signature, 64)];
  if (!its || !sig) return false;
  try {
    return verify(sig, new TextEncoder().encode(text), its, { zip215: false });
  } catch {
    return false; // no point of the curve
  }
}

function bytesOf(text: string, length: number): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/_-]{1,100}={0,2}$/.test(text)) return undefined;
  try {
    const bytes = Uint8Array.from(
      atob(text.replaceAll("-", "+").replaceAll("_", "/").replace(/={1,2}$/, "")),
      (one) => one.charCodeAt(0),
    );
    return bytes.length === length ? bytes : undefined;
  } catch {
    return undefined;
  }
}

export const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
/** Two keys written in different ways are the same key. */
export const sameKey = (one: string, other: string): boolean => plain(one) === plain(other);
const plain = (key: string): string => key.replaceAll("+", "-").replaceAll("/", "_").replace(/={1,2}$/, "");
