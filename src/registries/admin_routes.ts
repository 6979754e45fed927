/** Administration of the instance's registries: each change is one row of the audit log. */
import { z } from "#schemas";
import { route, sysopOrOperator } from "../http/mod.ts";
import { registryFailure as failure } from "./errors.ts";
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

const ADMIN = 'API "Administration"';

export function adminRoutes({ registries, files }: RegistryRouteParts) {
  return [
    route("GET /api/admin/tool-registries", {
      gate: sysopOrOperator(),
      spec: ADMIN,
      summary: "Tool registries of the instance, and where the list comes from",
      reply: z.object({
        source: z.enum(["env", "site"]),
        registries: z.array(
          View.extend({ fault: FAULT }),
        ),
        max: z.number(),
        proxy: z.boolean(),
        playersAllowed: z.boolean(),
      }),
      handle: () => ({
        source: registries.fixed ? "env" : "site",
        registries: registries.ofInstance().map((one) => ({ ...one, fault: files.fault(one) })),
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
      handle: async ({ who, body }) => ({ registry: await registries.addForAll(who.actor, body) }),
    }),
    route("PATCH /api/admin/tool-registries/:id", {
      gate: sysopOrOperator({ anyAge: "switching or taking away lets in no new key" }),
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
        registry: await registries.changeForAll(who.actor, params.id, body),
      }),
    }),
    route("DELETE /api/admin/tool-registries/:id", {
      gate: sysopOrOperator({ anyAge: "switching or taking away lets in no new key" }),
      spec: ADMIN,
      summary: "Remove a registry of the instance",
      params: ID,
      reply: Ok,
      errors: [failure.registry_not_found, failure.registry_builtin, failure.registries_fixed],
      handle: async ({ who, params }) => {
        await registries.removeForAll(who.actor, params.id);
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
        registry: await registries.changeForAll(who.actor, params.id, body),
      }),
    }),
  ];
}
