/** What members do in federation's tests, through the routes that they use. */
import assert from "node:assert/strict";
import { newToken } from "../../../src/base/mod.ts";
import { readSigningKey } from "../../../src/wire/mod.ts";
import type { Client, TestApp } from "../../kit/app.ts";
import { CACHE } from "../../kit/game.ts";

/** Hides an active, federated cache. */
export async function hidden(by: Client, title: string, over: object = {}): Promise<{ code: string }> {
  const reply = await by.post("/api/caches", {
    title,
    type: "traditional",
    size: "small",
    lat: CACHE.lat,
    lon: CACHE.lon,
    status: "active",
    ...over,
  });
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}

/** Registers a device key for a call and gives it. */
export async function deviceKeyOf(app: TestApp, by: Client, callsign: string): Promise<string> {
  const { publicKey } = readSigningKey(newToken(app.world))!;
  const reply = await by.post("/keys/register", { callsign, publicKey, label: "phone" });
  assert.equal(reply.status, 200, reply.text);
  return publicKey;
}
