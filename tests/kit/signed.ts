/** Account actions signed with a device key (`svc-act/1`). */
import { newToken } from "../../src/base/mod.ts";
import { documentText, readSigningKey, type SigningKey } from "../../src/wire/mod.ts";
import type { Client, Reply, TestApp } from "./app.ts";

export const newKey = (app: TestApp): SigningKey => readSigningKey(newToken(app.world))!;

/** Registers a fresh key for a call of the client's. */
export async function registerKey(app: TestApp, client: Client, callsign: string): Promise<SigningKey> {
  const key = newKey(app);
  await client.post("/keys/register", { callsign, publicKey: key.publicKey });
  return key;
}

/** Asks for an account action of a call with nothing but the key's signature. */
export function signedAction(
  app: TestApp,
  key: SigningKey,
  call: string,
  what: "export" | "delete" | "bundle" | "move",
  more: Record<string, unknown> = {},
): Promise<Reply> {
  const path = `/api/account/${call}/${what}`;
  const at = app.world.now();
  const sig = key.signText(
    documentText("svc-act/1", { at, call, instance: "localhost", key: key.publicKey, path }),
  );
  return app.visitor.post(path, { key: key.publicKey, at, sig, ...more });
}
