/** SHA-256 as the gateway names it: by the browser where the page has a secure address, else by a library. */

const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export async function digestOf(
  bytes: Uint8Array<ArrayBuffer>,
  subtle: SubtleCrypto | null = crypto.subtle ?? null,
): Promise<string> {
  if (subtle) return hex(new Uint8Array(await subtle.digest("SHA-256", bytes)));
  const { sha256 } = await import("@noble/hashes/sha2.js");
  return hex(sha256(bytes));
}
