/** A log as the app shows it. */
import type { z } from "zod";
import type { LogView } from "../../../caches/mod.ts";

type Whole = z.infer<typeof LogView>;
/** The fields that the app shows of a log; one that came from another instance has no number at this one. */
export type LogSeen =
  & Pick<Whole, "kind" | "text" | "author" | "foundAt" | "tier">
  & Partial<Pick<Whole, "createdAt" | "editedAt" | "own" | "photos">>
  & { id: number | null };
