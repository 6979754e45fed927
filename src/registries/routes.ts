/** Routes of tool registries: what is there, files, and a member's own. */
import { z } from "#schemas";
import { type Limit, open, route, session } from "../http/mod.ts";
import { adminRoutes } from "./admin_routes.ts";
import { registryFailure as failure } from "./errors.ts";
import { Entry } from "./list.ts";
import { MOST } from "./registries.ts";
import {
  Added,
  Changed,
  FAULT,
  ID,
  Ok,
  One,
  Pinned,
  type RegistryRouteParts,
  View,
  WRONG,
} from "./shapes.ts";

const LIVE = 'API "Live and misc"';

/** Fetches that somebody causes, in an hour (API "Limits"). */
const FETCHES: Limit<never> = { name: "registry-fetch", points: 60, seconds: 3600 };

export function registryRoutes(parts: RegistryRouteParts) {
  return [...openRoutes(parts), ...memberRoutes(parts), ...adminRoutes(parts)];
}

function openRoutes({ limits, registries, files }: RegistryRouteParts) {
  return [
    route("GET /api/tools/registries", {
      gate: open("says where tools come from; members see their own too"),
      spec: LIVE,
      summary: "Tool registries of this instance and your own",
      reply: z.object({
        tools: z.enum(["all", "registries", "off"]).describe("Which tools run here: TOOLS"),
        registries: z.array(View.extend({ fault: FAULT })),
        players: z.object({ allowed: z.boolean(), signedIn: z.boolean(), stored: z.number() }),
        proxy: z.boolean(),
      }),
      handle: ({ who }) => {
        const own = who.session ? registries.ofMember(who.session.account) : [];
        const shown = registries.playersAllowed ? own : [];
        return {
          tools: registries.tools,
          registries: [...registries.ofInstance(), ...shown].filter(({ enabled }) => enabled)
            .map((one) => ({ ...one, fault: files.fault(one) })),
          players: {
            allowed: registries.playersAllowed,
            signedIn: who.session !== undefined,
            stored: own.length,
          },
          proxy: registries.proxy,
        };
      },
    }),
    route("GET /api/tools/registries/preview", {
      gate: { ...session(), label: "sysop|session" },
      spec: LIVE,
      summary: "What a registry's file says now: fetched once, kept nowhere",
      query: z.object({
        spec: z.string().max(500).describe(
          "Where it is: an https address, or github:owner/repo[/path][@ref]; at most 500 characters",
        ),
      }),
      reply: z.object({
        spec: z.string(),
        url: z.string(),
        label: z.string(),
        authority: z.string().describe("The key that the file names: compare it before you pin it"),
        signed: z.boolean().describe("Whether its format and entries are signed by that key"),
        entries: z.array(Entry),
      }),
      errors: [
        failure.invalid_registry,
        failure.registry_unreachable,
        failure.registry_unreadable,
        failure.registry_other_format,
        failure.players_may_not,
      ],
      handle: ({ who, query }) => {
        if (!who.sysop && !registries.playersAllowed) throw failure.players_may_not();
        limits.use(FETCHES, String(who.account));
        return files.preview(query.spec);
      },
    }),
    route("GET /api/tools/registries/:id/file", {
      gate: open("tools run in the browser of whoever is here; a member's own registry asks for its session"),
      spec: LIVE,
      summary: "A file that a registry names, from a copy kept an hour",
      params: ID,
      query: z.object({
        url: z.string().max(1000).optional().describe(
          "The file's address; the registry's own list without it",
        ),
      }),
      limit: { name: "registry-file", points: 600, seconds: 60 },
      produces: "application/octet-stream",
      errors: [
        failure.registry_not_found,
        failure.file_not_found,
        failure.registry_unreachable,
        failure.registry_unreadable,
        failure.registry_other_format,
        failure.registry_unsigned,
        failure.registry_key_changed,
        failure.registry_too_large,
      ],
      handle: async ({ who, params, query }) => {
        const account = who.session?.account;
        const own = account === undefined ? [] : registries.ofMember(account);
        const registry = [...registries.ofInstance(), ...own].find(({ id }) => id === params.id);
        if (!registry || (registry.scope === "own" && !registries.playersAllowed)) {
          throw failure.registry_not_found();
        }
        const spend = () => {
          if (registry.scope === "own") limits.use(FETCHES, String(account));
        };
        const { bytes, stale } = await files.file(registry, query.url, spend);
        return new Response(bytes, { headers: { ...FILE_HEADERS, ...(stale ? STALE : {}) } });
      },
    }),
  ];
}

/** Foreign bytes on our origin: they are data, never a page or a script of ours. */
const FILE_HEADERS = {
  "content-type": "application/octet-stream",
  "content-disposition": "attachment",
  "content-security-policy": "sandbox; default-src 'none'",
};
const STALE = { "x-tool-registry-copy": "stale" };

function memberRoutes({ db, registries }: RegistryRouteParts) {
  const allowed = () => {
    if (!registries.playersAllowed) throw failure.players_may_not();
  };
  return [
    route("GET /api/my/tool-registries", {
      gate: session(),
      spec: LIVE,
      summary: "Your own tool registries",
      reply: z.object({ allowed: z.boolean(), registries: z.array(View), max: z.number() }),
      handle: ({ who }) => ({
        allowed: registries.playersAllowed,
        registries: registries.ofMember(who.account),
        max: MOST.member,
      }),
    }),
    route("POST /api/my/tool-registries", {
      gate: session(),
      spec: LIVE,
      summary: "Add a tool registry of your own",
      body: Added,
      reply: One,
      status: 201,
      errors: [...WRONG, failure.players_may_not, failure.registry_exists, failure.registries_full],
      handle: async ({ who, body }) => {
        allowed();
        return { registry: await db.write((tx) => registries.add(tx, who.account, body)) };
      },
    }),
    route("PATCH /api/my/tool-registries/:id", {
      gate: session(),
      spec: LIVE,
      summary: "Rename or switch a registry of your own",
      params: ID,
      body: Changed,
      reply: One,
      errors: [failure.players_may_not, failure.registry_not_found, failure.invalid_label],
      handle: async ({ who, params, body }) => {
        allowed();
        return { registry: await db.write((tx) => registries.change(tx, who.account, params.id, body)) };
      },
    }),
    route("DELETE /api/my/tool-registries/:id", {
      gate: session(),
      spec: LIVE,
      summary: "Remove a registry of your own, also while members may add none",
      params: ID,
      reply: Ok,
      errors: [failure.registry_not_found],
      handle: async ({ who, params }) => {
        await db.write((tx) => void registries.remove(tx, who.account, params.id));
        return { ok: true };
      },
    }),
    route("POST /api/my/tool-registries/:id/confirm", {
      gate: session(),
      spec: LIVE,
      summary: "Pin a new key for a registry of your own",
      params: ID,
      body: Pinned,
      reply: One,
      errors: [failure.players_may_not, failure.registry_not_found, failure.invalid_authority],
      handle: async ({ who, params, body }) => {
        allowed();
        return { registry: await db.write((tx) => registries.change(tx, who.account, params.id, body)) };
      },
    }),
  ];
}
