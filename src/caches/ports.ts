/** What the game asks of others. `app.ts` joins them; tests bring their own. */
import type { Sentence } from "../base/mod.ts";
import type { Tx } from "../db/mod.ts";
import type { Publications } from "../wire/mod.ts";
import type { Fix, PeerVerdict, PeerWord } from "./rules/evidence.ts";

/** An account as the game sees it. */
export interface Person {
  accountId: number;
  /** Active call, with SSID. */
  call: string;
  /** Base calls held. */
  bases: readonly string[];
  /** Nobody acts for the account. */
  suspended: boolean;
  /** What the person hid and wrote is shown to nobody. */
  hidden: boolean;
}

export interface Accounts {
  /** Who holds the call's base call. */
  holder(call: string): Person | undefined;
  person(accountId: number): Person | undefined;
  /** Whether the call's base call is control-verified. */
  isVerified(call: string): boolean;
  /** Until when a call that the account holds was somebody else's, unix seconds; 0 where it never was. */
  formerUntil(accountId: number, call: string): number;
  /** Whether the account may speak for the call outside. */
  speaksFor(call: string, account?: number): boolean;
  /** Whether the account holds no verified call. */
  isNewcomer(accountId: number): boolean;
  /** Whether what the account writes is held: seen by itself and by operators alone. */
  postsHeld(accountId: number): boolean;
  deviceKey(call: string, key: string): { addedAt: number } | undefined;
  /** The instance that the account came from with its keys, if it did. */
  cameFrom(accountId: number): string | undefined;
  /** The device keys of a base call. */
  keysOf(base: string): readonly string[];
}

export interface OwnStation {
  id: number;
  call: string;
  lat?: number;
  lon?: number;
}

export interface Stations {
  /** Positions of all SSIDs of these base calls, newest first, at most 500. */
  fixes(bases: readonly string[], from: number, to: number): Fix[];
  ownedBy(accountId: number): OwnStation[];
}

/** Which other instances' records are shown. */
export interface Origins {
  /** Origins that the map shows: trusted ones, with `unvetted` those too that nobody has judged; never blocked ones. */
  shown(options: { unvetted: boolean }): readonly string[];
}

/** A key of a member of another instance, as that instance publishes it; times are unix seconds. */
export interface HomeKey {
  /** With SSID, as registered. */
  call: string;
  verified: boolean;
  addedAt: number;
  /** When it was revoked or deleted. */
  revokedAt?: number;
}
/** The instances where visitors live. */
export interface Homes {
  /** What this instance makes of another; undefined for one that it does not know. */
  trustOf(home: string): "trusted" | "unvetted" | "blocked" | undefined;
  keyOf(home: string, key: string): HomeKey | undefined;
  /** Keys under which an instance itself signs now; none of a blocked one. */
  signers(home: string): readonly string[];
}

/** The finds of this instance, as what peers say later may lift them. */
export interface LiftableFinds {
  /** Lifts it unless what was heard here speaks against it; gives whether it did. */
  lift(tx: Tx, logId: number, verdict: PeerVerdict): boolean;
  /** Whether it is there and short of Tier A. */
  isOpen(logId: number): boolean;
  /** Has those be asked about that nobody could be asked about when they were logged. */
  askUnasked(tx: Tx): void;
}

/** Positions that finds wait for, as the stations area asks for it while it writes what was heard. */
export interface Awaits {
  /** Since when what is heard of a base call is kept, unix seconds; undefined where nothing waits for it. */
  since(base: string): number | undefined;
  /** Trusted receivers heard these base calls, or a device of theirs signed a position: when, unix seconds. */
  came(tx: Tx, heard: ReadonlyMap<string, readonly number[]>): void;
}

/** Asks peers whether they heard somebody (FED "Events", Corroboration). */
export interface Corroborator {
  /** Asks now, before the find is written: its record never changes on the wire. */
  ask(question: CorroborationQuestion): Promise<PeerAnswers>;
  /**
   * Called when the find is written: what peers said is kept beside it. Unless they lifted it, those that were not
   * reached are asked again later, and lift it in `finds` when they do.
   */
  keep(tx: Tx, logId: number, round: unknown, lifted: boolean, finds: LiftableFinds): void;
  /** What each peer has said of a find by now. */
  said(logId: number): readonly PeerWord[];
  /** The verdict from the answers so far, by the trust of now; `undefined` where nobody says yes. Asks nobody. */
  verdict(logId: number): PeerVerdict | undefined;
  /** The finder erased the account: the questions asked about the find are deleted. */
  forget(tx: Tx, logId: number): void;
}
export interface PeerAnswers {
  /** Absent while no peer says yes. */
  verdict?: PeerVerdict;
  /** What was asked and answered, opaque to the game; absent when nobody could be asked. */
  round?: unknown;
}
export interface CorroborationQuestion {
  /** The call that signed in. */
  call: string;
  /** Further calls under which a position may have gone out, the likeliest first. */
  others: readonly string[];
  lat: number;
  lon: number;
  radiusM: number;
  since: number;
  until: number;
  /** Base calls that the logger controls. */
  excludeIgates: readonly string[];
}

/**
 * A message to the service call, as the stations area passes it on: each once, and again when a better copy has come.
 */
export interface HeardCommand {
  /** Number of the message; a later, better copy of it has the same. */
  id: number;
  from: string;
  /** Upper case. */
  word: string;
  /** What followed the word. */
  text: string;
  at: number;
  /** Whether it was heard on radio by a trusted site, or came in a batch signed by the sender's device. */
  attested: boolean;
  /** How this copy came: `rf`, `meshcom` or `aprsis`. */
  via?: string;
  /** The station that heard it, or the gate that an internet copy names. */
  heardBy?: string;
}
export interface CommandOutcome {
  status: "logged" | "pending" | "rejected" | "help" | "held" | "ignored";
  reply?: string;
}
/** A word that may begin a message to the service call. */
export interface RadioWord {
  /** Anybody may send it; the game judges who. */
  open: true;
  /** How HELP names it. */
  help: string;
  handle(tx: Tx, command: HeardCommand): CommandOutcome;
}

/** What another instance answered: its status, the JSON of its body, and how long it asked to wait, in seconds. */
export interface Answered {
  status: number;
  body: unknown;
  retryAfter?: number;
}

/** A photo of a visit, with its signature, as the instance of the cache takes it. */
export interface VisitPhoto {
  bytes: Uint8Array;
  /** `<at>.<sig>`. */
  signed: string;
}

/** Hands a member's visit on to the instance that keeps the cache, or asks it; `undefined` where it could not be reached. */
export type BringVisit = (
  instance: string,
  path: string,
  body: object | VisitPhoto,
  mostBytes?: number,
) => Promise<Answered | undefined>;

/** This instance as the home of visitors, towards the instances that they visit. */
export interface OwnHome {
  /** Signs an act as this instance; `undefined` where it has no key, or does not know the time. */
  sign(act: object): string | undefined;
  /** Hands a visit, or a wish to erase visits, on as mail; gives whether it is on its way. */
  mail(tx: Tx, to: string, document: string): boolean;
  /** Whether circuits are dialled to an instance by packet radio, and carry a visit of so many bytes. */
  dials(to: string, bytes: number): boolean;
}

/** Sends from the service call. */
export interface RadioOut {
  /** A message to a station that was just heard, by the way it can be reached. */
  send(tx: Tx, message: { to: string; text: string; number: string }): void;
  /** Announces a verified find on APRS-IS as third-party traffic. */
  announce(tx: Tx, find: { call: string; code: string; title: string; tier: "A" | "B" }): void;
}

/** Puts a message into the mailbox of a station (MAIL). Throws the mailbox's own refusal. */
export interface MailOut {
  hold(tx: Tx, mail: { accountId: number; from: string; to: string; text: string }): void;
}

/** Tells those who are connected or subscribed. What has no `tx` is called after the commit. */
export interface GameEvents {
  find(
    find: { code: string; title: string; call: string; tier: "A" | "B" | null; lat?: number; lon?: number },
    /** Whether it was told before and is worth more now. */
    risen: boolean,
  ): void;
  cache(
    cache: { code: string; title: string; type: string; status: string; lat?: number; lon?: number },
  ): void;
  /** A listed cache was written that is new to everybody, or that nobody's find counts of yet; here or at another instance. */
  appeared(tx: Tx, cache: AppearedCache): void;
  /** Adds to an account's alerts. */
  alert(tx: Tx, alert: GameAlert): void;
  /** An attested position shows that the finder of a find of Tier A was elsewhere: for operators. */
  contradicted(tx: Tx, find: Contradicted): void;
  /** A visit waits for a key of that instance: it is to be asked for it. */
  keyWanted(home: string): void;
  /** Nothing of a visitor is left here: their number may be another's next. */
  visitorGone(tx: Tx, account: number): void;
  /** A receiver has proven a member's find, at once or later. */
  findHeard(tx: Tx, find: HeardFind): void;
}
/** A find that a receiver has proven: the log's number, whose it is, the call that was heard, and the receiver's. */
interface HeardFind {
  find: number;
  account: number;
  call: string;
  site: string;
}
/** A cache that people can look for. */
export interface AppearedCache {
  /** Its number, or the global id of one that another instance published. */
  id: number | string;
  code: string;
  title: string;
  lat: number;
  lon: number;
  ownerAccount: number | null;
  ownerCall: string;
  /** It was on no map before. */
  isNew: boolean;
  /** The first find is open. */
  isFirstOpen: boolean;
}
/** What the game tells other areas, inside the write that it happens in. */
export interface GameHappenings {
  /** What was heard speaks against a find of Tier A; the find stands. */
  findContradicted: Contradicted & { tx: Tx };
  /** A visit waits for a key of an instance. */
  keyWanted: { home: string };
  /** Nothing of a visitor is left: what areas keep under their number goes. */
  visitorGone: { tx: Tx; account: number };
  /** A receiver has proven a member's find. */
  findHeard: HeardFind & { tx: Tx };
}
/** A find against which speaks what was heard of the call later: why, in English and as what that is made of. */
interface Contradicted {
  log: number;
  call: string;
  reason: string;
  said: Sentence;
}
export interface GameAlert {
  accountId: number;
  kind:
    | "cache_found"
    /** Somebody did not find the member's cache. */
    | "cache_dnf"
    /** Somebody says that it needs a look. */
    | "cache_maintenance"
    | "corroborated"
    /** The member's own find, or one of the member's cache, counts by radio now. */
    | "find_counts"
    | "found_counts"
    | "adoption_offered"
    | "adoption_assigned"
    | "adoption_approved"
    | "adoption_declined"
    /** An owner asks the member to take a cache over; what a member answered. */
    | "handing_asked"
    | "handing_accepted"
    | "handing_declined";
  /** Whose call it is about. */
  call: string;
  /** The log that it is about. */
  find?: number;
  code: string;
  title: string;
  at: number;
}

/** Used without federation: nothing is published. */
export const noPublications: Publications = {
  publish: (_tx, _kind, _body, gid) => ({ gid: gid ?? "", v: 0 }),
  withdraw: () => 0,
};
export const noOrigins: Origins = { shown: () => [] };
export const noHomes: Homes = { trustOf: () => undefined, keyOf: () => undefined, signers: () => [] };
export const noEvents: GameEvents = {
  find: () => {},
  cache: () => {},
  appeared: () => {},
  alert: () => {},
  contradicted: () => {},
  keyWanted: () => {},
  visitorGone: () => {},
  findHeard: () => {},
};
