/** `/health`: whether the instance works, and what of the outside it can use (API "Versioning"). Owns no tables. */
import { z } from "#schemas";
import {
  CLOCK_STATES,
  freeBytes,
  isFull,
  isPublicAddress,
  type Life,
  type Living,
  SCARCE_BYTES,
  standingOf,
  type World,
} from "../base/mod.ts";
import { type Database, schemaOf, watchDamage } from "../db/mod.ts";
import { json, open, route, type RouteTable } from "../http/mod.ts";
import { FED_PRIVATE_KEY, instanceId, type Settings, usableSecrets } from "../settings/mod.ts";
import type { Reach } from "../tls/mod.ts";

interface HealthParts {
  db: Database;
  settings: Settings;
  world: World;
  source: { version: string; commit: string | null };
  /** Folder whose disk is looked at. */
  dataDir: string;
  reach?: Reach | undefined;
  /** How everything outside did last that this program uses. */
  lives(): readonly Living[];
}

/** Kinds of services, as they are summed up for strangers: which neighbour or box it is stands in administration. */
const KINDS = ["mail", "push", "dns", "broker", "neighbour", "partner", "box", "backup", "job"] as const;

const Summed = z.object({
  all: z.number().describe("Services of this kind that are in use"),
  failing: z.number().describe("Of them, those that did not do what was asked of them last"),
  untried: z.number().describe("Of them, those that nothing was asked of yet"),
  lastOkAt: z.number().nullable().describe("When one of them last did, in unix seconds"),
  lastFailedAt: z.number().nullable(),
  lastError: z.enum(["outage", "refusal"]).nullable().describe(
    "Of those that fail: not to be had, or there and says no. The words are for operators",
  ),
  nextTryAt: z.number().nullable().describe("When the next of those that fail is tried again by itself"),
});

const newest = (times: (number | null)[]): number | null =>
  Math.max(0, ...times.map((at) => at ?? 0)) || null;

/** Services by kind; a kind that this instance has nothing of is left out. */
function summed(lives: readonly Living[]): Partial<Record<typeof KINDS[number], z.infer<typeof Summed>>> {
  const byKind = new Map<string, Life[]>();
  for (const { service, life } of lives) {
    const kind = service.split(":", 1)[0]!, its = byKind.get(kind);
    if (its) its.push(life);
    else byKind.set(kind, [life]);
  }
  return Object.fromEntries(KINDS.flatMap((kind) => {
    const its = byKind.get(kind);
    if (!its) return [];
    const failing = its.filter((life) => standingOf(life) === "fails");
    const next = failing.map(({ nextTryAt }) => nextTryAt).filter((at) => at !== null);
    return [[kind, {
      all: its.length,
      failing: failing.length,
      untried: its.filter((life) => standingOf(life) === "untried").length,
      lastOkAt: newest(its.map(({ lastOkAt }) => lastOkAt)),
      lastFailedAt: newest(its.map(({ lastFailedAt }) => lastFailedAt)),
      lastError: failing[0]?.shortfall ?? null,
      nextTryAt: next.length === 0 ? null : Math.min(...next),
    }]];
  }));
}

/** Whether one of a kind is set that did not fail when it was asked last; `lives` says which of them were not asked yet. */
const works = (kind: z.infer<typeof Summed> | undefined): boolean =>
  kind !== undefined && kind.failing < kind.all;

const Health = z.object({
  ok: z.boolean().describe("Whether the instance works; with `false` the status is 503"),
  db: z.enum(["ok", "busy", "damaged", "failing"]).describe(
    "busy: writes wait, since another program has the lock; damaged: a page of the file is not what was written to it, by the nightly check or as it was met; restore a backup",
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
    full: z.boolean().describe("Nothing can be written; reading goes on. Then `ok` is false"),
    low: z.boolean().describe(`Whether less than ${SCARCE_BYTES / 1e6} MB are free`),
  }),
  services: z.object({
    sessions: z.boolean().describe("SESSION_SECRET is usable: people can sign in"),
    mail: z.boolean().describe(
      "A mail server is set, and did not fail when it was asked last; `lives` says whether it was asked yet",
    ),
    dns: z.boolean().describe("Resolvers are set, and one did not fail when it was asked last"),
    signing: z.boolean().describe("FED_PRIVATE_KEY is set: records can be mirrored"),
  }),
  lives: z.partialRecord(z.enum(KINDS), Summed).describe(
    "How outside services did last, by kind; a kind that is not in use is not there",
  ),
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
export function healthRoutes({ db, settings, world, source, dataDir, reach, lives }: HealthParts) {
  const alive = db.row<object, { one: number }>("SELECT 1 AS one");
  const schema = schemaOf(db);
  const damage = watchDamage(db);
  const answers = (): "ok" | "busy" | "damaged" | "failing" => {
    try {
      return alive()?.one !== 1
        ? "failing"
        : damage.problem() !== undefined
        ? "damaged"
        : db.isHeldUp
        ? "busy"
        : "ok";
    } catch (error) {
      world.log.error("database does not answer: {error}", { error });
      return "failing";
    }
  };
  const disk = () => {
    const free = freeBytes(dataDir);
    return {
      freeBytes: free ?? null,
      full: db.isFull || isFull(free),
      low: free !== undefined && free < SCARCE_BYTES,
    };
  };
  return [
    route("GET /health", {
      gate: open("monitoring has no credential"),
      spec: 'API "Versioning"',
      summary: "Whether the instance works, and what of the outside it can use",
      query: z.object({ live: z.string().optional().describe("Given: only whether the program runs") }),
      reply: Health,
      also: {
        503: {
          says: "The same, where the database does not answer or is damaged, or nothing can be written",
          reply: Health,
        },
      },
      handle: ({ query, incoming }) => {
        if (query.live !== undefined) return { ok: true };
        const answer = answers(), room = disk(), summary = summed(lives());
        const ok = answer === "ok" && !room.full;
        return json({
          ok,
          db: answer,
          instance: instanceId(settings),
          commit: source.commit,
          schema,
          version: source.version,
          time: world.now(),
          clock: world.clock.state(),
          disk: room,
          services: {
            sessions: usableSecrets(settings).SESSION_SECRET !== undefined,
            mail: works(summary.mail),
            dns: works(summary.dns),
            signing: settings.get(FED_PRIVATE_KEY) !== undefined,
          },
          lives: summary,
          addresses: addressesFor(incoming.client, reach),
        }, ok ? 200 : 503);
      },
    }),
  ];
}

/** What its routes that answer with JSON take and give, by signature. */
export type HealthRoutes = RouteTable<ReturnType<typeof healthRoutes>>;
