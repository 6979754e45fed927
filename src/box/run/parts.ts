/** What a running box consists of, as its services and its pages see it. */
import type { World } from "../../base/mod.ts";
import type { Database } from "../../db/mod.ts";
import type { BoxClock } from "../clock/box_clock.ts";
import type { Switches } from "../config/switches.ts";
import type { ConnectionCounters } from "../connections/counters.ts";
import type { Hub } from "../connections/hub.ts";
import type { Connection } from "../connections/supervise.ts";
import type { GatewayClient } from "../gateway/client.ts";
import type { Sender } from "../gateway/sender.ts";
import type { Io } from "../io.ts";
import type { Facts } from "../spool/facts.ts";
import type { Spool } from "../spool/spool.ts";
import type { Transmitter } from "../transmit/transmitter.ts";

export interface BoxParts {
  readonly dir: string;
  readonly world: World;
  readonly io: Io;
  /** `box.db`. */
  readonly db: Database;
  readonly facts: Facts;
  readonly clock: BoxClock;
  readonly spool: Spool;
  /** Signed requests. */
  readonly client: GatewayClient;
  readonly sender: Sender;
  /** In the order of box.json; `connection.line?.send` takes a Permit. */
  readonly connections: readonly Connection[];
  readonly counters: ConnectionCounters;
  /** Everything heard, copies left out. */
  readonly hub: Hub;
  /** box.json: call, switches, settings of services. */
  readonly switches: Switches;
  /** The one door to the air, and the locks before it. */
  readonly transmitter: Transmitter;
  /** Further members of the status and of the report to the gateway, by name. The functions must answer at once. */
  readonly told: Map<string, () => unknown>;
}
