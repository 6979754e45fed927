/** A log as the app shows it. */
import type { z } from "#schemas";
import type { LogView } from "../../../caches/mod.ts";

import type { LOG } from "../../../things/log.ts";
import type { ViewOf } from "../../../things/thing.ts";

type Whole = z.infer<typeof LogView>;
/** The fields that the app shows of a log; one that came from another instance has no number at this one. */
export type LogSeen =
  & ViewOf<typeof LOG.facts>
  & Pick<Whole, "kind" | "author" | "foundAt" | "tier">
  & Partial<
    Pick<
      Whole,
      "verified" | "createdAt" | "editedAt" | "fieldTimeRejected" | "own" | "photos" | "look" | "held"
    >
  >
  & { id: number | null };
/** What its writer says in a form: the text, and what they tick. */
export type LogSaid = Pick<ViewOf<typeof LOG.facts>, "text">;
