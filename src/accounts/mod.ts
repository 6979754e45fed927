/**
 * Accounts: people, the calls that they hold, how they sign in, and proof that a call is theirs. Owns the tables of the
 * migrations that name this area (account, held_call, verification, suspension, ended_session, sign_in_link, passkey,
 * ceremony, claim, proof, device_key, profile, preference, api_key, licence registers and the history of calls). Refuses
 * a second holder of a base call, a challenge or link used twice, and sessions that were ended, or whose account is gone,
 * suspended or lost their call.
 */
import type { Tell } from "../base/mod.ts";
import type { Limit, ReaderWho, RouteTable } from "../http/mod.ts";
import { area } from "../plan/mod.ts";
import { Accounts } from "./accounts.ts";
import { operatorVerified, secondOperator } from "./checks.ts";
import { type People, type PeopleAsks, type PeopleNeeds, peopleOf } from "./people.ts";
import type { AccountsEvents } from "./ports.ts";
import { peopleRoutes } from "./routes/mod.ts";
import type { Links } from "./sessions/links.ts";

export { Accounts };
export { accountFailure } from "./errors.ts";
export { LICENCE_BATCH } from "./licences/licences.ts";
export { OPERATOR_LINK_S } from "./sessions/links.ts";
export { heededMail, smtpMailer } from "./mail/mailer.ts";
export { PublicCard } from "./cards/profile.ts";
export type { People } from "./people.ts";
export type { AccountsEvents, CachesLeft, PersonalData } from "./ports.ts";
export type { HeardText } from "./proofs/proofs.ts";
export { BrokenRegister } from "./licences/broken_register.ts";
export { beginRegister, readPublished, readRegister } from "./licences/read_register.ts";
export { judgeRow } from "./licences/rules.ts";
export { MEMORIAL } from "./store.ts";
export { SUSPENDED_ACCOUNTS } from "./suspension/suspended.ts";
/** What its routes take and give, by signature. */
export type AccountRoutes = RouteTable<ReturnType<typeof peopleRoutes>>;
export type { AddressChange, AddressMove, OwnAddress } from "./passkeys/own_address.ts";

interface AccountsNeeds extends Omit<PeopleNeeds, "accounts"> {
  tell: Tell<AccountsEvents>;
  /** The limits of the public read API. */
  reading: readonly Limit<ReaderWho>[];
}
export interface AccountsKeeps {
  accounts: Accounts;
  people: People;
  links: Links;
}
interface AccountsWords {
  needs: AccountsNeeds;
  asks: PeopleAsks;
  keeps: AccountsKeeps;
  hears: Pick<AccountsEvents, "callDetached" | "proofChanged" | "sessionEnded" | "suspended">;
}

export const accounts = area<AccountsWords>()({
  name: "accounts",
  needs: ["audit", "db", "limits", "nonces", "reading", "settings", "tell", "world"],
  asks: ["boxes", "caches", "gathered", "publications", "push", "trust"],
  keeps: {
    accounts: ({ db, settings, world, tell }) => new Accounts(db, settings, world, tell),
    people: (needs, others) => peopleOf(needs, others),
    links: ({ people }) => people.links,
  },
  hears: {
    proofChanged: ({ people }, { tx, base }) => people.keys.proofChanged(tx, base),
    // A device key signs for a call, so it ends when its owner loses the call: it must not sign for the next holder.
    callDetached: ({ people }, { tx, base }) => people.keys.dropOf(tx, base),
    suspended: ({ people }, { tx, accountId }) => people.keys.suspensionChanged(tx, accountId),
    sessionEnded: ({ people }, { tx, accountId, session }) =>
      people.apiKeys.sessionEnded(tx, accountId, session),
  },
  jobs: ({ people }) => people.jobs,
  checks: ({ people }) => [operatorVerified(people), secondOperator(people)],
  routes: ({ people, reading }) => peopleRoutes(people, reading),
});
