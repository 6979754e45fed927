/** Every service of a box, one row each. */
import manifest from "../../../deno.json" with { type: "json" };
import { beaconing } from "./beacon.ts";
import { commanding } from "./commands.ts";
import { gateWatch } from "./gate_watch.ts";
import { reporting } from "./report.ts";
import type { Service } from "./service.ts";

export const SERVICES: readonly Service[] = [gateWatch, reporting(manifest.version), commanding(), beaconing];
