/** What the registries refuse. */
import { failures } from "../base/mod.ts";
import { LABEL_MOST, SPEC_MOST } from "./spec.ts";

export const registryFailure = failures({
  invalid_registry: [
    "invalid",
    `spec: takes an https address or github:owner/repo[/path][@ref] of at most ${SPEC_MOST} characters, without credentials`,
  ],
  invalid_authority: ["invalid", "authority: takes an Ed25519 public key as 43 characters of base64url"],
  invalid_label: ["invalid", `label: takes 1 to ${LABEL_MOST} characters`],
  registry_not_found: ["missing", "There is no such registry"],
  registry_exists: ["conflict", "This registry is there already"],
  registries_full: ["conflict", "There are as many registries as are allowed", { limit: "number" }],
  registries_fixed: ["conflict", "TOOL_REGISTRIES in the environment sets the list"],
  registry_builtin: ["conflict", "The built-in registry can only be switched on or off"],
  players_may_not: ["forbidden", "Members may not add registries here"],
  file_not_found: ["missing", "The registry has no such file, or files are not served here"],
  registry_unreachable: ["upstream", "The registry's host did not answer with a registry"],
  registry_key_changed: [
    "upstream",
    "The registry is not signed by its pinned key: confirm the new key if you trust it",
    { authority: "string" },
  ],
});
