/** What registry routes take and give, told once for members and operators. */
import { z } from "#schemas";
import type { Database } from "../db/mod.ts";
import type { Limits } from "../http/mod.ts";
import { registryFailure as failure } from "./errors.ts";
import { REGISTRY_FAULTS, type RegistryFiles } from "./files.ts";
import type { Registries } from "./registries.ts";

export interface RegistryRouteParts {
  db: Database;
  limits: Limits;
  registries: Registries;
  files: RegistryFiles;
}

export const View = z.object({
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
export const FAULT = z.enum(REGISTRY_FAULTS).nullable().describe(
  "Why its list was not to be had when it was asked for last; null: nothing is known to be wrong",
);
export const One = z.object({ registry: View });
export const Ok = z.object({ ok: z.literal(true) });
export const Added = z.object({
  spec: z.string().max(500).describe(
    "Where it is: an https address, or github:owner/repo[/path][@ref]; at most 500 characters",
  ),
  authority: z.string().max(100).describe("Ed25519 public key that signs the list, base64url"),
  label: z.string().max(60).optional(),
});
export const Changed = z.object({ enabled: z.boolean().optional(), label: z.string().max(60).optional() });
export const Pinned = z.object({
  authority: z.string().max(100).describe(
    "The new Ed25519 public key that the registry signs with, in base64url",
  ),
});
export const ID = { id: "Number of the tool registry, as the list shows it" };
export const WRONG = [failure.invalid_registry, failure.invalid_authority, failure.invalid_label];
