/** The stations area as one value: what `app.ts` builds and other areas ask. */
import { fromE7 } from "./e7.ts";
import type { Accounts } from "../accounts/mod.ts";
import type { World } from "../base/mod.ts";
import type { Audit, Database, Tx } from "../db/mod.ts";
import type { Settings } from "../settings/mod.ts";
import type { Answers } from "./sending/answers.ts";
import type { StationBase } from "./base.ts";
import type { CommandStore } from "./messages/command_store.ts";
import { Commands, type Registered } from "./messages/commands.ts";
import type { CoverageStore } from "./coverage/store.ts";
import type { Deliveries } from "./evidence/deliveries.ts";
import type { FixStore } from "./tables/fix_store.ts";
import { Receiver } from "./receiving/receiver.ts";
import type { Outcome, Reception, SentBeacon, SentPlace, StationEvent } from "./reception.ts";
import type { Mailbox } from "./mailbox/mailbox.ts";
import type { Mesh } from "./mesh/mesh.ts";
import type { Meshtastic } from "./mesh/meshtastic.ts";
import type { MessageLog } from "./sending/message_log.ts";
import type { Conversations } from "./messages/conversations.ts";
import { Messages } from "./messages/messages.ts";
import type { NodeStore } from "./node/store.ts";
import type { ObjectStore } from "./tables/object_store.ts";
import type { Owned } from "./owned/owned.ts";
import { stationsPersonalData } from "./personal_data.ts";
import type { HeardInNet, Within } from "./ring/net_log.ts";
import type { Ring } from "./ring/ring.ts";
import type { SampleStore } from "./tables/sample_store.ts";
import type { StationRow, StationStore } from "./tables/station_store.ts";
import type { SentPlaces } from "./sending/sent_places.ts";
import type { SentViews } from "./map/sent_views.ts";
import type { Views } from "./map/views.ts";

export interface StationNeeds {
  base: StationBase;
  /** Words in messages to the service call, in the order in which HELP names them. */
  words: Readonly<Record<string, Registered>>;
  /** Whether every fix of a call is worth keeping (a living cache follows it, a command of it waits …). */
  keepAllOf(call: string): boolean;
  /** Whether a station is kept however long it is silent (a living cache follows it). */
  neverForget(call: string): boolean;
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
  readonly meshtastic: Meshtastic;
  readonly owned: Owned;
  readonly nodes: NodeStore;
  /** What others see of stations. */
  readonly views: Views;
  /** What this gateway sent itself, and how it is shown. */
  readonly sentPlaces: SentPlaces;
  readonly sentViews: SentViews;
  /** Where the holders of these base calls were, under any SSID, newest first, at most 500. */
  readonly fixes: StationBase["fixes"];
  /** Stations that a member lists. */
  readonly ownedBy: StationBase["ownedBy"];
  readonly #receiver: Receiver;
  readonly #kept = new Map<string, boolean>();
  #keptSince = 0;

  constructor(readonly needs: StationNeeds) {
    const { base } = needs, { db, ring, settings, world, accounts } = base.needs;
    this.db = db;
    this.ring = ring;
    this.settings = settings;
    this.world = world;
    this.accounts = accounts;
    this.audit = base.needs.audit;
    this.store = base.store;
    this.fixStore = base.fixStore;
    this.samples = base.samples;
    this.objects = base.objects;
    this.coverage = base.coverage;
    this.log = base.log;
    this.commandStore = base.commandStore;
    this.deliveries = base.deliveries;
    this.answers = base.answers;
    this.mailbox = base.mailbox;
    this.conversations = base.conversations;
    this.mesh = base.mesh;
    this.meshtastic = base.meshtastic;
    this.owned = base.owned;
    this.nodes = base.nodes;
    this.views = base.views;
    this.sentPlaces = base.sentPlaces;
    this.sentViews = base.sentViews;
    this.fixes = base.fixes;
    this.ownedBy = base.ownedBy;
    this.commands = new Commands({
      store: this.commandStore,
      answers: this.answers,
      deliveries: this.deliveries,
      settings,
      world,
      words: needs.words,
      mayCommand: (call) => {
        const person = accounts.holder(call);
        return person !== undefined && !person.suspended && accounts.isVerified(call);
      },
    });
    this.messages = new Messages(this.log, this.commands, this.mailbox, base.waysBack, settings);
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

  /** How many stations were heard since then. */
  /** Where a station was last known to be. */
  placeOf(call: string): { lat: number; lon: number } | undefined {
    const known = this.store.byCall({ call });
    return known?.latE7 != null && known.lonE7 != null
      ? { lat: fromE7(known.latE7), lon: fromE7(known.lonE7) }
      : undefined;
  }
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

  /** The area's share in a person's data. */
  personalData = () =>
    stationsPersonalData(
      this.db,
      this.ring,
      (base) => this.accounts.isVerified(base),
      () => this.#receiver.forgetStations(),
    );

  /** Forgets stations that were not heard since then and that nothing names. */
  forgetSilent(tx: Tx, before: number): void {
    for (const { id, call } of this.store.silent({ before, limit: 5000 })) {
      if (!this.needs.neverForget(call)) this.store.drop(tx, { id });
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
    if (keep === undefined) {
      keep = this.accounts.holder(call) !== undefined || this.owned.isListed(call) ||
        this.needs.keepAllOf(call);
      this.#kept.set(call, keep);
    }
    return keep;
  }

  #sent(tx: Tx, place: SentPlace | undefined): void {
    if (place) tx.after(() => this.#tell([{ type: "sent", ...place }]));
  }

  #tell(events: readonly StationEvent[]): void {
    try {
      this.needs.base.needs.tell.stationsChanged(events);
    } catch (error) {
      // A listener that throws must not fail the batch, which is stored already.
      this.world.log.getChild("stations").error("a listener failed: {error}", { error });
    }
  }
}
