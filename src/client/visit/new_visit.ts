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
import { routeTo } from "../phone/wire/routes.ts";
import { say } from "../ui/say.ts";

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

async function signed(key: DeviceKey, fields: Readonly<Record<string, unknown>>, inside: object | undefined) {
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

/** The body of a visit that waits, with another text: a second later, since it may be there already as it was. */
export async function editedVisit(app: App, { account, body }: Item, text: string): Promise<Item["body"]> {
  const { sig: _, private: inside, priv: _digest, key: _key, ...fields } = body;
  const key = await deviceKey(app.storage, account);
  return signed(key!, { ...fields, at: Number(fields.at) + 1, text }, inside as object | undefined);
}
