/** Stages of a cache in tests of the app: made by its owner and sealed, then opened on a phone while the gateway is gone. */
import assert from "node:assert/strict";
import type { TestApp } from "./app.ts";
import { enter, key, tabTo, type } from "./hands.ts";
import type { Field, Phone } from "./phone.ts";

/** Code of a tag that is strong enough to be sealed into packs. */
export const TAG = "zq7-kestrel-94-lantern";

/** Gives a cache of OE1XYZ its stages, and waits until they are sealed. Gives the gateway's answer. */
export async function sealedStages(app: TestApp, cache: { id: number }, stages: readonly object[]) {
  const owner = await app.signIn("OE1XYZ");
  const made = await owner.post(`/api/caches/${cache.id}/stages`, { stages });
  assert.equal(made.status, 200, made.text);
  await app.caches.sealed();
  return made;
}

/**
 * By keyboard: the gateway goes away, the stage is opened with its tag's code, its cache is logged, and both arrive when the
 * gateway is back. `has` waits until so many of a selector are on the page.
 */
export async function openedByKeyboard(
  { field, phone, has }: { field: Field; phone: Phone; has(selector: string, n?: number): Promise<void> },
  { code, clue }: { code: string; clue: string },
): Promise<void> {
  await phone.ready();
  await field.unplug();
  await phone.open(`/c/${code}/stages`);
  await phone.sees("Opens without a connection.");
  await tabTo(phone, "Code of the tag");
  await type(phone, TAG);
  await key(phone, "Enter");
  await phone.sees(clue);
  await enter(phone, "Log it");
  await enter(phone, "Log find");
  await has("[data-state=waiting]", 2);
  field.plugIn();
  await has("[data-state=settled]", 2);
}
