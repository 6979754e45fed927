/** What the game asks of others. `app.ts` joins them; tests bring their own. */
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
  suspended: boolean;
}

export interface Accounts {
  /** Who holds the call's base call. */
  holder(call: string): Person | undefined;
  person(accountId: number): Person | undefined;
  /** Whether the call's base call is control-verified. */
  isVerified(call: string): boolean;
  /** Whether the account holds no verified call. */
  isNewcomer(accountId: number): boolean;
  deviceKey(call: string, key: string): { addedAt: number } | undefined;
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

/** The finds of this instance, as what peers say later may lift them. */
export interface LiftableFinds {
  /** Lifts it unless what was heard here speaks against it; gives whether it did. */
  lift(tx: Tx, logId: number, verdict: PeerVerdict): boolean;
  /** Whether it is there and short of Tier A. */
  isOpen(logId: number): boolean;
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

/** Tells those who are connected or subscribed. Called after the commit. */
export interface GameEvents {
  find(
    find: { code: string; title: string; call: string; tier: "A" | "B" | null; lat?: number; lon?: number },
  ): void;
  cache(
    cache: { code: string; title: string; type: string; status: string; lat?: number; lon?: number },
  ): void;
  /** Adds to an account's alerts. */
  alert(alert: GameAlert): void;
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
    | "adoption_offered"
    | "adoption_assigned"
    | "adoption_approved"
    | "adoption_declined";
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
export const noEvents: GameEvents = { find: () => {}, cache: () => {}, alert: () => {} };
