/** What the ingest area stands on, and what it asks of the game. */
import type { Accounts } from "../accounts/mod.ts";
import type { World } from "../base/mod.ts";
import type { Audit, Database } from "../db/mod.ts";
import type { RotationRecord, Settings } from "../settings/mod.ts";
import type { Stations } from "../stations/mod.ts";
import type { Boxes } from "./boxes/boxes.ts";
import type { BoxCommands } from "./commands/commands.ts";
import type { Shadows } from "./commands/shadows.ts";
import type { BoxWays } from "./commands/ways.ts";
import type { Heard } from "./reports/heard.ts";
import type { BoxReports } from "./reports/reports.ts";
import type { PostedFind } from "./intake/items.ts";

/** What the game offers: logging finds that receivers took, and finds that a receiver's hearing made. */
export interface FindSink {
  log(find: PostedFind): Promise<"accepted" | "duplicate" | { reason: string }>;
  attestedBy(by: { box?: string; site?: string }): {
    count: number;
    recent: { code: string; loggerCall: string; ts: number; site: string }[];
  };
}

/** What the area's routes work with. */
export interface IngestParts {
  db: Database;
  settings: Settings;
  world: World;
  audit: Audit;
  accounts: Accounts;
  stations: Stations;
  boxes: Boxes;
  ways: BoxWays;
  shadows: Shadows;
  boxCommands: BoxCommands;
  reports: BoxReports;
  heard: Heard;
  finds: FindSink;
  /** The key under which answers to boxes are signed, and how it followed earlier ones. */
  identity: { key?: { publicKey: string }; rotations: readonly RotationRecord[] };
  /** SHA-256 of the authority that signs this instance's certificates, hex digits; undefined where it makes none. */
  authority: () => string | undefined;
}
