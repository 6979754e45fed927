// Made by `deno task app` from the files of words.
import accounts from "../en/refusals/accounts.json" with { type: "json" };
import admin from "../en/refusals/admin.json" with { type: "json" };
import app from "../en/refusals/app.json" with { type: "json" };
import bbs from "../en/refusals/bbs.json" with { type: "json" };
import caches from "../en/refusals/caches.json" with { type: "json" };
import federation from "../en/refusals/federation.json" with { type: "json" };
import host from "../en/refusals/host.json" with { type: "json" };
import http from "../en/refusals/http.json" with { type: "json" };
import ingest from "../en/refusals/ingest.json" with { type: "json" };
import live from "../en/refusals/live.json" with { type: "json" };
import machines from "../en/refusals/machines.json" with { type: "json" };
import moderation from "../en/refusals/moderation.json" with { type: "json" };
import read from "../en/refusals/read.json" with { type: "json" };
import registries from "../en/refusals/registries.json" with { type: "json" };
import settings from "../en/refusals/settings.json" with { type: "json" };
import stations from "../en/refusals/stations.json" with { type: "json" };
import web from "../en/refusals/web.json" with { type: "json" };

/** What is refused, in English, by area and code. */
export const ENGLISH = {
  accounts,
  admin,
  app,
  bbs,
  caches,
  federation,
  host,
  http,
  ingest,
  live,
  machines,
  moderation,
  read,
  registries,
  settings,
  stations,
  web,
};
