/** What a running box consists of, in parts by who needs what: a service or a page names those that it takes. */
import type { World } from "../base/mod.ts";
import type { Database } from "../db/mod.ts";
import type { BoxClock } from "./clock/box_clock.ts";
import type { Switches } from "./config/switches.ts";
import type { ConnectionCounters } from "./connections/counters.ts";
import type { Hub } from "./connections/hub.ts";
import type { Connection } from "./connections/supervise.ts";
import type { GatewayClient } from "./gateway/client.ts";
import type { Sender } from "./gateway/sender.ts";
import type { Io } from "./io.ts";
import type { Senses } from "./senses/senses.ts";
import type { Facts } from "./spool/facts.ts";
import type { Spool } from "./spool/spool.ts";
import type { Transmitter } from "./transmit/transmitter.ts";

/** The host: its time, and what is reached through it. */
export interface OnHost {
  readonly world: World;
  readonly io: Io;
}

/** What lies in the box's folder. */
export interface Kept {
  readonly dir: string;
  /** `box.db`. */
  readonly db: Database;
  readonly facts: Facts;
  readonly clock: BoxClock;
  readonly spool: Spool;
}

/** The gateway: signed requests, and how far handing over has come. */
export interface ToGateway {
  readonly client: GatewayClient;
  readonly sender: Sender;
}

/** What comes in. */
export interface Hearings {
  /** Everything heard, copies left out. */
  readonly hub: Hub;
  readonly counters: ConnectionCounters;
}

/** What a GPS and a rig say of the box itself. */
export interface Sensing {
  readonly senses: Senses;
}

/** What may go out, and by what. */
export interface OnAir {
  /** In the order of box.json; `connection.line?.send` takes a Permit. */
  readonly connections: readonly Connection[];
  /** box.json: call, switches, settings of services. */
  readonly switches: Switches;
  /** The one door to the air, and the locks before it. */
  readonly transmitter: Transmitter;
}

/** Further members of the status and of the report to the gateway, by name. The functions must answer at once. */
export interface Telling {
  readonly told: Map<string, () => unknown>;
}

/** All of it, as the place that starts the box makes it. */
export interface BoxParts extends OnHost, Kept, ToGateway, Hearings, Sensing, OnAir, Telling {}
