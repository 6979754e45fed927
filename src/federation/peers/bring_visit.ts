/** A photo is sent as it is, whatever it is: the instance of the cache looks at it. */
const PHOTO = { "content-type": "image/jpeg", accept: "application/json" };
const JSON_HEADERS = { "content-type": "application/json", accept: "application/json" };
const isPhoto = (body: object): body is { bytes: Uint8Array; signed: string } =>
  "bytes" in body && body.bytes instanceof Uint8Array;

/** Hands a visit of a member on to the instance that keeps the cache, over the network (API "Caches, logs, media"). */
import { type FetchGuard, FetchRefused } from "../../base/mod.ts";
import type { Store } from "../tables/store.ts";
import { pullAddresses } from "./endpoints.ts";

/** Addresses that are tried, and what one try may take: whoever logs waits for it. */
const MOST_ADDRESSES = 3, TRY_MS = 6000, MOST_BYTES = 64 * 1024;

/** What the instance answered; `undefined` where it has no address, is blocked, or nobody answered there. */
export async function bringVisit(
  { store: { peers }, guard, isExempt }: { store: Store; guard: FetchGuard; isExempt(url: string): boolean },
  instance: string,
  path: string,
  body: object,
  mostBytes = MOST_BYTES,
) {
  const peer = peers.live(instance);
  if (!peer || peers.isBlocked(instance) || peer.addedVia === "transit") return undefined;
  for (const { base } of pullAddresses(peer.url, peer.endpoints).slice(0, MOST_ADDRESSES)) {
    try {
      const { status, bytes, headers } = await guard.request({
        url: `${base}${path}`,
        ...(isPhoto(body)
          ? { method: "PUT", body: body.bytes, headers: { ...PHOTO, "x-visit-signature": body.signed } }
          : { method: "POST", body: JSON.stringify(body), headers: JSON_HEADERS }),
        maxBytes: mostBytes,
        timeoutMs: TRY_MS,
        exempt: isExempt(base),
      });
      if (status >= 500) continue;
      const after = Number(headers["retry-after"] ?? NaN);
      return {
        status,
        body: objectOf(bytes) ?? {},
        ...(after > 0 && { retryAfter: Math.min(after, 86_400) }),
      };
    } catch (error) {
      if (!(error instanceof FetchRefused)) throw error;
    }
  }
  return undefined;
}

/** The object that an answer says in JSON; `undefined` where it says none. */
export function objectOf(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
