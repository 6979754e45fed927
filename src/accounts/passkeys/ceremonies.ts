/**
 * Passkey ceremonies around @simplewebauthn/server (WebAuthn Level 3). No state of its own: challenges and keys come in
 * and go out as values, so that the service can spend and store them in one write.
 */
import type {
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { z } from "#schemas";
import { fromBase64Url, toBase64Url, utf8 } from "../../base/mod.ts";

/** The library is loaded by the first ceremony: it would be half of the program's start. */
const webauthn = () => import("@simplewebauthn/server");

/** How long a begun ceremony may take, in seconds: time to find a security key, not to fetch one. */
export const CEREMONY_S = 300;

/** The relying party: one id for all addresses (API "Cross-origin and addresses"). */
export interface Party {
  id: string;
  name: string;
  /** Origins at which a ceremony may run, `https://club.example`. */
  origins: string[];
}

export interface NewPasskey {
  /** Credential id, base64url. */
  id: string;
  /** COSE key. */
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
}
export interface StoredPasskey extends NewPasskey {
  account: number;
  /** User handle that the key was made for, base64url. */
  handle: string;
}

type Ceremony<T> = { ok: true; value: T } | { ok: false; detail: string };
const refused = (detail: string): { ok: false; detail: string } => ({ ok: false, detail });

const Base64Url = z.string().max(16_384).regex(/^[A-Za-z0-9_-]*$/, "must be base64url");
const common = {
  id: Base64Url.min(1).max(1_400), // credential ids are at most 1023 bytes (WebAuthn 4)
  rawId: Base64Url.min(1).max(1_400),
  type: z.literal("public-key"),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  authenticatorAttachment: z.string().max(40).nullish(),
};
/** What a browser gives after making a key; further members are ignored. */
export const RegistrationResponse = z.object({
  ...common,
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.array(z.string().max(40)).max(10).nullish(),
  }),
});
/** What a browser gives after signing in. */
export const LoginResponse = z.object({
  ...common,
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.nullish(),
  }),
});

/** The challenge (base64url) that a response says it answers, or `undefined` when its client data cannot be read. */
export function answeredChallenge(response: { response: { clientDataJSON: string } }): string | undefined {
  const data = clientData(response);
  return typeof data?.challenge === "string" ? data.challenge : undefined;
}

function clientData(response: { response: { clientDataJSON: string } }): Record<string, unknown> | undefined {
  try {
    const bytes = fromBase64Url(response.response.clientDataJSON);
    const data = bytes && JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return typeof data === "object" && data !== null ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Options for making a key. `handle`: the account's user handle, base64url; `challenge`: 32 random bytes. */
export async function registrationOptions(
  party: Party,
  told: {
    handle: string;
    call: string;
    challenge: Uint8Array<ArrayBuffer>;
    known: NewPasskey[];
    /** Ask the device for a PIN, a finger or a face. */
    verifyUser?: boolean;
  },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return await (await webauthn()).generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: fromBase64Url(told.handle) ?? utf8(told.handle),
    userName: told.call,
    userDisplayName: told.call,
    challenge: told.challenge,
    timeout: CEREMONY_S * 1000,
    attestationType: "none",
    excludeCredentials: told.known.map(descriptor),
    authenticatorSelection: { residentKey: "preferred", userVerification: wanted(told) },
  });
}

/** Options for signing in; with no known keys the browser offers those that it can discover itself. */
export async function loginOptions(
  party: Party,
  told: { challenge: Uint8Array<ArrayBuffer>; known: NewPasskey[]; verifyUser?: boolean },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return await (await webauthn()).generateAuthenticationOptions({
    rpID: party.id,
    challenge: told.challenge,
    timeout: CEREMONY_S * 1000,
    allowCredentials: told.known.map(descriptor),
    userVerification: wanted(told),
  });
}

const wanted = ({ verifyUser }: { verifyUser?: boolean }) => verifyUser ? "required" : "preferred";

const descriptor = (key: NewPasskey) => ({
  id: key.id,
  transports: key.transports as AuthenticatorTransport[],
});

/** What the library reads of an answer beside its `response`: the members that browsers send as null are left out. */
const keyOf = (
  { id, rawId, type, clientExtensionResults }: z.output<typeof LoginResponse | typeof RegistrationResponse>,
) => ({ id, rawId, type, clientExtensionResults });

/** What both ceremonies refuse before any cryptography. */
function wrongContext(response: z.output<typeof LoginResponse> | z.output<typeof RegistrationResponse>) {
  if (response.id !== response.rawId) return "the id and the raw id differ";
  // A foreign page that shows one of our pages in a frame must not run ceremonies.
  if (clientData(response)?.crossOrigin === true) return "the ceremony ran in a frame of another origin";
  return undefined;
}

/** Checks a new key against the challenge (base64url) of its own begin. */
export async function checkRegistration(
  party: Party,
  response: z.output<typeof RegistrationResponse>,
  challenge: string,
): Promise<Ceremony<NewPasskey>> {
  const wrong = wrongContext(response);
  if (wrong) return refused(wrong);
  try {
    const { verified, registrationInfo } = await (await webauthn()).verifyRegistrationResponse({
      response: {
        ...keyOf(response),
        response: { ...response.response, transports: response.response.transports ?? [] },
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: false, // "preferred": a key without a PIN still shows presence
    });
    if (!verified || !registrationInfo) return refused("the attestation does not hold");
    const { credential } = registrationInfo;
    if (credential.id !== response.id) return refused("the id is not that of the key");
    return {
      ok: true,
      value: {
        id: credential.id,
        publicKey: Uint8Array.from(credential.publicKey),
        counter: credential.counter,
        transports: response.response.transports ?? [],
      },
    };
  } catch (error) {
    return refused(message(error)); // every error of the library means that the foreign answer does not hold
  }
}

/**
 * Checks a sign-in with a stored key against the challenge of its own begin. Gives the key's new counter, and whether
 * the device made sure who holds it; whether that is needed is the caller's to say.
 */
export async function checkLogin(
  party: Party,
  response: z.output<typeof LoginResponse>,
  challenge: string,
  stored: StoredPasskey,
): Promise<Ceremony<{ counter: number; userVerified: boolean }>> {
  const wrong = wrongContext(response);
  if (wrong) return refused(wrong);
  const { clientDataJSON, authenticatorData, signature, userHandle: handle } = response.response;
  if (handle && handle !== stored.handle) return refused("the key belongs to another user handle");
  try {
    const { verified, authenticationInfo } = await (await webauthn()).verifyAuthenticationResponse({
      response: { ...keyOf(response), response: { clientDataJSON, authenticatorData, signature } },
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: false,
      credential: { id: stored.id, publicKey: stored.publicKey, counter: stored.counter },
    });
    return verified
      ? {
        ok: true,
        value: { counter: authenticationInfo.newCounter, userVerified: authenticationInfo.userVerified },
      }
      : refused("the signature does not hold");
  } catch (error) {
    return refused(message(error));
  }
}

const message = (error: unknown): string => error instanceof Error ? error.message : String(error);

/** Random bytes as the challenge text that a browser will send back. */
export const challengeText = (challenge: Uint8Array): string => toBase64Url(challenge);
