/** What the registries refuse. */
import { failures } from "../base/mod.ts";

export const registryFailure = failures({
  invalid_registry: "invalid",
  invalid_authority: "invalid",
  invalid_label: "invalid",
  registry_not_found: "missing",
  registry_exists: "conflict",
  registries_full: ["conflict", { limit: "number" }],
  registries_fixed: "conflict",
  registry_builtin: "conflict",
  players_may_not: "forbidden",
  file_not_found: "missing",
  tool_unusable: "invalid",
  registry_unreachable: "upstream",
  registry_unreadable: "upstream",
  registry_other_format: ["upstream", { format: "number" }],
  registry_unsigned: "upstream",
  registry_too_large: ["upstream", { limit: "number" }],
  registry_key_changed: ["upstream", { authority: "string" }],
});
