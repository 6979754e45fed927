/** Who sends, told to a push service: the application server key, its tokens, and whom the service may write to (RFC 8292). */
import { createECDH, createPrivateKey, type KeyObject, sign } from "node:crypto";
import { fromBase64Url, toBase64Url } from "../../base/mod.ts";

/** How long a token for a push service holds, in seconds: at most a day (RFC 8292 2). */
const TOKEN_S = 12 * 3600;

/** Hosts that no push service can write to or look at (RFC 6761, 6762, 8375, 9476). */
const NOWHERE = /(?:^|\.)(?:localhost|local|test|example|invalid|internal|lan|home|home\.arpa|alt|onion)$/i;
function isPublicName(host: string): boolean {
  const labels = host.split(".");
  return labels.length > 1 && labels.every((label) => /^[a-z0-9-]+$/i.test(label)) &&
    /^[a-z]./i.test(labels.at(-1)!) && !NOWHERE.test(host);
}

/**
 * Whom push services may write to (RFC 8292 2.1): the operator's address, else the instance's own where it is https. A
 * contact that cannot exist is refused by some of them, with every message; then none is claimed.
 */
export function pushContact(email: string | undefined, address: string | undefined): string | undefined {
  if (email !== undefined && isPublicName(email.slice(email.lastIndexOf("@") + 1))) return `mailto:${email}`;
  const url = address === undefined ? null : URL.parse(address);
  return url?.protocol === "https:" && isPublicName(url.hostname) ? url.origin : undefined;
}

const encoder = new TextEncoder();

/** The key pair of VAPID_PRIVATE_KEY. */
export class Vapid {
  /** The application server key for browsers, base64url of the uncompressed point. */
  readonly publicKey: string;
  readonly #key: KeyObject;

  /** `privateKey`: base64url of the 32-byte P-256 private key. */
  constructor(privateKey: string) {
    const ecdh = createECDH("prime256v1");
    ecdh.setPrivateKey(fromBase64Url(privateKey)!);
    const point = ecdh.getPublicKey();
    this.publicKey = toBase64Url(point);
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(toBase64Url) as [string, string];
    this.#key = createPrivateKey({ format: "jwk", key: { kty: "EC", crv: "P-256", d: privateKey, x, y } });
  }

  /** The `authorization` header of a message: a token for its push service alone (RFC 8292 2). */
  authorization(endpoint: string, now: number, contact: string | undefined): string {
    const claims = { aud: new URL(endpoint).origin, exp: now + TOKEN_S, ...(contact && { sub: contact }) };
    const text = [{ typ: "JWT", alg: "ES256" }, claims]
      .map((part) => toBase64Url(encoder.encode(JSON.stringify(part)))).join(".");
    const mac = sign("sha256", encoder.encode(text), { key: this.#key, dsaEncoding: "ieee-p1363" });
    return `vapid t=${text}.${toBase64Url(mac)}, k=${this.publicKey}`;
  }
}
