/**
 * Sealing a stage under its NFC code, so that a pack opens it in the field without the gateway: AES-256-GCM under a
 * PBKDF2-SHA256 key of the normal code. Only strong codes are sealed (`STRONG_CODE_BITS`): a weak one could be found by
 * trying them all on the sealed text.
 */
import { pbkdf2, webcrypto } from "node:crypto";
import { promisify } from "node:util";
import { z } from "#schemas";
import { fromBase64Url, toBase64Url, utf8 } from "../../base/mod.ts";
import { normalCode } from "./normal_code.ts";

/** PBKDF2 rounds; a phone opens one stage in about half a second. */
const SEAL_ROUNDS = 600_000;
/** Bytes of salt and of initialisation vector. */
export const SALT_BYTES = 16, IV_BYTES = 12;

/** What a sealed stage holds. */
interface StageContent {
  lat: number | null;
  lon: number | null;
  clue: string | null;
  mediaUrl: string | null;
}

/** As it stands in a pack; binary members are base64url. */
export const Sealed = z.object({
  v: z.number().describe("1; others are of a newer gateway"),
  iter: z.number().describe("How many rounds of PBKDF2 make the key out of the code of the tag"),
  salt: z.string(),
  iv: z.string(),
  data: z.string(),
});
type Sealed = z.infer<typeof Sealed>;

async function keyOf(code: string, salt: Uint8Array, rounds: number, use: "encrypt" | "decrypt") {
  const bits = await promisify(pbkdf2)(utf8(normalCode(code)), salt, rounds, 32, "sha256");
  return await webcrypto.subtle.importKey("raw", bits, "AES-GCM", false, [use]);
}

/** Seals a stage. `seed` is 28 random bytes (salt, then initialisation vector), new ones for each seal. */
export async function seal(
  content: StageContent,
  code: string,
  seed: Uint8Array<ArrayBuffer>,
): Promise<Sealed> {
  const salt = seed.slice(0, SALT_BYTES), iv = seed.slice(SALT_BYTES, SALT_BYTES + IV_BYTES);
  const key = await keyOf(code, salt, SEAL_ROUNDS, "encrypt");
  const data = await webcrypto.subtle.encrypt({ name: "AES-GCM", iv }, key, utf8(JSON.stringify(content)));
  return {
    v: 1,
    iter: SEAL_ROUNDS,
    salt: toBase64Url(salt),
    iv: toBase64Url(iv),
    data: toBase64Url(new Uint8Array(data)),
  };
}

/** Opens a sealed stage as a client does; `undefined` when the code is not the one or the seal was touched. */
export async function unseal(sealed: Sealed, code: string): Promise<StageContent | undefined> {
  const salt = fromBase64Url(sealed.salt), iv = fromBase64Url(sealed.iv), data = fromBase64Url(sealed.data);
  if (!salt || !iv || !data) return undefined;
  const key = await keyOf(code, salt, sealed.iter, "decrypt");
  try {
    const open = await webcrypto.subtle.decrypt({ name: "AES-GCM", iv }, key, data);
    return JSON.parse(new TextDecoder().decode(open));
  } catch {
    // A wrong code and a changed text fail alike: the authentication tag does not fit.
    return undefined;
  }
}
