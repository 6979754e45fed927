/** Field notes: what devices noted, as drafts of logs (API "Caches, logs, media"). */
import { z } from "#schemas";
import type { Database } from "../../db/mod.ts";
import { apiKey, BODY_LIMIT, either, type Limit, route, session } from "../../http/mod.ts";
import { notebookFailure } from "../errors.ts";
import { type FieldNotes, TAKEN_AT_ONCE } from "../field_notes/field_notes.ts";
import { NOTE_STATES } from "../field_notes/judge_note.ts";
import { NOTE_KINDS } from "../field_notes/read_notes.ts";

const SPEC = 'API "Caches, logs, media"';
/** A file of 100 MB is some thousands of pieces; a program sends a file now and then. */
const PIECES: Limit<{ account: number }> = {
  name: "field-note-pieces",
  points: 6000,
  seconds: 3600,
  per: ({ who }) => String(who.account),
};
const FILES: Limit<{ account: number }> = {
  name: "field-note-files",
  points: 60,
  seconds: 3600,
  per: ({ who }) => String(who.account),
};

const kind = z.enum(NOTE_KINDS);
const Note = z.object({
  code: z.string().trim().min(1).max(32).describe("Code or reference of the cache, as the device wrote it"),
  at: z.number().int().min(0).max(32_503_680_000),
  kind,
  text: z.string().max(8000).default(""),
});
const Seen = z.object({
  id: z.number(),
  code: z.string(),
  at: z.number().describe("When the device noted it, in unix seconds"),
  kind,
  text: z.string(),
  sentId: z.string().describe("The `sentId` to send its log under: so the gateway knows what was sent"),
  state: z.enum(NOTE_STATES).describe("Whether it can be sent, or why not"),
  cache: z.object({
    code: z.string(),
    title: z.string(),
    type: z.string(),
    origin: z.string().describe("Id of the instance that keeps the cache"),
  }).nullable(),
});
const Taken = z.object({
  taken: z.number().describe("Visits that are new since the last time"),
  known: z.number().describe("Visits that came before, in whatever file"),
});
const NOTE_ID = { id: "Number of the field note, as the list has it" };
const idOf = (text: string): number => /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;

/** The routes of field notes: of the page of one's logs, and for programs. */
export function fieldNoteRoutes({ db, notes }: { db: Database; notes: FieldNotes }) {
  return [
    route("GET /api/my/field-notes", {
      gate: session(),
      spec: SPEC,
      summary: "The member's field notes that wait, newest visit first, and what can become of each",
      reply: z.object({ notes: z.array(Seen) }),
      handle: ({ who }) => ({ notes: notes.open(who.account) }),
    }),
    route("POST /api/my/field-notes", {
      gate: session(),
      spec: SPEC,
      summary:
        "Take visits out of a file of field notes, a piece at a time; those that came before are known",
      limit: PIECES,
      body: z.object({ notes: z.array(Note).min(1).max(TAKEN_AT_ONCE) }),
      reply: Taken,
      errors: [notebookFailure.field_notes_full],
      handle: ({ who, body }) => db.write((tx) => notes.take(tx, who.account, body.notes)),
    }),
    route("PATCH /api/my/field-notes/:id", {
      gate: session(),
      spec: SPEC,
      summary: "Mend the text or the kind of a field note before it is sent",
      params: NOTE_ID,
      body: z.object({ kind: kind.optional(), text: z.string().max(8000).optional() }),
      reply: z.object({ ok: z.literal(true) }),
      errors: [notebookFailure.field_note_missing],
      handle: async ({ who, params, body }) => {
        await db.write((tx) => notes.mend(tx, who.account, idOf(params.id), body));
        return { ok: true };
      },
    }),
    route("POST /api/my/field-notes/drop", {
      gate: session(),
      spec: SPEC,
      summary:
        "Drop field notes: their texts are deleted, and the device may repeat them without their coming back",
      body: z.object({ ids: z.array(z.number().int().min(1)).min(1).max(2000) }),
      reply: z.object({ dropped: z.number() }),
      handle: async ({ who, body }) => ({
        dropped: await db.write((tx) => notes.drop(tx, who.account, body.ids)),
      }),
    }),
    route("POST /api/v1/field-notes", {
      gate: either(apiKey(), session()),
      spec: SPEC,
      summary:
        "For programs: a file of field notes as the body, with an API key; it becomes drafts, never logs",
      raw: "text/csv",
      maxBytes: BODY_LIMIT,
      limit: FILES,
      reply: Taken.extend({
        unattempted: z.number().describe("Visits that the device calls unattempted"),
        broken: z.number().describe("Lines that are no visits, and are left out"),
        unknownKinds: z.number().describe("Visits of a kind that is not known here, and that are left out"),
        called: z.array(z.string()).describe("What the first few of those kinds are called in the file"),
        odd: z.number().describe("Letters that are no UTF-8, and were read as windows-1252"),
      }),
      errors: [notebookFailure.field_notes_full, notebookFailure.field_notes_none],
      handle: async ({ who, incoming }) => {
        const { notes: read, reader } = await notes.read(incoming.bytes);
        const { unattempted, broken, unknownKinds, called, odd } = reader;
        if (read.length + unattempted + unknownKinds === 0) throw notebookFailure.field_notes_none();
        const done = await db.write((tx) => notes.take(tx, who.account, read));
        return { ...done, unattempted, broken, unknownKinds, called, odd };
      },
    }),
  ];
}
