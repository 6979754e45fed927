/** Whether a cache belongs to who is signed in. Pure. */
import { ownerCall } from "../../base/callsigns.ts";
import type { Known } from "../phone/reader.ts";
import type { CacheSeen } from "./cache_seen.ts";

/**
 * The gateway says so itself (`own`). A pack is the same for everybody, so there the owner's call is compared: all SSIDs of
 * a call are one person.
 */
export const isMine = (
  { own, mirrored, owner }: Pick<CacheSeen, "own" | "mirrored" | "owner">,
  call: string | undefined,
): boolean => !!own || (!mirrored && call !== undefined && ownerCall(owner) === ownerCall(call));

/**
 * Whether the gateway said if the cache is one's own to change. An answer that the phone kept may be from before signing in:
 * that it has no owner's part says nothing.
 */
export const isToldWhose = (
  { source, value }: Pick<Known<Pick<CacheSeen, "own">>, "source" | "value">,
): boolean => source === "live" || !!value.own;
