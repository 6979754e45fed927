/** Stations as one value: what the program opens and other areas ask. */
import type { Accounts, People } from "../accounts/mod.ts";
import type { Tell, World } from "../base/mod.ts";
import type { Audit, Database, Tx } from "../db/mod.ts";
import { serviceCall, type Settings } from "../settings/mod.ts";
import { coverageStore } from "./coverage/store.ts";
import { fromE7 } from "./e7.ts";
import type { TrustView } from "./evidence/attest.ts";
import { Deliveries } from "./evidence/deliveries.ts";
import { Fixes, type TransmitShadows } from "./evidence/fixes.ts";
import type { StationsEvents } from "./events.ts";
import { Mailbox } from "./mailbox/mailbox.ts";
import { SentViews } from "./map/sent_views.ts";
import { Views } from "./map/views.ts";
import { Mesh } from "./mesh/mesh.ts";
import { Meshtastic } from "./mesh/meshtastic.ts";
import { commandStore } from "./messages/command_store.ts";
import { Commands, type Registered } from "./messages/commands.ts";
import { Conversations } from "./messages/conversations.ts";
import { Messages } from "./messages/messages.ts";
import { nodeStore } from "./node/store.ts";
import { Owned } from "./owned/owned.ts";
import { stationsPersonalData } from "./personal_data.ts";
import { type Awaits, Receiver } from "./receiving/receiver.ts";
import type { Fix, Outcome, Reception, SentBeacon, SentPlace, StationEvent } from "./reception.ts";
import type { HeardInNet, Within } from "./ring/net_log.ts";
import type { Ring } from "./ring/ring.ts";
import { Answers, type BoxWay, TOCALL } from "./sending/answers.ts";
import { MessageLog } from "./sending/message_log.ts";
import type { OutboxRow } from "./sending/outbox_store.ts";
import { SentPlaces } from "./sending/sent_places.ts";
import { WaysBack } from "./sending/ways_back.ts";
import { fixStore } from "./tables/fix_store.ts";
import { objectStore } from "./tables/object_store.ts";
import { sampleStore } from "./tables/sample_store.ts";
import { type StationRow, stationStore } from "./tables/station_store.ts";

export interface StationNeeds {
  db: Database;
  ring: Ring;
  settings: Settings;
  world: World;
  accounts: Accounts;
  /** Home locator of an account's profile. */
  people: Pick<People, "cards">;
  audit: Audit;
  tell: Tell<StationsEvents>;
  /** What the operator trusts, when boxes were told to transmit, and boxes as a way to the air. */
  boxes: { sites: TrustView };
  shadows: TransmitShadows;
  boxWays: BoxWay;
}

/** Listed living caches that follow a station; the game knows. */
export type LivingCaches = (call: string) => { id: number; code: string; title: string }[];

/** What stations ask when something is heard. */
export interface StationAsks {
  /** Words in messages to the service call, in the order in which HELP names them. */
  words: Readonly<Record<string, Registered>>;
  caches: {
    /** Whether every fix of a call is worth keeping: a living cache follows it, a command of it waits. */
    follows(call: string): boolean;
    /** Living caches that follow a call: such a station is kept however long it is silent. */
    livingOf(call: string): readonly unknown[];
    /** Those that everybody may see on the map. */
    livingShown: LivingCaches;
    /** Calls whose positions say something of a find that is open. */
    awaits: Awaits;
  };
}

/** How long it is remembered whether a call's every fix is worth keeping, in seconds. */
const KEEP_FOR_S = 60;

/** Items of the outbox that are remembered as handed out: it is asked for every few seconds. */
const MOST_HANDED_OUT = 1000;
/** Items of the outbox that are looked at for one answer. */
const MOST_WAITING = 1000;

/** Stations for other areas. Times are unix seconds, places in degrees. */
export class Stations {
  readonly db;
  readonly ring;
  readonly settings;
  readonly world;
  readonly accounts;
  readonly audit;
  readonly store;
  readonly fixStore;
  readonly samples;
  readonly objects;
  readonly coverage;
  /** Messages, and what waits for APRS-IS. */
  readonly log;
  readonly commandStore;
  readonly deliveries;
  readonly answers;
  readonly commands;
  readonly mailbox;
  readonly messages;
  readonly conversations;
  readonly mesh;
  readonly meshtastic;
  readonly owned;
  readonly nodes;
  /** What others see of stations. */
  readonly views;
  /** What this gateway sent itself, and how it is shown. */
  readonly sentPlaces;
  readonly sentViews;
  /** Calls whose positions say something of a find that is open. */
  readonly awaits: Awaits;
  readonly #waysBack;
  readonly #fixes;
  readonly #receiver: Receiver;
  /** Items of the outbox whose shadow is there, by box and number. */
  readonly #handedOut = new Set<string>();
  readonly #kept = new Map<string, boolean>();
  #keptSince = 0;

  constructor(private readonly needs: StationNeeds, private readonly others: StationAsks) {
    const { db, ring, settings, world, accounts, people, tell, boxes, boxWays, shadows } = needs;
    this.db = db;
    this.ring = ring;
    this.settings = settings;
    this.world = world;
    this.accounts = accounts;
    this.audit = needs.audit;
    const store = this.store = stationStore(db), fixes = this.fixStore = fixStore(db);
    const samples = this.samples = sampleStore(db), objects = this.objects = objectStore(db);
    const coverage = this.coverage = coverageStore(db);
    const log = this.log = new MessageLog(db, accounts, tell.messageLogged);
    const deliveries = this.deliveries = new Deliveries(fixes, store, boxes.sites);
    const answers = this.answers = new Answers(log, boxWays, settings, world);
    this.mailbox = new Mailbox(db, accounts, answers, settings, world);
    this.#waysBack = new WaysBack(answers, settings, world);
    this.conversations = new Conversations(db, settings);
    const mesh = this.mesh = new Mesh(db, settings, world);
    this.meshtastic = new Meshtastic({ db, world, stations: store, samples });
    const owned = this.owned = new Owned(
      db,
      accounts,
      world,
      (account) => people.cards.profile(account).homeGrid ?? undefined,
    );
    this.nodes = nodeStore(db);
    const views = this.views = new Views(store, fixes, samples, objects, owned, ring, deliveries, world);
    this.sentPlaces = new SentPlaces(db, log.outbox, store);
    this.sentViews = new SentViews(views, this.sentPlaces, owned, world);
    this.#fixes = new Fixes(fixes, deliveries, shadows);
    this.commandStore = commandStore(db);
    this.commands = new Commands({
      ...{ answers, deliveries, shadows, settings, world },
      store: this.commandStore,
      words: () => others.words,
      mayCommand: (call) => accounts.speaksFor(call),
    });
    this.messages = new Messages(log, this.commands, this.mailbox, this.#waysBack, settings);
    this.awaits = {
      since: (base) => others.caches.awaits.since(base),
      came: (tx, heard) => others.caches.awaits.came(tx, heard),
    };
    this.#receiver = new Receiver({
      ...{ db, ring, settings, world, store, fixes, deliveries, samples, objects, coverage, mesh },
      messages: this.messages,
      awaits: this.awaits,
      keepAll: (call) => this.#keepAll(call),
      tell: (events) => this.#tell(events),
    });
  }

  /** Where the holders of these base calls were, under any SSID, newest first, at most 500. */
  fixes = (bases: readonly string[], from: number, to: number): Fix[] => this.#fixes.of(bases, from, to);

  /** Stations that a member lists. */
  ownedBy = (account: number): { id: number; call: string; lat?: number; lon?: number }[] =>
    this.owned.ownedBy(account);

  /** Sends a text under the service call to a station, by the way it was heard last if that was just now. */
  sendTo(tx: Tx, to: string, text: string, number?: string): void {
    this.#waysBack.sendTo(tx, to, text, number);
  }

  /** Announces something on APRS-IS under a member's call, as a status: the gate sends it as third-party traffic. */
  announce(tx: Tx, call: string, text: string): void {
    this.log.queue(tx, {
      at: this.world.now(),
      account: this.accounts.holder(call)?.accountId ?? null,
      src: call,
      to: TOCALL,
      kind: "status",
      payload: `>${text}`,
    });
  }

  /** Takes what receivers heard; settles once it is on the disk. */
  receive = (packets: readonly Reception[]): Promise<Outcome[]> => this.#receiver.take(packets);

  /** How many packets were taken since the start of the process. */
  get taken(): number {
    return this.#receiver.taken;
  }

  /** What waits for APRS-IS and CWOP, handed out to a box, empty where the ingest secret was shown. */
  async handOut(box: string, since: number, limit: number): Promise<OutboxRow[]> {
    const { log, db, needs: { shadows } } = this;
    const items = log.outbox.waiting({ since, limit: MOST_WAITING }).filter(this.#maySay).slice(0, limit),
      fresh = items.filter(({ id }) => !this.#handedOut.has(`${box} ${id}`));
    log.outboxAskedAt = this.world.now();
    if (fresh.length === 0) return items;
    await db.write((tx) => {
      for (const { id, srcCall, target } of fresh) {
        if (target === "is") shadows.open(tx, { source: `outbox ${id}`, box, calls: [srcCall] });
      }
    });
    if (this.#handedOut.size > MOST_HANDED_OUT) this.#handedOut.clear();
    for (const { id } of fresh) this.#handedOut.add(`${box} ${id}`);
    return items;
  }

  /** What was queued may have lost its call since, or its proof: then it waits until it is too old. */
  #maySay = ({ srcCall, accountId }: OutboxRow): boolean =>
    srcCall === serviceCall(this.settings) || this.accounts.speaksFor(srcCall, accountId ?? undefined);

  /** A box has sent an item of the outbox. */
  outboxSent(tx: Tx, id: number, at: number): void {
    if (!this.log.sent(tx, id, at)) return;
    this.needs.shadows.close(tx, `outbox ${id}`);
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
    this.conversations.unread({ account, bases: this.accounts.person(account)?.bases ?? [] });

  /** Suspension: drops what the account has waiting, in the mailbox and for APRS-IS. */
  dropWaitingOf(tx: Tx, account: number): void {
    this.mailbox.dropOf(tx, account);
    this.log.outbox.dropQueuedOf(tx, { account });
  }

  /** The area's share in a person's data. */
  personalData = () =>
    stationsPersonalData(this.db, this.ring, this.accounts, {
      stations: () => this.#receiver.forgetStations(),
      deliveries: () => this.deliveries.forget(),
    });

  /** Forgets stations that were not heard since then and that nothing names. */
  forgetSilent(tx: Tx, before: number): void {
    for (const { id, call } of this.store.silent({ before, limit: 5000 })) {
      if (this.others.caches.livingOf(call).length === 0) this.store.drop(tx, { id });
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
        this.others.caches.follows(call);
      this.#kept.set(call, keep);
    }
    return keep;
  }

  #sent(tx: Tx, place: SentPlace | undefined): void {
    if (place) tx.after(() => this.#tell([{ type: "sent", ...place }]));
  }

  #tell(events: readonly StationEvent[]): void {
    try {
      this.needs.tell.stationsChanged(events);
    } catch (error) {
      // A listener that throws must not fail the batch, which is stored already.
      this.world.log.getChild("stations").error("a listener failed: {error}", { error });
    }
  }
}
