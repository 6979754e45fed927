/**
 * Opens a sealed stage on the phone. The gateway has encrypted it by AES-256-GCM, with a key that PBKDF2-SHA256 makes from
 * the tag's code. On plain http there is no WebCrypto: a library does the same there, loaded when it is needed.
 */
import { folded } from "../../../base/text.ts";
import type { Sealed } from "../../phone/packs/pack.ts";
import type { Content } from "./stages.ts";

/** The forms in which a code may have been sealed: as it is compared now, and as it was, in small letters alone. */
const formsOf = (code: string): Set<string> => new Set([folded(code.trim()), code.trim().toLowerCase()]);

/** A seal may ask for at most so many rounds of PBKDF2: more would only drain the phone's battery. */
const MOST_ROUNDS = 2_000_000;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** The content of a seal; `undefined` where the code is wrong. */
export async function unseal(
  { v, iter, salt, iv, data }: Sealed,
  code: string,
  subtle: SubtleCrypto | null = crypto.subtle ?? null,
): Promise<Content | undefined> {
  if (v !== 1 || iter > MOST_ROUNDS) return undefined;
  const parts = { salt: bytesOf(salt), iv: bytesOf(iv), data: bytesOf(data) };
  for (const form of formsOf(code)) {
    const secret = new TextEncoder().encode(form);
    try {
      const open = subtle
        ? await byBrowser(subtle, secret, iter, parts)
        : await byLibrary(secret, iter, parts);
      return JSON.parse(new TextDecoder().decode(open)) as Content;
    } catch {
      // A wrong code and a changed seal fail alike.
    }
  }
  return undefined;
}

interface Parts {
  salt: Uint8Array<ArrayBuffer>;
  iv: Uint8Array<ArrayBuffer>;
  data: Uint8Array<ArrayBuffer>;
}

async function byBrowser(
  subtle: SubtleCrypto,
  secret: Uint8Array<ArrayBuffer>,
  iterations: number,
  { salt, iv, data }: Parts,
): Promise<ArrayBuffer> {
  const typed = await subtle.importKey("raw", secret, "PBKDF2", false, ["deriveKey"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  const key = await subtle.deriveKey(how, typed, { name: "AES-GCM", length: 256 }, false, ["decrypt"]);
  return await subtle.decrypt({ name: "AES-GCM", iv }, key, data);
}

async function byLibrary(secret: Uint8Array, c: number, { salt, iv, data }: Parts): Promise<Uint8Array> {
  const { gcm, pbkdf2Async, sha256 } = await import("./noble.ts");
  return gcm(await pbkdf2Async(sha256, secret, salt, { c, dkLen: 32 }), iv).decrypt(data);
}
