/** Whether a cache belongs to who is signed in. Pure. */
import { baseOf } from "../account/base_call.ts";
import type { CacheSeen } from "./cache_view.tsx";

/**
 * The gateway says so itself (`own`). A pack is the same for everybody, so there the owner's call is compared: all SSIDs of
 * a call are one person.
 */
export const isMine = (
  { own, mirrored, owner }: Pick<CacheSeen, "own" | "mirrored" | "owner">,
  call: string | undefined,
): boolean => !!own || (!mirrored && call !== undefined && baseOf(owner) === baseOf(call));
