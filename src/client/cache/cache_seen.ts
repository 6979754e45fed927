/** A cache as pages show it. */
import type { z } from "#schemas";
import type { CacheDetail } from "../../caches/mod.ts";
import { type Key, say } from "../ui/say.ts";

/** As the gateway tells it, or as a pack has it: with the stages themselves. */
export type CacheSeen = z.infer<typeof CacheDetail> & { stages?: readonly unknown[] };

const SIZES = ["micro", "small", "regular", "large", "none"];
/** The words for a cache's size; one that this app does not know is "other". */
export const saySize = (size: string): string => say(`size.${SIZES.includes(size) ? size : "other"}` as Key);
