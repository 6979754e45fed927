/** Bringing an instance back on a fresh host, from a whole backup that was uploaded (API "Administration"). */
import { z } from "#schemas";
import { archiveFailure } from "../archive/mod.ts";
import { failures } from "../base/mod.ts";
import { backupFailure } from "../db/mod.ts";
import { json, route, sysop, type SysopWho } from "../http/mod.ts";
import { uploadFailure } from "../uploads/mod.ts";
import type { AdminParts } from "./parts.ts";

const SPEC = 'API "Administration"';
const failure = failures({
  not_fresh: "conflict",
  no_backup_ready: "missing",
  restore_not_here: "conflict",
});

const Waiting = z.object({
  instance: z.string().describe("Name of the instance that it is of"),
  madeAt: z.number().describe("When the backup was made, in unix seconds"),
  program: z.string().describe("Version of the program that made it"),
  media: z.number().describe("How many photos and sounds come with it"),
  secrets: z.enum(["opened", "closed", "none"]).describe(
    "Whether its secrets come with it, stay closed for want of their passphrase, or are not in it",
  ),
  schema: z.string().describe("Newest migration of its database"),
  behind: z.number().describe("Migrations that this version makes on it"),
});

export function restoreRoutes({ db, audit, world, host, uploads, isFresh }: AdminParts) {
  const note = (who: SysopWho, action: string, label: string) =>
    db.write((tx) =>
      audit.note(tx, world.now(), {
        ...{ actor: who.actor, action, kind: "database", targetId: label, label, reason: "" },
      })
    );
  const fresh = (who: SysopWho) => isFresh(who.account);
  /** Refuses where there is something to lose: there the shell restores, with the server down. */
  const restoringOf = (who: SysopWho) => {
    if (!host?.restoring) throw failure.restore_not_here();
    if (!fresh(who)) throw failure.not_fresh();
    return host.restoring;
  };
  const refusals = [failure.not_fresh, failure.restore_not_here];
  return [
    route("GET /api/admin/restore", {
      gate: sysop(),
      spec: SPEC,
      summary: "Whether this host is fresh enough to bring an instance back, and what is ready",
      reply: z.object({
        fresh: z.boolean().describe("Whether nobody but who asks was ever here, and nothing is hidden"),
        ready: Waiting.nullable().describe("A backup that was checked, and waits to be put in place"),
        restart: z.boolean().describe("Whether the program comes back by itself afterwards"),
      }),
      handle: async ({ who }) => ({
        fresh: host?.restoring !== undefined && fresh(who),
        ready: await host?.restoring?.waiting() ?? null,
        restart: host?.restart !== undefined,
      }),
    }),
    route("POST /api/admin/restore", {
      gate: sysop(),
      spec: SPEC,
      summary: "Check a backup that was sent from end to end and keep it ready; nothing else is changed",
      limit: { name: "restore", points: 20, seconds: 3600 },
      body: z.object({
        upload: z.string().max(100).describe("Id of an upload that is whole"),
        passphrase: z.string().max(200).optional().describe("Opens its secrets; without it they stay closed"),
      }),
      reply: Waiting,
      status: 201,
      errors: [
        ...refusals,
        uploadFailure.no_such_upload,
        uploadFailure.upload_unfinished,
        uploadFailure.upload_sum,
        archiveFailure.archive_unsound,
        archiveFailure.passphrase_wrong,
        backupFailure.backup_unsound,
      ],
      handle: async ({ who, body: { upload, passphrase } }) => {
        const restoring = restoringOf(who);
        const { path, upload: { name } } = await uploads.whole(upload, "backup");
        const waiting = await restoring.check(path, passphrase || undefined);
        await note(who, "check backup", name);
        // It is unpacked and compared: its room is for the database that takes its place.
        uploads.remove(upload);
        return json(waiting, 201);
      },
    }),
    route("DELETE /api/admin/restore", {
      gate: sysop(),
      spec: SPEC,
      summary: "Give up the backup that is ready",
      reply: z.object({ ok: z.literal(true) }),
      errors: [failure.no_backup_ready],
      handle: async ({ who }) => {
        const ready = await host?.restoring?.waiting();
        if (!ready) throw failure.no_backup_ready();
        await note(who, "delete backup", ready.instance);
        await host!.restoring!.drop();
        return { ok: true } as const;
      },
    }),
    route("POST /api/admin/restore/go", {
      gate: sysop(),
      spec: SPEC,
      summary: "Put the backup that is ready in the place of everything, by a restart",
      reply: z.object({
        restarts: z.boolean().describe("Whether the program ends now and comes back; else start it anew"),
      }),
      errors: [...refusals, failure.no_backup_ready],
      handle: async ({ who }) => {
        const restoring = restoringOf(who), ready = await restoring.waiting();
        if (!ready) throw failure.no_backup_ready();
        await note(who, "restore", ready.instance);
        await restoring.go();
        host!.restart?.();
        return { restarts: host!.restart !== undefined };
      },
    }),
  ];
}
