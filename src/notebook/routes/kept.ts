/** Notes, ignored caches and lists of a member; and a shared list for whoever has its address. */
import { z } from "#schemas";
import { isPlace } from "../../base/mod.ts";
import type { Database } from "../../db/mod.ts";
import { json, type Limit, open, route, session } from "../../http/mod.ts";
import { notebookFailure } from "../errors.ts";
import type { Kept } from "../kept/kept.ts";

const SPEC = 'API "Caches, logs, media"';
const CHANGES: Limit<{ account: number }> = {
  name: "notebook",
  points: 1200,
  seconds: 3600,
  per: ({ who }) => String(who.account),
};
const CODE = { code: "Code or reference of the cache, of whatever instance or programme" };
const LIST = { id: "Number of the list, as the notebook has it" };
const Ok = z.object({ ok: z.literal(true) });
/** Caches of a list that are put in an order at most; those behind them stay as they came. */
const ORDERED_MOST = 1000;
const On = z.object({ on: z.boolean() });
const name = z.string().trim().min(1).max(80);
const Note = z.object({
  text: z.string().max(4000).default(""),
  lat: z.number().nullable().default(null),
  lon: z.number().nullable().default(null),
}).refine(({ lat, lon }) => (lat === null) === (lon === null) && (lat === null || isPlace(lat, lon!)), {
  path: ["lat"],
  message: "lat and lon go together, in degrees",
});
const List = z.object({
  id: z.number(),
  name: z.string(),
  share: z.string().nullable().describe("End of the address under which the list is shared; null: it is not"),
  updatedAt: z.number(),
  codes: z.array(z.string()),
});
const codeOf = (text: string): string => {
  const code = text.trim().toUpperCase();
  if (!/^[A-Z0-9/-]{1,32}$/.test(code)) throw notebookFailure.bad_cache_code();
  return code;
};
const idOf = (text: string): number => /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;

interface KeptRouteParts {
  db: Database;
  kept: Kept;
  /** Call of a member whose shared things may be shown; none while suspended. */
  shownCall(account: number): string | undefined;
}

/** The routes of what a member keeps. */
export function keptRoutes({ db, kept, shownCall }: KeptRouteParts) {
  const common = { gate: session(), limit: CHANGES, spec: SPEC } as const;
  return [
    route("GET /api/my/notebook", {
      gate: session(),
      spec: SPEC,
      summary: "What the member keeps of caches, all in one piece: notes, ignored caches, lists",
      reply: z.object({
        notes: z.array(z.object({
          code: z.string(),
          text: z.string(),
          lat: z.number().nullable().describe("Latitude that the member has solved, in degrees"),
          lon: z.number().nullable().describe("Longitude that the member has solved, in degrees"),
          updatedAt: z.number(),
        })),
        ignored: z.array(z.string()),
        lists: z.array(List),
      }),
      handle: ({ who }) => kept.all(who.account),
    }),
    route("GET /api/my/ignored", {
      gate: session(),
      spec: SPEC,
      summary:
        "Codes of the caches that the member ignores: a phone keeps them, so that lists leave those out",
      reply: z.object({ codes: z.array(z.string()) }),
      handle: ({ who }) => ({ codes: kept.ignored(who.account) }),
    }),
    route("PUT /api/my/notebook/notes/:code", {
      ...common,
      summary: "Keep a note of a cache, with coordinates that were solved; without either it is deleted",
      params: CODE,
      body: Note,
      reply: Ok,
      errors: [notebookFailure.bad_cache_code, notebookFailure.notebook_full],
      handle: async ({ who, params, body }) => {
        const code = codeOf(params.code);
        await db.write((tx) => kept.putNote(tx, who.account, code, body));
        return { ok: true };
      },
    }),
    route("PUT /api/my/notebook/ignored/:code", {
      ...common,
      summary: "Ignore a cache, or heed it again",
      params: CODE,
      body: On,
      reply: Ok,
      errors: [notebookFailure.bad_cache_code, notebookFailure.notebook_full],
      handle: async ({ who, params, body }) => {
        const code = codeOf(params.code);
        await db.write((tx) => kept.ignore(tx, who.account, code, body.on));
        return { ok: true };
      },
    }),
    route("POST /api/my/notebook/lists", {
      ...common,
      summary: "Begin a list of caches under a name; asked again, it is the list that has the name",
      status: 201,
      also: { 200: "The member had a list of that name already" },
      body: z.object({ name }),
      reply: z.object({ id: z.number() }),
      errors: [notebookFailure.notebook_full],
      handle: async ({ who, body }) => {
        const { id, known } = await db.write((tx) => kept.addList(tx, who.account, body.name));
        return known ? json({ id }) : { id };
      },
    }),
    route("PATCH /api/my/notebook/lists/:id", {
      ...common,
      summary: "Rename a list, share it under an address or end that, or put its caches in an order",
      params: LIST,
      body: z.object({
        name: name.optional(),
        shared: z.boolean().optional(),
        order: z.array(z.string().max(32)).max(ORDERED_MOST).optional()
          .describe("Codes of its caches in the order wanted; those that are not named come behind them"),
      }),
      reply: List.omit({ codes: true }),
      errors: [notebookFailure.cache_list_missing],
      handle: async ({ who, params, body }) => {
        const { account: _, ...list } = await db.write((tx) =>
          kept.changeList(tx, who.account, idOf(params.id), body)
        );
        return list;
      },
    }),
    route("DELETE /api/my/notebook/lists/:id", {
      ...common,
      summary: "Delete a list; the address under which it was shared leads nowhere any more",
      params: LIST,
      reply: Ok,
      errors: [notebookFailure.cache_list_missing],
      handle: async ({ who, params }) => {
        await db.write((tx) => kept.dropList(tx, who.account, idOf(params.id)));
        return { ok: true };
      },
    }),
    route("PUT /api/my/notebook/lists/:id/:code", {
      ...common,
      summary: "Put a cache on a list, or take it off",
      params: { ...LIST, ...CODE },
      body: On,
      reply: Ok,
      errors: [
        notebookFailure.bad_cache_code,
        notebookFailure.cache_list_missing,
        notebookFailure.notebook_full,
      ],
      handle: async ({ who, params, body }) => {
        const code = codeOf(params.code);
        await db.write((tx) => kept.listItem(tx, who.account, idOf(params.id), code, body.on));
        return { ok: true };
      },
    }),
    route("GET /api/lists/:share", {
      gate: open("whoever was given the address of a shared list may read it"),
      spec: SPEC,
      summary: "A shared list of caches, by the end of its address",
      params: { share: "End of the address under which its member shares the list" },
      reply: z.object({
        name: z.string(),
        by: z.string(),
        updatedAt: z.number(),
        caches: z.array(z.object({
          code: z.string(),
          title: z.string(),
          type: z.string(),
          status: z.string(),
          lat: z.number().nullable(),
          lon: z.number().nullable(),
          origin: z.string(),
        })),
      }),
      errors: [notebookFailure.cache_list_missing],
      handle: ({ params }) => {
        const list = kept.sharedList(params.share), by = list && shownCall(list.account);
        if (!list || by === undefined) throw notebookFailure.cache_list_missing();
        const { account: _, ...shown } = list;
        return { ...shown, by };
      },
    }),
  ];
}
