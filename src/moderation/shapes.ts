/** Shapes of moderation's answers, told once for routes and the document. */
import { z } from "#schemas";
import { CATEGORIES, KINDS } from "./kinds.ts";

export const KindName = z.enum(KINDS);
/** What a report in the queue is about. */
const QueuedName = z.enum([...KINDS, "visit"]);
export const CategoryName = z.enum(CATEGORIES);
/** API "Limits", Moderation. */
export const Reason = z.string().trim().min(3).max(500).describe("Why: 3 to 500 characters, kept in the log");
/** Ids as the API writes them: of caches, logs and messages they are numbers, of others texts. Given on as a text. */
export const ItemId = z.union([
  z.string().min(1).max(100),
  z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
]).transform(String).describe("Id of the thing, as the API writes it; of a profile the callsign");
export const Ok = z.object({ ok: z.literal(true) });
export const Touches = z.record(z.string(), z.number()).describe(
  "How many things of which kind are concerned",
);

export const ReportView = z.object({
  id: z.number(),
  kind: QueuedName.describe(
    "visit: a member's log at the instance that reports it, which alone can remove it",
  ),
  targetId: z.string(),
  label: z.string(),
  preview: z.string().describe("The beginning of its text when it was reported"),
  ownerCall: z.string().nullable(),
  cacheId: z.number().nullable(),
  code: z.string().nullable(),
  gone: z.boolean().describe("Whether the thing was deleted or removed since"),
  category: CategoryName,
  text: z.string(),
  found: z.object({ call: z.string(), why: z.looseObject({ code: z.string() }) }).nullable().describe(
    "Of what this instance reports by itself: whose find it is, and what speaks against it as code and values",
  ),
  reporter: z.string().nullable().describe(
    "Callsign of whoever reported it, or name of the instance; null: nobody signed in, or the account is erased",
  ),
  status: z.enum(["open", "resolved"]),
  resolution: z.string().nullable(),
  resolvedBy: z.string().nullable(),
  resolvedAt: z.number().nullable(),
  createdAt: z.number(),
});

/** Longest text of a thing that is shown to judge it, in characters. */
export const LONGEST_TEXT = 20_000;
export const ReportedView = z.object({
  report: ReportView,
  item: z.object({
    text: z.string().describe(`Its text as it is now, at most ${LONGEST_TEXT} characters`),
    media: z.object({ kind: z.enum(["image", "audio"]), url: z.string() }).nullable(),
    status: z.string().nullable(),
    removed: z.boolean(),
    at: z.number().describe("When it was made; unix seconds"),
  }).nullable().describe("The reported thing as it is now; null: it is not here any more"),
  touches: z.record(z.string(), z.number()).nullable().describe(
    "What its removal would take away, by kind; null where it cannot be removed",
  ),
});

export const Suspended = z.object({
  reason: z.string(),
  category: z.string(),
  until: z.number().nullable().describe("Unix seconds; null: until it is lifted"),
  at: z.number(),
});
export const AccountLine = z.object({
  callsign: z.string().nullable(),
  calls: z.array(z.string()),
  email: z.string().nullable(),
  createdAt: z.number(),
  suspended: Suspended.nullable(),
  operator: z.boolean(),
});
export const Action = z.object({
  id: z.number(),
  at: z.number(),
  actor: z.string().describe("A call, OPERATOR for the operator secret, or CLI"),
  action: z.string(),
  kind: z.string(),
  targetId: z.string(),
  label: z.string(),
  reason: z.string(),
  about: z.string().nullable().optional().describe("Base call of the person whose thing it was"),
  batch: z.number().nullable().describe(
    "The same in every entry of one act on several things; null: an act on one thing",
  ),
});
export const AccountView = z.object({
  account: AccountLine.extend({
    verifications: z.array(z.object({ callsign: z.string(), method: z.string(), verifiedAt: z.number() })),
    openClaims: z.number(),
  }),
  openReports: z.array(ReportView),
  content: z.array(z.object({
    kind: KindName,
    id: z.string(),
    label: z.string(),
    preview: z.string(),
    at: z.number(),
    cacheId: z.number().optional(),
    code: z.string().optional(),
    status: z.string().optional(),
    removed: z.boolean(),
  })),
  actions: z.array(Action),
});
