/** A log as the app shows it. */
import type { z } from "zod";
import type { LogView } from "../../caches/mod.ts";

type Whole = z.infer<typeof LogView>;
/** What is shown of a log; a mirrored one has no number here. */
export type LogSeen =
  & Pick<Whole, "kind" | "text" | "author" | "foundAt" | "tier">
  & Partial<Pick<Whole, "editedAt" | "own" | "photos">>
  & { id: number | null };
