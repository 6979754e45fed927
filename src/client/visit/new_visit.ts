/**
 * Makes a visit for the queue: a log at a neighbour's cache, which this phone's key signs for the instance that keeps the
 * cache (API "Caches, logs, media"). Where the phone was, and the words of opened stages, are signed as a digest alone: they are sent
 * beside it, and no record has them.
 */
import type { App } from "../phone/app.ts";
import type { DeviceKey } from "../phone/kept/storage.ts";
import type { Item } from "../phone/queue/item.ts";
import { newItem } from "../phone/queue/new_item.ts";
import { base64Url, deviceKey, signature } from "../phone/queue/sign.ts";
import { type Reading, worthOf } from "../phone/position/reading.ts";
import { type BodyOf, routeTo } from "../phone/wire/routes.ts";
import { say } from "../ui/say.ts";

/** What is sent beside a visit. */
type Inside = BodyOf<"POST /api/my/visits">["private"];

interface Wrote {
  kind: string;
  text: string;
  position: Reading | undefined;
}

/** The instance that keeps a cache, from the cache's global id. */
const keeperOf = (gid: string): string => gid.slice(0, gid.indexOf(":"));

/** Members in alphabetical order and without those that are not there: for such values RFC 8785 needs no more. */
const canonical = (values: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(values).sort(([a], [b]) => a < b ? -1 : 1)));

/** The 16 bytes of a random name, which are hexadecimal digits with dashes. */
const bytesOf = (id: string): Uint8Array =>
  Uint8Array.from(id.replaceAll("-", "").match(/../g) ?? [], (byte) => parseInt(byte, 16));

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function signed<Fields extends Readonly<Record<string, unknown>>>(
  key: DeviceKey,
  fields: Fields,
  inside: Inside,
) {
  const priv = inside &&
    hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canonical({ ...inside }))));
  const document = { ...fields, key: key.publicKey, ...(priv && { priv }) };
  const sig = await signature(key, "svc-visit/1", canonical(document));
  return { ...document, sig, ...(inside && { private: inside }) };
}

/** What opened the last stage of those that were opened on this phone by a code. */
const codeOf = async ({ packs }: App, account: string, cache: string): Promise<string | undefined> =>
  (await packs.storage.opened(account, cache)).findLast(({ code }) => code)?.code;

/** The visit as an item, or why this browser cannot make one. */
export async function newVisit(
  app: App,
  { account, instance: home, cache, title }: {
    account: string;
    instance: string;
    cache: string;
    title: string;
  },
  { kind, text, position }: Wrote,
): Promise<Item | string> {
  const at = app.gateway.now(), key = await deviceKey(app.storage, account);
  if (!key) return say("visit.unsigned");
  const near = position && worthOf(position, at) !== "old" ? position : undefined;
  const code = kind === "found" ? await codeOf(app, account, cache) : undefined;
  const salt = base64Url(bytesOf(app.world.newId()));
  const inside = (near || code) && {
    ...(near && { accuracyM: near.accuracyM, lat: near.lat, lon: near.lon }),
    ...(code && { code }),
    salt,
  };
  const id = app.world.newId();
  const fields = { at, cache, call: account, home, instance: keeperOf(cache), kind, sentId: id, text };
  return newItem(at, { account, instance: home }, {
    ...{ id, kind: "log", cache, title, method: "POST" },
    path: routeTo("POST /api/my/visits"),
    body: await signed(key, fields, inside || undefined) as never,
  });
}

/** The visit once more with another text: its instance changes that alone, within a day. */
export const signedText = (
  { gateway }: App,
  key: DeviceKey,
  { cache, call, kind, origin: instance, sentId }: {
    cache: string;
    call: string;
    kind: string;
    origin: string;
    sentId: string;
  },
  { home, text }: { home: string; text: string },
) =>
  signed(key, {
    at: gateway.now(),
    cache,
    call,
    home,
    instance,
    kind: kind as BodyOf<"POST /api/my/visits">["kind"],
    sentId,
    text,
  }, undefined);

/** The signature of a photo: `visit` as the instance of its cache names it. */
export async function signedPhoto(
  key: DeviceKey,
  { at, bytes, visit }: { at: number; bytes: Uint8Array; visit: string },
): Promise<string> {
  const sha256 = hex(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
  return `${at}.${await signature(
    key,
    "svc-visit-photo/1",
    canonical({ at, key: key.publicKey, sha256, visit }),
  )}`;
}

/** The body of a visit that waits, with another text: a second later, since it may be there already as it was. */
export async function editedVisit(app: App, { account, body }: Item, text: string): Promise<Item["body"]> {
  const { sig: _, private: inside, priv: _digest, key: _key, ...fields } = body;
  const key = await deviceKey(app.storage, account);
  return signed(key!, { ...fields, at: Number(fields.at) + 1, text }, inside as Inside);
}
