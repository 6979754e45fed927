/**
 * The phone's own key, and the signature of a log: it proves when and on which device the log was written, however late it
 * arrives (API "Accounts, identity, verification"). On plain http there is no WebCrypto, so logs are not signed there.
 */
import { deviceName } from "./device_name.ts";
import type { Gateway } from "../ask.ts";
import type { Refused } from "../../ui/refused.ts";
import type { DeviceKey, Storage } from "../kept/storage.ts";
import { routeTo } from "../wire/routes.ts";

/** The parts of a log that are signed. `at`: unix seconds. */
interface SignedLog {
  at: number;
  cache: string;
  call: string;
  instance: string;
  kind: string;
  text: string;
}

/** By this label the key of a browser that tells nothing of itself is known; people read it in their language. */
export const KEY_LABEL = "browser";

/** Where this phone's keys are stored. */
export type KeyStore = Pick<Storage, "deviceKey" | "addDeviceKey" | "noteRegistered">;

/**
 * The key of this account on this phone, made where there is none; `undefined` where this browser cannot make one. The
 * gateway is not asked, so that signing does not wait for a slow connection.
 */
export async function deviceKey(keys: KeyStore, account: string): Promise<DeviceKey | undefined> {
  if (typeof crypto.subtle === "undefined") return undefined;
  const kept = await keys.deviceKey(account);
  if (kept) return kept;
  const made = await newKey(account);
  // Another tab may have made a key meanwhile: the first one stays.
  return made && await keys.addDeviceKey(made);
}

/**
 * Tells the gateway the key of this account. `undefined` where the gateway knows it or there is no key, else what failed.
 * `isAnew`: it is told all the same, since another session is open on this device now.
 */
export async function registerKey(
  keys: KeyStore,
  gateway: Gateway,
  account: string,
  signal?: AbortSignal,
  isAnew = false,
): Promise<Refused | undefined> {
  const key = await keys.deviceKey(account);
  if (!key || key.registered && !isAnew) return undefined;
  const label = deviceName(navigator.userAgent) || KEY_LABEL;
  const body = { callsign: account, publicKey: key.publicKey, label };
  const answer = await gateway.ask("POST", routeTo("POST /keys/register"), body, account, signal);
  if (!answer.ok) return answer;
  await keys.noteRegistered(key);
}

async function newKey(account: string): Promise<DeviceKey | undefined> {
  try {
    const pair = await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]) as CryptoKeyPair;
    const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
    return { account, publicKey: base64Url(raw), privateKey: pair.privateKey, registered: false };
  } catch {
    return undefined; // a browser without Ed25519
  }
}

/** The `signed` member of a log. Members are in alphabetical order: for texts and whole numbers RFC 8785 needs no more. */
export async function signLog(key: DeviceKey, log: SignedLog) {
  const { at, cache, call, instance, kind, text } = log;
  const document = JSON.stringify({ at, cache, call, instance, key: key.publicKey, kind, text });
  return { key: key.publicKey, sig: await signature(key, "svc-log/1", document), at };
}

/** The body of a request about one's account without being signed in: this phone's key signs it. `at`: unix seconds. */
export async function signAct(
  key: DeviceKey,
  { at, call, instance, path }: { at: number; call: string; instance: string; path: string },
) {
  const document = JSON.stringify({ at, call, instance, key: key.publicKey, path });
  return { key: key.publicKey, sig: await signature(key, "svc-act/1", document), at };
}

export async function signature(key: DeviceKey, domain: string, document: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${domain}\n${document}`);
  return base64Url(new Uint8Array(await crypto.subtle.sign("Ed25519", key.privateKey, bytes)));
}

export const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
