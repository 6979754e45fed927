/** What the gateway answers about a find. */
import type { z } from "#schemas";
import type { OneFind } from "../../caches/mod.ts";

export type Found = z.infer<typeof OneFind>;
