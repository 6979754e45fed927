/** Signing a request to a hub with this instance's federation key (FED "Authentication", spoke-signed). */
import { spokeText } from "../../http/mod.ts";
import type { Identity } from "./identity.ts";

/**
 * The headers that say who asks. `target` is the path with its query, exactly as it is sent. The time must be believed:
 * callers ask nothing while the clock is not set.
 */
export function spokeHeaders(
  { instance, key }: Identity,
  now: number,
  method: "GET" | "POST",
  target: string,
  body: Uint8Array = new Uint8Array(),
): Record<string, string> {
  if (!key) throw new Error("An instance without a key signs no request");
  const at = String(now);
  return {
    "x-relay-instance": instance,
    "x-relay-at": at,
    "x-relay-sig": key.signText(spokeText(method, target, at, body)),
  };
}
