/** A software authenticator (WebAuthn Level 3) that can also lie in every way a test wants. */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { Encoder } from "cbor-x";

const cbor = new Encoder({
  useRecords: false,
  mapsAsObjects: false,
  variableMapSize: true,
  tagUint8Array: false,
});
const b64 = (bytes: Uint8Array | string) => Buffer.from(bytes as string).toString("base64url");
const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest();

export interface Lies {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** webauthn.create, webauthn.get. */
  type?: string;
  crossOrigin?: boolean;
  userHandle?: string | null;
  counter?: number;
  /** User present, user verified bits. */
  present?: boolean;
  verified?: boolean;
  /** Sent as the credential's id in place of the real one. */
  id?: string;
  rawId?: string;
  /** Private key that signs. */
  signer?: KeyObject;
  /** Changes the signature or attestation object after it was made. */
  tamper?: (bytes: Uint8Array) => Uint8Array;
  /** Text sent as client data; what is signed stays. */
  clientData?: string;
  /** COSE algorithm named in the key. */
  alg?: number;
  fmt?: string;
  /** Leaves the attested key out of the authenticator data. */
  noKey?: boolean;
}

interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
}
interface RequestOptions {
  challenge: string;
  rpId?: string;
}

/** One key on one device. */
export class Authenticator {
  readonly id = b64(randomBytes(32));
  readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  counter = 0;
  handle = "";

  constructor(readonly origin: string) {}

  #clientData(type: string, challenge: string, lies: Lies): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? this.origin,
        crossOrigin: lies.crossOrigin ?? false,
      }),
    );
  }

  #data(rpId: string, lies: Lies, attested = Buffer.alloc(0)): Buffer {
    const flags = (lies.present === false ? 0 : 1) | (lies.verified === false ? 0 : 4) |
      (attested.length > 0 ? 64 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lies.counter ?? this.counter);
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.of(flags), counter, attested]);
  }

  /** Answers registration options. */
  register(options: CreationOptions, lies: Lies = {}) {
    this.handle = options.user.id;
    const jwk = this.keys.publicKey.export({ format: "jwk" });
    const cose = cbor.encode(
      new Map<number, unknown>([
        [1, 2],
        [3, lies.alg ?? -7],
        [-1, 1],
        [-2, Buffer.from(jwk.x!, "base64url")],
        [-3, Buffer.from(jwk.y!, "base64url")],
      ]),
    );
    const idBytes = Buffer.from(this.id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(idBytes.length);
    const attested = lies.noKey ? Buffer.alloc(0) : Buffer.concat([Buffer.alloc(16), length, idBytes, cose]);
    const authData = this.#data(options.rp.id ?? new URL(this.origin).hostname, lies, attested);
    const object: Uint8Array = cbor.encode(
      new Map<string, unknown>([["fmt", lies.fmt ?? "none"], ["attStmt", new Map()], ["authData", authData]]),
    );
    const id = lies.id ?? this.id;
    return {
      id,
      rawId: lies.rawId ?? id,
      type: "public-key" as const,
      response: {
        clientDataJSON: b64(
          lies.clientData ?? this.#clientData("webauthn.create", options.challenge, lies),
        ),
        attestationObject: b64(lies.tamper?.(object) ?? object),
        transports: ["internal", "hybrid"],
      },
      clientExtensionResults: {},
      authenticatorAttachment: "platform",
    };
  }

  /** Answers sign-in options; counts up first, unless told otherwise. */
  login(options: RequestOptions, lies: Lies = {}) {
    if (lies.counter === undefined) this.counter++;
    const client = this.#clientData("webauthn.get", options.challenge, lies);
    const authData = this.#data(options.rpId ?? new URL(this.origin).hostname, lies);
    const signature = createSign("sha256").update(Buffer.concat([authData, sha256(client)]))
      .sign(lies.signer ?? this.keys.privateKey);
    const id = lies.id ?? this.id;
    return {
      id,
      rawId: lies.rawId ?? id,
      type: "public-key" as const,
      response: {
        clientDataJSON: b64(lies.clientData ?? client),
        authenticatorData: b64(authData),
        signature: b64(lies.tamper?.(signature) ?? signature),
        ...(lies.userHandle === null ? {} : { userHandle: lies.userHandle ?? this.handle }),
      },
      clientExtensionResults: {},
      authenticatorAttachment: "platform",
    };
  }
}
