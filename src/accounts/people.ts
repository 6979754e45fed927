/** What other areas ask of people, put together over an open database. */
import { LATE_S, type World } from "../base/mod.ts";
import type { Audit, Database, Nonces } from "../db/mod.ts";
import type { Limits, Ports } from "../http/mod.ts";
import type { Job } from "../jobs/mod.ts";
import { LOTW_ROOTS, type Settings } from "../settings/mod.ts";
import type { Publications } from "../wire/mod.ts";
import type { Accounts } from "./accounts.ts";
import { ApiKeys } from "./keys/api_keys.ts";
import { Calls } from "./calls/calls.ts";
import { Cards } from "./cards/cards.ts";
import type { ReadCertificate } from "./proofs/certificates.ts";
import { Claims } from "./claims/claims.ts";
import { DeviceKeys } from "./keys/device_keys.ts";
import { Licences } from "./licences/licences.ts";
import { linkStore } from "./mail/link_store.ts";
import { Links } from "./sessions/links.ts";
import { MailLinks } from "./mail/links.ts";
import { Moves } from "./portability/moves.ts";
import { OwnData } from "./portability/own_data.ts";
import { moveStore } from "./portability/store.ts";
import { Portability } from "./portability/portability.ts";
import type { PeoplePorts, PersonalData } from "./ports.ts";
import { Proofs } from "./proofs/proofs.ts";
import { openSeen } from "./sessions/seen.ts";
import { Sessions } from "./sessions/sessions.ts";
import { OwnAddress } from "./passkeys/own_address.ts";
import { SignIn } from "./passkeys/sign_in.ts";
import { Suspensions } from "./suspension/suspensions.ts";
import { Welcomes } from "./invitations/welcomes.ts";

export interface PeopleNeeds {
  db: Database;
  settings: Settings;
  world: World;
  limits: Limits;
  nonces: Nonces;
  audit: Audit;
  /** Who holds which call. */
  accounts: Accounts;
}

/** What is asked of areas that ask about people in their turn. */
export interface PeopleAsks {
  publications: Publications;
  trust: { trustOf(origin: string): string | undefined };
  /** Receiving stations that are trusted. */
  boxes: { sites: { all(): readonly { site: string }[] } };
  push: { readonly publicKey: string | undefined };
  /** What an account made under a call. */
  caches: { madeUnder(account: number, base: string): { caches: number; logs: number } };
  /** What areas keep of a person. */
  gathered: { data(): readonly PersonalData[] };
}

/** What other areas ask of people. */
export type People = ReturnType<typeof peopleOf>;

/** Other instances' keys that have ended are kept until nothing that they signed before can come any more, seconds. */
const KEPT_ENDED_S = 2 * LATE_S;

/** Everything that is asked of people. */
export function peopleOf(
  { db, settings, world, limits, nonces, audit, accounts }: PeopleNeeds,
  others: PeopleAsks,
) {
  const ports: PeoplePorts = {
    publications: {
      publish: (tx, kind, body, gid) => others.publications.publish(tx, kind, body, gid),
      withdraw: (tx, gid, how) => others.publications.withdraw(tx, gid, how),
    },
    trusts: (origin) => others.trust.trustOf(origin) === "trusted",
    receivingSites: () => others.boxes.sites.all().map(({ site }) => site),
    pushConfigured: () => others.push.publicKey !== undefined,
  };
  const sessions = new Sessions(accounts);
  const seen = openSeen(db);
  const calls = new Calls(accounts);
  const linkRows = linkStore(db);
  const mail = new MailLinks(accounts, calls, linkRows, limits);
  const links = new Links(accounts, calls, mail, linkRows, audit);
  const signIn = new SignIn(accounts, calls, mail);
  const claims = new Claims(accounts, calls);
  const proofs = new Proofs(accounts, claims, ports, readAuthorities(settings, world));
  const licences = new Licences(db, world);
  const keys = new DeviceKeys(accounts, ports);
  const apiKeys = new ApiKeys(db, settings, world);
  const cards = new Cards(db, settings);
  const ownAddress = new OwnAddress({ db, settings, world });
  const suspensions = new Suspensions(accounts, calls);
  const welcomes = new Welcomes(accounts);
  const moveRows = moveStore(db);
  const own = new OwnData({ accounts, calls, cards, keys, links: linkRows, moves: moveRows, ports });
  const moves = new Moves(accounts, keys, ports, moveRows);
  const portability = new Portability({
    ...{ accounts, calls, keys, ports, own, moves: moveRows },
    shares: () => others.gathered.data(),
  });

  /** Look-ups that the gates need of this area. */
  const gatePorts = {
    session(cookie, address) {
      const session = sessions.resolve(cookie, address);
      if (session) seen.now(session.account, session.id, world.now());
      return session;
    },
    isSysop: (session) => accounts.isSysop(session),
    operatorsAt: (session) => accounts.operatorsAt(session),
    isVerified: (call) => accounts.isVerified(call),
    holder: (call) => accounts.holder(call),
    deviceKey: (call, key) => keys.find(call, key),
    claim: (token) => claims.find(token),
    unsubscribe: (token) => cards.unsubscriber(token),
    apiKey: (key) => apiKeys.find(key),
  } satisfies Partial<Ports>;

  const jobs: Job[] = [{ name: "accounts-seen", when: "*/15 * * * *", run: () => seen.keep() }, {
    name: "keys-released",
    when: "* * * * *",
    judgesTime: true,
    run: () => keys.releaseWithheld(),
  }, {
    name: "keys-ended",
    when: "11 4 * * *",
    judgesTime: true,
    run: () => accounts.db.write((tx) => moves.forgetEnded(tx, accounts.world.now() - KEPT_ENDED_S)),
  }, {
    name: "accounts-prune",
    when: "23 * * * *",
    judgesTime: true,
    run: () =>
      db.write((tx) => {
        sessions.prune(tx);
        links.prune(tx);
        claims.prune(tx);
        proofs.store.prune(tx, { now: world.now() });
        signIn.store.pruneCeremonies(tx, { now: world.now() });
        calls.store.pruneErasedSuspensions(tx, { now: world.now() });
      }),
  }];

  return {
    /** Which links may sign somebody in here: mailed ones, and an operator's for anybody. */
    signInLinks: () => ({ mail: mail.closed === undefined, links: links.forAnyCall }),
    db,
    settings,
    world,
    limits,
    nonces,
    audit,
    ports,
    accounts,
    sessions,
    /** When an account was seen since that was last written down. */
    seen: (account: number) => seen.of(account),
    /** The same of a session. */
    seenIn: (session: string) => seen.inSession(session),
    calls,
    /** What an account hid and logged under a base call that it holds. */
    madeUnder: (account: number, base: string) => others.caches.madeUnder(account, base),
    mail,
    links,
    signIn,
    claims,
    proofs,
    licences,
    keys,
    apiKeys,
    cards,
    suspensions,
    welcomes,
    ownAddress,
    /** The area's own share in a person's data. */
    own,
    moves,
    portability,
    gatePorts,
    jobs,
  };
}

/**
 * The trusted certificate authorities, read when they are first asked for: their library would be much of the program's
 * start. A file that cannot be read closes this one way of proof and says so.
 */
function readAuthorities(settings: Settings, world: World): () => Promise<ReadCertificate[]> {
  const read = async (path: string): Promise<ReadCertificate[]> => {
    try {
      const { loadAuthorities } = await import("./proofs/lotw.ts");
      return loadAuthorities(Deno.readTextFileSync(path));
    } catch (error) {
      world.log.error("LOTW_ROOTS cannot be used, so no certificate proves a call: {error}", { error });
      return [];
    }
  };
  const path = settings.get(LOTW_ROOTS);
  let known: Promise<ReadCertificate[]> | undefined;
  return () => known ??= path === undefined ? Promise.resolve([]) : read(path);
}
