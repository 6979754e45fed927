/** The kinds of alerts, and the page on which one acts upon each. Pure: the app, its worker and mails use the same table. */

/** What an alert is about: each may be missing. */
interface About {
  /** The call of a person or station; "" where none is known. */
  call: string;
  /** Code of a cache. */
  code: string | null;
  /** Number of a log. */
  find: number | null;
}

const person = ({ call }: About) => call === "" ? "/me/watches" : `/s/${encodeURIComponent(call)}`;
const cache = (about: About) => about.code === null ? person(about) : `/c/${encodeURIComponent(about.code)}`;
/** A log's page leads on to its cache. */
const log = (about: About) => about.find === null ? cache(about) : `/find/${about.find}`;

const card = ({ find }: About) => find === null ? "/me/cards" : `/me/cards?find=${find}`;

/** Every kind with its page. Each has a sentence, `alert.<kind>` in the words of the shack. */
const PAGES = {
  heard: person,
  near_cache: cache,
  /** A station whose radio says that somebody needs help. */
  emergency: person,
  /** A cache around a place that the member watches: it is new; nobody has found it yet. */
  new_cache: cache,
  first_open: cache,
  cache_found: log,
  cache_dnf: log,
  cache_maintenance: log,
  /** A find of one's own that a receiver has proven later. */
  find_counts: log,
  /** The same, for whoever hid the cache. */
  found_counts: log,
  /** The member's receiver proved somebody's find, and may answer. */
  corroborated: () => "/me/cards",
  /** Whoever owns the receiver wrote a line on the member's card. */
  card_answered: card,
  /** Her cache is offered to others: she keeps it there. */
  adoption_offered: () => "/me/caches",
  adoption_assigned: cache,
  adoption_approved: cache,
  adoption_declined: () => "/adoptions",
  handing_asked: () => "/me/caches",
  handing_accepted: cache,
  handing_declined: cache,
  message: ({ call }: About) => call === "" ? "/messages" : `/messages/${encodeURIComponent(call)}`,
  mail: () => "/bbs",
  /** Operators took something of the member's away. */
  cache_removed: cache,
  cache_disabled: cache,
  log_removed: cache,
  media_removed: cache,
  message_removed: () => "/messages",
  bbs_removed: () => "/bbs",
  mailbox_removed: () => "/mailbox",
  mesh_removed: () => "/mesh",
  profile_removed: () => "/me/profile",
  card_removed: () => "/me/cards",
  call_released: () => "/me/calls",
  box_silent: () => "/me/boxes",
  box_back: () => "/me/boxes",
  /** For operators: something that the instance needs. */
  light_broken: () => "/admin",
  light_well: () => "/admin",
} satisfies Readonly<Record<string, (about: About) => string>>;

export type AlertKind = keyof typeof PAGES;
export const ALERT_KINDS = Object.keys(PAGES) as readonly AlertKind[];

/** The key of a kind's sentence, after `alert.`; of one that is newer than whoever asks, the one for what is not known. */
export const alertSaid = (kind: string): AlertKind | "other" =>
  (ALERT_KINDS as readonly string[]).includes(kind) ? kind as AlertKind : "other";

/** The page that an alert leads to. */
export function alertPage(kind: string, about: About): string {
  const known = alertSaid(kind);
  return known === "other" ? log(about) : PAGES[known](about);
}

/**
 * What the sentence names, by the names in it: a cache by its title where that is known and how far it is, a receiver by its
 * label.
 */
export const alertNames = (
  { call, code, title, farM }: {
    call: string;
    code?: string | null | undefined;
    title?: string | null | undefined;
    farM?: number | null | undefined;
  },
): { call: string; cache: string; box: string; far: string } => ({
  call,
  // In whole kilometres, which every language writes alike.
  far: farM == null ? "" : `${Math.max(1, Math.round(farM / 1000))}\u00a0km`,
  // A global id leads to a cache of another instance, and is no name for people.
  cache: title ? `${title}${code && !code.includes(":") ? ` (${code})` : ""}` : code ?? "",
  box: title || call,
});
