/** Who acts in the game, and who looks. */
import { baseCall, normalCall } from "../base/mod.ts";
import type { IngestWho, SessionWho, Visitor } from "../http/mod.ts";
import { gameFailure } from "./errors.ts";
import type { Game } from "./game.ts";
import type { Person } from "./ports.ts";

/** Who acts. */
export interface Actor {
  person: Person;
  /** The call acted under, with SSID. */
  call: string;
  /** Whether the person is signed in; `false`: named by whoever has the ingest secret. */
  session: boolean;
  /** Whether the person is an operator of the instance. */
  operator: boolean;
}

/** Who looks: `undefined` for somebody not signed in. */
export interface Viewer {
  account?: number;
  operator: boolean;
}
export const NOBODY: Viewer = { operator: false };

/** A signed-in member as the gates give them. */
export type Member = SessionWho & { call: string };

/** The viewer of an open route. */
export const viewerOf = (who: Visitor): Viewer => ({
  ...(who.session?.scope === "full" && { account: who.session.account }),
  operator: who.sysop,
});

/** An actor as a viewer. */
export const asViewer = ({ person, operator }: Actor): Viewer => ({ account: person.accountId, operator });

/** A signed-in member acts. */
export const memberActs = (game: Game, who: Member): Actor => ({
  person: game.accounts.person(who.account)!,
  call: who.call,
  session: true,
  operator: who.sysop,
});

/** Who acts: the signed-in member, or, with the ingest secret, whom the request names. Refuses unknown and suspended ones. */
export function actorOf(game: Game, who: Member | IngestWho, named: string | undefined): Actor {
  if (who.kind === "ingest") {
    if (!named) throw gameFailure.no_caller();
    const call = normalCall(named);
    const person = game.accounts.holder(call);
    if (!person) throw gameFailure.unknown_call({ callsign: call });
    if (person.suspended) throw gameFailure.suspended();
    return { person, call, session: false, operator: false };
  }
  const member = memberActs(game, who);
  // Another SSID of the session's own call may be named; anything else is ignored.
  const sameBase = named !== undefined && baseCall(normalCall(named)) === baseCall(who.call);
  return sameBase ? { ...member, call: normalCall(named) } : member;
}
