/** Every setting there is. The environment, the settings page, the CLI and the handbook all read this list. */
import type { Setting } from "../declare.ts";
import * as bbs from "./bbs.ts";
import * as federation from "./federation.ts";
import * as game from "./game.ts";
import * as home from "./home.ts";
import * as identity from "./identity.ts";
import * as links from "./links.ts";
import * as people from "./people.ts";
import * as secrets from "./secrets.ts";
import * as server from "./server.ts";
import * as stations from "./stations.ts";
import * as tools from "./tools.ts";

const isSetting = (value: unknown): value is Setting =>
  typeof value === "object" && value !== null && "scope" in value;

const MODULES = [secrets, server, people, tools, game, stations, bbs, federation, home, identity, links];

export const ALL: readonly Setting[] = MODULES.flatMap((module) =>
  (Object.values(module) as unknown[]).filter(isSetting)
).sort((a, b) => a.key < b.key ? -1 : 1);

const byKey = new Map(ALL.map((setting) => [setting.key, setting]));
if (byKey.size !== ALL.length) throw new TypeError("a setting is declared twice");

/** The setting with this name. */
export const settingOf = (key: string): Setting | undefined => byKey.get(key);

export * from "./bbs.ts";
export * from "./federation.ts";
export * from "./game.ts";
export * from "./home.ts";
export * from "./identity.ts";
export * from "./links.ts";
export * from "./people.ts";
export * from "./secrets.ts";
export * from "./server.ts";
export * from "./stations.ts";
export * from "./tools.ts";
