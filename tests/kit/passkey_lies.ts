/** Ways in which a passkey ceremony can be wrong; every one must be refused. */
import { generateKeyPairSync } from "node:crypto";
import type { Lies } from "./authenticator.ts";

const flipLast = (bytes: Uint8Array): Uint8Array => {
  const out = Uint8Array.from(bytes);
  out[out.length - 1]! ^= 1;
  return out;
};
const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" });
const other = (bytes: number, fill: number) => Buffer.alloc(bytes, fill).toString("base64url");

/** Wrong in both ceremonies. `origin` is the right one. */
const both = (origin: string): Record<string, Lies> => ({
  "another site's origin": { origin: "https://evil.example" },
  "the origin with another port": { origin: `${origin}:444` },
  "the origin with another scheme": { origin: origin.replace("http", "ftp") },
  "the origin as a prefix of another": { origin: `${origin}.evil.example` },
  "an empty origin": { origin: "" },
  "another relying party": { rpId: "evil.example" },
  "a parent domain as relying party": { rpId: "host" },
  "a made-up challenge": { challenge: other(32, 7) },
  "an empty challenge": { challenge: "" },
  "a frame of another origin": { crossOrigin: true },
  "a payment's client data": { type: "payment.get" },
  "no user present": { present: false },
  "an id that differs from the raw id": { rawId: other(32, 3) },
  "client data that is no JSON": { clientData: "hello" },
  "client data that is a list": { clientData: "[]" },
  "client data without a challenge": { clientData: `{"type":"webauthn.get","origin":"${origin}"}` },
  "client data that is not UTF-8": { clientData: "\u0000" },
});

/** Wrong when making a key. */
export const registrationLies = (origin: string): Record<string, Lies> => ({
  ...both(origin),
  "client data of a sign-in": { type: "webauthn.get" },
  "an attestation object cut short": { tamper: (bytes) => bytes.slice(0, -9) },
  "an attestation object of rubbish": { tamper: () => Uint8Array.of(1, 2, 3) },
  "an attestation object of nothing": { tamper: () => new Uint8Array() },
  "no key inside": { noKey: true },
  "an id other than the key's": { id: other(32, 5) },
  "an algorithm that was not offered": { alg: -47 },
  "a made-up attestation format": { fmt: "homemade" },
  "a packed attestation without a statement": { fmt: "packed" },
});

/** Wrong when signing in. */
export const loginLies = (origin: string): Record<string, Lies> => ({
  ...both(origin),
  "client data of a registration": { type: "webauthn.create" },
  "a signature by another key": { signer: stranger.privateKey },
  "a signature with a bit flipped": { tamper: flipLast },
  "a signature cut short": { tamper: (bytes) => bytes.slice(0, 8) },
  "no signature": { tamper: () => new Uint8Array() },
  "another user handle": { userHandle: other(32, 9) },
  "a counter that went back": { counter: 4 },
  "a counter that stands still": { counter: 5 },
  "a counter back at nought": { counter: 0 },
});
