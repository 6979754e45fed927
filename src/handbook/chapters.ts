/**
 * The chapters of the handbook, in the order in which they are listed. Menu, links from pages, refusals and lines of the
 * checklist, topics at the shell and tests all come from this table. A chapter's text is `<language>/<id>.md`, its title
 * the heading there. Pure data.
 */

/** Languages in which the handbook is whole. */
export const BOOK_LANGUAGES = ["en", "de"] as const;
export type BookLanguage = typeof BOOK_LANGUAGES[number];

/** For whom chapters are, in order; the names are in the reader's words (`help.for.<name>`). */
export const READERS = [
  "finders",
  "hiders",
  "shack",
  "sysops",
  "boxes",
  "programs",
  "developers",
  "words",
] as const;
type Reader = typeof READERS[number];

interface ChapterRow {
  readonly id: string;
  readonly of: Reader;
  /** Pages of the app that it explains, by path. Each page has one chapter. */
  readonly pages?: readonly string[];
  /** Reasons of refusals that lead to it, or with `#` to one of its headings. */
  readonly reasons?: readonly string[];
  /** Lines of the checklist that lead to it. */
  readonly checks?: readonly string[];
}

export const CHAPTERS: readonly ChapterRow[] = [
  {
    id: "cards",
    of: "finders",
    pages: ["/me/cards"],
    reasons: ["card_late", "card_not_heard"],
  },
  {
    id: "first-find",
    of: "finders",
    pages: [
      "/",
      "/c/:code",
      "/c/:code/log",
      "/c/:code/go",
      "/more",
      "/activity",
      "/ranks",
      "/u/:call",
      "/me/logs",
      "/me/lists",
      "/me/awards",
      "/me/statistics",
      "/list/:share",
      "/welcome",
      "/found-a-box",
    ],
    reasons: ["visitors_off", "origin_untrusted", "origin_blocked", "visitor_refused"].map((one) =>
      `${one}#at-a-neighbour-s-cache`
    ),
  },
  {
    id: "account",
    of: "finders",
    pages: ["/sign-in", "/me", "/me/verify", "/me/calls", "/me/profile", "/me/access"],
    reasons: [
      "needs_callsign",
      "call_not_verified",
      "not_verified",
      "held_unverified",
      "held_verified",
      "adopter_unverified",
      "suspended#your-account-is-suspended",
      "holder_suspended",
      "dns_closed",
      "lotw_closed",
      "link_spent",
      "link_unknown",
      "no_passkey",
    ],
  },
  { id: "radio-in-hand", of: "finders", pages: ["/radio"] },
  { id: "terminal", of: "shack" },
  { id: "radio-commands", of: "finders", pages: ["/c/:code/radio"], checks: ["SERVICE_CALL"] },
  {
    id: "no-signal",
    of: "finders",
    pages: ["/waiting", "/packs"],
    reasons: ["pack_too_large", "clock_unset", "disk_full"],
  },
  { id: "what-counts", of: "finders", pages: ["/find/:id"] },
  { id: "hide", of: "hiders", pages: ["/hide"], reasons: ["hide_limit"] },
  {
    id: "stages",
    of: "hiders",
    pages: ["/c/:code/stages", "/c/:code/edit/stages"],
    reasons: ["previous_stage", "bad_code", "too_far", "last_stage_locked", "bad_stages"],
  },
  {
    id: "look-after",
    of: "hiders",
    pages: ["/me/caches", "/c/:code/edit", "/adoptions"],
    reasons: ["move_limit", "not_offered", "cache_removed_edit#an-operator-removed-it"],
  },
  {
    id: "live",
    of: "shack",
    pages: ["/map", "/live", "/s/:call", "/ports", "/node", "/spots", "/me/watches", "/me/stations"],
  },
  {
    id: "messages",
    of: "shack",
    pages: ["/messages", "/messages/:call", "/mailbox", "/me/notices"],
    reasons: ["mailbox_full", "mailbox_limit", "push_off"],
  },
  {
    id: "mailbox",
    of: "shack",
    pages: ["/bbs", "/bbs/b/:category", "/bbs/t/:id"],
    reasons: ["no_mailbox", "reserved_addressee", "bulletin_limit"],
  },
  { id: "mesh", of: "shack", pages: ["/mesh", "/mesh/:node"] },
  { id: "tak", of: "shack", pages: ["/live/tak"] },
  {
    id: "first-hour",
    of: "sysops",
    pages: ["/admin/first"],
    checks: ["ADMIN_CALLSIGNS", "OPERATOR_NAME", "verify"],
  },
  { id: "install", of: "sysops", checks: ["APP_URL"] },
  {
    id: "https",
    of: "sysops",
    reasons: ["no_authority"],
    checks: ["TLS", "AUTHORITY", "RP_ID", "ADDRESSES"],
  },
  {
    id: "receivers",
    of: "sysops",
    pages: ["/admin/receivers", "/admin/receivers/:box"],
    checks: ["FIRST_PARTY_SITES", "INGEST_SECRET", "boxes"],
  },
  { id: "home", of: "sysops", checks: ["MQTT_URL"] },
  {
    id: "people",
    of: "sysops",
    pages: ["/admin/people", "/admin/people/:call"],
    checks: ["DOH_URL", "LOTW_ROOTS"],
  },
  { id: "silent-key", of: "sysops" },
  {
    id: "moderation",
    of: "sysops",
    pages: ["/admin/reports", "/admin/done", "/admin/caches"],
    reasons: ["cannot_restore"],
  },
  {
    id: "neighbours",
    of: "sysops",
    pages: ["/admin/neighbours", "/admin/neighbours/:part"],
    reasons: ["fingerprint_differs", "fingerprint_missing", "peer_unsigned", "peer_unknown", "dns_bogus"],
    checks: ["peers", "exchange", "neighbours", "gaps", "FED_PRIVATE_KEY", "INSTANCE_ID", "name"],
  },
  {
    id: "visiting",
    of: "sysops",
    reasons: ["visit_quota"],
  },
  { id: "visits-on-the-air", of: "sysops" },
  { id: "witnesses", of: "sysops" },
  {
    id: "links",
    of: "sysops",
    reasons: ["not_a_spoke", "submit_closed", "fed_bbs_off"],
    checks: ["circuits", "fed-bbs", "hub", "spokes"],
  },
  {
    id: "mail-network",
    of: "sysops",
    pages: ["/admin/mail"],
    reasons: ["partner_unknown", "bad_connect_script"],
    checks: ["partners"],
  },
  {
    id: "backup-and-upgrade",
    of: "sysops",
    pages: ["/admin/ground"],
    reasons: ["backup_running", "no_such_backup"],
    checks: ["BACKUP", "ELSEWHERE", "UPDATE_CHECK"],
  },
  { id: "many-readers", of: "sysops" },
  { id: "stand-by", of: "sysops", checks: ["REPLICA"] },
  { id: "hand-over", of: "sysops", checks: ["operators"] },
  { id: "growing", of: "sysops" },
  {
    id: "checklist",
    of: "sysops",
    pages: ["/admin", "/wall"],
    checks: ["CLOCK", "DATABASE", "DISK", "JOBS"],
  },
  {
    id: "settings",
    of: "sysops",
    pages: ["/admin/settings"],
    reasons: ["setting_fixed_by_env", "setting_invalid", "setting_unknown"],
    checks: [
      "ENV_FILE",
      "OPERATOR_SECRET",
      "SECRETS",
      "SESSION_SECRET",
      "SMTP_URL",
      "SOURCE_REPO",
      "VAPID_PRIVATE_KEY",
    ],
  },
  {
    id: "box",
    of: "boxes",
    pages: ["/me/boxes"],
    reasons: ["wrong_pairing_code", "pairing_code_form"],
  },
  { id: "transmit", of: "boxes", reasons: ["not_services"] },
  { id: "api", of: "programs", pages: ["/me/data"], reasons: ["api_keys_at_cap", "api_key_missing"] },
  { id: "nodes", of: "boxes" },
  { id: "write-a-box", of: "programs" },
  { id: "conform", of: "programs" },
  {
    id: "tools",
    of: "programs",
    pages: ["/admin/keys", "/tools"],
    reasons: ["registry_key_changed", "registries_fixed", "players_may_not"],
  },
  { id: "write-a-tool", of: "programs" },
  { id: "formats", of: "programs", reasons: ["source_needs_permission"] },
  { id: "develop", of: "developers" },
  { id: "examples", of: "developers" },
  { id: "tests", of: "developers" },
  { id: "glossary", of: "words" },
];

/** The chapter of this name. */
export const chapterOf = (id: string): ChapterRow | undefined => CHAPTERS.find((one) => one.id === id);

/** What a link to a chapter begins with: the page of the handbook. */
export const HELP = "/help";

/** The chapter that explains a page of the app, by the page's path as it is declared. */
export const chapterOfPage = (path: string): string | undefined =>
  CHAPTERS.find(({ pages }) => pages?.includes(path))?.id;

/** Where a refusal leads: to a chapter, and behind `#` to the anchor of a heading in it. */
export function chapterOfReason(reason: string): string | undefined {
  for (const { id, reasons = [] } of CHAPTERS) {
    for (const one of reasons) {
      const [said, anchor] = one.split("#");
      if (said === reason) return anchor ? `${id}#${anchor}` : id;
    }
  }
  return undefined;
}

/** The chapter that a line of the checklist leads to. */
export const chapterOfCheck = (key: string): string | undefined =>
  CHAPTERS.find(({ checks }) => checks?.includes(key))?.id;
