/** Making a signing key, and following it by another (FED "Key pin"). What comes out goes into the environment. */
import { toBase64Url, type World } from "../../base/mod.ts";
import {
  fingerprintOf,
  readSigningKey,
  showFingerprint,
  signDocument,
  type SigningKey,
} from "../../wire/mod.ts";
import type { Identity } from "./identity.ts";
import type { Rotation } from "../tables/peer_store.ts";

interface NewIdentity {
  /** FED_PRIVATE_KEY: the seed. Secret. */
  seed: string;
  publicKey: string;
  /** In groups, to be compared. */
  fingerprint: string;
}

function described(seed: string): NewIdentity & { key: SigningKey } {
  const key = readSigningKey(seed)!;
  return { seed, key, publicKey: key.publicKey, fingerprint: showFingerprint(fingerprintOf(key.publicKey)) };
}

/** A fresh key. */
export const newIdentity = (world: World): NewIdentity => {
  const { key: _key, ...identity } = described(toBase64Url(world.random(32)));
  return identity;
};

/** A new key after the present one: the old key signs for it and still counts for the grace. */
export function rotateIdentity(
  identity: Identity,
  graceS: number,
  world: World,
): NewIdentity & { history: { x: string; until: number }[]; rotations: Rotation[] } {
  const old = identity.key;
  if (!old) throw new TypeError("Cannot rotate: there is no key yet");
  const { key: _key, ...next } = described(toBase64Url(world.random(32)));
  const record = { at: world.now(), key: next.publicKey, prevKey: old.publicKey };
  return {
    ...next,
    history: [
      ...identity.history.map(({ x, until }) => ({ x, until: until ?? record.at })),
      { x: old.publicKey, until: record.at + graceS },
    ],
    rotations: [...identity.rotations, { ...record, sig: signDocument("svc-rot/1", record, old) }],
  };
}
