/** Every area of the program, one row each, in the order in which they are asked for routes, jobs, rows and shares. */
import { accounts } from "../accounts/mod.ts";
import { admin } from "../admin/mod.ts";
import { awards } from "../awards/mod.ts";
import { bbs } from "../bbs/mod.ts";
import { caches } from "../caches/mod.ts";
import { club } from "../club/mod.ts";
import { federation } from "../federation/mod.ts";
import { home } from "../home/mod.ts";
import { ingest } from "../ingest/mod.ts";
import { live } from "../live/mod.ts";
import { moderation } from "../moderation/mod.ts";
import { notebook } from "../notebook/mod.ts";
import { qsl } from "../qsl/mod.ts";
import { read } from "../read/mod.ts";
import { registries } from "../registries/mod.ts";
import { stations } from "../stations/mod.ts";
import { support } from "../support/mod.ts";
import { trends } from "../trends/mod.ts";
import { uploads } from "../uploads/mod.ts";
import { web } from "../web/mod.ts";
import { JOINS } from "./joins.ts";
import type { Member } from "./kept.ts";
import { lives } from "./lives.ts";
import { whole } from "./whole.ts";

export const AREAS: readonly Member[] = [
  whole,
  lives,
  accounts,
  stations,
  ingest,
  caches,
  bbs,
  live,
  registries,
  support,
  moderation,
  read,
  notebook,
  awards,
  qsl,
  trends,
  uploads,
  club,
  home,
  federation,
  admin,
  web,
  ...JOINS,
];
