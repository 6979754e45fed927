/** What the reads ask of other areas beside their tables. `app.ts` joins them. */
import type { z } from "#schemas";
import type { MAIL, RowOf } from "../things/mod.ts";
import type { PublicCard } from "../accounts/mod.ts";

/** A person as reads need them. */
interface ReadPerson {
  accountId: number;
  call: string;
  bases: string[];
  suspended: boolean;
  /** What the person hid and wrote is shown to nobody. */
  hidden: boolean;
}

export interface PeopleReads {
  holder(call: string): ReadPerson | undefined;
  isVerified(call: string): boolean;
  /** The card that a person shows to everybody. */
  card(accountId: number): z.infer<typeof PublicCard> | undefined;
  /** The instance on which the person lives now, if it is known to be another one. */
  home?(call: string): string | undefined;
  /** Whether the person gave for the instance. */
  supporter(account: number): boolean;
}

/** A bulletin as its feed shows it. */
interface ReadBulletin {
  bid: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  postedAt: number;
  /** What else its writer says of it, as its row has it. */
  row: RowOf<typeof MAIL.facts>;
}
/** The newest bulletins, newest first. */
export type Bulletins = (most: number) => ReadBulletin[];

/** What licence registers say of a call. */
export type LicenceOfCall = (call: string) => {
  callsign: string;
  status: "licensed" | "expired" | "unconfirmed";
  source?: string;
  sourceName?: string;
  expiresAt?: number;
  checkedAt?: number;
};
