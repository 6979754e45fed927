/** Saved map views, and the address under which one is shared (API "Live and misc"). */
import { z } from "#schemas";
import { failures, newCode, type World } from "../../base/mod.ts";
import type { Database } from "../../db/mod.ts";
import { open, redirect, route, session, wantsPage } from "../../http/mod.ts";
import { type ViewRow, viewStore } from "./store.ts";

const SPEC = 'API "Live and misc"';
/** Views of one account. */
const VIEWS_MOST = 100;
/** Characters of a view as JSON. */
const VIEW_MAX = 8000;
/** 30 letters to the power of 12: nobody guesses a shared address. */
const ID_LENGTH = 12;

const failure = failures({
  views_full: ["conflict", { limit: "number" }],
  view_too_large: ["invalid", { limit: "number" }],
  view_unknown: "missing",
});

const View = z.object({
  id: z.string(),
  name: z.string(),
  state: z.record(z.string(), z.unknown()).meta({
    description: "What the map showed (center, zoom, layers, filters …); its form is the app's own",
  }),
  createdAt: z.number(),
});
const NewView = z.object({
  name: z.string().trim().max(80).default(""),
  state: z.record(z.string().max(40), z.unknown()),
});

const shown = ({ id, name, view, createdAt }: ViewRow) => ({ id, name, state: JSON.parse(view), createdAt });

interface ViewParts {
  db: Database;
  world: World;
  /** Whether what the account shared is not shown: it is suspended, or its posts are held. */
  hidden(account: number): boolean;
}

export function viewRoutes({ db, world, hidden }: ViewParts) {
  const store = viewStore(db);
  return [
    route("GET /api/views", {
      gate: session(),
      spec: SPEC,
      summary: "Your saved map views",
      reply: z.object({ views: z.array(View) }),
      handle: ({ who }) => ({ views: store.of({ account: who.account }).map(shown) }),
    }),
    route("POST /api/views", {
      gate: session(),
      spec: SPEC,
      summary: "Save a view of the map under an address that can be shared",
      body: NewView,
      reply: View,
      status: 201,
      errors: [failure.views_full, failure.view_too_large],
      handle: async ({ who, body }) => {
        const view = JSON.stringify(body.state);
        if (view.length > VIEW_MAX) throw failure.view_too_large({ limit: VIEW_MAX });
        const row = {
          id: newCode(world, ID_LENGTH),
          account: who.account,
          name: body.name,
          view,
          createdAt: world.now(),
        };
        await db.write((tx) => {
          if (store.count({ account: who.account })!.n >= VIEWS_MOST) {
            throw failure.views_full({ limit: VIEWS_MOST });
          }
          store.add(tx, row);
        });
        return { id: row.id, name: row.name, state: body.state, createdAt: row.createdAt };
      },
    }),
    route("DELETE /api/views/:id", {
      gate: session(),
      spec: SPEC,
      summary: "Delete a map view; its shared address stops working",
      params: { id: "Id of the saved view, as its shared address has it" },
      reply: z.object({ ok: z.literal(true) }),
      errors: [failure.view_unknown],
      handle: async ({ who, params }) => {
        const { changes } = await db.write((tx) => store.drop(tx, { id: params.id, account: who.account }));
        if (changes === 0) throw failure.view_unknown();
        return { ok: true };
      },
    }),
    route("GET /v/:id", {
      gate: open("a shared address is the permission"),
      spec: SPEC,
      summary: "Resolve a shared view: data for a program, the map for a browser",
      params: { id: "Id of the saved view, as its shared address has it" },
      reply: View,
      also: { 302: "For a browser: to the map that shows the view" },
      errors: [failure.view_unknown],
      handle: ({ params, incoming }) => {
        const row = /^[A-Z0-9]{12}$/.test(params.id) ? store.one({ id: params.id }) : undefined;
        if (!row || hidden(row.account)) throw failure.view_unknown();
        return wantsPage(incoming) ? redirect(`/?view=${row.id}`) : shown(row);
      },
    }),
  ];
}
