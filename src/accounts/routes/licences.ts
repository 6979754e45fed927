/** Licence registers over HTTP (API "Accounts, identity, verification"). */
import { z } from "#schemas";
import { type Limit, operator, rateLimited, type ReaderWho, route, SHARED } from "../../http/mod.ts";
import { SourceId } from "../licences/rules.ts";
import { LICENCE_BATCH } from "../licences/licences.ts";
import { LicenceReply, SPEC } from "../shapes.ts";
import type { People } from "../people.ts";
import { accountFailure } from "../errors.ts";

const ImportedAt = z.number().int().positive();

/** `reading`: the limits of the public read API. */
export function licenceRoutes(
  { licences, audit, db, world }: People,
  reading: readonly Limit<ReaderWho>[],
) {
  return [
    route("GET /api/licence", {
      gate: { ...rateLimited(), label: "public" },
      spec: SPEC,
      summary: "Licence registers that this instance has",
      share: SHARED.slow,
      limit: reading,
      reply: z.object({
        sources: z.array(z.object({
          source: z.string(),
          sourceName: z.string(),
          rows: z.number(),
          importedAt: z.number().describe(
            "When the newest run of that register was imported, in unix seconds",
          ),
        })),
      }),
      handle: () => ({ sources: licences.sources() }),
    }),
    route("GET /api/licence/:call", {
      params: { call: "A call in any form; a portable one counts for its home call" },
      gate: rateLimited(),
      spec: SPEC,
      summary: "What licence registers say about a call; never control-verification",
      share: SHARED.still,
      limit: reading,
      reply: LicenceReply,
      errors: [accountFailure.invalid_call],
      handle: ({ params }) => licences.of(params.call),
    }),
    route("POST /api/licence/import", {
      gate: operator(),
      spec: SPEC,
      summary: "Take a batch of a register's run",
      body: z.object({
        source: SourceId,
        sourceName: z.string().min(1).max(80).optional(),
        importedAt: ImportedAt,
        rows: z.array(z.unknown()).max(LICENCE_BATCH),
      }),
      reply: z.object({
        ok: z.literal(true),
        accepted: z.number(),
        skipped: z.number(),
        twice: z.number().describe(
          "How many of the accepted rows are of a call that this run has already: the current or latest of them counts",
        ),
      }),
      errors: [accountFailure.import_in_future, accountFailure.import_newer],
      handle: async ({ body }) => {
        const { source, importedAt, rows, sourceName } = body;
        const taken = await db.write((tx) => licences.take(tx, source, importedAt, rows, sourceName));
        return { ok: true, ...taken };
      },
    }),
    route("POST /api/licence/import/finish", {
      gate: operator(),
      spec: SPEC,
      summary: "Close a run and prune calls that it no longer lists",
      body: z.object({ source: SourceId, importedAt: ImportedAt, count: z.number().int().min(1) }),
      reply: z.object({ ok: z.literal(true), source: z.string(), rows: z.number(), removed: z.number() }),
      errors: [accountFailure.import_newer, accountFailure.import_unknown, accountFailure.import_incomplete],
      handle: async ({ who, body: { source, importedAt, count } }) => {
        const closed = await db.write((tx) => {
          const done = licences.finish(tx, source, importedAt, count);
          const entry = { action: "import", kind: "licences", targetId: source, label: source };
          audit.note(tx, world.now(), { actor: who.actor, ...entry, reason: `${done.rows} calls` });
          return done;
        });
        return { ok: true, source, ...closed };
      },
    }),
  ];
}
