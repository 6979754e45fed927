/** What a tool is run with and in, and of what it may hear. Pure. */
import type { Bus } from "./bus.ts";
import type { Permission } from "./shapes.ts";

/** Why a tool runs no longer. */
export type Ended = "stopped" | "load" | "silent" | "flood";
/** What happens that tools may want to hear of. */
export const EVENTS = [
  ...["on_frame", "on_tick", "on_connect", "on_disconnect", "on_beacon", "on_find", "on_spot"] as const,
] as const;
export type ToolEvent = typeof EVENTS[number];

/** What a tool is run with. */
export interface Run {
  name: string;
  script: string;
  permissions: readonly Permission[];
  connect: readonly string[];
  /** Where it is meant to be seen; the app where nothing is told. */
  surfaces?: readonly string[];
  /** Language of the app around it, for tools that have words in several. */
  language?: string;
}
/** What the app does for tools. */
export interface Around {
  now(): number;
  later(act: () => void, ms: number): () => void;
  bus: Bus;
  /** Asks to transmit; whether a box says that it did. */
  transmit(tool: string, info: string): Promise<boolean>;
  beacon(tool: string, plan: { comment: string; intervalSec: number } | null): void;
}

/** Whether a tool is meant to be seen there; one that is for the app is for all of it. */
export const isMeantFor = (surfaces: readonly string[], surface: "web" | "map" | "bbs" | "node"): boolean =>
  surfaces.includes("web") || surfaces.includes(surface);
