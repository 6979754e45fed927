/** `/health`: whether the instance works, and what of the outside it can use (API "Versioning"). Owns no tables. */
import { z } from "zod";
import { CLOCK_STATES, freeBytes, isPublicAddress, SCARCE_BYTES, type World } from "../base/mod.ts";
import { type Database, schemaOf, watchDamage } from "../db/mod.ts";
import { json, open, route, type RouteTable } from "../http/mod.ts";
import { DOH_URL, FED_PRIVATE_KEY, instanceId, type Settings, usableSecrets } from "../settings/mod.ts";
import type { Reach } from "../tls/mod.ts";

interface HealthParts {
  db: Database;
  settings: Settings;
  world: World;
  source: { version: string; commit: string | null };
  /** Folder whose disk is looked at. */
  dataDir: string;
  reach?: Reach | undefined;
}

const Health = z.object({
  ok: z.boolean().describe("Whether the instance works; with `false` the status is 503"),
  db: z.enum(["ok", "damaged", "failing"]).describe(
    "damaged: a page of the file is not what was written to it, by the nightly check or as it was met; restore a backup",
  ),
  instance: z.string(),
  commit: z.string().nullable(),
  schema: z.string().describe("Newest migration of the database"),
  version: z.string(),
  time: z.number().describe("Time of this instance's clock, in unix seconds"),
  clock: z.enum(CLOCK_STATES).describe(
    "unset: before this program's own date; jumped: parted from the time that has passed by more than a day, for an hour or until " +
      "an operator says that it is right. Nothing is signed, pulled, expired or pruned meanwhile",
  ),
  disk: z.object({
    freeBytes: z.number().nullable().describe(
      "What may still be written; null where the system does not say",
    ),
    low: z.boolean().describe(`Whether less than ${SCARCE_BYTES / 1e6} MB are free`),
  }),
  services: z.object({
    sessions: z.boolean().describe("SESSION_SECRET is usable: people can sign in"),
    mail: z.boolean().describe("A mail server is configured; whether it can be reached is not tried"),
    dns: z.boolean().describe("Resolvers are configured; whether they can be reached is not tried"),
    signing: z.boolean().describe("FED_PRIVATE_KEY is set: records can be mirrored"),
  }),
  addresses: z.array(z.string()).describe(
    "Under which people reach this instance, as they type them; those of its local network only to who asks from one",
  ),
}).partial().loose();

/** Under which addresses `asker` may know this instance: outside the router nobody learns what the network behind it looks like. */
export const addressesFor = (asker: string, reach: Reach | undefined): string[] =>
  knownTo(asker, reach).map(({ url }) => url);

/** The best of them that does not lead each reader to their own host. */
export const elsewhereFor = (asker: string, reach: Reach | undefined): string | undefined =>
  knownTo(asker, reach).find(({ by }) => by !== "here")?.url;

const knownTo = (asker: string, reach: Reach | undefined) =>
  (reach?.addresses() ?? []).filter(({ by }) => by === "operator" || !isPublicAddress(asker));

/** The route of `/health`, for monitoring and for whoever looks for this instance. */
export function healthRoutes({ db, settings, world, source, dataDir, reach }: HealthParts) {
  const alive = db.row<object, { one: number }>("SELECT 1 AS one");
  const schema = schemaOf(db);
  const damage = watchDamage(db);
  const answers = (): "ok" | "damaged" | "failing" => {
    try {
      return alive()?.one !== 1 ? "failing" : damage.problem() === undefined ? "ok" : "damaged";
    } catch (error) {
      world.log.error("database does not answer: {error}", { error });
      return "failing";
    }
  };
  const disk = () => {
    const free = freeBytes(dataDir);
    return { freeBytes: free ?? null, low: free !== undefined && free < SCARCE_BYTES };
  };
  return [
    route("GET /health", {
      gate: open("monitoring has no credential"),
      spec: 'API "Versioning"',
      summary: "Whether the instance works, and what of the outside it can use",
      query: z.object({ live: z.string().optional().describe("Given: only whether the program runs") }),
      reply: Health,
      also: { 503: { says: "The same, where the database does not answer or is damaged", reply: Health } },
      handle: ({ query, incoming }) => {
        if (query.live !== undefined) return { ok: true };
        const answer = answers(), ok = answer === "ok";
        return json({
          ok,
          db: answer,
          instance: instanceId(settings),
          commit: source.commit,
          schema,
          version: source.version,
          time: world.now(),
          clock: world.clock.state(),
          disk: disk(),
          services: {
            sessions: usableSecrets(settings).SESSION_SECRET !== undefined,
            mail: world.mail !== undefined,
            dns: settings.get(DOH_URL).length > 0,
            signing: settings.get(FED_PRIVATE_KEY) !== undefined,
          },
          addresses: addressesFor(incoming.client, reach),
        }, ok ? 200 : 503);
      },
    }),
  ];
}

/** What its routes that answer with JSON take and give, by signature. */
export type HealthRoutes = RouteTable<ReturnType<typeof healthRoutes>>;
