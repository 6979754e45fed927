/** What the area keeps and sends by itself: areas that receiving asks in its turn stand on this. */
import type { Accounts } from "../accounts/mod.ts";
import type { Tell, World } from "../base/mod.ts";
import type { Audit, Database, Tx } from "../db/mod.ts";
import type { Settings } from "../settings/mod.ts";
import { type CoverageStore, coverageStore } from "./coverage/store.ts";
import type { TrustView } from "./evidence/attest.ts";
import { Deliveries } from "./evidence/deliveries.ts";
import { type CommandedBeacons, Fixes } from "./evidence/fixes.ts";
import type { StationsEvents } from "./events.ts";
import { Mailbox } from "./mailbox/mailbox.ts";
import { SentViews } from "./map/sent_views.ts";
import { Views } from "./map/views.ts";
import { Mesh } from "./mesh/mesh.ts";
import { Meshtastic } from "./mesh/meshtastic.ts";
import { type CommandStore, commandStore } from "./messages/command_store.ts";
import { Conversations } from "./messages/conversations.ts";
import { type NodeStore, nodeStore } from "./node/store.ts";
import { Owned } from "./owned/owned.ts";
import type { Fix } from "./reception.ts";
import type { Ring } from "./ring/ring.ts";
import { Answers, type BoxWay, TOCALL } from "./sending/answers.ts";
import { MessageLog } from "./sending/message_log.ts";
import { SentPlaces } from "./sending/sent_places.ts";
import { WaysBack } from "./sending/ways_back.ts";
import { type FixStore, fixStore } from "./tables/fix_store.ts";
import { type ObjectStore, objectStore } from "./tables/object_store.ts";
import { type SampleStore, sampleStore } from "./tables/sample_store.ts";
import { type StationStore, stationStore } from "./tables/station_store.ts";

interface StationBaseNeeds {
  db: Database;
  ring: Ring;
  settings: Settings;
  world: World;
  accounts: Accounts;
  audit: Audit;
  tell: Tell<StationsEvents>;
  /** What the operator trusts, beacons that boxes were told to send, and boxes as a way to the air: box registry. */
  trust: TrustView;
  beacons: CommandedBeacons;
  boxes: BoxWay;
  /** Home locator of an account's profile. */
  homeGrid(account: number): string | undefined;
}

/** What is kept of stations. Times are unix seconds, places in degrees. */
export class StationBase {
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
  readonly mailbox: Mailbox;
  readonly waysBack: WaysBack;
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
  readonly #fixes: Fixes;

  constructor(readonly needs: StationBaseNeeds) {
    const { db, ring, settings, world, accounts } = needs;
    this.store = stationStore(db);
    this.samples = sampleStore(db);
    this.objects = objectStore(db);
    this.coverage = coverageStore(db);
    this.log = new MessageLog(db, needs.tell.messageLogged);
    this.commandStore = commandStore(db);
    this.fixStore = fixStore(db);
    this.deliveries = new Deliveries(this.fixStore, this.store, needs.trust);
    this.answers = new Answers(this.log, needs.boxes, settings, world);
    this.mailbox = new Mailbox(db, accounts, this.answers, settings, world);
    this.waysBack = new WaysBack(this.answers, settings, world);
    this.conversations = new Conversations(db, settings);
    this.mesh = new Mesh(db, settings, world);
    this.meshtastic = new Meshtastic({ db, world, stations: this.store, samples: this.samples });
    this.owned = new Owned(db, accounts, world, needs.homeGrid);
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
    this.#fixes = new Fixes(this.fixStore, this.deliveries, needs.beacons);
  }

  /** Where the holders of these base calls were, under any SSID, newest first, at most 500. */
  fixes = (bases: readonly string[], from: number, to: number): Fix[] => this.#fixes.of(bases, from, to);

  /** Stations that a member lists. */
  ownedBy = (account: number): { id: number; call: string; lat?: number; lon?: number }[] =>
    this.owned.ownedBy(account);

  /** Sends a text under the service call to a station, by the way it was heard last if that was just now. */
  sendTo(tx: Tx, to: string, text: string, number?: string): void {
    this.waysBack.sendTo(tx, to, text, number);
  }

  /** Announces something on APRS-IS under a member's call, as a status: the gate sends it as third-party traffic. */
  announce(tx: Tx, call: string, text: string): void {
    this.log.queue(tx, {
      at: this.needs.world.now(),
      account: null,
      src: call,
      to: TOCALL,
      kind: "status",
      payload: `>${text}`,
    });
  }
}
