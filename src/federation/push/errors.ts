/** Refusals of a hub (FED "Errors"; "Push, relay, packet"). */
import { failures } from "../../base/mod.ts";

export const pushFailure = failures({
  not_cbor: "unsupported",
  bad_page: ["invalid", { why: "string" }],
  bad_since: "invalid",
  bad_rotations: "invalid",
  no_frame: "invalid",
  own_page: "invalid",
  spoke_not_listed: "forbidden",
  registry_key: "forbidden",
  spoke_blocked: "forbidden",
  key_unproven: ["forbidden", {
    why: "string",
  }],
  spokes_full: ["forbidden", { limit: "number" }],
});
