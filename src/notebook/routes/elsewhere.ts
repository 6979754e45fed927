/** Finds made elsewhere, out of a file: private, and no logs. */
import { z } from "#schemas";
import type { Database } from "../../db/mod.ts";
import { BODY_LIMIT, type Limit, route, session } from "../../http/mod.ts";
import type { Elsewhere } from "../elsewhere/elsewhere.ts";
import { notebookFailure } from "../errors.ts";

const SPEC = 'API "Caches, logs, media"';
const FILES: Limit<{ account: number }> = {
  name: "finds-elsewhere",
  points: 20,
  seconds: 3600,
  per: ({ who }) => String(who.account),
};
const Kept = z.object({ kept: z.number().describe("Finds made elsewhere that are kept now, in all") });

/** The routes of finds made elsewhere. */
export const elsewhereRoutes = ({ db, elsewhere }: { db: Database; elsewhere: Elsewhere }) => [
  route("GET /api/my/finds-elsewhere", {
    gate: session(),
    spec: SPEC,
    summary: "How many finds made elsewhere are kept of the member, for themselves alone",
    reply: Kept,
    handle: ({ who }) => ({ kept: elsewhere.count(who.account) }),
  }),
  route("POST /api/my/finds-elsewhere", {
    gate: session(),
    limit: FILES,
    spec: SPEC,
    summary:
      'Keep own finds out of a GPX file of "my finds", also gzipped or zipped: as private history, never as logs',
    raw: "application/gpx+xml",
    maxBytes: BODY_LIMIT,
    reply: Kept.extend({
      read: z.number().describe("How many own finds the file has"),
      others: z.number().describe("Waypoints that are no finds of one's own, or are no caches"),
      files: z.number().describe("Files that were read: those of a ZIP, or one"),
      left: z.array(z.object({
        name: z.string(),
        why: z.string().describe(
          "`kind`: no GPX file, or stages; `package`: packed within the ZIP; `secret`: under a password",
        ),
      })).describe("Files of a ZIP that were not read, the first of them by name"),
      leftFiles: z.number().describe("How many files were not read, in all"),
      odd: z.number().describe(
        "Letters that were not what the file says it is written in; they were guessed",
      ),
    }),
    errors: [
      notebookFailure.finds_unreadable,
      notebookFailure.finds_elsewhere_full,
      notebookFailure.finds_none,
    ],
    handle: async ({ who, incoming }) => {
      const { finds, waypoints, ...told } = await elsewhere.read(incoming.bytes);
      if (finds.length === 0) throw notebookFailure.finds_none();
      const kept = await db.write((tx) => elsewhere.keep(tx, who.account, finds));
      return { ...told, read: finds.length, others: waypoints - finds.length, kept };
    },
  }),
  route("DELETE /api/my/finds-elsewhere", {
    gate: session(),
    spec: SPEC,
    summary: "Delete all finds made elsewhere that are kept of the member",
    reply: Kept,
    handle: async ({ who }) => {
      await db.write((tx) => elsewhere.forget(tx, who.account));
      return { kept: 0 };
    },
  }),
];
