/**
 * The phone's own key, and the signature under a log: it proves that the log was written then, on this device, however late
 * it arrives (API "Accounts, identity, verification"). Plain http has no WebCrypto: logs from there go unsigned.
 */
import type { Gateway, Refused } from "../shell/ask.ts";
import type { DeviceKey, Storage } from "./storage.ts";

export interface SignedLog {
  at: number;
  cache: string;
  call: string;
  instance: string;
  kind: string;
  text: string;
}

/** Where this phone's keys lie. */
export type KeyStore = Pick<Storage, "deviceKey" | "addDeviceKey" | "noteRegistered">;

/**
 * The key of this account on this phone, made where there is none; `undefined` where this browser cannot make one. It asks
 * no gateway: what is signed at the tap is kept at once, however slow the line is.
 */
export async function deviceKey(keys: KeyStore, account: string): Promise<DeviceKey | undefined> {
  if (typeof crypto.subtle === "undefined") return undefined;
  const kept = await keys.deviceKey(account);
  if (kept) return kept;
  const made = await newKey(account);
  // Another page may have made one meanwhile: the first one stays.
  return made && await keys.addDeviceKey(made);
}

/** Sees that the gateway knows the key of this account. `undefined` where it knows it, or where there is no key. */
export async function registerKey(
  keys: KeyStore,
  gateway: Gateway,
  account: string,
): Promise<Refused | undefined> {
  const key = await keys.deviceKey(account);
  if (!key || key.registered) return undefined;
  const body = { callsign: account, publicKey: key.publicKey, label: "browser" };
  const answer = await gateway.ask("POST", "/keys/register", body, account);
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

/** The `signed` member of a log. Keys in order: RFC 8785 over texts and whole numbers is just that. */
export async function signLog(key: DeviceKey, log: SignedLog) {
  const { at, cache, call, instance, kind, text } = log;
  const document = JSON.stringify({ at, cache, call, instance, key: key.publicKey, kind, text });
  return { key: key.publicKey, sig: await signature(key, "svc-log/1", document), at };
}

/** What the account itself asks for, without a session: a request's body that this phone's key signs. `at` is unix seconds. */
export async function signAct(
  key: DeviceKey,
  { at, call, instance, path }: { at: number; call: string; instance: string; path: string },
) {
  const document = JSON.stringify({ at, call, instance, key: key.publicKey, path });
  return { key: key.publicKey, sig: await signature(key, "svc-act/1", document), at };
}

async function signature(key: DeviceKey, domain: string, document: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${domain}\n${document}`);
  return base64Url(new Uint8Array(await crypto.subtle.sign("Ed25519", key.privateKey, bytes)));
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
