import { z } from "#schemas";

/**
 * What may be wrong with a line of the setup checklist, by name: `KEY.what`. Pages say each in the reader's language; the
 * `detail` beside it is the same for the command line.
 */
export const CHECK_REASONS = [
  "INGEST_SECRET.unset",
  "OPERATOR_SECRET.unset",
  "SESSION_SECRET.unset",
  "SESSION_SECRET.unusable",
  "ADMIN_CALLSIGNS.unset",
  "SERVICE_CALL.unset",
  "APP_URL.unset",
  "APP_URL.plain",
  "APP_URL.beside",
  "INSTANCE_ID.unset",
  "RP_ID.strange",
  "FED_PRIVATE_KEY.unset",
  "OPERATOR_NAME.lacks",
  "SOURCE_REPO.unset",
  "SMTP_URL.unset",
  "SMTP_URL.no_address",
  "SMTP_URL.untried",
  "SMTP_URL.failing",
  "SMTP_URL.refused",
  "VAPID_PRIVATE_KEY.unset",
  "VAPID_PRIVATE_KEY.untried",
  "VAPID_PRIVATE_KEY.failing",
  "VAPID_PRIVATE_KEY.refused",
  "DOH_URL.unset",
  "DOH_URL.untried",
  "DOH_URL.failing",
  "DOH_URL.refused",
  "MQTT_URL.untried",
  "MQTT_URL.failing",
  "MQTT_URL.refused",
  "JOBS.failed",
  "boxes.silent",
  "boxes.untried",
  "LOTW_ROOTS.unset",
  "CLOCK.past",
  "DATABASE.damaged",
  "CLOCK.jumped",
  "DISK.scarce",
  "DISK.full",
  "ENV_FILE.unread",
  "SECRETS.short",
  "BACKUP.none",
  "BACKUP.old",
  "BACKUP.failed",
  "BACKUP.unsound",
  "ELSEWHERE.never",
  "ELSEWHERE.late",
  "REPLICA.none",
  "REPLICA.behind",
  "ADDRESSES.none",
  "TLS.off",
  "AUTHORITY.strange",
  "AUTHORITY.foreign",
  "AUTHORITY.broken",
  "UPDATE_CHECK.newer",
  "UPDATE_CHECK.unreached",
  "FIRST_PARTY_SITES.none",
  "operators.one",
  "operators.waiting",
  "verify.nobody",
  "verify.none",
  "partners.none",
  "partners.failing",
  "partners.never",
  "partners.untried",
  "partners.waiting",
  "fed_bbs.unmarked",
  "peers.none",
  "peers.blocked",
  "peers.stopped",
  "peers.failing",
  "peers.untried",
  "gaps.lost",
  "hub.unset",
  "hub.failing",
  "hub.never",
  "spokes.stale",
  "name.changed",
  "neighbours.no_name",
  "neighbours.no_key",
  "circuits.no_call",
  "circuits.no_key",
  "circuits.no_peer",
  "circuits.failing",
] as const;
export type CheckReason = typeof CHECK_REASONS[number];

/** Values for a sentence in the reader's language. `error` is a text of another program, `value` is what is set. */
export type CheckValues = Readonly<Record<string, string | number>>;

/** A line of the setup checklist, as it is answered. */
export const CheckReply = z.object({
  key: z.string().describe("Setting that it is about, or the name of the check"),
  label: z.string(),
  group: z.enum(["security", "identity", "trust", "legal", "delivery", "data"]),
  level: z.enum(["blocking", "recommended", "optional"]),
  status: z.enum(["ok", "warn", "missing", "untried"]).describe(
    "untried: it is set, and nobody knows yet whether it works",
  ),
  source: z.enum(["env", "db"]),
  detail: z.string(),
  fix: z.string().nullable().describe("What to do about it; null where nothing is wrong"),
  reason: z.enum(CHECK_REASONS).nullable().describe(
    "Code of what is wrong, for pages in other languages; null where nothing is",
  ),
  values: z.record(z.string(), z.union([z.string(), z.number()])).describe(
    "What the reason's sentence names",
  ),
  accepted: z.string().nullable().describe(
    "Why an operator has accepted it: it counts no more. Null where nobody did",
  ),
});
export type CheckItem = z.output<typeof CheckReply>;

/** What areas add: things that only the database knows. */
export type ExtraCheck = () => Omit<CheckItem, "fix" | "reason" | "values" | "accepted"> & {
  /** Code of what is wrong; absent where nothing is. */
  reason?: CheckReason | null;
  values?: CheckValues;
};
