/** Routes of tool registries: what is there, files, a member's own, and administration. */
import { z } from "zod";
import type { Audit, Database, Tx } from "../db/mod.ts";
import type { World } from "../base/mod.ts";
import { type Limit, type Limits, open, type Route, route, session, sysopOrOperator } from "../http/mod.ts";
import { registryFailure as failure } from "./errors.ts";
import { MOST, type Registries, type RegistryView } from "./registries.ts";

const LIVE = 'API "Live and misc"';
const ADMIN = 'API "Administration"';

export interface RegistryRouteParts {
  db: Database;
  world: World;
  audit: Audit;
  limits: Limits;
  registries: Registries;
}

/** Fetches that somebody causes, in an hour (API "Limits"). */
const FETCHES: Limit<never> = { name: "registry-fetch", points: 60, seconds: 3600 };

const View = z.object({
  id: z.string(),
  scope: z.enum(["instance", "own"]),
  spec: z.string(),
  url: z.string(),
  authority: z.string().describe("Pinned Ed25519 public key, base64url"),
  label: z.string(),
  enabled: z.boolean(),
  builtin: z.boolean(),
  proxied: z.boolean().describe("Whether its files are served from copies kept here"),
});
const One = z.object({ registry: View });
const Ok = z.object({ ok: z.literal(true) });
const Added = z.object({
  spec: z.string().max(500).describe("https address, or github:owner/repo[/path][@ref]"),
  authority: z.string().max(100).describe("Ed25519 public key that signs the list, base64url"),
  label: z.string().max(60).optional(),
});
const Changed = z.object({ enabled: z.boolean().optional(), label: z.string().max(60).optional() });
const Pinned = z.object({ authority: z.string().max(100).describe("The new key, base64url") });
const ID = { id: "The registry's id" };
const WRONG = [failure.invalid_registry, failure.invalid_authority, failure.invalid_label];

export function registryRoutes(parts: RegistryRouteParts): Route[] {
  return [...openRoutes(parts), ...memberRoutes(parts), ...adminRoutes(parts)];
}

function openRoutes({ limits, registries }: RegistryRouteParts): Route[] {
  return [
    route("GET /api/tools/registries", {
      gate: open("says where tools come from; members see their own too"),
      spec: LIVE,
      summary: "Tool registries of this instance and your own",
      reply: z.object({
        registries: z.array(View),
        players: z.object({ allowed: z.boolean(), signedIn: z.boolean(), stored: z.number() }),
        proxy: z.boolean(),
      }),
      handle: ({ who }) => {
        const own = who.session ? registries.ofMember(who.session.account) : [];
        const shown = registries.playersAllowed ? own : [];
        return {
          registries: [...registries.ofInstance(), ...shown].filter(({ enabled }) => enabled),
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
        spec: z.string().max(500).describe("https address, or github:owner/repo[/path][@ref]"),
      }),
      reply: z.object({
        spec: z.string(),
        url: z.string(),
        label: z.string(),
        authority: z.string().describe("The key that the file names: compare it before you pin it"),
        signed: z.boolean().describe("Whether the entries are signed by that key"),
        entries: z.array(z.looseObject({ name: z.string(), entry: z.string() })),
      }),
      errors: [failure.invalid_registry, failure.registry_unreachable, failure.players_may_not],
      handle: ({ who, query }) => {
        if (!who.sysop && !registries.playersAllowed) throw failure.players_may_not();
        limits.use(FETCHES, String(who.account));
        return registries.preview(query.spec);
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
        failure.registry_key_changed,
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
        const { bytes, stale } = await registries.file(registry, query.url, spend);
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

function memberRoutes({ db, registries }: RegistryRouteParts): Route[] {
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
        await db.write((tx) => registries.remove(tx, who.account, params.id));
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

function adminRoutes({ db, world, audit, registries }: RegistryRouteParts): Route[] {
  /** One change with its row in the audit log, refused while the environment sets the list. */
  const change = async (
    actor: string,
    action: string,
    work: (tx: Tx) => RegistryView,
    reason = "",
  ): Promise<RegistryView> => {
    if (registries.fixed) throw failure.registries_fixed();
    return await db.write((tx) => {
      const registry = work(tx);
      const entry = {
        actor,
        action,
        kind: "tool-registry",
        targetId: registry.id,
        label: registry.label,
        reason,
      };
      audit.note(tx, world.now(), entry);
      return registry;
    });
  };
  return [
    route("GET /api/admin/tool-registries", {
      gate: sysopOrOperator(),
      spec: ADMIN,
      summary: "Tool registries of the instance, and where the list comes from",
      reply: z.object({
        source: z.enum(["env", "site"]),
        registries: z.array(View),
        max: z.number(),
        proxy: z.boolean(),
        playersAllowed: z.boolean(),
      }),
      handle: () => ({
        source: registries.fixed ? "env" : "site",
        registries: registries.ofInstance(),
        max: MOST.instance,
        proxy: registries.proxy,
        playersAllowed: registries.playersAllowed,
      }),
    }),
    route("POST /api/admin/tool-registries", {
      gate: sysopOrOperator(),
      spec: ADMIN,
      summary: "Add a tool registry for everybody",
      body: Added,
      reply: One,
      status: 201,
      errors: [...WRONG, failure.registry_exists, failure.registries_full, failure.registries_fixed],
      handle: async ({ who, body }) => ({
        registry: await change(who.actor, "registry-add", (tx) => registries.add(tx, null, body), body.spec),
      }),
    }),
    route("PATCH /api/admin/tool-registries/:id", {
      gate: sysopOrOperator(),
      spec: ADMIN,
      summary: "Rename or switch a registry; the built-in one is only switched",
      params: ID,
      body: Changed,
      reply: One,
      errors: [
        failure.registry_not_found,
        failure.invalid_label,
        failure.registry_builtin,
        failure.registries_fixed,
      ],
      handle: async ({ who, params, body }) => ({
        registry: await change(
          who.actor,
          "registry-change",
          (tx) => registries.change(tx, null, params.id, body),
        ),
      }),
    }),
    route("DELETE /api/admin/tool-registries/:id", {
      gate: sysopOrOperator(),
      spec: ADMIN,
      summary: "Remove a registry of the instance",
      params: ID,
      reply: Ok,
      errors: [failure.registry_not_found, failure.registry_builtin, failure.registries_fixed],
      handle: async ({ who, params }) => {
        await change(who.actor, "registry-remove", (tx) => {
          const registry = registries.ofInstance().find(({ id }) => id === params.id);
          if (!registry) throw failure.registry_not_found();
          registries.remove(tx, null, params.id);
          return registry;
        });
        return { ok: true };
      },
    }),
    route("POST /api/admin/tool-registries/:id/confirm", {
      gate: sysopOrOperator(),
      spec: ADMIN,
      summary: "Pin a new key for a registry",
      params: ID,
      body: Pinned,
      reply: One,
      errors: [
        failure.registry_not_found,
        failure.invalid_authority,
        failure.registry_builtin,
        failure.registries_fixed,
      ],
      handle: async ({ who, params, body }) => ({
        registry: await change(
          who.actor,
          "registry-confirm",
          (tx) => registries.change(tx, null, params.id, body),
          body.authority,
        ),
      }),
    }),
  ];
}
