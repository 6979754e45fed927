/** The stations area as one value: what `app.ts` builds and other areas ask. */
import type { Accounts } from "../accounts/mod.ts";
import type { World } from "../base/mod.ts";
import type { Audit, Database, Tx } from "../db/mod.ts";
import type { Settings } from "../settings/mod.ts";
import { Answers, type BoxWay, TOCALL } from "./sending/answers.ts";
import type { TrustView } from "./evidence/attest.ts";
import { type CommandStore, commandStore } from "./messages/command_store.ts";
import { Commands } from "./messages/commands.ts";
import { type CoverageStore, coverageStore } from "./coverage/store.ts";
import { Deliveries } from "./evidence/deliveries.ts";
import { type CommandedBeacons, Fixes } from "./evidence/fixes.ts";
import { type FixStore, fixStore } from "./tables/fix_store.ts";
import { Receiver } from "./receiving/receiver.ts";
import type { Fix, Outcome, Reception, StationEvent } from "./reception.ts";
import { Mailbox } from "./mailbox/mailbox.ts";
import { Mesh } from "./mesh/mesh.ts";
import { MessageLog } from "./sending/message_log.ts";
import { Conversations } from "./messages/conversations.ts";
import { Messages } from "./messages/messages.ts";
import { type NodeStore, nodeStore } from "./node/store.ts";
import { type ObjectStore, objectStore } from "./tables/object_store.ts";
import { Owned } from "./owned/owned.ts";
import { stationsPersonalData } from "./personal_data.ts";
import type { HeardInNet, Within } from "./ring/net_log.ts";
import type { Ring } from "./ring/ring.ts";
import { type SampleStore, sampleStore } from "./tables/sample_store.ts";
import { type StationRow, type StationStore, stationStore } from "./tables/station_store.ts";
import { type SentBeacon, type SentPlace, SentPlaces } from "./sending/sent_places.ts";
import { SentViews } from "./map/sent_views.ts";
import { Views } from "./map/views.ts";

export interface StationParts {
  db: Database;
  ring: Ring;
  settings: Settings;
  world: World;
  accounts: Accounts;
  audit: Audit;
  /** What the operator trusts, beacons that boxes were told to send, and boxes as a way to the air: box registry. */
  trust: TrustView;
  beacons: CommandedBeacons;
  boxes: BoxWay;
  /** Home locator of an account's profile. */
  homeGrid?: (account: number) => string | undefined;
}

/** How long it is remembered whether a call's every fix is worth keeping, in seconds. */
const KEEP_FOR_S = 60;

/** Stations for other areas. Times are unix seconds, places in degrees. */
export class Stations {
  readonly db: Database;
  readonly ring: Ring;
  readonly settings: Settings;
  readonly world: World;
  readonly accounts: Accounts;
  readonly audit: Audit;
  readonly store: StationStore;
  readonly fixStore: FixStore;
  readonly samples: SampleStore;
  readonly objects: ObjectStore;
  readonly coverage: CoverageStore;
  /** Messages, and what waits for APRS-IS. */
  readonly log: MessageLog;
  readonly commandStore: CommandStore;
  readonly deliveries: Deliveries;
  readonly answers: Answers;
  readonly commands: Commands;
  readonly mailbox: Mailbox;
  readonly messages: Messages;
  readonly conversations: Conversations;
  readonly mesh: Mesh;
  readonly owned: Owned;
  readonly nodes: NodeStore;
  /** What others see of stations. */
  readonly views: Views;
  /** What this gateway sent itself, and how it is shown. */
  readonly sentPlaces: SentPlaces;
  readonly sentViews: SentViews;
  readonly #fixes: Fixes;
  readonly #receiver: Receiver;
  readonly #listeners: ((events: readonly StationEvent[]) => void)[] = [];
  readonly #keepers: ((call: string) => boolean)[] = [];
  readonly #named: ((call: string) => boolean)[] = [];
  readonly #kept = new Map<string, boolean>();
  #keptSince = 0;

  constructor(parts: StationParts) {
    const { db, ring, settings, world, accounts } = parts;
    this.db = db;
    this.ring = ring;
    this.settings = settings;
    this.world = world;
    this.accounts = accounts;
    this.audit = parts.audit;
    this.store = stationStore(db);
    this.samples = sampleStore(db);
    this.objects = objectStore(db);
    this.coverage = coverageStore(db);
    this.log = new MessageLog(db);
    this.commandStore = commandStore(db);
    this.fixStore = fixStore(db);
    this.deliveries = new Deliveries(this.fixStore, this.store, parts.trust);
    this.answers = new Answers(this.log, parts.boxes, settings, world);
    this.commands = new Commands({
      store: this.commandStore,
      answers: this.answers,
      deliveries: this.deliveries,
      settings,
      world,
      mayCommand: (base) => {
        const person = accounts.holder(base);
        return person !== undefined && !person.suspended && accounts.isVerified(base);
      },
    });
    this.mailbox = new Mailbox(db, accounts, this.answers, settings, world);
    this.messages = new Messages(this.log, this.commands, this.mailbox, settings, world);
    this.conversations = new Conversations(db, settings);
    this.mesh = new Mesh(db, settings, world);
    this.owned = new Owned(db, accounts, world, parts.homeGrid ?? (() => undefined));
    this.nodes = nodeStore(db);
    this.views = new Views(
      this.store,
      this.fixStore,
      this.samples,
      this.objects,
      this.owned,
      ring,
      this.deliveries,
      world,
    );
    this.sentPlaces = new SentPlaces(db, this.log.outbox, this.store);
    this.sentViews = new SentViews(this.views, this.sentPlaces, this.owned, world);
    this.#fixes = new Fixes(this.fixStore, this.deliveries, parts.beacons);
    this.#receiver = new Receiver({
      db,
      ring,
      settings,
      world,
      store: this.store,
      fixes: this.fixStore,
      deliveries: this.deliveries,
      samples: this.samples,
      objects: this.objects,
      coverage: this.coverage,
      messages: this.messages,
      mesh: this.mesh,
      keepAll: (call) => this.#keepAll(call),
      tell: (events) => this.#tell(events),
    });
    this.keepAllOf((call) => accounts.holder(call) !== undefined || this.owned.isListed(call));
  }

  /** Takes what receivers heard; settles once it is on the disk. */
  receive = (packets: readonly Reception[]): Promise<Outcome[]> => this.#receiver.take(packets);

  /** How many packets were taken since the start of the process. */
  get taken(): number {
    return this.#receiver.taken;
  }

  /** A box has sent an item of the outbox. */
  outboxSent(tx: Tx, id: number, at: number): void {
    if (!this.log.sent(tx, id, at)) return;
    this.#sent(tx, this.sentPlaces.tookItem(tx, id));
  }

  /** A box has sent a beacon that it was told to send. */
  beaconSent(tx: Tx, beacon: SentBeacon): void {
    this.#sent(tx, this.sentPlaces.tookBeacon(tx, beacon));
  }

  /** A box has sent a packet of its own, in TNC2 form; `at`: not later than the transmission, unix seconds. */
  lineSent(tx: Tx, line: string, at: number): void {
    this.#sent(tx, this.sentPlaces.tookLine(tx, line, at));
  }

  /** Every second: writes down what waits in memory and lets go of what is too old there. */
  tidy(): void {
    this.ring.flush();
    this.#receiver.forgetOld();
  }

  /** Where the holders of these base calls were, under any SSID, newest first, at most 500. */
  fixes = (bases: readonly string[], from: number, to: number): Fix[] => this.#fixes.of(bases, from, to);

  /** How many stations were heard since then. */
  countHeardSince = (since: number): number => this.store.countHeardSince({ since })!.n;

  /** Stations whose call begins with a text, by call. */
  search = (prefix: string, limit: number): StationRow[] =>
    this.store.between({ from: prefix, to: `${prefix}\uffff`, limit });

  /** Who was heard on the air within a time, how many messages each sent, and since when that was looked at. */
  netLog(within: Within): { heard: (HeardInNet & { messages: number })[]; from: number } {
    const sent = new Map(this.log.store.heardBySender(within).map(({ call, n }) => [call, n]));
    const { heard, from } = this.ring.netLog(within);
    return { heard: heard.map((one) => ({ ...one, messages: sent.get(one.call) ?? 0 })), from };
  }

  /** What the account has waiting, in the mailbox and for APRS-IS. */
  waitingOf = (account: number): { mailbox: number; queued: number } => ({
    mailbox: this.mailbox.store.waitingOf({ account })!.n,
    queued: this.log.outbox.queuedOf({ account })!.n,
  });

  /** Messages to the account's calls that it has not read. */
  unreadOf = (account: number): number =>
    this.conversations.unread(account, this.accounts.person(account)?.bases ?? []);

  /** Suspension: drops what the account has waiting, in the mailbox and for APRS-IS. */
  dropWaitingOf(tx: Tx, account: number): void {
    this.mailbox.dropOf(tx, account);
    this.log.outbox.dropQueuedOf(tx, { account });
  }

  /** Stations that a member lists. */
  ownedBy = (account: number): { id: number; call: string; lat?: number; lon?: number }[] =>
    this.owned.ownedBy(account);

  /** Sends a text under the service call to a station, by the way it was heard last if that was just now. */
  sendTo(tx: Tx, to: string, text: string, number?: string): void {
    this.messages.sendTo(tx, to, text, number);
  }

  /** Announces something on APRS-IS under a member's call, as a status: the gate sends it as third-party traffic. */
  announce(tx: Tx, call: string, text: string): void {
    const at = this.world.now();
    this.log.queue(tx, {
      at,
      account: null,
      src: call,
      to: TOCALL,
      kind: "status",
      payload: `>${text}`,
    });
  }

  /** The area's share in a person's data. */
  personalData = () =>
    stationsPersonalData(
      this.db,
      this.ring,
      (base) => this.accounts.isVerified(base),
      () => this.#receiver.forgetStations(),
    );

  /** Calls `fn` with what happened, after it was kept. */
  listen(fn: (events: readonly StationEvent[]) => void): void {
    this.#listeners.push(fn);
  }

  /** Adds a reason to keep every fix of a call (a find is open, a living cache follows it …). */
  keepAllOf(reason: (call: string) => boolean): void {
    this.#keepers.push(reason);
  }

  /** Adds a reason not to forget a station however long it is silent (a living cache follows it). */
  neverForget(reason: (call: string) => boolean): void {
    this.#named.push(reason);
  }

  /** Forgets stations that were not heard since then and that nothing names. */
  forgetSilent(tx: Tx, before: number): void {
    for (const { id, call } of this.store.silent({ before, limit: 5000 })) {
      if (!this.#named.some((reason) => reason(call))) this.store.drop(tx, { id });
    }
    this.#receiver.forgetStations();
  }

  #keepAll(call: string): boolean {
    const now = this.world.now();
    if (now - this.#keptSince > KEEP_FOR_S || this.#kept.size > 20_000) {
      this.#kept.clear();
      this.#keptSince = now;
    }
    let keep = this.#kept.get(call);
    if (keep === undefined) this.#kept.set(call, keep = this.#keepers.some((reason) => reason(call)));
    return keep;
  }

  #sent(tx: Tx, place: SentPlace | undefined): void {
    if (place) tx.after(() => this.#tell([{ type: "sent", ...place }]));
  }

  #tell(events: readonly StationEvent[]): void {
    for (const listener of this.#listeners) {
      try {
        listener(events);
      } catch (error) {
        // A listener that throws must not fail the batch, which is stored already.
        this.world.log.getChild("stations").error("a listener failed: {error}", { error });
      }
    }
  }
}
