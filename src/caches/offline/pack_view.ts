/** Packs as shown. */
import { z } from "#schemas";
import { VISIT_REASONS } from "./visits.ts";
import { Sealed } from "../stages/seal.ts";
import { StageView } from "../stages/stage_view.ts";
import { CacheView } from "../views/cache_view.ts";
import { BookedLog } from "../views/log_view.ts";
import { MediaView } from "../views/media_view.ts";

const Named = z.object({
  code: z.string(),
  title: z.string(),
  type: z.string(),
  updatedAt: z.number(),
  removed: z.boolean(),
});

/** A stage in a pack: what it hides is in it only for its owner, or sealed under its code. */
const PackedStage = StageView.pick({ n: true, unlock: true }).extend({
  sealed: Sealed.optional().describe("Opened on the phone by the stage's code"),
  soundBytes: z.number().optional().describe("Of a stage that a sound leads to"),
  ...StageView.pick({ clue: true, lat: true, lon: true, radiusM: true, code: true }).partial().shape,
});

/** A pack of a locator square, or of one's own caches. */
export const PackView = z.object({
  instance: z.string(),
  serviceCall: z.string().describe("The call that takes commands over the air"),
  grid: z.string().optional().describe("The locator square, in capital letters"),
  generation: z.string().optional().describe("Changes with whatever is in the pack"),
  builtAt: z.number().describe("When the pack was made, unix seconds"),
  caches: z.array(CacheView.extend({
    stages: z.array(PackedStage),
    logs: z.array(BookedLog).describe("The latest five of the log book"),
    logCount: z.number().describe("How many logs the log book has"),
    images: z.array(MediaView),
    visit: z.array(z.enum(VISIT_REASONS)).optional().describe(
      "Why one's own cache needs a visit; empty where it needs none",
    ),
  })),
  mine: z.literal(true).optional().describe("These are one's own caches"),
  gone: z.array(Named).optional().describe("One's own caches that were archived or removed, by name alone"),
});
