/** Lists of tools as their makers sign them: format and entries together, by the key of whoever is named. */
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import canonicalize from "canonicalize";
import { utf8 } from "../../src/base/mod.ts";

export interface ListSigner {
  key: KeyObject;
  /** Its public half, base64url. */
  authority: string;
}

export function listSigner(): ListSigner {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  return { key: privateKey, authority: publicKey.export({ format: "jwk" }).x! };
}

/** The file of a list. */
export const toolList = (
  entries: readonly object[],
  { key, authority }: ListSigner,
  format: unknown = 1,
): string =>
  JSON.stringify({
    format,
    entries,
    authority,
    sig: sign(null, utf8(canonicalize({ format, entries })!), key).toString("base64"),
  });
