/** Every service of a box, one row each. */
import { VERSION } from "../version.ts";
import { connected, type Shared } from "./air/connected.ts";
import { circuits } from "./carriers/circuits.ts";
import { tally } from "./tally.ts";
import { presence } from "./carriers/presence.ts";
import { beaconing } from "./beacon.ts";
import { commanding } from "./commands.ts";
import { gateWatch } from "./gate_watch.ts";
import { igate } from "./igate/igate.ts";
import { outbox } from "./igate/outbox.ts";
import { forwarding } from "./mail/forwarding.ts";
import { nodeTables } from "./node_tables.ts";
import { reporting } from "./report.ts";
import { tracking } from "./track.ts";
import type { Service } from "./service.ts";

const shared: Shared = { known: new Set() };

export const SERVICES: readonly Service[] = [
  gateWatch,
  reporting(VERSION),
  commanding(),
  beaconing,
  igate,
  outbox(),
  connected(VERSION, shared),
  forwarding(VERSION, shared),
  circuits(shared),
  presence,
  tracking,
  tally,
  nodeTables(),
];
