/** Upkeep from the browser: a backup now, what fills the disk, what went wrong lately (API "Administration"). */
import { join } from "node:path";
import { z } from "#schemas";
import { Problem } from "./problems.ts";
import { archiveFailure, makeArchive } from "../archive/mod.ts";
import { instanceId } from "../settings/mod.ts";
import { failures } from "../base/mod.ts";
import { backupsIn, backupTo, removeBackup, stamp } from "../db/mod.ts";
import { json, type Limit, route, sysop, sysopOrOperator } from "../http/mod.ts";
import type { AdminParts } from "./parts.ts";
import { type DiskUse, diskUse } from "./disk_use.ts";

const SPEC = 'API "Administration"';
const failure = failures({
  no_such_backup: "missing",
  backup_running: "conflict",
});
/** Backups made by hand: each reads the whole database and fills the card. */
const BACKUPS: Limit<never> = { name: "backups", points: 6, seconds: 3600 };

const Copy = z.object({
  name: z.string(),
  bytes: z.number(),
  madeAt: z.number().describe("When the copy was made, in unix seconds"),
});
/** A copy that was put into a folder beside, opened and checked. */
const Trial = z.object({
  at: z.number().describe("When it was tried, in unix seconds"),
  name: z.string().describe("Of the copy, as `backups` lists it"),
  ms: z.number().describe("How long it took, in milliseconds"),
  caches: z.number().describe("How many of them the copy held, to compare with what one expects"),
  secrets: z.enum(["all", "closed", "none"]).describe(
    "closed: they are in it, and BACKUP_PASSPHRASE does not open them",
  ),
  error: z.string().nullable().describe("Why it would not come back; null where it would"),
});
/** How far the copy that is being made now has come. */
const Running = z.object({
  done: z.number().describe("Pages of the database copied so far"),
  total: z.number().describe("Pages of the database; 0 until the first one is copied"),
});
/** The operator's routes for backups, disk and events. */
export function upkeepRoutes(
  { db, audit, world, limits, dataDir, problems, settings, source, backups }: AdminParts,
) {
  const folder = join(dataDir, "backups");
  const copies = () => backupsIn(folder).map(({ name, bytes, madeAt }) => ({ name, bytes, madeAt }));
  /** Pages of the copy that is being made. */
  let running: { done: number; total: number } | null = null;
  /** The count of the disk that runs now: whoever asks meanwhile gets its result. */
  let counting: Promise<DiskUse> | undefined;
  /** A copy by its name as listed, never by a path. Throws `no_such_backup`. */
  const named = (name: string) => {
    const found = backupsIn(folder).find((one) => one.name === name);
    if (!found) throw failure.no_such_backup();
    return found;
  };
  const note = (actor: string, action: string, name: string) =>
    db.write((tx) =>
      audit.note(tx, world.now(), {
        actor,
        action,
        kind: "database",
        targetId: name,
        label: name,
        reason: "",
      })
    );
  /** Makes a copy under a name with this ending; one at a time. Gives it as it is listed. */
  const making = async (
    actor: string,
    ending: ".db" | ".tar",
    make: (path: string, copied: (done: number, total: number) => void) => Promise<unknown>,
  ) => {
    if (running) throw failure.backup_running();
    limits.use(BACKUPS, actor);
    running = { done: 0, total: 0 };
    try {
      Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
      const name = `gateway-${stamp(world.now())}${ending}`;
      await make(join(folder, name), (done, total) => running = { done, total });
      await note(actor, "backup", name);
      return json(copies().find((one) => one.name === name)!, 201);
    } finally {
      running = null;
    }
  };
  return [
    route("GET /api/admin/backups", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "Copies of the database on this host, newest first",
      reply: z.object({
        backups: z.array(Copy),
        running: Running.nullable(),
        trial: Trial.nullable().describe(
          "What came of trying the newest copy last; null: none was tried yet",
        ),
        elsewhere: z.object({
          lastAt: z.number().nullable().describe(
            "When the line that takes copies away ran last, in unix seconds",
          ),
          rclone: z.string().describe(
            "The line of a crontab that does it with rclone, for this host and its zone",
          ),
          restic: z.string().describe("As `rclone`, for who keeps many versions in little room"),
          zone: z.string().describe("In which the two lines say their time: where this host stands"),
        }),
      }),
      handle: () => ({
        backups: copies(),
        running,
        trial: backups.trials.last() ?? null,
        elsewhere: backups.elsewhere(),
      }),
    }),
    route("POST /api/admin/backup", {
      gate: sysopOrOperator({ anyAge: "the copy stays on this host: taking it away asks for itself" }),
      spec: SPEC,
      summary: "Copy the database now, while it is in use",
      reply: Copy,
      status: 201,
      errors: [failure.backup_running],
      handle: ({ who }) =>
        making(who.actor, ".db", (path, copied) => backupTo(db, path, { beside: true, copied })),
    }),
    route("POST /api/admin/backups", {
      gate: sysop(),
      spec: SPEC,
      summary:
        "Make a whole backup now: one archive of database, photos, tiles' settings and, under a passphrase, secrets",
      body: z.object({
        passphrase: z.string().max(200).optional().describe(
          "For gateway.env and the keys of tls/, in the format age; they are left out without it",
        ),
      }),
      reply: Copy,
      status: 201,
      errors: [failure.backup_running, archiveFailure.passphrase_short],
      handle: ({ who, body }) =>
        making(who.actor, ".tar", (path, copied) =>
          makeArchive({
            ...{ db, dataDir, path, copied, now: world.now(), beside: true },
            instance: instanceId(settings),
            program: source.version,
            passphrase: body.passphrase || undefined,
          })),
    }),
    route("GET /api/admin/backups/:name", {
      // A copy holds everybody's addresses and keys: the operator secret, which scripts know, does not open it.
      gate: sysop({ fresh: true }),
      spec: SPEC,
      summary: "Download a copy of the database, or a whole backup",
      params: { name: "Name of the copy, as `GET /api/admin/backups` lists it" },
      produces: "application/octet-stream",
      errors: [failure.no_such_backup],
      handle: async ({ params, who }) => {
        const found = named(params.name);
        await note(who.actor, "download backup", found.name);
        const file = await Deno.open(found.file);
        return new Response(file.readable, {
          headers: {
            "content-type": "application/octet-stream",
            "content-length": String(found.bytes),
            "content-disposition": `attachment; filename="${found.name}"`,
          },
        });
      },
    }),
    route("DELETE /api/admin/backups/:name", {
      gate: sysop(),
      spec: SPEC,
      summary: "Delete a copy of the database from this host",
      params: { name: "Name of the copy, as `GET /api/admin/backups` lists it" },
      reply: z.object({ ok: z.literal(true) }),
      errors: [failure.no_such_backup],
      handle: async ({ params, who }) => {
        const { name } = named(params.name);
        // The audit row comes first: a copy that is gone without one could not be explained.
        await note(who.actor, "delete backup", name);
        removeBackup(folder, name);
        return { ok: true } as const;
      },
    }),
    route("GET /api/admin/disk", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "What fills the data folder, by kind, and what is free",
      reply: z.object({
        free: z.number().nullable().describe("Bytes; null where the system does not say"),
        kinds: z.array(z.object({ kind: z.string(), bytes: z.number(), files: z.number() })),
        more: z.boolean().describe("Whether there was more in the folder than was counted"),
      }),
      handle: () => counting ??= diskUse(dataDir).finally(() => counting = undefined),
    }),
    route("GET /api/admin/events", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "The last problems, also from before a restart, each once with its count, newest first",
      reply: z.object({ events: z.array(Problem) }),
      handle: () => ({ events: problems?.list() ?? [] }),
    }),
  ];
}
