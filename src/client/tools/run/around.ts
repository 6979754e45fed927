/** What a tool is run with and in, and of what it may hear. Pure. */
import type { Bus } from "./bus.ts";
import { member, type Permission, PERMISSIONS, textOf } from "./shapes.ts";

/** Why a tool runs no longer. */
export type Ended = "stopped" | "load" | "silent" | "flood";
/** What happens that tools may want to hear of. */
export const EVENTS = [
  ...["on_frame", "on_tick", "on_connect", "on_disconnect", "on_beacon", "on_find", "on_spot"] as const,
] as const;
export type ToolEvent = typeof EVENTS[number];

/** The script interface that tools find here, and what of it they may ask for by name. */
export const TOOL_API = { major: 1, minor: 0 } as const;
export const FEATURES: readonly string[] = [
  ...PERMISSIONS.filter((one) => one !== "geo"),
  ...["commands.async", "commands.remote", "decoders.sample", "events.reply", "colours.src", "bus.provide"],
];

/** What a tool is run with. */
export interface Run {
  name: string;
  script: string;
  permissions: readonly Permission[];
  connect: readonly string[];
  /** Where it is meant to be seen; the app where nothing is told. */
  surfaces?: readonly string[];
  /** Whether stations that connect may run those of its commands that it opens to them. */
  remote?: boolean;
  /** Language of the app around it, for tools that have words in several. */
  language?: string;
}
/** A beacon that a tool plans. */
export interface BeaconPlan {
  comment: string;
  intervalSec: number;
}
/** A plan within ten minutes to one day, of one line as long as a status; `null` ends the beacon. */
export function readPlan(plan: unknown): BeaconPlan | null {
  if (plan === null || plan === undefined) return null;
  const every = Number(member(plan, "intervalSec"));
  return {
    comment: textOf(member(plan, "comment"), 62).replaceAll("\n", " ").trim(),
    intervalSec: Number.isFinite(every) ? Math.min(86_400, Math.max(600, every)) : 86_400,
  };
}

/** What the app does for tools. */
export interface Around {
  now(): number;
  later(act: () => void, ms: number): () => void;
  bus: Bus;
  /** Asks to transmit; whether a box says that it did. */
  transmit(tool: string, info: string): Promise<boolean>;
  /** Plans a beacon, or ends it; throws why none may go out. */
  beacon(tool: string, plan: BeaconPlan | null): Promise<void>;
}

/** Whether a tool is meant to be seen there; one that is for the app is for all of it. */
export const isMeantFor = (surfaces: readonly string[], surface: "web" | "map" | "bbs" | "node"): boolean =>
  surfaces.includes("web") || surfaces.includes(surface);
