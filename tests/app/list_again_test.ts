/** The list of caches that is read again: left in sight while it is the same, replaced once it is not, kept where nobody answers. */
import assert from "node:assert/strict";
import { Gateway } from "../../src/client/phone/ask.ts";
import { Caches } from "../../src/client/phone/known/caches.ts";
import { Reader } from "../../src/client/phone/reader.ts";
import type { Storage } from "../../src/client/phone/kept/storage.ts";

/** What never changes, as the app reads it. */
const still = (value: unknown) => ({ value, peek: () => value }) as never;

/** A gateway that answers a list with a version, or not at all; and a phone that keeps what it was answered. */
function listed() {
  const gate = { etag: `W/"1"` as string | undefined, title: "The old mast", gone: false };
  let read = Promise.withResolvers<void>();
  const fetch = async () => {
    if (gate.gone) throw new Error("gone");
    // The phone's own memory is quicker.
    await read.promise;
    const headers = { "content-type": "application/json", ...(gate.etag && { etag: gate.etag }) };
    const row = { id: 1, code: "AAA1111", title: gate.title, lat: 48, lon: 16 };
    return new Response(JSON.stringify({ caches: [row], truncated: false }), { headers });
  };
  const gateway = new Gateway({
    ...{ clock: () => 1_800_000_000, fetch, newId: () => "", random: () => 0, later: () => () => {} },
    socket: () => ({}) as WebSocket,
  });
  const kept = new Map<string, { path: string }>();
  const storage = {
    kept: (path: string) => {
      read.resolve();
      read = Promise.withResolvers();
      return Promise.resolve(structuredClone(kept.get(path)));
    },
    keep: (one: { path: string }) => Promise.resolve(void kept.set(one.path, one)),
  } as unknown as Storage;
  const caches = new Caches(new Reader(gateway, storage), still(undefined), still([]));
  return { caches, gate };
}

Deno.test("a list of the same version is the same list: nothing is drawn anew", async () => {
  const { caches } = listed();
  await caches.refresh();
  const first = caches.list.peek();
  const [row] = caches.sorted.peek();
  await caches.refresh();
  assert.equal(caches.list.peek(), first);
  assert.equal(caches.sorted.peek()[0], row);
});

Deno.test("another version is shown, and so is every answer without a version", async () => {
  const { caches, gate } = listed();
  await caches.refresh();
  Object.assign(gate, { etag: `W/"2"`, title: "The new mast" });
  await caches.refresh();
  assert.equal(caches.rows.peek()[0]!.title, "The new mast");
  Object.assign(gate, { etag: undefined, title: "The newest mast" });
  await caches.refresh();
  Object.assign(gate, { title: "The last mast" });
  await caches.refresh();
  assert.equal(caches.rows.peek()[0]!.title, "The last mast");
});

Deno.test("where nobody answers, the list is what the phone kept; once somebody does, it is the gateway's again", async () => {
  const { caches, gate } = listed();
  await caches.refresh();
  gate.gone = true;
  await caches.refresh();
  assert.equal(caches.list.peek()?.source, "kept");
  assert.equal(caches.rows.peek()[0]!.title, "The old mast");
  gate.gone = false;
  await caches.refresh();
  assert.equal(caches.list.peek()?.source, "live");
});
